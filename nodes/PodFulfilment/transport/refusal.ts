import { NodeApiError, type JsonObject } from 'n8n-workflow';

import { withOwnWords } from './ownWords';
import type { Caller } from './types';
import { isObject, text } from './values';

/** A refusal as the rest of the node sees it: n8n's own type, with the status and the violations at hand. */
export class ServiceRefusal extends NodeApiError {
	/** Status of the answer; 0 when there was none that could be used. */
	readonly status: number;

	/** What a 422 does not accept. */
	readonly violations: Violation[];

	constructor(
		caller: Caller,
		status: number,
		message: string,
		description: string,
		violations: Violation[] = [],
	) {
		super(
			caller.getNode(),
			// Only what the message says: an answer could repeat what was sent.
			{ message, status } as JsonObject,
			{ message, description, ...(status > 0 && { httpCode: String(status) }) },
		);
		withOwnWords(this, message);
		this.status = status;
		this.violations = violations;
	}
}

/** Section 7, validation: one thing the service does not accept. */
export interface Violation {
	propertyPath: string;
	message: string;
	code?: string;
}

/** The violations of a 422 (spec section 7); entries that are not in its shape are left out. */
export function violationsOf(body: unknown): Violation[] {
	if (!isObject(body) || !Array.isArray(body.violations)) return [];
	return (body.violations as unknown[]).filter(isObject).flatMap((violation) => {
		const message = text(violation.message);
		if (message === '') return [];
		const code = text(violation.code);
		return [{ propertyPath: text(violation.propertyPath), message, ...(code && { code }) }];
	});
}

/** The credential as the user knows it, for messages that say where to look. */
export const credentialName = (caller: Caller): string => {
	const name = caller.getNode().credentials?.podFulfilmentApi?.name;
	return name ? `the credential "${name}"` : 'the POD Fulfilment credential';
};
