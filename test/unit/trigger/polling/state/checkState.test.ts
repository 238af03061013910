import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { decodeState } from '../../../../../nodes/PodFulfilment/trigger/polling/state/codec.ts';

const PROGRESS = { phase: 'steady', emitFrom: 1_790_000_000, newFrom: 1_790_000_000 };
const CURSOR = {
	next: '/api/orders?page=4',
	startedAt: 5,
	isNewestFirst: true,
	descents: 2,
	count: 3,
};
const LIST = { entries: { a: 'pending;;tlpwu8' }, progress: PROGRESS };
const STATE = { version: 2, address: 'https://api.example.com', orders: LIST, tasks: LIST };

const withOrder = (entry: string): object => ({
	...STATE,
	orders: { ...LIST, entries: { a: 'pending;;tlpwu8', b: entry } },
});

/** Of the progress of a list, where they are known. */
const TIMES = [
	'startFrom',
	'forgottenBefore',
	'newestKnown',
	'knownBefore',
	'newestCreatedAt',
	'lastChangedAt',
	'highWaterMark',
	'polledAt',
	'fullScanAt',
	'unsettledSince',
];

/** What a user sees of a state that cannot be used. */
async function refusalOf(state: unknown): Promise<{ message: string; description: string }> {
	try {
		await decodeState(state);
	} catch (error) {
		expect(error).toBeInstanceOf(UserError);
		const { message, description } = error as UserError;
		return { message, description: description ?? '' };
	}
	return { message: '', description: '' };
}

const DAMAGED = 'What this trigger remembers is damaged, so it cannot tell what has changed';

