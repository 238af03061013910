import { UserError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Caller } from './types';

/** Name of the credential type that both nodes use. */
export const CREDENTIAL = 'podFulfilmentApi';

/** The credential's name as the user gave it, for messages that say what to check. */
export const credentialName = (caller: Caller): string => {
	const name = caller.getNode().credentials?.[CREDENTIAL]?.name;
	return name ? `the credential "${name}"` : 'the POD Fulfilment credential';
};

/** Longer than any token: most servers take no header of 8,000 characters. */
const MAX_SECRET_LENGTH = 4_000;

/**
 * Refuses secrets that cannot be any, such as a file that was pasted, or what an expression returned.
 *
 * @throws UserError that does not repeat what was entered
 */
export function refuseUnusableSecrets({
	apiKey,
	signingSecret,
}: ICredentialDataDecryptedObject): void {
	for (const [label, value] of [
		['API Key', apiKey],
		['Signing Secret', signingSecret],
	] as const) {
		if (value === undefined || value === null) continue;
		if (typeof value !== 'string') {
			throw new UserError(`The ${label} in the credential is not a text`, {
				description:
					'If the field holds an expression, check what it returns. Copy the value from your provider again.',
			});
		}
		if (value.trim().length > MAX_SECRET_LENGTH) {
			throw new UserError(`The ${label} in the credential is too long`, {
				description: `It has more than ${MAX_SECRET_LENGTH} characters, so something else was pasted. Copy the value from your provider again.`,
			});
		}
	}
}
