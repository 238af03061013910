import { NodeApiError, type JsonObject } from 'n8n-workflow';

import { withOwnWords } from './ownWords';
import type { Caller } from './types';
import { isObject, text } from '../values';

/**
 * What became of a request that was no success.
 * - `refused`: the service said no; it will say so again
 * - `busy`: 429 or 503; it was not done, and may be sent again
 * - `lost`: no answer, or a status that says nothing about it (5xx but 503); it may have been done
 * - `unreadable`: a success whose answer cannot be used; it was done
 */
export type Outcome = 'refused' | 'busy' | 'lost' | 'unreadable';

interface RefusalDetails {
	outcome: Outcome;
	message: string;
	description: string;
	/** Status of the answer; 0 when there was none that could be used. */
	status?: number;
	/** What a 422 does not accept. */
	violations?: Violation[];
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
}

/** A refusal as the rest of the node sees it: n8n's own type, with what is needed to act on it. */
export class ServiceRefusal extends NodeApiError {
	readonly outcome: Outcome;

	readonly status: number;

	readonly violations: Violation[];

	readonly retryAfter: number | undefined;

	constructor(caller: Pick<Caller, 'getNode'>, details: RefusalDetails) {
		const { outcome, message, description, status = 0, violations = [], retryAfter } = details;
		super(
			caller.getNode(),
			// Only what the message says: an answer could repeat what was sent.
			{ message, status } as JsonObject,
			{ message, description, ...(status > 0 && { httpCode: String(status) }) },
		);
		withOwnWords(this, message);
		this.outcome = outcome;
		this.status = status;
		this.violations = violations;
		this.retryAfter = retryAfter;
	}

	/** The same for another item: n8n writes the number of its item into each. */
	copy(): ServiceRefusal {
		const { outcome, message, description, status, violations, retryAfter } = this;
		return new ServiceRefusal(
			{ getNode: () => this.node },
			{ outcome, message, description: description ?? '', status, violations, retryAfter },
		);
	}

	/** Whether another attempt has a chance: 500 is the service's own, and comes again. */
	get mayPass(): boolean {
		return this.status !== 500;
	}

	/** Whether the change may have been made although no success was seen. */
	get isUnknown(): boolean {
		return this.outcome === 'lost' || this.outcome === 'unreadable';
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

/** What the service says may repeat what was sent, and stands where others can read it. */
export const withoutKey = (said: string, apiKey: unknown): string =>
	text(apiKey) === '' ? said : said.replaceAll(text(apiKey), '***');

/** The credential as the user knows it, for messages that say where to look. */
export const credentialName = (caller: Caller): string => {
	const name = caller.getNode().credentials?.podFulfilmentApi?.name;
	return name ? `the credential "${name}"` : 'the POD Fulfilment credential';
};
