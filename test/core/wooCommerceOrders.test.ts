/** The orders that a real WooCommerce sent (10.2.4, test/support/shopOrders/wooCommerce): what their owner expects of each. */
import { readFileSync, readdirSync } from 'node:fs';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { fromShop } from './shopOrders.ts';
import { useSandbox } from './support.ts';

const FOLDER = new URL('../support/shopOrders/wooCommerce/', import.meta.url);

const orderOf = (name: string): IDataObject =>
	JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as IDataObject;

const FILE = 'https://files.example/front-3000x4000.png';

/** As in examples/woocommerce.json. */
const SETTINGS: INodeParameters = {
	...{ then: 'confirm', unknownLines: 'leaveOut', orderWithoutLines: 'skip' },
	...{ printFileFrom: 'property', printFileProperty: 'Print file', shipping: 'STANDARD' },
};

interface Expected {
	outcome: 'produced' | 'review' | 'skipped' | 'refused';
	/** SKU, quantity, and price without tax; null for none. */
	items?: Array<[sku: string, quantity: number, price: string | null]>;
	recipient?: IDataObject;
	lacks?: string[];
	/** Each meets a warning, and each warning one of them. */
	warnings?: RegExp[];
	/** What is reviewed, why nothing is sent, or what is wrong. */
	because?: RegExp[];
}

const MUG = 'MUG003-WHITE-325-ML';
const POSTER = 'POS006-PORTRAIT-30X40-CM';
const SHIRT = 'T-S001-WHITE-M';

const anna = {
	...{ name: 'Anna Möller', address1: 'Lange Straße 7', city: 'Hamburg', zip: '20095' },
	...{ countryCode: 'DE', phone: '+49 40 1234567', email: 'anna@customer.example' },
};
const jonas = {
	...{ name: 'Jonas Weber', address1: 'Gartenweg 3', city: 'Leipzig', zip: '04109' },
	...{ countryCode: 'DE', phone: '+49 341 998877', email: 'jonas@customer.example' },
};
const zoe = {
	...{ name: 'Zoé Lefèvre', company: 'Atelier & Fils', address1: "12 rue de l'Église" },
	...{ address2: 'Bât. C', city: 'Lyon', zip: '69003', countryCode: 'FR', phone: '0478123456' },
};

const oneMug = (recipient: IDataObject): Expected => ({
	...{ outcome: 'produced', items: [[MUG, 1, '12.52']], recipient },
});
const skipped = (because: RegExp): Expected => ({ outcome: 'skipped', because: [because] });
const PAID_BACK_IN_PART = /^Part of the order was refunded, but WooCommerce does not say/;
const paidBackInPart = (...items: NonNullable<Expected['items']>): Expected => ({
	...{ outcome: 'review', because: [PAID_BACK_IN_PART], items, recipient: jonas },
});
const LEFT_OUT = (name: string): RegExp =>
	new RegExp(`^Line \\d \\(${name}[^)]*\\).* was left out`);

