import { UserError, type IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { EnteredItem } from '../../../../nodes/PodFulfilment/order/compose/item.ts';
import { itemsFromRows } from '../../../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import { withVariantId } from '../../../../nodes/PodFulfilment/order/compose/itemsFromCatalog.ts';
import { CatalogService } from '../../api/catalog/catalogService.ts';
import { expectPlainWords } from '../../transport/wording.ts';
import { itemsFromJson } from './jsonReaders.ts';

const FILE = 'https://files.example.com/front.png';
const FIELD = 'Items → Item 1 → Variant';

const service = new CatalogService([
	{
		id: 'p1',
		name: 'Tee',
		variants: [
			{ id: 'v1', sku: 'TEE-BLUE-M', name: 'Tee, blue, M' },
			{ id: 'v2', sku: 'TWIN', name: 'Tee, red, S' },
			{ id: 'v3', sku: 'TWIN', name: 'Tee, red, M' },
		],
	},
]);

const rowWith = (mode: string, value: unknown): IDataObject => ({
	variantId: { __rl: true, mode, value } as IDataObject,
	quantity: 1,
	placements: { placement: [{ url: FILE }] },
});

const jsonWith = (variant: IDataObject): IDataObject[] => [
	{ ...variant, quantity: 1, files: FILE },
];

/** The item as it is sent. */
const sent = async ([item]: EnteredItem[]) =>
	await withVariantId(service.client(), item as EnteredItem, FIELD);

async function refusal(items: EnteredItem[]): Promise<UserError> {
	const error: unknown = await sent(items).catch((thrown: unknown) => thrown);
	if (!(error instanceof UserError)) throw new Error('The item was not refused');
	expectPlainWords({ message: error.message, description: error.description ?? '' });
	return error;
}

const COMPLETE = {
	variantId: 'v1',
	quantity: 1,
	placements: [{ layers: [{ url: FILE, type: 'file' }] }],
};

describe('An item whose variant is entered by its SKU', () => {
	it.each([
		['in the list', () => itemsFromRows({ item: [rowWith('sku', ' tee-blue-m ')] })],
		['in JSON', () => itemsFromJson(jsonWith({ sku: 'TEE-BLUE-M' }))],
		[
			'in JSON beside its ID',
			() => itemsFromJson(jsonWith({ sku: 'TEE-BLUE-M', variantId: 'v1' })),
		],
	])('a SKU %s is sent as the variant ID alone', async (_where, items) => {
		expect(await sent(items())).toEqual(COMPLETE);
	});

	it('an item is refused with the nearest SKUs when the catalog does not have its SKU', async () => {
		const { message, description } = await refusal(
			itemsFromRows({ item: [rowWith('sku', 'TEE-BLEU-M')] }),
		);
		expect(message).toBe(`${FIELD} is "TEE-BLEU-M", a SKU that the catalog does not have`);
		expect(description).toBe(
			'The nearest is "TEE-BLUE-M". Correct the SKU, or choose the variant from the list.',
		);
	});

	it('an item is refused without a suggestion when no SKU is near', async () => {
		const { description } = await refusal(itemsFromJson(jsonWith({ sku: '4711' })));
		expect(description).not.toContain('nearest');
		expect(description).toContain('choose the variant from the list');
	});

	it('an item is refused with the names of the variants when several have its SKU', async () => {
		const { message } = await refusal(itemsFromJson(jsonWith({ sku: 'TWIN' })));
		expect(message).toBe(
			`${FIELD} is "TWIN", which is the SKU of several variants: "Tee, red, S" and "Tee, red, M"`,
		);
	});

	it('an item is refused when the ID beside the SKU is that of another variant', async () => {
		const items = itemsFromJson(jsonWith({ sku: 'TEE-BLUE-M', variantId: 'v2' }));
		const { message } = await refusal(items);
		expect(message).toBe(
			`${FIELD} is "TEE-BLUE-M", which is the SKU of variant "v1", but the given variant ID is "v2"`,
		);
	});

	it.each([
		['sku', ''],
		['sku', null],
	])('an item is refused before the catalog is read when %s is %j', (mode, value) => {
		expect(() => itemsFromRows({ item: [rowWith(mode, value)] })).toThrow(`${FIELD} is empty`);
	});

	it('an item whose variant is entered by ID needs no catalog', async () => {
		const unread = new CatalogService([]);
		const [item] = itemsFromRows({ item: [rowWith('id', 'v7')] }) as [EnteredItem];
		expect(await withVariantId(unread.client(), item, FIELD)).toEqual({
			...COMPLETE,
			variantId: 'v7',
		});
		expect(unread.paths).toEqual([]);
	});
});
