import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { problemTexts } from '../../nodes/PodFulfilment/order/findings.ts';
import { orderFromFields } from '../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import { orderFromShop } from '../../nodes/PodFulfilment/order/shop/orderFromShop.ts';
import { ENGINES } from '../core/engine/execution.ts';
import { runNode, receivedRequests } from '../core/orderRuns.ts';
import { createParameters, locate, useSandbox } from '../core/support.ts';
import { shopifyLine, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { CatalogService } from '../unit/api/catalog/catalogService.ts';
import { callOf } from '../unit/order/compose/operationCall.ts';
import { byLevel } from '../support/byLevel.ts';

const FILE = 'https://files.example.com/front.png';

const BACK = 'https://elsewhere.example/back.png';

const LABEL = 'Line 1 (Shirt, SKU TEE-M)';

const catalog = (): CatalogService =>
	new CatalogService([
		{
			id: 'p1',
			name: 'Tee',
			variants: [
				{
					id: 'v-shirt',
					sku: 'TEE-M',
					name: 'Tee, M',
					placements: ['back', 'front', 'sleeve-left'].map((type) => ({
						type,
						required: type === 'front',
						technique: 'direct_print',
					})),
					options: [],
				},
			],
		},
	]);

/** What is composed of an order of Shopify whose line has these properties. */
async function compose(
	properties: Record<string, string>,
	parameters: IDataObject = {},
	order: IDataObject = {},
) {
	const line = shopifyLine({
		id: 7,
		name: 'Shirt',
		sku: 'TEE-M',
		properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
	});
	const shopOrder = { ...shopifyOrder([line]), ...order };
	const source = await orderFromShop(callOf(catalog().client(), { shopOrder, ...parameters }));
	const { body, warnings, toReview, problems } = byLevel(await source.compose(false));
	const [item] = (body.orderItems ?? []) as Array<{
		placements: Array<{ type: string; layers: Array<{ url: string }> }>;
	}>;
	return {
		files: Object.fromEntries(
			(item?.placements ?? []).map(({ type, layers }) => [type, layers[0]?.url]),
		),
		warnings,
		toReview,
		problems: problemTexts(problems),
	};
}

describe('A print that a customer adds with properties of a line', () => {
	it.each<Record<string, string>>([
		{ 'Print file back': BACK },
		{ 'Ｐrint_FILE sleeve-left': BACK },
		{ 'PRINT—FILE ｓleeve left (PNG)': BACK },
		{ 'Print file front': BACK },
		{ 'Print file': BACK },
	])('does not go out beside the file of SKU Mapping, and is to be reviewed: %j', async (added) => {
		const { files, warnings, toReview, problems } = await compose(added, {
			options: { skuMappingJson: [{ shopSku: 'TEE-M', printFileUrl: FILE }] },
		});
		expect({ files, problems }).toEqual({ files: { front: FILE }, problems: [] });
		const [name = ''] = Object.keys(added);
		expect(toReview).toEqual([
			expect.stringContaining(`${LABEL}: the file in "${name}" is not used`),
		]);
		expect(warnings).toEqual(toReview);
	});

	it('is to be reviewed where the variant does not require its placement', async () => {
		const { files, toReview } = await compose({ 'Print file': FILE, 'Ｐrint file BACK': BACK });
		expect(files).toEqual({ front: FILE, back: BACK });
		expect(toReview).toEqual([expect.stringMatching(/"back".*paid for.*Also Print On/)]);
	});

	it('stops the order where it names no placement, and the required one has a file', async () => {
		const { files, problems } = await compose(
			{ 'Print file front': FILE, 'Print file': BACK },
			{ options: { printFilePlacements: 'back' } },
		);
		expect(files).toEqual({});
		expect(problems).toEqual([
			expect.stringMatching(/^Order #\S+, line 1 .* → Property "Print file" names no placement/),
		]);
	});

	it('is to be reviewed where the catalog must not be read, unless the line has one file', async () => {
		const skuMappingJson = [{ shopSku: 'TEE-M', variantId: 'v-shirt' }];
		const both = { 'Print file front': FILE, 'Print file back': BACK };
		const parameters = { options: { fillFromCatalog: false, skuMappingJson } };
		expect((await compose(both, parameters)).toReview).toEqual([
			expect.stringContaining('"front", "back"'),
		]);
		expect((await compose({ 'Print file front': FILE }, parameters)).toReview).toEqual([]);
	});

	it('needs no review where the owner of the shop lists its placement', async () => {
		const options = { printFilePlacements: 'Back, sleeve_left' };
		const properties = { 'Print file': FILE, 'Print file back': BACK };
		expect((await compose(properties, { options })).toReview).toEqual([]);
	});

	it('is to be reviewed where it hides behind hundreds of properties', async () => {
		const flood = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`N${index}`, 'x']));
		const { toReview } = await compose({ 'Print file': FILE, ...flood, 'Print file back': BACK });
		expect(toReview).toEqual([expect.stringContaining('only the first 250 of its 252')]);
	});
});

