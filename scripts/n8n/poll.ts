import { setTimeout as delay } from 'node:timers/promises';

/** What was waited for did not come about in time. */
export class WaitedTooLong extends Error {}

/**
 * Asks again and again until the answer is something. For what n8n tells only when asked; where an event exists, await
 * that instead.
 *
 * @param what named in the message when the time is up
 * @throws WaitedTooLong after `timeoutMilliseconds`
 */
export async function poll<Result>(
	what: string,
	ask: () => Promise<Result | undefined>,
	{ timeoutMilliseconds = 30_000, intervalMilliseconds = 100 } = {},
): Promise<Result> {
	const deadline = Date.now() + timeoutMilliseconds;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) {
			throw new WaitedTooLong(`Waited ${timeoutMilliseconds / 1000} s for ${what}.`);
		}
		await delay(intervalMilliseconds);
	}
}