const EXPECTED: Record<string, Expected> = {
	// Paid, and nothing else: produced.
	'card-simple': { ...oneMug(anna), lacks: ['stateCode', 'stateName', 'company', 'address2'] },
	'by-hand-processing': oneMug(jonas),
	'customer-of-the-shop': oneMug(jonas),
	'no-shipping-line': oneMug(jonas),
	usd: oneMug(jonas),
	fee: oneMug(jonas),
	'card-variation-other-address-note': {
		outcome: 'produced',
		items: [[SHIRT, 2, '20.92']],
		recipient: { ...zoe, email: 'anna@customer.example' },
	},
	'fr-company': oneMug({ ...zoe, email: 'zoe@customer.example' }),
	'us-state': {
		outcome: 'produced',
		items: [['T-S001-BLACK-S', 1, '20.92']],
		recipient: {
			...{ name: "Ben O'Neill", address1: '500 Oak Ave', address2: 'Apt 4B', city: 'Austin' },
			...{ stateCode: 'TX', stateName: 'Texas', zip: '78701', countryCode: 'US' },
		},
	},
	brazil: {
		...oneMug({
			...{ name: 'Jonas Weber', address1: 'Av. Paulista, 1578', address2: 'Bela Vista' },
			...{ city: 'São Paulo', stateCode: 'SP', stateName: 'São Paulo', zip: '01310-100' },
			...{ countryCode: 'BR', taxNumber: '123.456.789-09' },
		}),
		warnings: [/^The shop keeps "1578, Bela Vista" beside the address: it was added there/],
	},
	jpy: {
		outcome: 'produced',
		// Yen have no decimals.
		items: [[MUG, 1, '13']],
		recipient: {
			...{ name: '花子 山田', address1: '渋谷2丁目21-1', city: '渋谷区', stateName: 'Tôkyô' },
			...{ zip: '150-0002', countryCode: 'JP' },
		},
		lacks: ['stateCode'],
	},
	'html-name': oneMug({ ...jonas, name: 'Müller & Söhne x O’Brien', company: 'A&B "GmbH"' }),
	coupon: {
		outcome: 'produced',
		items: [
			[MUG, 2, '11.27'],
			[POSTER, 1, '14.37'],
		],
	},
	'free-shipping': { outcome: 'produced', items: [['T-S001-BLACK-2XL', 3, '20.92']] },
	'edited-quantity': { outcome: 'produced', items: [[SHIRT, 3, '20.92']] },
	// A voucher paid for all of it: nobody declares a value of 0.
	'total-zero': { outcome: 'produced', items: [[MUG, 1, null]], recipient: anna },
	// Lines of others are left out by name.
	'virtual-mixed': {
		...oneMug(anna),
		warnings: [LEFT_OUT('Schnittmuster'), LEFT_OUT('Workshop')],
	},
	'lower-case-sku-and-unknown': {
		outcome: 'produced',
		items: [['TOT009-NATURAL-ONE-SIZE', 1, '10.08']],
		recipient: zoe,
		warnings: [LEFT_OUT('Geschenkverpackung'), LEFT_OUT('Postkarte')],
	},
	// Somebody looks first.
	'no-shipping-address': {
		outcome: 'review',
		items: [[MUG, 1, '12.52']],
		recipient: jonas,
		because: [/^The order has no shipping address, so it goes to the billing address/],
	},
	'shipment-tracking-meta': {
		outcome: 'review',
		items: [[MUG, 1, '12.52']],
		because: [/^The metadata "_wc_shipment_tracking_items" has the number of a parcel already/],
	},
	'meta-of-plugins': {
		outcome: 'review',
		items: [[SHIRT, 1, '20.92']],
		because: [/Print on.*Back/],
	},
	'refund-amount-without-lines': paidBackInPart(['T-S001-WHITE-L', 2, '20.92']),
	'refund-line-money-without-quantity': paidBackInPart(['T-S001-WHITE-L', 2, '20.92']),
	'refund-shipping-only': paidBackInPart([MUG, 1, '12.52']),
	'refund-one-line': paidBackInPart([SHIRT, 2, '20.92'], [MUG, 1, '12.52']),
	'refund-one-of-two-pieces': paidBackInPart([SHIRT, 2, '20.92'], [MUG, 1, '12.52']),
	'refund-then-reedit': paidBackInPart([MUG, 3, '12.52']),
	// What cannot be produced is told, with the line.
	'edited-line-removed-and-added': {
		outcome: 'refused',
		because: [
			/^Order #91, line 2 \(Poster "Harbour" 30x40, SKU POS006-PORTRAIT-30X40-CM\) has no print file/,
		],
	},
	'product-deleted-later': { outcome: 'refused', because: [/^Order #85, line 1 \(Old mug\).*SKU/] },
	'variation-any': {
		outcome: 'refused',
		because: [/^Order #55, line 1 \(Notebook, SKU NOTE-RULED\) names a print file, but no variant/],
	},
	'no-variation-sku': {
		outcome: 'refused',
		because: [/line 1 \(Hoodie - 2XL, Navy, SKU HOODIE\)/, /line 2 \(Hoodie - M/],
	},
	// Completed within a second of the payment: perhaps by the shop itself, before anything was produced.
	'completed-by-hand': {
		outcome: 'refused',
		because: [/completed in the shop as soon as it was paid, and was never ordered here/],
	},
	// Not due.
	'bacs-on-hold': skipped(/is not paid: its status is on-hold$/),
	pending: skipped(/is not paid: its status is pending$/),
	cod: skipped(/is not paid: it is to be paid cash on delivery$/),
	failed: skipped(/is not paid|was not paid/),
	'cancelled-after-payment': skipped(/was cancelled in the shop$/),
	'refund-whole-by-amount': skipped(/was refunded in full$/),
	'status-refunded-by-hand': skipped(/was refunded in full$/),
	'note-status-plugin': skipped(/is not due: its status is in-production$/),
	'local-pickup-classic': skipped(/is picked up or was handed over/),
	'pickup-location': skipped(/is picked up or was handed over/),
	'virtual-only': skipped(/no line is for this service/),
	'virtual-only-processing': skipped(/no line is for this service/),
};

const texts = (value: unknown): string[] => (value ?? []) as string[];

/** What the node says of each order that is not refused. */
const OF_EVERY_ORDER = /is confirmed\. The service checks|^No confirmation was sent for order/;

const node = useSandbox();

const create = async (order: IDataObject, settings: INodeParameters = {}) =>
	await node.run(fromShop('detect', { ...SETTINGS, ...settings }), { items: [order] });

const skuOf = (variantId: unknown): string | undefined =>
	node.sandbox.control.variants().find(({ id }) => id === variantId)?.sku;

async function meets(expected: Expected, order: IDataObject): Promise<void> {
	const { json, error } = await create(order);
	const [item = {}] = json;
	const reasons: string[] = {
		produced: [] as string[],
		review: texts(item.toReview),
		skipped: [String(item.reason)],
		refused: `${error?.message}\n${error?.description}`.split('\n'),
	}[expected.outcome];
	for (const because of expected.because ?? []) {
		expect(reasons).toContainEqual(expect.stringMatching(because));
	}
	const orders = node.sandbox.control.orders();
	if (expected.outcome === 'refused' || expected.outcome === 'skipped') {
		expect(orders).toEqual([]);
		expect(error === undefined).toBe(expected.outcome === 'skipped');
		expect(item.skipped ?? false).toBe(expected.outcome === 'skipped');
		return;
	}
	expect(error).toBeUndefined();
	expect(reasons).toHaveLength(expected.because?.length ?? 0);
	expect(item.toReview !== undefined).toBe(expected.outcome === 'review');
	expect(item).toMatchObject({
		outcome: 'placed',
		status: expected.outcome === 'review' ? 'draft' : 'pending',
	});
	const warnings = texts(item.warnings).filter(
		(text) => !OF_EVERY_ORDER.test(text) && !reasons.includes(text),
	);
	expect(warnings).toEqual((expected.warnings ?? []).map((text) => expect.stringMatching(text)));
	expect(orders).toHaveLength(1);
	const [{ recipient, items } = { recipient: {}, items: [] }] = orders;
	expect(
		items.map(({ variantId, quantity, retailPrice }) => [
			...[skuOf(variantId), quantity, retailPrice ?? null],
		]),
	).toEqual(expected.items);
	for (const { placements } of items) {
		expect(placements).toMatchObject([{ layers: [{ url: FILE }] }]);
	}
	expect(recipient).toMatchObject(expected.recipient ?? {});
	for (const part of expected.lacks ?? []) expect(recipient).not.toHaveProperty(part);
}

describe('An order of a real WooCommerce becomes what its owner expects', () => {
	it('each of the 44 orders has an expectation', () => {
		const names = readdirSync(FOLDER).map((file) => file.replace('.json', ''));
		expect(names).toHaveLength(44);
		expect(Object.keys(EXPECTED).toSorted()).toEqual(names.toSorted());
	});

	it.each(Object.entries(EXPECTED))('%s', async (name, expected) => {
		await meets(expected, orderOf(name));
	});

	it('one in the trash, as the shop sends it when it is asked for by its ID', async () => {
		const order = { ...orderOf('card-simple'), status: 'trash' };
		await meets(skipped(/was cancelled in the shop$/), order);
	});

	it('a print file is found under a name that WooCommerce hides from customers', async () => {
		const [line = {}] = orderOf('edited-quantity').line_items as IDataObject[];
		const meta_data = ['_print_file', '_print_file_back'].map((key, id) => ({
			...{ id, key, value: FILE, display_key: key, display_value: FILE },
		}));
		const order = { ...orderOf('edited-quantity'), line_items: [{ ...line, meta_data }] };
		const { json } = await create(order, { options: { printFilePlacements: 'back' } });
		expect(json[0]).toMatchObject({ outcome: 'placed', status: 'pending' });
		const placements = node.sandbox.control.orders()[0]?.items[0]?.placements;
		expect(placements?.map(({ type }) => type).toSorted()).toEqual(['back', 'front']);
	});

	it('hoodies without SKUs of their own are told apart by rows of SKU Mapping', async () => {
		const row = (size: string, colour: string, sku: string) => ({
			...{ shopSku: 'HOODIE', sku, when: { Size: size, Colour: colour } },
		});
		const skuMappingJson = JSON.stringify([
			row('2XL', 'Navy', 'T-S001-BLACK-2XL'),
			row('M', 'Black', 'T-S001-BLACK-S'),
		]);
		const { json, error } = await create(orderOf('no-variation-sku'), {
			options: { skuMappingJson },
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ outcome: 'placed' });
		const [placed] = node.sandbox.control.orders();
		expect(placed?.items.map(({ variantId }) => skuOf(variantId))).toEqual([
			'T-S001-BLACK-2XL',
			'T-S001-BLACK-S',
		]);
	});
});

describe('An order that a real WooCommerce called off while it is in production here', () => {
	it.each(['refund-whole-by-amount', 'status-refunded-by-hand', 'cancelled-after-payment'])(
		'%s: the one thing to do is to cancel it',
		async (name) => {
			const order = orderOf(name);
			await create({ ...order, status: 'processing', refunds: [] });
			const { json, error } = await create(order);
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ outcome: 'existing', calledOff: true });
			expect(json[0]).not.toHaveProperty('toReview');
			const [first, ...others] = texts(json[0]?.warnings);
			expect(first).toMatch(
				/^#\d+ was (refunded|cancelled) in the shop and is pending here: cancel it with Order → Cancel\.$/,
			);
			expect(others.join(' ')).not.toContain('refunded, but');
		},
	);
});
