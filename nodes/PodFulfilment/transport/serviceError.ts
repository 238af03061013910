import { NodeApiError, type JsonObject } from 'n8n-workflow';

import type { Caller } from './types';
import { isObject, text } from '../input/guards';

/**
 * What became of a request that was no success.
 * - `refused`: the service said no; it will say so again
 * - `busy`: 429 or 503; it was not done, and may be sent again
 * - `unsent`: there was no connection, so nothing was sent; there may be one a moment later
 * - `lost`: no answer, or a status that says nothing about it (5xx but 503); it may have been done
 * - `unreadable`: a success whose answer cannot be used; it was done
 */
export type Outcome = 'refused' | 'busy' | 'unsent' | 'lost' | 'unreadable';

/**
 * Puts a message back as it was meant. n8n replaces one that contains the name of a system code by a sentence about
 * that code, and an order may well be called SHOEACCESSORY-1.
 */
export function withMessage<Thrown extends NodeApiError>(error: Thrown, message: string): Thrown {
	error.message = message;
	error.messages = [];
	return error;
}

interface ErrorDetails {
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
export class ServiceError extends NodeApiError {
	readonly outcome: Outcome;

	readonly status: number;

	readonly violations: Violation[];

	readonly retryAfter: number | undefined;

	constructor(caller: Pick<Caller, 'getNode'>, details: ErrorDetails) {
		const { outcome, message, description, status = 0, violations = [], retryAfter } = details;
		super(
			caller.getNode(),
			// Only what the message says: an answer could repeat what was sent.
			{ message, status } as JsonObject,
			{ message, description, ...(status > 0 && { httpCode: String(status) }) },
		);
		withMessage(this, message);
		this.outcome = outcome;
		this.status = status;
		this.violations = violations;
		this.retryAfter = retryAfter;
	}

	/** The same for another item: n8n writes the number of its item into each. */
	copy(): ServiceError {
		const { outcome, message, description, status, violations, retryAfter } = this;
		return new ServiceError(
			{ getNode: () => this.node },
			{ outcome, message, description: description ?? '', status, violations, retryAfter },
		);
	}

	/** Whether another attempt has a chance: 500 is the service's own, and comes again. */
	get isTransient(): boolean {
		return this.status !== 500;
	}

	/** Whether the change may have been made although no success was seen. */
	get isIndeterminate(): boolean {
		return this.outcome === 'lost' || this.outcome === 'unreadable';
	}
}

/** Inside the transport an error is a value; see docs/decisions. */
export type Result<Value> = Value | ServiceError;

/** @throws ServiceError when the result is one */
export function valueOf<Value>(result: Result<Value>): Value {
	if (result instanceof ServiceError) throw result;
	return result;
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
