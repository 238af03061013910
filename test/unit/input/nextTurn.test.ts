import { describe, expect, it } from 'vitest';

import {
	atOnce,
	inTurns,
	nextTurn,
	type Pieces,
} from '../../../nodes/PodFulfilment/input/nextTurn.ts';

/** Keeps the processor for so long. */
function work(ms: number): void {
	const end = performance.now() + ms;
	while (performance.now() < end);
}

function* pieces(name: string, count: number, ms: number, done: string[]): Pieces<string> {
	for (let piece = 1; piece <= count; piece += 1) {
		work(ms);
		done.push(`${name}${piece}`);
		yield;
	}
	return name;
}

describe('Work in pieces', () => {
	it('lets n8n do something else before it is done, where it is long', async () => {
		const done: string[] = [];
		const working = inTurns(pieces('a', 20, 3, done));
		setImmediate(() => done.push('else'));
		await working;
		expect(done).toContain('else');
		expect(done.indexOf('else')).toBeLessThan(20);
	});

	it('is done in the order in which it was asked for, whole works one after the other', async () => {
		const done: string[] = [];
		const ended: string[] = [];
		const works = [pieces('a', 9, 3, done), pieces('b', 1, 0, done), pieces('c', 2, 9, done)];
		await Promise.all(works.map(async (one) => ended.push(await inTurns(one))));
		expect(ended).toEqual(['a', 'b', 'c']);
		expect(done.map((name) => name[0]).join('')).toBe('aaaaaaaaabcc');
	});

	it('fails alone', async () => {
		const failing = inTurns(
			(function* () {
				yield;
				throw new RangeError('damaged');
			})(),
		);
		const next = inTurns(pieces('b', 2, 0, []));
		await expect(failing).rejects.toThrow('damaged');
		expect(await next).toBe('b');
	});

	it('may be done at once', () => {
		const done: string[] = [];
		expect(atOnce(pieces('a', 3, 0, done))).toBe('a');
		expect(done).toEqual(['a1', 'a2', 'a3']);
	});

	it('lets n8n do something else while many wait for the same answer', async () => {
		const answer = Promise.resolve();
		const done: Array<number | string> = [];
		setImmediate(() => done.push('else'));
		await Promise.all(
			Array.from({ length: 30 }, async (_, index) => {
				await answer;
				await nextTurn();
				work(2);
				done.push(index);
			}),
		);
		expect(done.indexOf('else')).toBeLessThan(29);
		expect(done.filter((one) => one !== 'else')).toEqual(Array.from({ length: 30 }, (_, i) => i));
	});
});
