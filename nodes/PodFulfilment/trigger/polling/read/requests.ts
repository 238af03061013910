import { UserError } from 'n8n-workflow';

import type { ApiClient } from '../../../transport/client';
import type { Deadline } from '../../../transport/deadlineClient';
import { ServiceError } from '../../../transport/errors/serviceError';
import type { TroubledObjects } from './troubledObjects';

/** How a poll, or a part of it, asks the service: until its deadline, or until requests fail in general. */
export interface PollRequests {
	client: ApiClient;
	deadline: Deadline;
	failures: Failures;
	/** Objects whose requests failed in earlier polls. */
	troubled: TroubledObjects;
}

/** Whether every request would be refused. */
export const isKeyUnknown = ({ status }: ServiceError): boolean => status === 401;

/** Whether a list is refused to the API key. For a single object, 403 may be about that object. */
export const isKeyRefused = ({ status }: ServiceError): boolean => status === 401 || status === 403;

/** What a poll left too little time for, as a value. Anything else is thrown on. */
export function asTooLittleTime(error: unknown): TooLittleTime {
	if (error instanceof TooLittleTime) return error;
	throw error;
}

/** The requests of one poll that failed in general. What they asked for is read by the next poll. */
export class Failures {
	private readonly errors: ServiceError[] = [];

	/** A list was left to a later poll for want of time, so that nothing is known of it. */
	isListLeft = false;

	/** Notes that a list, or one object after another, cannot be read. */
	add(error: ServiceError): void {
		this.errors.push(error);
	}

	/** Whether every further request would fail as well. */
	get areFinal(): boolean {
		return this.errors.some(isKeyUnknown);
	}

	/** The error to report: a refused API key before anything else. */
	get worst(): ServiceError | undefined {
		return this.errors.find(isKeyRefused) ?? this.errors[0];
	}
}

/** Whether to send no further request. */
export const mustStop = ({ deadline, failures }: PollRequests): boolean =>
	deadline.isOver || failures.areFinal;

/** The same requests with only a share of the time that is left. */
export const withShareOfTime = (requests: PollRequests, share: number): PollRequests => ({
	...requests,
	deadline: requests.deadline.part(share),
});

/** The time passed between two requests for one object: a later poll reads it. */
export class OutOfTime extends Error {}

/** The poll ended before the service could answer a request: a later poll sends it again. */
export class TooLittleTime extends OutOfTime {}

/** A client that sends nothing behind the deadline of a part of the poll, so that a list without an end takes no other part's time. */
export const untilDeadline = ({ client, deadline }: PollRequests): ApiClient => ({
	...client,
	send: async (request) => {
		if (deadline.isOver) throw new OutOfTime();
		return await client.send(request);
	},
});

/** The error of a failed request, or of an ID of the service that no path can hold. Anything else is a bug, and is thrown on. */
export function requestError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	if (!(error instanceof UserError)) throw error;
	return new ServiceError({
		outcome: 'unreadable',
		message: error.message,
		description: 'The service lists an entry with an ID that no request can name.',
	});
}

/** Statuses that say that the service does not have an object (spec section 7). */
const MISSING_STATUSES = new Set([404, 410]);

export const isMissing = ({ status }: ServiceError): boolean => MISSING_STATUSES.has(status);
