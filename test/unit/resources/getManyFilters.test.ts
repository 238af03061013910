import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { OperationCall } from '../../../nodes/PodFulfilment/execution/operation.ts';
import { stockFilter, type MemberFilter } from '../../../nodes/PodFulfilment/resources/filters.ts';
import { filterHints, readFilteredList } from '../../../nodes/PodFulfilment/resources/getMany.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';

const ADDRESS = 'https://api.example.com';

const request = { path: '/api/orders', subject: 'the list of orders' };

/** A call to a service that has these members on these pages. */
function serviceWith(
	pages: IDataObject[][],
	parameters: Record<string, unknown>,
	{ run = new Run(1), total = undefined as number | undefined } = {},
) {
	let pagesRead = 0;
	const send = async ({ path }: { path: string }) => {
		pagesRead += 1;
		const number = Number(new URL(path, ADDRESS).searchParams.get('page') ?? 1);
		return {
			status: 200,
			headers: {},
			body: {
				'hydra:member': pages[number - 1] ?? [],
				...(total !== undefined && { 'hydra:totalItems': total }),
				...(number < pages.length && {
					'hydra:view': { 'hydra:next': `/api/orders?page=${number + 1}` },
				}),
			},
		};
	};
	const call = {
		client: { address: ADDRESS, send, run, caller: { getNode: () => ({ name: 'POD' }) } },
		parameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	} as unknown as OperationCall;
	return { call, run, pagesRead: () => pagesRead };
}

/** Passes the colours that are asked for; where there is none it cannot tell. */
const colour = (wanted: string[], passesUndecided = true): MemberFilter => ({
	label: 'Colour',
	valueOf: (member) => member.colour,
	holds: (value) => (value === null ? undefined : wanted.includes(String(value))),
	passesUndecided,
});

/** The filter 'In Stock', switched on or off. */
function inStock(isWanted: boolean): MemberFilter {
	const property = {
		displayName: 'In Stock',
		name: 'inStock',
		type: 'boolean',
		default: true,
	} as const;
	const condition = stockFilter(property).read(isWanted, 'UTC');
	if (condition === undefined) throw new Error('The filter is empty');
	return condition;
}

const asIs = (member: IDataObject) => member;

/** Pages of 0 to 7 members, numbered, each of a colour or of none. */
const pagesOfColours = fc
	.array(fc.array(fc.constantFrom('red', 'blue', null), { maxLength: 7 }), {
		minLength: 1,
		maxLength: 8,
	})
	.map((pages) => {
		let id = 0;
		return pages.map((page) => page.map((shade) => ({ id: (id += 1), colour: shade })));
	});

/** A list ends where two pages in a row bring nothing new. */
const untilItsEnd = (pages: Array<Array<{ id: number; colour: string | null }>>) => {
	const end = pages.findIndex(
		(page, index) => index > 0 && page.length === 0 && pages[index - 1]?.length === 0,
	);
	return (end === -1 ? pages : pages.slice(0, end + 1)).flat();
};

