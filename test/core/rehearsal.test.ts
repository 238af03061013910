/** The last 100 orders of a shop whose new owner made six usual mistakes, through the examples that rehearse them. */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import shopify from '../../examples/rehearsal-shopify.json' with { type: 'json' };
import wooCommerce from '../../examples/rehearsal-woocommerce.json' with { type: 'json' };
import { shopifyOrder } from '../support/shopOrders/shopify.ts';
import { wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { ExampleWorkflow } from './engine/example.ts';
import { credentialFor } from './engine/run.ts';
import { receivedRequests } from './orderRuns.ts';
import { fromShop, mug, shirt, shopifyLineOf, wooCommerceLineOf } from './shopOrders.ts';
import { printFile, useSandbox } from './support.ts';

const node = useSandbox();

/** A row of the table. */
interface Row {
	cause: string;
	orders: number;
	change: string;
	text: string;
	lookAt: string;
}

/** What is special about an order, whichever shop it is of. */
interface Made {
	sku: string;
	properties: Record<string, string>;
	isSent: boolean;
	isCompletedByItself: boolean;
	hasPostalCode: boolean;
}

const CUSTOMER = { name: 'Zacharias Quint', street: 'Hollow Lane 77', email: 'zq@mail.example' };
const ART = { Artwork: printFile };
const OLD_MUG = 'OLD-MUG';
const OLD_SHIRT = 'OLD-SHIRT';

/** 100 orders: half of them are sent, and most have one of the mistakes. */
function made(isWooCommerce: boolean): Made[] {
	const plain = {
		...{ sku: mug(node.sandbox).sku, properties: ART },
		...{ isSent: false, isCompletedByItself: false, hasPostalCode: true },
	};
	const tee = { ...plain, sku: shirt(node.sandbox).sku };
	const kinds: Array<[count: number, order: Made]> = [
		// 1. All files are in a property of another name. 2. SKUs of the owner's own.
		[34, plain],
		[14, { ...plain, sku: OLD_MUG }],
		[10, { ...plain, sku: OLD_SHIRT }],
		// 3. A print that the variant does not require. 4. What the customer chose, and changes nothing.
		[14, { ...tee, properties: { ...ART, 'Artwork back': `${printFile}?back` } }],
		[12, { ...tee, properties: { ...ART, 'Gift card on': 'Back' } }],
		// 5. A file of an app that is not printed. 6. A shop that completes orders as soon as they are paid.
		[7, { ...plain, properties: { ...ART, Receipt: 'https://files.example.com/receipt.pdf' } }],
		[6, { ...plain, isCompletedByItself: isWooCommerce }],
		// What no field changes.
		[3, { ...plain, hasPostalCode: false }],
	];
	return kinds
		.flatMap(([count, order]) => Array.from({ length: count }, () => order))
		.map((order, index) => ({
			...order,
			isSent: index % 2 === 0 && !order.isCompletedByItself,
		}));
}

const PAID = '2026-11-20T08:00:00';

const ofWooCommerce = (order: Made, index: number): IDataObject => {
	const { sku, properties, isSent, isCompletedByItself, hasPostalCode } = order;
	const [first_name, last_name] = CUSTOMER.name.split(' ');
	const shipping = {
		...{ first_name, last_name, company: '', address_1: CUSTOMER.street, address_2: '' },
		...{ city: 'Hamburg', state: '', postcode: hasPostalCode ? '20457' : '', country: 'DE' },
	};
	const isCompleted = isSent || isCompletedByItself;
	const completedAt = isSent ? '2026-11-23T08:00:00' : PAID;
	const metadata = Object.entries(properties).map(([key, value]) => ({
		...{ key, value, display_key: key, display_value: value },
	}));
	return wooCommerceOrder([wooCommerceLineOf(sku, { variation_id: 0, meta_data: metadata })], {
		...{ id: 1001 + index, number: String(1001 + index), date_paid: PAID, shipping },
		...{ status: isCompleted ? 'completed' : 'processing' },
		...{ date_completed: isCompleted ? completedAt : null },
		billing: { ...shipping, email: CUSTOMER.email, phone: '' },
	});
};

const ofShopify = (order: Made, index: number): IDataObject => {
	const { sku, properties, isSent, hasPostalCode } = order;
	const address = {
		...{ name: CUSTOMER.name, address1: CUSTOMER.street, city: 'Hamburg' },
		...{ zip: hasPostalCode ? '20457' : null, country_code: 'DE', phone: null },
	};
	const line = shopifyLineOf(sku, {
		...(isSent && { fulfillable_quantity: 0, fulfillment_status: 'fulfilled' }),
		properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
	});
	return shopifyOrder([line], {
		...{ id: 5_700_000_000_001 + index, order_number: 1001 + index, name: `#${1001 + index}` },
		...{ shipping_address: address, billing_address: address, email: CUSTOMER.email },
		...(isSent && { fulfillment_status: 'fulfilled', closed_at: '2026-11-23T08:00:00Z' }),
	});
};

/** Where the owner enters what a row says, by the label of the field. */
const FIELDS: Record<string, (parameters: INodeParameters, text: string) => void> = {
	'SKU Mapping (JSON)': (parameters, text) => {
		const variants: Record<string, string> = {
			[OLD_MUG]: mug(node.sandbox).sku,
			[OLD_SHIRT]: shirt(node.sandbox).sku,
		};
		const rows = JSON.parse(text) as Array<{ shopSku: string; sku?: string }>;
		// He completes what is left to be entered.
		const entered = rows.map((row) => ({ ...row, sku: variants[row.shopSku] }));
		set(parameters, 'skuMappingJson', JSON.stringify(entered));
	},
	'Print File Property': (parameters, text) => {
		parameters.printFileProperty = text;
	},
	'Also Print On': (parameters, text) => {
		set(parameters, 'printFilePlacements', text);
	},
	'Properties to Ignore': (parameters, text) => {
		const { ignoredProperties = '' } = parameters.options as INodeParameters;
		const all = [String(ignoredProperties), text].filter(Boolean);
		set(parameters, 'ignoredProperties', all.join(', '));
	},
	'Order Statuses': (parameters, text) => {
		set(parameters, 'orderStatuses', text);
	},
};

const set = (parameters: INodeParameters, option: string, value: string): void => {
	parameters.options = { ...(parameters.options as INodeParameters), [option]: value };
};

const CHECK = 'Check the Orders';
const ORDERS = 'Last 100 Orders';

describe.each([
	['WooCommerce', wooCommerce, ofWooCommerce, (orders: IDataObject[]) => orders],
	['Shopify', shopify, ofShopify, (orders: IDataObject[]) => [{ orders }]],
] as const)('The last 100 orders of %s', (shop, file, orderOf, asAnswered) => {
	it('are told in a table, and nothing but what it says has 95 of them clean', async () => {
		const orders = asAnswered(made(shop === 'WooCommerce').map(orderOf));
		const example = structuredClone(file) as unknown as { nodes: INode[]; pinData: object };
		const check = example.nodes.find(({ name }) => name === CHECK) as INode;
		const stops = ({ problems, toReview = [] }: IDataObject): boolean =>
			[...(problems as string[]), ...(toReview as string[])].length > 0;
		const rehearse = async () => {
			const workflow = new ExampleWorkflow(example, credentialFor(node.sandbox), async () =>
				Promise.reject(new Error('Nothing is written')),
			);
			const run = await workflow.run(ORDERS, orders);
			expect(run[CHECK]).toHaveLength(100);
			const table = (run.Table ?? []) as unknown as Row[];
			const told = JSON.stringify(table);
			for (const text of Object.values(CUSTOMER)) expect(told).not.toContain(text);
			return { table, stopped: (run[CHECK] ?? []).filter(stops) };
		};
		const causes = new Set<string>();
		for (let round = 0; ; round += 1) {
			const { table, stopped } = await rehearse();
			const orderOfRows = table.map(({ orders: count }) => count);
			expect(orderOfRows).toEqual(orderOfRows.toSorted((one, other) => other - one));
			const first = new Set(table.slice(0, 8).map(({ cause }) => cause));
			const covered = stopped.filter(({ advice }) =>
				(advice as Row[]).every(({ cause }) => first.has(cause)),
			);
			expect(covered.length).toBeGreaterThanOrEqual(0.95 * stopped.length);
			for (const { lookAt } of table) expect(lookAt).toMatch(/^Order #1\d{3}$/);
			for (const { cause } of table) causes.add(cause);
			const changes = table.filter(({ text }) => text !== '' && text !== '[]');
			if (changes.length === 0) {
				expect(100 - stopped.length).toBeGreaterThanOrEqual(95);
				expect(table).toMatchObject([{ cause: 'missingAddress', orders: 3, change: '' }]);
				break;
			}
			expect(round).toBeLessThan(4);
			for (const { change, text } of changes) FIELDS[change]?.(check.parameters, text);
		}
		expect([...causes].sort()).toEqual(
			[
				...['customerText', 'extraPrint', 'missingAddress'],
				// Of a line with two files, nobody says which is to be printed before the property is named.
				...['noPrintFile', 'printFileName'],
				...(shop === 'WooCommerce' ? ['otherStatus'] : []),
				...['unknownSku', 'unusedFile'],
			].sort(),
		);
		expect(receivedRequests(node).filter((line) => !line.startsWith('GET '))).toEqual([]);
		expect(node.sandbox.control.orders()).toEqual([]);
	});

	it('of a row of SKU Mapping that is pasted and not completed, nothing is produced', async () => {
		const [order] = [{ ...made(false)[34], sku: OLD_MUG, isSent: false } as Made].map(orderOf);
		for (const missing of ['sku', 'printFileUrl']) {
			const skuMappingJson = JSON.stringify([{ shopSku: OLD_MUG, [missing]: '' }]);
			const parameters = { then: 'check', options: { skuMappingJson } };
			const { json } = await node.run(fromShop('detect', parameters), {
				items: [order as IDataObject],
			});
			expect(json[0]).toMatchObject({ problems: [expect.any(String)] });
		}
	});
});
