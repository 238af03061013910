import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { orderFromShop } from '../../nodes/PodFulfilment/order/shop/orderFromShop.ts';
import { REPETITIONS } from '../support/repetitions.ts';
import { shopifyLine, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { wooCommerceLine, wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { CatalogService } from '../unit/api/catalog/catalogService.ts';
import { callOf } from '../unit/order/compose/operationCall.ts';
import { byLevel } from '../support/byLevel.ts';

/** Random orders: 3,000, or as many more as the soak plays. */
const ORDERS = REPETITIONS.hostileOrders;

const OWNERS_FILE = 'https://files.example.com/owner.png';

const TEMPLATE = 'https://files.example.com/{sku}/{placement}.png';

interface Variant {
	id: string;
	required: string;
	/** All placements that it has. */
	placements: string[];
}

const SHIRT: Variant = {
	id: 'v-shirt',
	required: 'front',
	placements: ['back', 'front', 'sleeve-left'],
};
const MUG: Variant = { id: 'v-mug', required: 'main', placements: ['main'] };

/** Variants by the SKUs of the shop; MAPPED has a row with a file in SKU Mapping. */
const VARIANTS: Readonly<Record<string, Variant>> = { 'TEE-M': SHIRT, MUG, MAPPED: SHIRT };

const catalog = (): CatalogService =>
	new CatalogService([
		{
			id: 'p1',
			name: 'Product',
			variants: [['TEE-M', SHIRT] as const, ['MUG', MUG] as const].map(
				([sku, { id, required, placements }]) => ({
					id,
					sku,
					name: sku,
					inStock: true,
					options: [{ id: 'ink', label: 'Ink', required: false, values: [{ value: 'black' }] }],
					placements: placements.map((type) => ({
						type,
						required: type === required,
						technique: 'direct_print',
					})),
				}),
			),
		},
	]);

/** What the owner of the shop has set. */
interface Settings {
	from: 'property' | 'template';
	listed: string[];
	hosts: string;
}

const settingsArbitrary: fc.Arbitrary<Settings> = fc.record({
	from: fc.constantFrom('property', 'property', 'property', 'template'),
	listed: fc.subarray(['sleeve-left', 'back']),
	hosts: fc.constantFrom('', 'files.example.com', 'files.example.com, *.cdn.example.com'),
});

/** Spellings of the name that the owner chose, and names that only look like it. */
const nameArbitrary = fc
	.tuple(
		fc.constantFrom(
			...[
				'Print file',
				'print_file',
				'Ｐrint_FILE',
				'PRINT-FILE',
				'Prínt file',
				'Pri\u200Bnt file',
			],
			...['Print files', 'Printfile', '_print_file', 'print', 'Ink', '__proto__', 'quantity'],
			...['variantId', 'placements', 'sku', 'toString', '_bundled_items', 'gift'],
		),
		fc.constantFrom(
			...[
				'',
				'',
				'',
				' front',
				' back',
				' sleeve-left',
				' ｂａｃｋ',
				' main',
				' front url',
				' png',
			],
			...[' preview', ' constructor', ' back\n', ' 2', ' pngpngpngpng', ' front.layers[0]'],
		),
	)
	.map(([name, rest]) => `${name}${rest}`);

const valueArbitrary = fc.oneof(
	fc.constantFrom<unknown[]>(
		...['https://files.example.com/a.png', 'https://files.example.com/b.png', OWNERS_FILE],
		...['https://x.cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
		...[
			'https://evil.example/a.png',
			'http://evil.example',
			'https://files.example.com.evil.example/',
		],
		...[
			'https://files.example.com@evil.example/a.png',
			'https://files.example.com\\@evil.example/a',
		],
		...['https://evil.example\\.cdn.example.com/a.png', 'https://evil.example#.cdn.example.com/'],
		...[
			'https://files.example.com:444/a.png',
			'HTTPS://FILES.EXAMPLE.COM/a.png',
			'javascript:alert(1)',
		],
		...['https://ｆiles.example.com/a.png', 'https://files.example.com%2f@evil.example/'],
		...[`https://files.example.com/${'a'.repeat(2_100)}`, ' https://files.example.com/a.png '],
		...['black', 'red', '99', 99, true, null, ['https://files.example.com/a.png']],
		...[{ url: 'https://evil.example/a.png' }, 'a'.repeat(2_000), ''],
	),
	fc.webUrl(),
	fc.string(),
);

const propertyArbitrary = fc.tuple(nameArbitrary, valueArbitrary);

type Property = [name: string, value: unknown];

interface PlannedLine {
	sku: string;
	quantity: number;
	properties: Property[];
	isFlooded: boolean;
}

const lineArbitrary: fc.Arbitrary<PlannedLine> = fc.record({
	sku: fc.constantFrom('TEE-M', 'TEE-M', 'MUG', 'MAPPED', 'MAPPED', 'OTHER'),
	quantity: fc.integer({ min: 1, max: 9 }),
	// Most customers fill in what they are asked for.
	properties: fc.oneof(
		fc.constant<Property[]>([['Print file', 'https://files.example.com/a.png']]),
		fc
			.array(propertyArbitrary, { maxLength: 3 })
			.map((others): Property[] => [['Print file', 'https://files.example.com/a.png'], ...others]),
		fc.array(propertyArbitrary, { maxLength: 8 }),
	),
	isFlooded: fc.nat(30).map((number) => number === 0),
});

/** The properties of a line, behind hundreds of others where a customer floods it. */
const propertiesOf = ({ properties, isFlooded }: PlannedLine): Property[] => [
	...Array.from({ length: isFlooded ? 249 : 0 }, (_, index): Property => [`Note ${index}`, 'x']),
	...properties,
];

/** Texts that a customer enters at the checkout. */
const textArbitrary = fc.oneof(
	fc.string({ maxLength: 40 }),
	fc.constantFrom('a'.repeat(300), '{{ $json }}', '=1+1', '</b>', 'https://evil.example/a.png'),
);

type Shop = 'shopify' | 'wooCommerce' | 'other';

function shopOrderOf(shop: Shop, lines: PlannedLine[], text: string): IDataObject {
	const common = (line: PlannedLine, index: number) => ({
		id: index + 1,
		sku: line.sku,
		quantity: line.quantity,
		name: line.sku,
	});
	switch (shop) {
		case 'shopify':
			return {
				...shopifyOrder(
					lines.map((line, index) =>
						shopifyLine({
							...common(line, index),
							properties: propertiesOf(line).map(([name, value]) => ({ name, value })) as never,
						}),
					),
				),
				note: text,
				note_attributes: [{ name: 'Print file', value: text }],
			};
		case 'wooCommerce':
			return {
				...wooCommerceOrder(
					lines.map((line, index) =>
						wooCommerceLine({
							...common(line, index),
							meta_data: propertiesOf(line).map(([key, value]) => ({ key, value })) as never,
						}),
					),
				),
				customer_note: text,
			};
		case 'other':
			return {
				number: 'A-1',
				name: 'Ada Example',
				address1: '12 Harbour Street',
				address2: text,
				city: 'Hamburg',
				zip: '20457',
				countryCode: 'DE',
				items: lines.map((line, index) => ({
					...common(line, index),
					properties: propertiesOf(line).map(([name, value]) => ({ name, value })),
				})) as never,
			};
	}
}

interface Sent {
	externalId: string;
	variantId: string;
	quantity: number;
	placements: Array<{ type?: string; layers: Array<{ url: string }> }>;
}

/** Whether an address is at a host that the owner listed, by its text alone. */
const isListedHost = (url: string, hosts: string): boolean =>
	hosts === '' ||
	(hosts.includes('*')
		? /^https?:\/\/(files\.example\.com|[\w.-]+\.cdn\.example\.com)([/?#]|$)/i
		: /^https?:\/\/files\.example\.com([/?#]|$)/i
	).test(url);

/** Fails for a line of which more or something else is sent than the owner's settings allow. */
function expectAllowed(
	item: Sent,
	line: PlannedLine,
	settings: Settings,
	toReview: string[],
): void {
	const variant = VARIANTS[line.sku];
	if (!variant) throw new Error(`${line.sku} is not for the service`);
	expect(item.variantId).toBe(variant.id);
	expect(item.quantity).toBe(line.quantity);
	const files = item.placements.map(({ type, layers }) => {
		expect(layers).toHaveLength(1);
		return [type, layers[0]?.url] as const;
	});
	const types = files.map(([type]) => type);
	expect(new Set(types).size).toBe(types.length);
	if (line.sku === 'MAPPED') {
		expect(files).toEqual([[variant.required, OWNERS_FILE]]);
		return;
	}
	const allowed = [variant.required, ...settings.listed].filter((type) =>
		variant.placements.includes(type),
	);
	if (settings.from === 'template') {
		const expected = allowed.map((type) => [
			type,
			TEMPLATE.replace('{sku}', line.sku).replace('{placement}', type),
		]);
		expect(files.toSorted()).toEqual(expected.toSorted());
		return;
	}
	const values = line.properties.map(([, value]) => String(value).trim());
	for (const [type = '', url = ''] of files) {
		expect(variant.placements).toContain(type);
		expect(values).toContain(url);
		expect(isListedHost(url, settings.hosts)).toBe(true);
		expect(url.length).toBeLessThanOrEqual(2_048);
		if (!allowed.includes(type)) {
			expect(toReview.filter((text) => text.includes(`"${type}"`))).not.toEqual([]);
		}
	}
}

describe('A shop order of which the customer controls whatever customers can', () => {
	it('never sends a file, a placement, a quantity or a variant that the settings do not allow', async () => {
		let sentCount = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom<Shop[]>('shopify', 'wooCommerce', 'other'),
				fc.array(lineArbitrary, { minLength: 1, maxLength: 4 }),
				textArbitrary,
				settingsArbitrary,
				async (shop, lines, text, settings) => {
					const source = await orderFromShop(
						callOf(catalog().client(), {
							shop,
							shopOrder: shopOrderOf(shop, lines, text),
							printFileFrom: settings.from,
							printFileTemplate: TEMPLATE,
							unknownLines: 'leaveOut',
							skuMapping: {
								row: [
									{
										shopSku: 'MAPPED',
										variantId: { mode: 'id', value: SHIRT.id },
										printFileUrl: OWNERS_FILE,
									},
								],
							},
							options: {
								printFilePlacements: settings.listed.join(', '),
								printFileHosts: settings.hosts,
							},
						}),
					);
					const { body, problems, toReview } = byLevel(await source.compose(false));
					if (problems.length > 0) return;
					sentCount += 1;
					expect(Object.keys(body).sort()).toEqual([
						...['externalId', 'orderItems', 'recipient', 'shipping'],
					]);
					expect(body.shipping).toBe('STANDARD');
					const items = body.orderItems as unknown as Sent[];
					const ours = lines.flatMap((line, index) =>
						VARIANTS[line.sku] ? [{ line, id: String(index + 1) }] : [],
					);
					expect(items.map(({ externalId }) => externalId)).toEqual(ours.map(({ id }) => id));
					for (const [index, { line }] of ours.entries()) {
						const item = items[index];
						if (item) expectAllowed(item, line, settings, toReview);
					}
					for (const [longest] of JSON.stringify(body).matchAll(/"(?:[^"\\]|\\.){256,}"/g)) {
						expect(longest).toMatch(/^"https?:/i);
						expect((JSON.parse(longest) as string).length).toBeLessThanOrEqual(2_048);
					}
				},
			),
			{ numRuns: ORDERS },
		);
		// The property would hold if nothing was ever sent.
		expect(sentCount).toBeGreaterThan(ORDERS / 5);
	});
});