describe('Get Many with filters', () => {
	it('Get Many returns what the filter leaves of the whole list, in its order, up to Limit', async () => {
		await fc.assert(
			fc.asyncProperty(
				pagesOfColours,
				fc.subarray(['red', 'blue']),
				fc.option(fc.integer({ min: 1, max: 20 })),
				fc.boolean(),
				async (pages, wanted, limit, passesUndecided) => {
					const filter = colour(wanted, passesUndecided);
					const parameters = limit === null ? { returnAll: true } : { limit };
					const { call, run, pagesRead } = serviceWith(pages, parameters);
					const items = await readFilteredList(call, request, asIs, [filter]);

					const all = untilItsEnd(pages);
					const passing = all.filter(({ colour: shade }) =>
						shade === null ? passesUndecided : wanted.includes(shade),
					);
					expect(items).toEqual(passing.slice(0, limit ?? undefined));

					// What was read ends with the last one that passed where Limit was met, and else with the list.
					const isMet = limit !== null && passing.length >= limit;
					const last = items.at(-1)?.id;
					const read = isMet ? all.findIndex(({ id }) => id === last) + 1 : all.length;
					const [info] = filterHints('order')(run);
					expect(info?.message).toMatch(
						new RegExp(
							`^${read} orders? (was|were) read, and ${items.length} passed the filters\.`,
						),
					);
					if (isMet) {
						const page = pages.findIndex((members) => members.some(({ id }) => id === last));
						expect(pagesRead()).toBe(page + 1);
					}
				},
			),
		);
	});

	it('Get Many warns of each member that its filter could not check', async () => {
		await fc.assert(
			fc.asyncProperty(pagesOfColours, async (pages) => {
				const { call, run } = serviceWith(pages, { returnAll: true });
				await readFilteredList(call, request, asIs, [colour(['red'])]);
				const undecided = untilItsEnd(pages).filter((member) => member.colour === null);
				const [, warning, ...others] = filterHints('order')(run);
				expect(others).toEqual([]);
				if (undecided.length === 0) expect(warning).toBeUndefined();
				else expect(warning).toBeDefined();
				if (warning) {
					const [, count] =
						/^(\d+) orders? passed although 'Colour' could/.exec(warning.message) ?? [];
					expect(Number(count)).toBe(undecided.length);
				}
			}),
		);
	});

	it('the hint says that Limit ended the reading only when there was more to read', async () => {
		const pages = [[{ id: 1 }, { id: 2 }], [{ id: 3 }]];
		const hintWith = async (limit: number) => {
			const { call, run } = serviceWith(pages, { limit });
			await readFilteredList(call, request, asIs, [colour(['undefined'])]);
			return filterHints('order')(run).map(({ message }) => message);
		};
		const stopped = ' Limit was reached, so the rest of the list was not read.';
		expect(await hintWith(2)).toEqual([`2 orders were read, and 2 passed the filters.${stopped}`]);
		expect(await hintWith(3)).toEqual(['3 orders were read, and 3 passed the filters.']);
		expect(await hintWith(9)).toEqual(['3 orders were read, and 3 passed the filters.']);
	});

	it('Get Many gives no hint without a filter', async () => {
		const { call, run } = serviceWith([[{ id: 1 }]], {});
		await readFilteredList(call, request);
		expect(filterHints('order')(run)).toEqual([]);
	});

	it('the hint adds up what the items of one run read', async () => {
		const run = new Run(1);
		const pages = [
			[
				{ id: 1, colour: 'red' },
				{ id: 2, colour: 'blue' },
			],
		];
		for (let item = 0; item < 3; item += 1) {
			await readFilteredList(serviceWith(pages, {}, { run }).call, request, asIs, [
				colour(['red']),
			]);
		}
		expect(filterHints('order')(run).map(({ message }) => message)).toEqual([
			'6 orders were read, and 3 passed the filters.',
		]);
	});

	it('Get Many compares what was read, not what passed, with the number of members that the service names', async () => {
		const pages = [[{ id: 1, colour: 'red' }], [{ id: 2, colour: 'blue' }]];
		const whole = serviceWith(pages, { returnAll: true }, { total: 2 });
		expect(await readFilteredList(whole.call, request, asIs, [colour(['red'])])).toHaveLength(1);

		const cut = serviceWith(pages, { returnAll: true }, { total: 3 });
		await expect(
			readFilteredList(cut.call, request, asIs, [colour(['red'])]),
		).rejects.toMatchObject({
			message: 'Only 2 of 3 entries of the list of orders could be read',
			description: expect.stringContaining('set a Limit of up to 1,') as string,
		});
		expect(filterHints('order')(cut.run)).toEqual([]);
	});
});

describe('The warning of a filter that could not tell', () => {
	const warningOn = async (filter: MemberFilter, members: IDataObject[]) => {
		const { call, run } = serviceWith([members], { returnAll: true });
		await readFilteredList(call, request, asIs, [filter]);
		return filterHints('variant')(run)[1];
	};

	it('the warning names each member by its SKU, external ID or ID, with the value that was found', async () => {
		const warning = await warningOn(inStock(true), [
			{ id: 'v1', sku: 'TEE-M', inStock: 'few' },
			{ id: 'v2' },
			{ id: 'v3', externalId: 'SHOP-1', inStock: null },
		]);
		expect(warning).toEqual({
			type: 'warning',
			message: `3 variants passed although 'In Stock' could not be checked: TEE-M ("few"), v2 (empty), SHOP-1 (empty).`,
			location: 'outputPane',
		});
	});

	it('the warning says that members were left out when they were', async () => {
		const warning = await warningOn(inStock(false), [{ id: 'v2' }]);
		expect(warning?.message).toBe(
			`1 variant was left out, because 'In Stock' could not be checked: v2 (empty).`,
		);
	});

	it('the warning names five members and counts the others', async () => {
		const members = Array.from({ length: 12 }, (_, index) => ({ id: `v${index}` }));
		const warning = await warningOn(inStock(true), members);
		expect(warning?.message).toMatch(/: v0 \(empty\), .*v4 \(empty\) and 7 more\.$/);
	});

	it('the warning brings no markup and no long text of the service into the editor', async () => {
		const warning = await warningOn(inStock(true), [
			{ id: 'v1', sku: `<a href="//evil.example">${'x'.repeat(999)}`, inStock: '<b>' },
		]);
		expect(warning?.message).not.toMatch(/[<>]/);
		expect(warning?.message.length).toBeLessThan(300);
	});
});