describe('The host of a print file that a property names', () => {
	const options = { printFileHosts: 'files.example.com, *.cdn.example.com' };

	it.each([
		'https://files.example.com/a.png',
		'HTTP://FILES.example.com?a.png',
		'https://eu.cdn.example.com/a.png',
		'https://a.b.cdn.example.com/a.png',
	])('may be one that the owner listed: %s', async (url) => {
		expect((await compose({ 'Print file': url }, { options })).problems).toEqual([]);
	});

	it.each([
		BACK,
		'https://cdn.example.com/a.png',
		'https://xcdn.example.com/a.png',
		'https://files.example.com.evil.example/a.png',
		'https://files.example.com@evil.example/a.png',
		'https://evil.example@files.example.com/a.png',
		'https://files.example.com\\@evil.example/a.png',
		'https://evil.example\\.cdn.example.com/a.png',
		'https://evil.example#.cdn.example.com/a.png',
		'https://files.example.com:444/a.png',
		'https://files.example.com%2f@evil.example/a.png',
		'https://ｆiles.example.com/a.png',
		'https://files.example.com./a.png',
	])('stops the order by line and property where it is another one: %s', async (url) => {
		const { problems } = await compose({ 'Print file': url }, { options });
		expect(problems).toHaveLength(1);
		expect(problems[0]).toMatch(
			/line 1 \(Shirt, SKU TEE-M\) → Property "Print file" is at ".*Hosts/,
		);
	});

	it('may be any where none is listed, and for the files of SKU Mapping', async () => {
		expect((await compose({ 'Print file': BACK })).problems).toEqual([]);
		const skuMappingJson = [{ shopSku: 'TEE-M', printFileUrl: BACK }];
		expect((await compose({}, { options: { ...options, skuMappingJson } })).problems).toEqual([]);
	});

	it.each(['https://files.example.com', 'files.example.com/a', '*', 'a b', '*.', 'user@host'])(
		'is refused as a setting where it is no host: %s',
		async (printFileHosts) => {
			const { problems } = await compose({ 'Print file': FILE }, { options: { printFileHosts } });
			expect(problems).toEqual([expect.stringMatching(/^Options → Print File Hosts contains /)]);
		},
	);
});

const long = (length: number): string => 'x'.repeat(length);

const URL_OF_MEGABYTES = `https://files.example.com/${long(3_500_000)}`;

