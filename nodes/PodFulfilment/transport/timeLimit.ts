import type { Caller } from './types';

/** Milliseconds that a timer of Node.js can count. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Works within a time limit, the reading of an answer included: n8n's own 'timeout' counts no further than to where a
 * stream begins, and starts anew with every drop that comes in.
 *
 * @param work is given a caller whose requests end with the time, and with the execution as before
 */
export async function withinTime<Result>(
	caller: Caller,
	milliseconds: number,
	work: (caller: Caller) => Promise<Result>,
): Promise<Result> {
	const controller = new AbortController();
	const abort = (): void => controller.abort();
	const timeout = AbortSignal.timeout(Math.min(LONGEST_TIMER, Math.ceil(milliseconds)));
	const cancelled =
		'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
	timeout.addEventListener('abort', abort);
	cancelled?.addEventListener('abort', abort);
	if (cancelled?.aborted) abort();
	try {
		return await work(
			// n8n puts this signal in the place of whatever a request names.
			Object.create(caller, {
				getExecutionCancelSignal: { value: () => controller.signal },
			}) as Caller,
		);
	} finally {
		timeout.removeEventListener('abort', abort);
		cancelled?.removeEventListener('abort', abort);
	}
}
