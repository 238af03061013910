// Requests that end with the poll or with their part of it, and the time of the service.

import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';

import type { ApiClient } from '../../../transport/client';
import {
	attemptTimeMs,
	createDeadlineClient,
	type Deadline,
} from '../../../transport/deadlineClient';
import { serviceSays } from '../../../transport/errors/httpErrors';
import { ServiceError, type Result } from '../../../transport/errors/serviceError';
import { Run } from '../../../transport/run';

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
	/** The same client with a share of the time that is left: behind that, it sends nothing more. */
	part(share: number): PollClient;
}

/** A request that had no more than this many times what others took might have been answered with more. */
const SLOWER_THAN_OTHERS = 3;

/** What is asked for: a list, one of its members, or the shipments of one. Each may take the service another time. */
const kindOf = (path: string): number => path.replace(/\?.*/, '').split('/').length;

/**
 * The time that answers took. It tells a service without an answer from a poll that left too little time for it: of a service
 * that takes seconds for each answer, the last requests of a poll would look like an outage.
 */
class AnswerTimes {
	private readonly slowestMs = new Map<number, number>();

	private slowestOfAllMs = 0;

	note(path: string, tookMs: number): void {
		const kind = kindOf(path);
		this.slowestMs.set(kind, Math.max(tookMs, this.slowestMs.get(kind) ?? 0));
		this.slowestOfAllMs = Math.max(tookMs, this.slowestOfAllMs);
	}

	/** Whether a request might have been answered with more time than this. */
	isTooShort(path: string, timeMs: number): boolean {
		const ofKind = this.slowestMs.get(kindOf(path));
		const mayTakeMs = ofKind === undefined ? this.slowestOfAllMs : SLOWER_THAN_OTHERS * ofKind;
		return timeMs < POLICY.maxTimeoutMs && timeMs <= mayTakeMs;
	}
}

function withAdvice<Value>(result: Result<Value>): Result<Value> {
	const advice = result instanceof ServiceError ? ADVICE[result.status] : undefined;
	if (!(result instanceof ServiceError) || advice === undefined) return result;
	return result.reworded({ description: `${advice}${serviceSays(result.serviceMessage)}` });
}

/**
 * Makes a client that of a poll. What it has no time for resolves to {@link TooLittleTime}.
 *
 * @param clock learns the time of the service
 */
export function asPollClient(client: ApiClient, whole: Deadline, clock: ServiceClock): PollClient {
	const times = new AnswerTimes();
	const until = (deadline: Deadline): PollClient => ({
		...client,
		deadline,
		part: (share) => until(deadline.part(share)),
		send: async (request) => {
			if (deadline.isOver) return new TooLittleTime();
			const beganMs = Date.now();
			const timeMs = attemptTimeMs(whole, POLICY);
			const result = await client.send(request);
			if (!(result instanceof ServiceError)) {
				times.note(request.path, Date.now() - result.sentAtMs);
				clock.noteAnswer(result.headers.date);
				return result;
			}
			const isUnanswered =
				result.status === 0 && result.isServiceFailure && Date.now() - beganMs >= timeMs;
			return isUnanswered && times.isTooShort(request.path, timeMs)
				? new TooLittleTime()
				: withAdvice(result);
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
