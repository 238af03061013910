import type { ApiClient } from '../../../transport/client';
import type { Deadline } from '../../../transport/deadlineClient';
import { ServiceError } from '../../../transport/errors/serviceError';

/** How a poll, or a part of it, asks the service: until its deadline, or until requests fail in general. */
export interface PollRequests {
	client: ApiClient;
	deadline: Deadline;
	failures: Failures;
}

/** Requests that may fail on their own before the whole service counts as unavailable. */
const MAX_SINGLE_FAILURES = 3;

/** Statuses with which every other request would fail as well: no connection, a refused key, a rate limit. */
const GENERAL_FAILURES = new Set([0, 401, 403, 422, 429]);

export const isKeyRefused = ({ status }: ServiceError): boolean => status === 401 || status === 403;

/** The failed requests of one poll. What they asked for is read by the next poll. */
export class Failures {
	private readonly errors: ServiceError[] = [];

	add(error: ServiceError): void {
		this.errors.push(error);
	}

	/** Whether further requests are pointless. */
	get areGeneral(): boolean {
		return (
			this.errors.length >= MAX_SINGLE_FAILURES ||
			this.errors.some(({ status }) => GENERAL_FAILURES.has(status))
		);
	}

	/** The error to report: a refused API key before anything else. */
	get worst(): ServiceError | undefined {
		return this.errors.find(isKeyRefused) ?? this.errors[0];
	}
}

/** Whether to send no further request. */
export const mustStop = ({ deadline, failures }: PollRequests): boolean =>
	deadline.isOver || failures.areGeneral;

/** The same requests with only a share of the time that is left. */
export const withShareOfTime = (requests: PollRequests, share: number): PollRequests => ({
	...requests,
	deadline: requests.deadline.part(share),
});

/** The error of a failed request. Anything else is a bug, and is thrown on. */
export function requestError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

/** Statuses that say that the service no longer has an object (spec section 7). */
const DELETED_STATUSES = new Set([404, 410]);

export const isDeleted = ({ status }: ServiceError): boolean => DELETED_STATUSES.has(status);
