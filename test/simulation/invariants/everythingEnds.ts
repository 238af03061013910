import type { RunRecord } from '../history/record.ts';
import { shownRun, type Check, type Played } from './played.ts';

/** Milliseconds that a request may take where the user says nothing else, and until that is noticed. */
const REQUEST_MS = 60_000 + 1_000;

/** What a run may idle beside its waits: to notice things, and to check whether an order exists by now. */
const SLACK_MS = 3_000;

const WAIT_BETWEEN_TRIES_MS = 1_000;

/** Milliseconds of a run in which none of its requests was under way. */
function idleTime({ network }: Played, run: RunRecord): number {
	const spans = network.requests
		.filter(({ origin }) => origin?.run === run.number)
		.map(({ sentAt, endedAt }) => ({ from: sentAt, to: endedAt ?? run.endedAt }))
		.sort((one, other) => one.from - other.from);
	let idle = 0;
	let until = run.startedAt;
	for (const { from, to } of spans) {
		idle += Math.max(0, from - until);
		until = Math.max(until, to);
	}
	return idle + Math.max(0, run.endedAt - until);
}

/** How many items may have to wait for each other, one after the other. */
function longestChain({ inputs, plan }: RunRecord): number {
	if (plan.settings.concurrency < inputs.length) return inputs.length;
	const sameOrder = Map.groupBy(inputs, ({ externalId }) => externalId).values();
	return Math.max(...[...sameOrder].map((group) => group.length));
}

/**
 * Everything ends: each request within its time, and all waits of an item within Max Waiting Time and Wait for Validation.
 */
export const everythingEnds: Check = (played) =>
	[...played.runs, ...played.lastRuns].flatMap((run) => {
		const { plan, ending } = run;
		if (ending === 'too long' || ending === 'nothing left to wait for') {
			return [`${shownRun(run)} did not end: ${ending}`];
		}
		if (run.interruption === 'kill' || ending === 'frozen') return [];
		const slow = played.network.requests
			.filter(({ origin }) => origin?.run === run.number)
			.filter(({ sentAt, endedAt }) => (endedAt ?? run.endedAt) - sentAt > REQUEST_MS);
		const { tries, maxWaitSeconds, followUp } = plan.settings;
		const maxWait = maxWaitSeconds + (followUp?.waitForValidation ?? 0);
		const allowed = tries * (longestChain(run) * maxWait * 1000 + SLACK_MS + WAIT_BETWEEN_TRIES_MS);
		const idle = idleTime(played, run);
		return [
			...slow
				.slice(0, 1)
				.map(
					({ number, sentAt, endedAt }) =>
						`${shownRun(run)}: request ${number} took ${((endedAt ?? run.endedAt) - sentAt) / 1000} s`,
				),
			...(idle > allowed
				? [`${shownRun(run)} waited for ${idle / 1000} s, and may for ${allowed / 1000} s`]
				: []),
		];
	});
