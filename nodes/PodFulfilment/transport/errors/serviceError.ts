import { NodeApiError, type JsonObject } from 'n8n-workflow';

import { isObject } from '../../input/guards';
import { serviceText } from '../../input/wording';
import type { Caller } from '../types';

/**
 * What a failed request means for the change that it asked for.
 * - `refused`: rejected by the service; a retry would be rejected as well
 * - `busy`: 429 or 503; a retry may succeed. After a 503 it may have been done all the same
 * - `unsent`: there was no connection, so nothing was sent; a retry may succeed
 * - `lost`: no response, or a 5xx other than 503; may have been done
 * - `unreadable`: a success whose response cannot be used; was done
 */
export type Outcome = 'refused' | 'busy' | 'unsent' | 'lost' | 'unreadable';

/**
 * Restores the message of an error. n8n replaces a message that contains the name of a system error code, such as
 * EACCES, by a text about that code; an order may well be called SHOEACCESSORY-1.
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
	/** Status of the response; 0 when there was none that could be used. */
	status?: number;
	/** The violations of a 422. */
	violations?: Violation[];
	/** Milliseconds, from the `Retry-After` header. */
	retryAfter?: number;
}

/** Error of a failed request: n8n's NodeApiError with the details that callers decide on. */
export class ServiceError extends NodeApiError {
	readonly outcome: Outcome;

	readonly status: number;

	readonly violations: Violation[];

	readonly retryAfter: number | undefined;

	constructor(caller: Pick<Caller, 'getNode'>, details: ErrorDetails) {
		const { outcome, message, description, status = 0, violations = [], retryAfter } = details;
		super(
			caller.getNode(),
			// Only the message: a response could repeat what was sent.
			{ message, status } as JsonObject,
			{ message, description, ...(status > 0 && { httpCode: String(status) }) },
		);
		withMessage(this, message);
		this.outcome = outcome;
		this.status = status;
		this.violations = violations;
		this.retryAfter = retryAfter;
	}

	/** Copies the error for another item, because n8n writes the item's index into each error. */
	copy(): ServiceError {
		const { outcome, message, description, status, violations, retryAfter } = this;
		return new ServiceError(
			{ getNode: () => this.node },
			{ outcome, message, description: description ?? '', status, violations, retryAfter },
		);
	}

	/** Whether a retry may succeed. A 500 is a bug in the service and would come again. */
	get isTransient(): boolean {
		return this.status !== 500;
	}

	/** Whether the change may have been made although the request failed. */
	get isIndeterminate(): boolean {
		return this.outcome === 'lost' || this.outcome === 'unreadable' || this.status >= 500;
	}
}

/** Inside the transport, errors are returned instead of thrown; see docs/decisions. */
export type Result<Value> = Value | ServiceError;

/** @throws ServiceError when the result is one */
export function unwrap<Value>(result: Result<Value>): Value {
	if (result instanceof ServiceError) throw result;
	return result;
}

/** One value that the service does not accept (spec section 7, validation). */
export interface Violation {
	propertyPath: string;
	message: string;
	code?: string;
}

/** The violations in the body of a 422 (spec section 7). Entries of another shape are left out. */
export function violationsOf(body: unknown): Violation[] {
	if (!isObject(body) || !Array.isArray(body.violations)) return [];
	return (body.violations as unknown[]).filter(isObject).flatMap((violation) => {
		const message = serviceText(violation.message);
		if (message === '') return [];
		const code = serviceText(violation.code);
		return [{ propertyPath: serviceText(violation.propertyPath), message, ...(code && { code }) }];
	});
}
