// Ends a turn of the event loop that has become long: n8n answers no webhook while one function runs, and somebody else
// decides how much there is to read.

import { sleep } from 'n8n-workflow';

/** From then on a turn ends where it can. */
const MAX_TURN_MS = 10;

let began: number | undefined;

async function endLongTurn(): Promise<void> {
	if (began !== undefined) {
		// A clock that was set back says nothing.
		if (Math.abs(Date.now() - began) < MAX_TURN_MS) return;
		await sleep(0);
	}
	began = Date.now();
}

let last: Promise<void> = Promise.resolve();

/**
 * Waits between two pieces of work: for nothing, or for the next turn of the event loop where this one is long. Of several
 * that wait, each does its piece before the next one is let in.
 */
export function nextTurn(): Promise<void> {
	last = last.then(endLongTurn);
	return last;
}

/** Work in pieces: it may pause where it yields. */
export type Pieces<Result> = Generator<undefined, Result, undefined>;

/** Does all pieces of a work at once. */
export function atOnce<Result>(pieces: Pieces<Result>): Result {
	for (;;) {
		const { done, value } = pieces.next();
		if (done) return value;
	}
}

async function done<Result>(pieces: Pieces<Result>): Promise<Result> {
	for (;;) {
		const { done, value } = pieces.next();
		if (done) return value;
		await nextTurn();
	}
}

let before: Promise<unknown> = Promise.resolve();

/** Does a work piece by piece, see {@link nextTurn}. Of several works, one is done after the other, in their order. */
export async function inTurns<Result>(pieces: Pieces<Result>): Promise<Result> {
	const work = before.then(async () => await done(pieces));
	before = work.catch(() => undefined);
	return await work;
}
