import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';

import type { ApiClient } from '../../transport/client';
import { attemptTimeMs, createDeadlineClient, type Deadline } from '../../transport/deadlineClient';
import { serviceSays } from '../../transport/errors/httpErrors';
import { ServiceError, type Result } from '../../transport/errors/serviceError';
import { Run } from '../../transport/run';
import { POLL_CONCURRENCY } from './read/jobs';
import { TooLittleTime } from './read/requests';

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

function withOwnAdvice<Value>(result: Result<Value>): Result<Value> {
	const advice = result instanceof ServiceError ? ADVICE[result.status] : undefined;
	if (!(result instanceof ServiceError) || advice === undefined) return result;
	return result.reworded({ description: `${advice}${serviceSays(result.serviceMessage)}` });
}

/**
 * A client whose requests end with the poll, and whose errors say what to do about this trigger.
 *
 * @throws UserError when the credential's Base URL cannot be used
 */
export const createPollClient = (
	context: IPollFunctions,
	credential: ICredentialDataDecryptedObject,
	deadline: Deadline,
): ApiClient => {
	const run = new Run(POLL_CONCURRENCY);
	const client = createDeadlineClient(context, credential, deadline, POLICY, run);
	return { ...client, send: async (request) => withOwnAdvice(await client.send(request)) };
};

/** A request that had no more than this many times what others took might have been answered with more. */
const SLOWER_THAN_OTHERS = 3;

/** What is asked for: a list, one of its members, or the shipments of one. Each may take the service another time. */
const kindOf = (path: string): number => path.replace(/\?.*/, '').split('/').length;

/**
 * A client that tells a service without an answer from a poll that left too little time for it. Of a service that takes
 * seconds for each answer, the last requests of a poll would look like an outage.
 *
 * @returns its requests throw {@link TooLittleTime} where they ended because the poll does
 */
export function withinTimeOfPoll(client: ApiClient, deadline: Deadline): ApiClient {
	const slowestMs = new Map<number, number>();
	let slowestOfAllMs = 0;
	const mayTakeMs = (kind: number): number => {
		const ofKind = slowestMs.get(kind);
		return ofKind === undefined ? slowestOfAllMs : SLOWER_THAN_OTHERS * ofKind;
	};
	return {
		...client,
		send: async (request) => {
			const beganMs = Date.now();
			const timeMs = attemptTimeMs(deadline, POLICY);
			const kind = kindOf(request.path);
			const result = await client.send(request);
			if (!(result instanceof ServiceError)) {
				const tookMs = Date.now() - result.sentAtMs;
				slowestMs.set(kind, Math.max(tookMs, slowestMs.get(kind) ?? 0));
				slowestOfAllMs = Math.max(tookMs, slowestOfAllMs);
				return result;
			}
			const isUnanswered =
				result.status === 0 && result.isServiceFailure && Date.now() - beganMs >= timeMs;
			const isTimeShort = timeMs < POLICY.maxTimeoutMs && timeMs <= mayTakeMs(kind);
			if (isUnanswered && isTimeShort) throw new TooLittleTime();
			return result;
		},
	};
}
