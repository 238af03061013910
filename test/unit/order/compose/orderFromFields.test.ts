import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { orderFromFields } from '../../../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import { problemTexts } from '../../../../nodes/PodFulfilment/order/findings.ts';
import { callOf, shirtAndMug } from './operationCall.ts';
import { byLevel } from '../../../support/byLevel.ts';

const FILE = 'https://files.example.com/front.png';

const RECIPIENT = {
	name: 'Nathan Doe',
	address1: '12 Harbour Street',
	city: 'Hamburg',
	zip: '20457',
	countryCode: 'DE',
};

const rowOf = (mode: string, value: string, others: IDataObject = {}): IDataObject => ({
	variantId: { __rl: true, mode, value } as IDataObject,
	quantity: 1,
	placements: { placement: [{ url: FILE }] },
	...others,
});

const FIELDS: IDataObject = {
	externalId: 'A-1',
	recipient: RECIPIENT,
	items: { item: [rowOf('sku', 'TEE-M', { quantity: 2 })] },
};

const JSON_FIELDS: IDataObject = {
	externalId: 'A-1',
	specifyRecipient: 'json',
	recipientJson: JSON.stringify(RECIPIENT),
	specifyItems: 'json',
	itemsJson: JSON.stringify([{ sku: 'TEE-M', quantity: 2, files: FILE }]),
};

/** Composes the order of these parameters from a catalog of a shirt and a mug. */
async function compose(parameters: IDataObject) {
	const service = shirtAndMug();
	const source = await orderFromFields(callOf(service.client(), parameters));
	const { problems, ...composed } = byLevel(await source.compose(false));
	return { ...composed, problems: problemTexts(problems), paths: service.paths, source };
}

describe('An order from the fields of the editor or their JSON', () => {
	it.each([
		['fields', FIELDS],
		['JSON', JSON_FIELDS],
		['JSON values of expressions', { ...JSON_FIELDS, recipientJson: RECIPIENT }],
		['fields and JSON', { ...FIELDS, specifyItems: 'json', itemsJson: JSON_FIELDS.itemsJson }],
		[
			'JSON and fields',
			{ ...FIELDS, specifyRecipient: 'json', recipientJson: JSON_FIELDS.recipientJson },
		],
	])('an order from %s is completed from the catalog', async (_, parameters) => {
		const { body, warnings, problems, source } = await compose(parameters);
		expect(problems).toEqual([]);
		expect(warnings).toEqual([]);
		expect(source.externalId).toBe('A-1');
		expect(body).toEqual({
			externalId: 'A-1',
			shipping: 'STANDARD',
			recipient: RECIPIENT,
			orderItems: [
				{
					variantId: 'v-shirt',
					quantity: 2,
					name: 'Tee – blue, M',
					placements: [
						{ type: 'front', technique: 'direct_print', layers: [{ url: FILE, type: 'file' }] },
					],
				},
			],
		});
	});

	it('an order has the shipping that was chosen', async () => {
		const { body } = await compose({ ...FIELDS, shipping: 'DHL_EXPRESS' });
		expect(body.shipping).toBe('DHL_EXPRESS');
	});

	it('an order has one item per row, in the same order', async () => {
		const item = [rowOf('id', 'v-mug'), rowOf('sku', 'TEE-M'), rowOf('id', 'v-shirt')];
		const { body } = await compose({ ...FIELDS, items: { item } });
		expect(body.orderItems).toMatchObject([
			{ variantId: 'v-mug' },
			{ variantId: 'v-shirt' },
			{ variantId: 'v-shirt' },
		]);
	});

	it('without Fill From Catalog an item is sent as entered, and nothing is read for it', async () => {
		const { body, warnings, problems, paths } = await compose({
			...FIELDS,
			items: { item: [rowOf('id', 'v-mug')] },
			options: { fillFromCatalog: false },
		});
		expect(problems).toEqual([]);
		expect(warnings).toEqual([]);
		expect(paths).toEqual([]);
		expect(body.orderItems).toEqual([
			{
				variantId: 'v-mug',
				quantity: 1,
				placements: [{ layers: [{ url: FILE, type: 'file' }] }],
			},
		]);
	});

	it('without Fill From Catalog a variant is still found by its SKU', async () => {
		const { body } = await compose({ ...FIELDS, options: { fillFromCatalog: false } });
		expect(body.orderItems).toMatchObject([{ variantId: 'v-shirt' }]);
	});
});

