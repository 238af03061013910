import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { openList } from './engine/list.ts';
import { credentialFor } from './engine/run.ts';
import {
	createParameters,
	locate,
	plainVariant,
	printFile,
	useSandbox,
	variantWith,
} from './support.ts';

const node = useSandbox();

/** A choice in a row, as the editor stores it. */
const chosen = (value = ''): INodeParameters => ({ __rl: true, mode: 'list', value });

const placementRow = (type = '', technique = ''): INodeParameters => ({
	url: printFile,
	type: chosen(type),
	technique: chosen(technique),
	placementOptions: {},
});

const optionRow = (id = '', value = ''): INodeParameters => ({
	id: chosen(id),
	value: chosen(value),
});

const clock = () =>
	variantWith(node.sandbox, ({ options }) => options.some(({ id }) => id === 'dial_color'));

/** One with another set of placements than the clock's. */
const shirt = () =>
	variantWith(node.sandbox, ({ placements }) => placements.some(({ type }) => type === 'back'));

/** Two items of different variants, each with two rows of both kinds. */
const twoItems = (): INodeParameters => ({
	items: {
		item: [shirt(), clock()].map(({ id }) => ({
			variantId: locate('list', id),
			placements: { placement: [placementRow(), placementRow()] },
			options: { option: [optionRow(), optionRow('dial_color')] },
		})),
	},
});

const open = async (method: string, parameters: INodeParameters, path: string, filter?: string) => {
	const { results } = await openList(method, {
		credential: credentialFor(node.sandbox),
		parameters,
		path: `parameters.${path}`,
		filter,
	});
	return results;
};

const valuesOf = (results: Awaited<ReturnType<typeof open>>) => results.map(({ value }) => value);

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

describe('The lists inside of the rows of an item (section 2, VariantPlacement and VariantOption)', () => {
	it.each([
		[0, shirt],
		[1, clock],
	])("the list shows the placements of item %i's variant, with sizes", async (index, variant) => {
		const { placements } = variant();
		for (const row of [0, 1]) {
			const results = await open(
				'searchPlacementTypes',
				twoItems(),
				`items.item[${index}].placements.placement[${row}].type`,
			);
			expect(valuesOf(results)).toEqual(placements.map(({ type }) => type));
			const [placement] = placements;
			expect(results[0]?.name).toBe(
				`${upperFirst(placement?.type ?? '')} · ${placement?.area.width} × ${placement?.area.height} px`,
			);
		}
		expect(node.sandbox.control.requests().map(({ path }) => path)).toEqual([
			`/api/catalog-product-variants/${variant().id}`,
			`/api/catalog-product-variants/${variant().id}`,
		]);
	});

	it('the list shows the techniques of the placement that is chosen in the same row', async () => {
		const variant = variantWith(node.sandbox, ({ placements }) => {
			const sets = new Set(placements.map(({ techniques }) => techniques.join()));
			return sets.size > 1;
		});
		for (const { type, techniques } of variant.placements) {
			const results = await open(
				'searchTechniques',
				{
					items: {
						item: [
							{
								variantId: variant.id,
								placements: { placement: [placementRow(), placementRow(type)] },
							},
						],
					},
				},
				'items.item[0].placements.placement[1].technique',
			);
			expect(valuesOf(results).sort()).toEqual([...techniques].sort());
		}
	});

	it('the lists show the options of the variant, and the values of the option in the same row', async () => {
		const [option] = clock().options.filter(({ id }) => id === 'dial_color');
		const ids = await open('searchOptionIds', twoItems(), 'items.item[1].options.option[0].id');
		expect(valuesOf(ids)).toEqual(clock().options.map(({ id }) => id));
		expect(ids.find(({ value }) => value === 'dial_color')?.name).toBe(
			`${option?.label} · required`,
		);
		const values = await open(
			'searchOptionValues',
			twoItems(),
			'items.item[1].options.option[1].value',
		);
		expect(values.map(({ value, url }) => ({ value, url }))).toEqual(
			option?.values.map(({ value, image }) => ({ value, url: image.url })),
		);
	});

	it('the list shows what contains the searched text', async () => {
		const path = 'items.item[1].options.option[1].value';
		const all = await open('searchOptionValues', twoItems(), path);
		const wanted = String(all[0]?.value);
		const found = await open('searchOptionValues', twoItems(), path, wanted.toUpperCase());
		expect(valuesOf(found)).toEqual(
			valuesOf(all).filter((value) => String(value).includes(wanted)),
		);
	});

	it('the list shows what all items offer when the rows hold plain texts, which tell no row from another', async () => {
		const item = [shirt(), clock()].map(({ id }) => ({
			variantId: id,
			placements: { placement: [{ url: printFile, type: '' }] },
		}));
		const results = await open(
			'searchPlacementTypes',
			{ items: { item } },
			'items.item[1].placements.placement[0].type',
		);
		const types = [...shirt().placements, ...clock().placements].map(({ type }) => type);
		expect(valuesOf(results)).toEqual([...new Set(types)]);
	});

	it('the list asks for the variant, and for the option, when none is chosen', async () => {
		const item = [
			{
				variantId: chosen(),
				placements: { placement: [placementRow()] },
				options: { option: [optionRow()] },
			},
		];
		await expect(
			open(
				'searchPlacementTypes',
				{ items: { item } },
				'items.item[0].placements.placement[0].type',
			),
		).rejects.toThrow('Choose the variant of the item first');
		const [row] = item;
		const withVariant = [{ ...row, variantId: locate('list', shirt().id) }];
		await expect(
			open(
				'searchOptionValues',
				{ items: { item: withVariant } },
				'items.item[0].options.option[0].value',
			),
		).rejects.toThrow('Choose the option first');
	});
});

