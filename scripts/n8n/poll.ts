import { setTimeout as delay } from 'node:timers/promises';
import { N8nHttpError } from './rest.ts';

/** {@link poll} timed out. */
export class PollTimeoutError extends Error {}

/** n8n answers so while it cannot reach its database: as it starts, and on a machine that is very busy. */
const isNotReady = (error: unknown): boolean =>
	error instanceof N8nHttpError && error.status === 503;

/**
 * Calls `check` repeatedly until it resolves to a value. Only for state without an event to await.
 *
 * @param what What is awaited, for the error message
 * @param check Resolves to undefined to be called again; so does an n8n that is not ready
 * @throws PollTimeoutError after `timeoutMilliseconds`
 */
export async function poll<Result>(
	what: string,
	check: () => Promise<Result | undefined>,
	{ timeoutMilliseconds = 120_000, intervalMilliseconds = 100 } = {},
): Promise<Result> {
	const deadline = Date.now() + timeoutMilliseconds;
	for (;;) {
		const result = await check().catch((error: unknown) => {
			if (isNotReady(error)) return undefined;
			throw error;
		});
		if (result !== undefined) return result;
		if (Date.now() > deadline) {
			throw new PollTimeoutError(`Waited ${timeoutMilliseconds / 1000} s for ${what}.`);
		}
		await delay(intervalMilliseconds);
	}
}
