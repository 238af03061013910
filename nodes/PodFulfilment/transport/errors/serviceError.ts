// `ServiceError`, the error of a failed request: what it means for the change it asked for (refused, busy, unsent,
// lost, unreadable), and questions to it, such as whether something was not found. `Result`: a value or this error. The
// violations in the body of a 422.

import { isObject } from '../../input/guards';
import { serviceText } from '../../input/wording';

/**
 * What a failed request means for the change that it asked for.
 * - `refused`: rejected by the service; a retry would be rejected as well
 * - `busy`: 429 or 503; a retry may succeed. After a 503 it may have been done all the same
 * - `unsent`: there was no connection, so nothing was sent; a retry may succeed
 * - `lost`: no response, 408, or a 5xx other than 503; may have been done
 * - `unreadable`: a success whose response cannot be used, or a redirect that may be one; may have been done
 */
export type FailureKind = 'refused' | 'busy' | 'unsent' | 'lost' | 'unreadable';

/** What a user is told: what happened, in one line, and what to do next. */
export interface ErrorText {
	message: string;
	description: string;
}

export interface ErrorDetails extends ErrorText {
	/** Whether the message names what the request was about, as most do. */
	namesSubject?: boolean;
	outcome: FailureKind;
	/** Status of the response; 0 when there was none that could be used. */
	status?: number;
	/** The service's own words, which the description has behind the advice; empty if it gave none. */
	serviceMessage?: string;
	/** The violations of a 422. */
	violations?: readonly Violation[];
	/** From the `Retry-After` header. */
	retryAfterMs?: number;
	/** Whether the answer was a gateway's page: then it is not the service's own. */
	isPage?: boolean;
}

/**
 * A failed request, with the details that callers decide on. Immutable: whoever has more to say makes a new text of it.
 * It becomes n8n's error where it leaves the nodes, see toNodeError.
 */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';

	declare readonly message: string;

	readonly description: string;

	readonly outcome: FailureKind;

	readonly status: number;

	readonly serviceMessage: string;

	readonly violations: readonly Violation[];

	readonly retryAfterMs: number | undefined;

	readonly isPage: boolean;

	readonly namesSubject: boolean;

	constructor(details: ErrorDetails) {
		super(details.message);
		this.description = details.description;
		this.outcome = details.outcome;
		this.status = details.status ?? 0;
		this.serviceMessage = details.serviceMessage ?? '';
		this.violations = Object.freeze([...(details.violations ?? [])]);
		this.retryAfterMs = details.retryAfterMs;
		this.isPage = details.isPage ?? false;
		this.namesSubject = details.namesSubject ?? true;
		Object.freeze(this);
	}

	/** The same failure in other words. A new message names what the request was about. */
	reworded(text: Partial<ErrorText>): ServiceError {
		const { message } = this;
		const namesSubject = this.namesSubject || text.message !== undefined;
		return new ServiceError({ ...this, message, ...text, namesSubject });
	}

	/** The same failure, with what the request was about in front of the message, unless that names it. */
	naming(subject: string): ServiceError {
		return this.namesSubject ? this : this.reworded({ message: `${subject}: ${this.message}` });
	}

	/** Whether there was no connection to the service, or what is before it says that it is down. */
	get isUnavailable(): boolean {
		return this.outcome === 'unsent' || [502, 503, 504].includes(this.status);
	}

	/** Whether it is about the service alone: it answered not at all, or with a failure of its own. */
	get isServiceFailure(): boolean {
		return this.isUnavailable || this.outcome === 'lost';
	}

	/** Whether the service says that what was asked for is not there. A gateway's page says nothing about it. */
	get isNotFound(): boolean {
		return (this.status === 404 || this.status === 410) && !this.isPage;
	}

	/** Whether the change may have been made although the request failed. */
	get isIndeterminate(): boolean {
		// A page is not the service's answer: a gateway may have sent it after the service did what it was asked. Not one that
		// asks for a key or for fewer requests: it comes before.
		const isGateways = this.isPage && this.status !== 401 && this.status !== 429;
		return (
			this.outcome === 'lost' || this.outcome === 'unreadable' || this.status >= 500 || isGateways
		);
	}
}

/** Whether an error is the service's word that what was asked for is not there. */
export const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.isNotFound;

/** Inside the transport, errors are returned instead of thrown; see docs/decisions. */
export type Result<Value> = Value | ServiceError;

/** @throws ServiceError when the result is one */
export function unwrap<Value>(result: Result<Value>): Value {
	if (result instanceof ServiceError) throw result;
	return result;
}

/** One value that the service does not accept (spec section 7, validation). */
export interface Violation {
	readonly propertyPath: string;
	readonly message: string;
	readonly code?: string;
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