describe('The same lists in the update of an order item', () => {
	const place = async () => {
		await node.run(createParameters(node.sandbox));
		const { items } = node.sandbox.control.order('@SHOP-1001');
		return String(items[0]?.id);
	};

	const parameters = (orderItemId: string, updateFields: INodeParameters): INodeParameters => ({
		resource: 'orderItem',
		operation: 'update',
		orderId: locate('externalId', 'SHOP-1001'),
		orderItemId: locate('list', orderItemId),
		updateFields: { placements: { placement: [placementRow()] }, ...updateFields },
	});

	it('the list shows what the variant of the chosen item offers', async () => {
		const results = await open(
			'searchPlacementTypes',
			parameters(await place(), {}),
			'updateFields.placements.placement[0].type',
		);
		expect(valuesOf(results)).toEqual(
			plainVariant(node.sandbox).placements.map(({ type }) => type),
		);
	});

	it('the list shows what the new variant offers, when one is set', async () => {
		const results = await open(
			'searchOptionValues',
			parameters(await place(), {
				variantId: locate('id', clock().id),
				options: { option: [optionRow('dial_color')] },
			}),
			'updateFields.options.option[0].value',
		);
		expect(valuesOf(results)).toEqual(
			clock()
				.options.find(({ id }) => id === 'dial_color')
				?.values.map(({ value }) => value),
		);
	});
});

describe('The values that are chosen in the rows', () => {
	it.each([
		['from a list', (value: string) => chosen(value)],
		['by name', (value: string) => ({ __rl: true, mode: 'name', value })],
		['as plain text', (value: string) => value],
		[
			'by an expression',
			(value: string) => ({ __rl: true, mode: 'name', value: `={{ "${value}" }}` }),
		],
	])('a value that is chosen %s is sent in the order', async (_, as) => {
		const variant = clock();
		const { type, techniques } = variant.placements.find(({ required }) => required) ?? {};
		const technique = techniques?.at(-1) ?? '';
		const options = variant.options
			.filter(({ required }) => required)
			.map(({ id, values }) => ({ id, value: String(values.at(-1)?.value) }));
		const { error } = await node.run({
			...createParameters(node.sandbox),
			items: {
				item: [
					{
						variantId: locate('list', variant.id),
						quantity: 1,
						placements: {
							placement: [{ url: printFile, type: as(String(type)), technique: as(technique) }],
						},
						options: {
							option: options.map(({ id, value }) => ({ id: as(id), value: as(value) })),
						},
					},
				],
			},
		});
		expect(error).toBeUndefined();
		const [item] = node.sandbox.control.order('@SHOP-1001').items;
		expect(item).toMatchObject({ placements: [{ type, technique }], options });
	});
});