describe('A stored state', () => {
	it('a state with a scan that is to continue is read', async () => {
		const orders = { ...LIST, progress: { ...PROGRESS, scan: CURSOR } };
		const read = await decodeState({ ...STATE, orders });
		expect(read.orders?.scanProgress.scan).toEqual(CURSOR);
	});

	it.each([1, 2])('a state of version %i is read', async (version) => {
		expect((await decodeState({ ...STATE, version })).orders?.entries.size).toBe(1);
	});

	it.each([
		{ version: 2, orders: LIST, shipmentsFrom: 5 },
		{ version: 2, tasks: LIST },
		{ version: 2 },
		{ ...STATE, holds: ['orders'] },
		{ version: 2, holds: [] },
	])('a state that does not say what it holds, or holds more, is read: %j', async (state) => {
		expect((await refusalOf(state)).message).toBe('');
	});

	it.each([3, 2.5, 1e9])(
		'a state of version %d, from a newer package, is refused with what to do',
		async (version) => {
			const { message, description } = await refusalOf({ ...STATE, version });
			expect(message).toBe(
				'What this trigger remembers was stored by a newer version of its package',
			);
			expect(description).toMatch(/^Update n8n-nodes-pod-fulfilment\. Nothing is lost/);
			expect(description).toContain('rename this node and publish the workflow');
			// Whatever else it holds.
			expect((await refusalOf({ version, orders: 5 })).message).toBe(message);
		},
	);

	it.each<[string, unknown]>([
		['null', null],
		['a text', 'x'],
		['a number', 5],
		['a list', [STATE]],
		['empty', {}],
		['without a version', { ...STATE, version: undefined }],
		['with a version of text', { ...STATE, version: '2' }],
		['of version 0', { ...STATE, version: 0 }],
		['of no number as version', { ...STATE, version: Number.NaN }],
		['with an address that is none', { ...STATE, address: 5 }],
		['with orders that are no list', { ...STATE, orders: [] }],
		['with orders that are null', { ...STATE, orders: null }],
		['without entries', { ...STATE, orders: { progress: PROGRESS } }],
		['with entries that are a list', { ...STATE, orders: { ...LIST, entries: ['pending'] } }],
		['with an entry that is null', { ...STATE, orders: { ...LIST, entries: { a: null } } }],
		['with an entry that is an object', { ...STATE, tasks: { ...LIST, entries: { a: {} } } }],
		['without progress', { ...STATE, tasks: { entries: {} } }],
		[
			'with an unknown phase',
			{ ...STATE, orders: { ...LIST, progress: { ...PROGRESS, phase: 'x' } } },
		],
		[
			'without emitFrom',
			{ ...STATE, orders: { ...LIST, progress: { ...PROGRESS, emitFrom: undefined } } },
		],
		[
			'without newFrom',
			{ ...STATE, orders: { ...LIST, progress: { ...PROGRESS, newFrom: null } } },
		],
		[
			'with a cursor that is none',
			{ ...STATE, orders: { ...LIST, progress: { ...PROGRESS, scan: 5 } } },
		],
		[
			'with a cursor that leads nowhere',
			{ ...STATE, orders: { ...LIST, progress: { ...PROGRESS, scan: { ...CURSOR, next: 5 } } } },
		],
		[
			'with a cursor that has read no number of members',
			{ ...STATE, orders: { ...LIST, progress: { ...PROGRESS, scan: { ...CURSOR, count: '5' } } } },
		],
		[
			'without the orders whose shipments it has',
			{ ...STATE, orders: undefined, shipmentsFrom: 5 },
		],
		['without orders that it holds', { ...STATE, orders: undefined, holds: ['orders', 'tasks'] }],
		['without tasks that it holds', { ...STATE, tasks: undefined, holds: ['orders', 'tasks'] }],
		['without shipments that it holds', { ...STATE, holds: ['orders', 'shipments'] }],
		['that holds something unknown', { ...STATE, holds: ['orders', 'x'] }],
		['that holds no list', { ...STATE, holds: 5 }],
		['with a status that is none', withOrder('in process;;tlpwu8')],
		['with an observed status that is none', withOrder('pending;{};tlpwu8')],
		['with a doubted status that is none', withOrder('pending;;tlpwu8;;;;;;;;a b')],
		['with a time that is none', withOrder('pending;;?')],
		['with a creation that is none', withOrder('pending;;tlpwu8;2026-11-20')],
		['with an updatedAt that is none', withOrder('pending;;tlpwu8;;;;mz1;;#')],
		['with a count that is none', withOrder('pending;;tlpwu8;;;;;;;tlpwub')],
		['with a parcel whose status is none', withOrder('pending;;tlpwu8|s=a b')],
		['with a parcel whose time is none', withOrder('pending;;tlpwu8|s=packaged;shipped;?')],
		['with a task whose status is none', { ...STATE, tasks: { ...LIST, entries: { a: '?' } } }],
		...TIMES.map((name): [string, unknown] => [
			`with ${name} as text`,
			{ ...STATE, orders: { ...LIST, progress: { ...PROGRESS, [name]: '5' } } },
		]),
		['with shipmentsFrom as text', { ...STATE, shipmentsFrom: '5' }],
		['with shipmentsBegan as text', { ...STATE, shipmentsBegan: '5' }],
		['with chosen events that are no list', { ...STATE, chosen: { events: '', filters: {} } }],
		['with chosen events that are no texts', { ...STATE, chosen: { events: [5], filters: {} } }],
		['without chosen filters', { ...STATE, chosen: { events: [] } }],
		[
			'with a filter that is no list',
			{ ...STATE, chosenBefore: { events: [], filters: { orderStatuses: 'shipped' } } },
		],
	])('a state that is damaged is refused with what to do: %s', async (_, state) => {
		expect(await refusalOf(state)).toEqual({
			message: DAMAGED,
			description: expect.stringMatching(
				/^If you have a backup of .*, restore this workflow from it\. To begin anew instead, rename this node/,
			) as string,
		});
	});

	it('whatever is damaged in a state, it is read or refused with what to do', async () => {
		const state = JSON.parse(JSON.stringify({ ...STATE, shipmentsFrom: 5 })) as object;
		const pathsOf = (value: unknown, path: string[] = []): string[][] =>
			typeof value === 'object' && value !== null
				? Object.entries(value).flatMap(([key, child]) => [
						[...path, key],
						...pathsOf(child, [...path, key]),
					])
				: [];
		const damages = fc.tuple(
			fc.constantFrom(...pathsOf(state)),
			fc.oneof(fc.anything(), fc.string(), fc.constantFrom(undefined, null, '', ';;;', '|=|', ',')),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(damages, { minLength: 1, maxLength: 3 }), async (all) => {
				const damaged = structuredClone(state) as Record<string, unknown>;
				for (const [path, value] of all) {
					let parent: unknown = damaged;
					for (const key of path.slice(0, -1)) {
						parent = (parent as Record<string, unknown> | undefined)?.[key];
						if (typeof parent !== 'object' || parent === null) break;
					}
					if (typeof parent === 'object' && parent !== null) {
						(parent as Record<string, unknown>)[path.at(-1) ?? ''] = value;
					}
				}
				const { message, description } = await refusalOf(damaged);
				if (message !== '') expect(description).toContain('rename this node');
			}),
		);
	});
});
