// The failures of a poll, and when further requests are pointless.

import { UserError } from 'n8n-workflow';

import { upperFirst } from '../../../input/wording';
import { serviceSays } from '../../../transport/errors/httpErrors';
import { ServiceError } from '../../../transport/errors/serviceError';
import type { PollClient } from './client';
import type { Reports } from './reports';

/** How a poll, or a part of it, asks the service: until its deadline, or until requests fail in general. */
export interface PollRequests {
	client: PollClient;
	failures: Failures;
	/** They know what failed in earlier polls. */
	reports: Reports;
}

/** Whether every request would be refused, unless others are not. */
const isKeyUnknown = ({ status }: ServiceError): boolean => status === 401;

/** Whether a list is refused to the API key. For a single object, 403 may be about that object. */
export const isKeyRefused = ({ status }: ServiceError): boolean => status === 401 || status === 403;

/** What to say of a part that is refused while others can be read with the same API key. */
const refusedPartError = (error: ServiceError, subject: string): ServiceError =>
	error.reworded({
		message: `${upperFirst(subject)} cannot be read: the service does not allow it (status ${error.status})`,
		description: `Everything else can be read with the same API key, so that is right. Ask the provider to permit it to read ${subject}, or do not choose the events that need this.${serviceSays(error.serviceMessage)}`,
	});

/** The requests of one poll that failed in general. What they asked for is read by the next poll. */
export class Failures {
	private readonly errors: Array<{ error: ServiceError; subject: string | undefined }> = [];

	/** A list was left to a later poll for want of time, so that nothing is known of it. */
	isListLeft = false;

	private hasSucceeded = false;

	/**
	 * Notes that a list, or one object after another, cannot be read.
	 *
	 * @param subject what it is, for the message where only this is refused
	 */
	add(error: ServiceError, subject?: string): void {
		this.errors.push({ error, subject });
	}

	/** Notes that something could be read. */
	noteSuccess(): void {
		this.hasSucceeded = true;
	}

	/** Whether an error says that the service does not know the API key. Not where it has answered another request with it. */
	isOfKey(error: ServiceError): boolean {
		return isKeyUnknown(error) && !this.hasSucceeded;
	}

	/** Whether every further request would fail as well. */
	get areFinal(): boolean {
		return this.errors.some(({ error }) => this.isOfKey(error));
	}

	/** The error to report: what only the user can mend before anything else. */
	get worst(): ServiceError | undefined {
		const worst = this.errors.find(({ error }) => isKeyRefused(error)) ?? this.errors[0];
		if (!worst) return undefined;
		const { error, subject } = worst;
		const isPart = this.hasSucceeded && subject !== undefined && isKeyRefused(error);
		return isPart ? refusedPartError(error, subject) : error;
	}
}

/** Whether to send no further request. */
export const mustStop = ({ client, failures }: PollRequests): boolean =>
	client.deadline.isOver || failures.areFinal;

/** The same requests with only a share of the time that is left. */
export const withShareOfTime = (requests: PollRequests, share: number): PollRequests => ({
	...requests,
	client: requests.client.part(share),
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
