// The credential: its name in code and in messages. Refuses an API key or signing secret that cannot be one: empty, too
// long, with the word Bearer, quotation marks, or characters that a header cannot have.

import { UserError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import { refuse } from '../input/checks';
import { trimmed } from '../input/guards';
import type { Caller } from './types';

/** Name of the credential type that all nodes use. */
export const CREDENTIAL = 'podFulfilmentApi';

/** The credential's name as the user gave it, for messages that say what to check. */
export const credentialName = (caller: Caller): string => {
	const name = caller.getNode().credentials?.[CREDENTIAL]?.name;
	return name ? `the credential "${name}"` : 'the POD Fulfilment credential';
};

/** Longer than any token: most servers take no header of 8,000 characters. */
const MAX_SECRET_LENGTH = 4_000;

const COPY_AGAIN = 'Copy the value from your provider again.';

/** What is pasted with a key out of an example for curl, such as 'Authorization: Bearer …'. */
const HEADER_WORD = /^(bearer|authorization)$|\b(bearer|authorization)[\s:=]/i;

const QUOTATION_MARK = /^["'`“”‘’„‚«»]|["'`“”‘’„‚«»]$/;

/** A character that no bearer token has (RFC 6750, section 2.1), and that mostly cannot be sent. */
const UNSENDABLE = /[^\x21-\x7e]/;

function nameOf(character: string): string {
	if (/[\r\n]/.test(character)) return 'a line break';
	return character.trim() === '' ? 'a space' : 'a character that no key has';
}

/**
 * What was pasted around a key is refused, not removed: then the key that is sent is always the text that was entered,
 * for the credential test and n8n's own nodes too, and its removal from texts finds it.
 */
function refuseUnusableKey(key: string): void {
	if (key === '') {
		refuse(
			'The API Key in the credential',
			'is empty',
			'Enter a key of your account, which your provider shows when you create it.',
		);
	}
	const [, word, wordInside = word] = HEADER_WORD.exec(key) ?? [];
	if (wordInside !== undefined) {
		refuse(
			'The API Key in the credential',
			`contains the word "${/^b/i.test(wordInside) ? 'Bearer' : 'Authorization'}"`,
			'Enter the key alone, without the words in front of it: they are added when it is sent.',
		);
	}
	if (QUOTATION_MARK.test(key)) {
		refuse(
			'The API Key in the credential',
			'is in quotation marks',
			'Enter the key alone, without the marks.',
		);
	}
	const [character] = UNSENDABLE.exec(key) ?? [];
	if (character !== undefined) {
		refuse(
			'The API Key in the credential',
			`contains ${nameOf(character)}`,
			`Enter the key alone, in one piece. ${COPY_AGAIN}`,
		);
	}
}

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
				description: `If the field holds an expression, check what it returns. ${COPY_AGAIN}`,
			});
		}
		if (value.trim().length > MAX_SECRET_LENGTH) {
			throw new UserError(`The ${label} in the credential is too long`, {
				description: `It has more than ${MAX_SECRET_LENGTH} characters, so something else was pasted. ${COPY_AGAIN}`,
			});
		}
	}
	refuseUnusableKey(trimmed(apiKey));
}
