// How a poll asks the service: requests that end with the poll or with their part of it, the time of the service, and what
// failed.

import { UserError, type ICredentialDataDecryptedObject, type IPollFunctions } from 'n8n-workflow';

import { serviceSays, upperFirst } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import {
	attemptTimeMs,
	createDeadlineClient,
	type Deadline,
} from '../../../transport/deadlineClient';
import { ServiceError, type Result } from '../../../transport/errors/serviceError';
import { Run } from '../../../transport/run';
import type { Reports } from './reports';

/** Concurrent requests of a poll: fewer than those of the action node, to leave room for whatever else is sent. */
export const POLL_CONCURRENCY = 5;

/** Fewer attempts than in an execution are enough, since the next poll tries again. */
const POLICY = {
	maxAttempts: 2,
	maxTimeoutMs: 20_000,
	afterTooLongWait: 'The polls after that go on.',
};

/** What to do about statuses for which the action node points at its fields: this trigger has none of them. */
const ADVICE: Partial<Record<number, string>> = {
	400: 'Check that the Base URL in the credential leads to the fulfilment service; if it does, ask the provider why it refuses this request. The next polls try again.',
	404: 'Check that the Base URL in the credential leads to the fulfilment service; if it does, ask the provider why it cannot be found. The next polls try again.',
};

/**
 * The time of the service, in seconds since 1970: the `Date` of its last answer, so that n8n's clock may jump, as on a machine
 * that starts without knowing the time. Where a gateway takes that header away, n8n's time.
 */
export class ServiceClock {
	/** Whether the service has answered in this poll. */
	isKnown = false;

	now: number;

	private readonly n8nNowMs: () => number;

	/** @param before the time of the last poll, which counts until the service answers */
	constructor(before = 0, n8nNowMs = (): number => Date.now()) {
		this.now = before;
		this.n8nNowMs = n8nNowMs;
	}

	/** @param header `Date` of an answer */
	noteAnswer(header: string | undefined): void {
		const timeMs =
			header !== undefined && /^\w{3}, .* GMT$/.test(header) ? Date.parse(header) : NaN;
		this.now = Math.floor((Number.isNaN(timeMs) ? this.n8nNowMs() : timeMs) / 1000);
		this.isKnown = true;
	}
}

/** The poll, or its part, has no time for a request: a later poll sends it again. It is no failure of the service, and nobody is told of it. */
export class TooLittleTime extends ServiceError {
	constructor() {
		super({ outcome: 'unsent', message: '', description: '' });
	}
}

/** A client whose requests end with the poll, and whose errors say what to do about this trigger. */
export interface PollClient extends ApiClient {
	readonly deadline: Deadline;
	readonly clock: ServiceClock;
	/** The same client with a share of the time that is left: behind that, it sends nothing more. */
	part(share: number): PollClient;
}

function withAdvice<Value>(result: Result<Value>): Result<Value> {
	const advice = result instanceof ServiceError ? ADVICE[result.status] : undefined;
	if (!(result instanceof ServiceError) || advice === undefined) return result;
	return result.reworded({ description: `${advice}${serviceSays(result.serviceMessage)}` });
}

/** A service that gives no answer in the rest of a poll may only be slow: where it is down, it has given none before. */
const TELLING_SHARE = 0.5;

/**
 * Makes a client that of a poll. What it has no time for resolves to {@link TooLittleTime}.
 *
 * @param clock learns the time of the service
 */
export function asPollClient(client: ApiClient, whole: Deadline, clock: ServiceClock): PollClient {
	const telling = whole.part(TELLING_SHARE);
	const until = (deadline: Deadline): PollClient => ({
		...client,
		deadline,
		clock,
		part: (share) => until(deadline.part(share)),
		send: async (request) => {
			if (deadline.isOver) return new TooLittleTime();
			const beganMs = Date.now();
			const timeMs = attemptTimeMs(whole, POLICY);
			const mayBeSlow = telling.isOver;
			const result = await client.send(request);
			if (!(result instanceof ServiceError)) {
				clock.noteAnswer(result.headers.date);
				return result;
			}
			const isUnanswered =
				result.status === 0 && result.isServiceFailure && Date.now() - beganMs >= timeMs;
			return isUnanswered && mayBeSlow ? new TooLittleTime() : withAdvice(result);
		},
	});
	return until(whole);
}

/** @throws UserError when the credential's Base URL cannot be used */
export const createPollClient = (
	context: IPollFunctions,
	credential: ICredentialDataDecryptedObject,
	deadline: Deadline,
	clock: ServiceClock,
): PollClient => {
	const run = new Run(POLL_CONCURRENCY);
	return asPollClient(
		createDeadlineClient(context, credential, deadline, POLICY, run),
		deadline,
		clock,
	);
};

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