describe('An order from fields that exists already', () => {
	const url = 'https://files.example.com/front.html';
	const parameters = {
		...FIELDS,
		items: { item: [rowOf('id', 'v-shirt', { placements: { placement: [{ url }] } })] },
	};
	const orderItems = [
		{ variantId: 'v-shirt', quantity: 1, placements: [{ layers: [{ url, type: 'file' }] }] },
	];
	const existing = { externalId: 'A-1', shipping: 'STANDARD', recipient: RECIPIENT, orderItems };

	const composeBeside = async (found: IDataObject) => {
		const service = shirtAndMug();
		const source = await orderFromFields(callOf(service.client(), parameters));
		const before = { found, isEnoughWithoutCatalog: true };
		return { ...byLevel(await source.compose(false, before)), paths: service.paths };
	};

	it('is compared without a request to the catalog where it is as it was entered', async () => {
		const { body, warnings, labelOf, compare, paths } = await composeBeside(existing);
		expect(paths).toEqual([]);
		expect(body).toEqual(existing);
		expect(warnings).toEqual([
			expect.stringMatching(/^Items → Item 1: the print file .* web page/),
		]);
		expect(labelOf('orderItems[0].quantity')).toBe('Items → Item 1 → Quantity');
		expect(compare?.(existing)).toEqual({ differences: [] });
	});

	it('is compared with what the catalog completes where it is another', async () => {
		const { body, paths } = await composeBeside({ ...existing, shipping: 'DHL_EXPRESS' });
		expect(paths).not.toEqual([]);
		expect(body.orderItems).toMatchObject([{ placements: [{ type: 'front' }] }]);
	});
});

describe('The problems of an order from fields', () => {
	it('all problems are named at once, in the order of the fields', async () => {
		const { problems, source } = await compose({
			externalId: 'A 1',
			recipient: { ...RECIPIENT, city: '' },
			items: { item: [rowOf('id', 'v-unknown', { quantity: 0 }), rowOf('sku', 'CAP')] },
		});
		expect(source.externalId).toBeUndefined();
		expect(problems).toEqual([
			expect.stringMatching(/^External ID "A 1" must not contain a space/),
			expect.stringMatching(/^Recipient → City is empty/),
			expect.stringMatching(/^Items → Item 1 → Quantity is 0/),
			expect.stringContaining('404'),
			expect.stringMatching(/^Items → Item 2 → Variant is "CAP", a SKU that the catalog/),
		]);
	});

	it('in JSON all problems are named at once, with their paths', async () => {
		const { problems } = await compose({
			...JSON_FIELDS,
			recipientJson: { ...RECIPIENT, city: '' },
			itemsJson: [{ sku: 'CAP', quantity: 0, files: FILE }],
		});
		expect(problems).toEqual([
			expect.stringMatching(/^Recipient \(JSON\) at city is empty/),
			expect.stringMatching(/^Items \(JSON\) at \[0\]\.quantity is 0/),
			expect.stringMatching(/^Items \(JSON\) at \[0\]\.sku is "CAP", a SKU that the catalog/),
		]);
	});

	it('every missing part of a recipient is one problem, and each of its wrong parts another', async () => {
		for (const parameters of [
			{ ...FIELDS, recipient: { name: ['x'], countryCode: 'Atlantis' } },
			{ ...JSON_FIELDS, recipientJson: { name: ['x'], countryCode: 'Atlantis' } },
		]) {
			const { problems } = await compose(parameters);
			expect(problems).toHaveLength(3);
		}
	});

	it.each([
		['fields', { externalId: 'A-1' }, 'Items is empty'],
		[
			'JSON',
			{ ...JSON_FIELDS, itemsJson: undefined, recipientJson: undefined },
			'Items (JSON) is nothing, but must be a list in square brackets',
		],
	])(
		'an order without recipient and items from %s says that both are missing',
		async (_, parameters, text) => {
			const { body, problems, warnings } = await compose(parameters as IDataObject);
			expect(problems).toHaveLength(2);
			expect(problems[0]).toMatch(/^Recipient/);
			expect(problems[1]).toContain(text);
			expect(warnings).toEqual([]);
			expect(body.orderItems).toEqual([]);
		},
	);

	it('a variant that was refused is not looked up', async () => {
		const { problems, paths } = await compose({
			...FIELDS,
			items: { item: [rowOf('id', ' ')] },
		});
		expect(problems).toEqual([expect.stringMatching(/^Items → Item 1 → Variant is empty/)]);
		expect(paths).toEqual([]);
	});

	it('a failure that is not about the order is no problem of it', async () => {
		const service = shirtAndMug();
		service.beforeResponse = () => {
			throw new TypeError('stopped');
		};
		const source = await orderFromFields(callOf(service.client(), FIELDS));
		await expect(source.compose(false)).rejects.toThrow(TypeError);
	});
});

