import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { EnteredItem } from '../../../../nodes/PodFulfilment/order/compose/item.ts';
import { itemsFromRows } from '../../../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import {
	problemTexts,
	type Check,
	Findings,
	problemsIn,
} from '../../../../nodes/PodFulfilment/order/findings.ts';
import { itemsFromJson } from './jsonReaders.ts';

/** What a user wants to order, however it is entered. Empty texts and lists are nothing. */
interface Wanted {
	variant: unknown;
	isSku: boolean;
	quantity: unknown;
	name: unknown;
	retailPrice: unknown;
	externalId: unknown;
	files: Array<{ placement: string; url: unknown }>;
	options: Array<{ id: string; value: unknown }>;
}

const entered = ({ quantity, name, retailPrice, externalId }: Wanted): IDataObject =>
	({ quantity, name, retailPrice, externalId }) as IDataObject;

const variantOf = ({ variant, isSku }: Wanted) => ({ [isSku ? 'sku' : 'variantId']: variant });

/** The ways in which one item can be entered. */
const WAYS: Record<string, (wanted: Wanted, check?: Check) => EnteredItem[]> = {
	rows: (wanted, check) =>
		itemsFromRows(
			{
				item: [
					{
						...entered(wanted),
						variantId: { mode: wanted.isSku ? 'sku' : 'id', value: wanted.variant },
						placements: {
							placement: wanted.files.map(({ placement, url }) => ({ type: placement, url })),
						},
						options: { option: wanted.options },
					},
				],
			},
			check,
		),
	'JSON in the shape of the spec': (wanted, check) =>
		itemsFromJson(
			[
				{
					...entered(wanted),
					...variantOf(wanted),
					placements: wanted.files.map(({ placement, url }) => ({
						type: placement,
						layers: [{ url }],
					})),
					...(wanted.options.length > 0 && { options: wanted.options }),
				},
			],
			check,
		),
	'JSON in the short form': (wanted, check) =>
		itemsFromJson(
			[
				{
					...entered(wanted),
					...variantOf(wanted),
					files: Object.fromEntries(wanted.files.map(({ placement, url }) => [placement, url])),
					...(wanted.options.length > 0 && {
						options: Object.fromEntries(wanted.options.map(({ id, value }) => [id, value])),
					}),
				},
			],
			check,
		),
};

const text = fc.constantFrom('a', ' b ', '', 'two words', 7);
const name = fc.constantFrom('front', 'back', 'sleeve_left');
const wantedItem = (bad: fc.Arbitrary<unknown>): fc.Arbitrary<Wanted> =>
	fc.record({
		variant: fc.constantFrom('v1', ' TEE-M ', '', 'v2'),
		isSku: fc.boolean(),
		quantity: fc.oneof(fc.constantFrom(1, '3', 0, 1.5, ''), bad),
		name: fc.oneof(text, bad),
		retailPrice: fc.oneof(text, bad),
		externalId: fc.oneof(text, bad),
		files: fc.uniqueArray(
			fc.record({
				placement: name,
				url: fc.oneof(
					fc.constantFrom('https://files.example.com/a.png', ' http://f.example/b ', 'b.png', ''),
					bad,
				),
			}),
			{ minLength: 1, selector: ({ placement }) => placement },
		),
		options: fc.uniqueArray(fc.record({ id: name, value: fc.oneof(text, bad) }), {
			selector: ({ id }) => id,
		}),
	});

describe('An item, however it is entered', () => {
	const wanted: Wanted = {
		...{ variant: 'v', isSku: false, quantity: 1, name: 'Tee', retailPrice: '24.90' },
		...{ externalId: 'LINE-1', files: [{ placement: '', url: 'https://f.example/a.png' }] },
		options: [],
	};

	it.each(Object.entries(WAYS))(
		'has no name and no price where an expression found nothing: %s',
		(_, way) => {
			for (const nothing of ['null', 'undefined']) {
				const [item] = way({ ...wanted, name: nothing, retailPrice: nothing });
				expect(item).not.toHaveProperty('name');
				expect(item).not.toHaveProperty('retailPrice');
			}
			const [item] = way({ ...wanted, name: 'Null', retailPrice: '24,90 €' });
			expect(item).toMatchObject({ name: 'Null', retailPrice: '24.90' });
		},
	);

	it('is refused with a price of a row that an expression could not calculate', () => {
		expect(() => WAYS.rows?.({ ...wanted, retailPrice: Number.NaN })).toThrow(
			'Items → Item 1 → Retail Price is not a number: it could not be calculated',
		);
	});

	it.each(Object.entries(WAYS))('is refused with a price that is no number: %s', (_, way) => {
		for (const retailPrice of ['NaN', '-Infinity', 'NaN EUR', 'undefined EUR']) {
			expect(() => way({ ...wanted, retailPrice })).toThrow(
				/etail ?[Pp]rice is not a number: it could not be calculated$/,
			);
		}
	});

	it('has the same content, and is refused for the same values', () => {
		const bad = fc.constantFrom<unknown>(true, {}, ['a'], { url: 'https://f.example/a' });
		fc.assert(
			fc.property(wantedItem(bad), (wanted) => {
				const results = Object.values(WAYS).map((way) => {
					const { check, list: found } = new Findings();
					const items = way(wanted, check);
					// Without the label, and without what to do, which differ.
					const refusals = problemTexts(problemsIn(found)).map(
						(line) => /(?: is | has ).*?(?=\. |$)/.exec(line)?.[0],
					);
					return { items, refusals };
				});
				const [first] = results;
				for (const result of results) expect(result).toEqual(first);
			}),
			{ seed: 41, numRuns: 500 },
		);
	});

	it('is refused at once with the first of what is refused in all', () => {
		const bad = fc.constantFrom<unknown>(true, {}, ['a']);
		fc.assert(
			fc.property(wantedItem(bad), fc.constantFrom(...Object.values(WAYS)), (wanted, way) => {
				const { check, list: found } = new Findings();
				way(wanted, check);
				const [first] = problemsIn(found);
				if (first === undefined) expect(() => way(wanted)).not.toThrow();
				else expect(() => way(wanted)).toThrow((first as Error).message);
			}),
			{ seed: 42, numRuns: 500 },
		);
	});
});
