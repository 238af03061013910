import { setTimeout as delay } from 'node:timers/promises';

/** {@link poll} timed out. */
export class PollTimeoutError extends Error {}

/**
 * Calls `check` repeatedly until it resolves to a value. Only for state without an event to await.
 *
 * @param what What is awaited, for the error message
 * @param check Resolves to undefined to be called again
 * @throws PollTimeoutError after `timeoutMilliseconds`
 */
export async function poll<Result>(
	what: string,
	check: () => Promise<Result | undefined>,
	{ timeoutMilliseconds = 120_000, intervalMilliseconds = 100 } = {},
): Promise<Result> {
	const deadline = Date.now() + timeoutMilliseconds;
	for (;;) {
		const result = await check();
		if (result !== undefined) return result;
		if (Date.now() > deadline) {
			throw new PollTimeoutError(`Waited ${timeoutMilliseconds / 1000} s for ${what}.`);
		}
		await delay(intervalMilliseconds);
	}
}