describe('A text that is too long', () => {
	it('stops a shop order by its field', async () => {
		const url = await compose({ 'Print file': URL_OF_MEGABYTES });
		expect(url.problems).toEqual([
			expect.stringMatching(/→ Property "Print file" has 3500026 characters, but at most 2048/),
		]);
		for (const field of ['address1', 'city', 'zip', 'company', 'phone', 'name']) {
			const shipping = {
				...(shopifyOrder([]).shipping_address as IDataObject),
				[field]: long(256),
			};
			const { problems } = await compose(
				{ 'Print file': FILE },
				{},
				{ shipping_address: shipping },
			);
			expect(problems).toEqual([expect.stringMatching(/^Order #\S+ → Address → .* has 256 char/)]);
		}
	});

	it.each(['name', 'price'])('stops a shop order by the %s of its line', async (field) => {
		for (const length of [256, 5_000]) {
			const line = shopifyLine({
				id: 7,
				sku: 'TEE-M',
				name: 'Shirt',
				properties: [{ name: 'Print file', value: FILE }],
				[field]: '1'.repeat(length),
			});
			const { problems, files } = await compose({}, {}, { line_items: [line] });
			// A price of so many digits is none, and is not sent.
			if (field === 'price' && length > 1_000) expect(files).toEqual({ front: FILE });
			else expect(problems).toEqual([expect.stringMatching(`has ${length} characters`)]);
		}
	});

	const item = { variantId: 'v-shirt', quantity: 1, files: FILE };

	it.each<[path: string, item: IDataObject, label: RegExp]>([
		['name', { name: long(256) }, /^Items \(JSON\) at \[0\]\.name has 256/],
		['External Item ID', { externalId: long(256) }, /\.externalId has 256/],
		['retail price', { retailPrice: long(256) }, /\.retailPrice has 256/],
		['option', { options: { ink: long(256) } }, /\.options\.ink has 256/],
		[
			'placement',
			{ files: { [long(255)]: FILE, [long(256)]: FILE } },
			/at \[0\]\.files\.x{60,64}… has 256/,
		],
		['unknown field', { engraving: { text: long(256) } }, /\.engraving\.text has 256/],
		['name of a field', { [long(256)]: 1 }, /has a field whose name "x{10}/],
		['URL', { files: URL_OF_MEGABYTES }, /at \[0\]\.files.* has 3500026/],
	])('stops an order from JSON by its field: %s', async (_, changes, label) => {
		const source = await orderFromFields(
			callOf(catalog().client(), {
				externalId: 'A-1',
				specifyItems: 'json',
				itemsJson: [{ ...item, ...changes }],
				recipient: { name: 'A', address1: 'B 1', city: 'C', zip: '20457', countryCode: 'DE' },
				options: { fillFromCatalog: false },
			}),
		);
		const { problems } = byLevel(await source.compose(false));
		expect(problemTexts(problems)).toEqual([expect.stringMatching(label)]);
	});
});

const node = useSandbox();

describe.each(ENGINES)('A text that is too long, on the engine of %s', (engine) => {
	it.each<[operation: string, parameters: IDataObject, label: string]>([
		['Order → Create', { ...{ recipient: { name: long(256) } } }, 'Recipient → Name'],
		[
			'Order → Update',
			{
				operation: 'update',
				orderId: locate('id', '1'),
				updateFields: { recipient: { values: { city: long(256) } } },
			},
			'Update Fields → Recipient → City',
		],
		[
			'Order → Update with JSON',
			{
				operation: 'update',
				orderId: locate('id', '1'),
				updateFields: { recipientJson: { note: long(256) } },
			},
			'Update Fields → Recipient (JSON) at note',
		],
		[
			'Order Item → Update',
			{
				resource: 'orderItem',
				operation: 'update',
				orderId: locate('id', '1'),
				orderItemId: locate('id', '1'),
				updateFields: { name: long(256) },
			},
			'Update Fields → Name',
		],
		[
			'the print file of Order Item → Update',
			{
				resource: 'orderItem',
				operation: 'update',
				orderId: locate('id', '1'),
				orderItemId: locate('id', '1'),
				updateFields: { placements: { placement: [{ url: URL_OF_MEGABYTES }] } },
			},
			'Update Fields → Placements → Placement 1 → Print File',
		],
	])('is refused by its field before anything is sent: %s', async (_, parameters, label) => {
		const base = createParameters(node.sandbox);
		const { error } = await runNode(
			node,
			{
				...base,
				...parameters,
				...(parameters.operation === undefined && {
					recipient: { ...(base.recipient as IDataObject), name: long(256) },
				}),
			} as never,
			{ engine },
		);
		expect(error?.message).toMatch(/ has \d+ characters, but at most \d+ /);
		expect(error?.message).toContain(label);
		expect(receivedRequests(node).filter((line) => !line.startsWith('GET '))).toEqual([]);
	});
});