describe('The warnings of an order from fields', () => {
	it('a warning names each item that is out of stock, and each print file that is a page', async () => {
		const page = 'https://files.example.com/front.html';
		const { warnings, problems } = await compose({
			...FIELDS,
			items: {
				item: [
					rowOf('id', 'v-shirt'),
					rowOf('id', 'v-mug', { placements: { placement: [{ url: page }] } }),
				],
			},
		});
		expect(problems).toEqual([]);
		expect(warnings).toEqual([
			expect.stringMatching(/^Items → Item 2: the variant "Mug, white" is out of stock/),
			expect.stringMatching(/^Items → Item 2: the print file .* is a web page by its address/),
		]);
	});

	it('a print file that is a page is named even if the variant is unknown', async () => {
		const files = 'https://files.example.com/front.html';
		const { warnings, problems } = await compose({
			...JSON_FIELDS,
			itemsJson: [{ variantId: 'v-unknown', quantity: 1, files }],
		});
		expect(problems).toHaveLength(1);
		expect(warnings).toEqual([expect.stringMatching(/^Items \(JSON\) at \[0\]: the print file/)]);
	});
});

describe('The label of a property that the service refuses', () => {
	it.each([
		['fields', FIELDS, 'Items → Item 1 → Quantity', 'Recipient → City'],
		['JSON', JSON_FIELDS, 'Items (JSON) at [0].quantity', 'Recipient (JSON) at city'],
	])(
		'the label of a property from %s is where the user entered it',
		async (_, parameters, item, city) => {
			const { labelOf } = await compose(parameters);
			expect(labelOf('orderItems[0].quantity')).toBe(item);
			expect(labelOf('recipient.city')).toBe(city);
		},
	);
});

describe('The name of an item from the catalog', () => {
	const composeItem = async (others: IDataObject, options: IDataObject = {}) => {
		const items = { item: [rowOf('id', 'v-shirt', others)] };
		const { body, compare } = await compose({ ...FIELDS, items, options });
		const [item] = body.orderItems as IDataObject[];
		return { body, compare, name: item?.name };
	};

	it('an item without a name has that of its variant', async () => {
		expect((await composeItem({})).name).toBe('Tee, blue, M');
		expect((await composeItem({ name: '  ' })).name).toBe('Tee, blue, M');
	});

	it("an item that was found by its SKU has the product's name in front", async () => {
		const { body } = await compose(FIELDS);
		expect((body.orderItems as IDataObject[])[0]?.name).toBe('Tee – blue, M');
	});

	it("a user's own name goes first", async () => {
		expect((await composeItem({ name: 'Team shirt' })).name).toBe('Team shirt');
	});

	it('an item has no name from the catalog when Fill From Catalog is off', async () => {
		expect((await composeItem({}, { fillFromCatalog: false })).name).toBeUndefined();
	});

	it.each([undefined, null, '', 'Tee, blue, M (old cut)', 'Tee, azure, M'])(
		'an existing order whose item is called %j is the same order',
		async (name) => {
			const { body, compare } = await composeItem({});
			const [item] = body.orderItems as IDataObject[];
			const existing = { ...body, id: 'o1', orderItems: [{ ...item, name }] };
			expect(await compare?.(existing as IDataObject)).toEqual({ differences: [] });
		},
	);

	it("an existing order with another name than the user's own is another order", async () => {
		const { body, compare } = await composeItem({ name: 'Team shirt' });
		const [item] = body.orderItems as IDataObject[];
		for (const name of [undefined, 'Tee, blue, M']) {
			const existing = { ...body, id: 'o1', orderItems: [{ ...item, name }] };
			expect(await compare?.(existing as IDataObject)).toEqual({
				differences: [{ path: 'orderItems[0].name', sent: 'Team shirt', existing: name }],
			});
		}
	});

	it('an existing order with another variant is another order, whatever its item is called', async () => {
		const { body, compare } = await composeItem({});
		const [item] = body.orderItems as IDataObject[];
		const existing = { ...body, id: 'o1', orderItems: [{ ...item, variantId: 'v-mug' }] };
		expect(await compare?.(existing)).toMatchObject({
			differences: [{ path: 'orderItems[0].variantId' }],
		});
	});
});
