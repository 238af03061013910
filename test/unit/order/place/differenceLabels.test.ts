import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { isObject } from '../../../../nodes/PodFulfilment/input/objects.ts';
import {
	comparisonOf,
	type ComposedOrder,
	type OrderSource,
} from '../../../../nodes/PodFulfilment/order/composedOrder.ts';
import { contentRefusal } from '../../../../nodes/PodFulfilment/order/place/existingOrder.ts';
import { orderFromFields } from '../../../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import { orderFromShop } from '../../../../nodes/PodFulfilment/order/shop/orderFromShop.ts';
import { shopifyLine, shopifyOrder } from '../../../support/shopOrders/shopify.ts';
import {
	printFileMeta,
	wooCommerceLine,
	wooCommerceOrder,
} from '../../../support/shopOrders/wooCommerce.ts';
import { callOf, shirtAndMug } from '../compose/operationCall.ts';
import { problemsIn } from '../../../../nodes/PodFulfilment/order/findings.ts';

const FRONT = 'https://files.example.com/front.png';
const BACK = 'https://files.example.com/back.png';

const recipient = {
	name: 'Nathan Doe',
	address1: '12 Harbour Street',
	city: 'Hamburg',
	zip: '20457',
	countryCode: 'DE',
};

const fromJson = (item: IDataObject): IDataObject => ({
	externalId: 'A-1',
	recipient,
	specifyItems: 'json',
	itemsJson: JSON.stringify([{ quantity: 2, ...item }]),
});

const placementOf = (type: string, url: string): IDataObject => ({ type, layers: [{ url }] });

/** A way in which a user enters an order. */
interface Way {
	from: (call: ReturnType<typeof callOf>) => OrderSource | Promise<OrderSource>;
	parameters: IDataObject;
	/** What messages call the address of the second print file. */
	printFile: string;
}

const WAYS: Record<string, Way> = {
	'Items as fields': {
		from: orderFromFields,
		parameters: {
			externalId: 'A-1',
			recipient,
			items: {
				item: [
					{
						variantId: { __rl: true, mode: 'sku', value: 'TEE-M' },
						quantity: 2,
						placements: {
							placement: [
								{ type: 'front', url: FRONT },
								{ type: 'back', url: BACK },
							],
						},
					},
				],
			},
		},
		printFile: 'Items → Item 1 → Placements → Placement 2 → Print File',
	},
	'Items (JSON) with layers': {
		from: orderFromFields,
		parameters: fromJson({
			variantId: 'v-shirt',
			placements: [placementOf('front', FRONT), placementOf('back', BACK)],
		}),
		printFile: 'Items (JSON) at [0].placements[1].layers[0].url',
	},
	'Items (JSON) with files': {
		from: orderFromFields,
		parameters: fromJson({ sku: 'TEE-M', files: { front: FRONT, back: BACK } }),
		printFile: 'Items (JSON) at [0].files.back',
	},
	'Items (JSON) with one file': {
		from: orderFromFields,
		parameters: fromJson({ sku: 'TEE-M', files: FRONT }),
		printFile: 'Items (JSON) at [0].files',
	},
	'an order of Shopify': {
		from: orderFromShop,
		parameters: {
			shopOrder: shopifyOrder([
				shopifyLine({
					name: 'Shirt',
					sku: 'TEE-M',
					properties: [
						{ name: 'Print file front', value: FRONT },
						{ name: 'Print file back', value: BACK },
					],
				}),
			]),
		},
		printFile: 'Line 1 (Shirt, SKU TEE-M) → Placements → Placement 2 → Print File',
	},
	'an order of WooCommerce': {
		from: orderFromShop,
		parameters: {
			shop: 'wooCommerce',
			shopOrder: wooCommerceOrder([
				wooCommerceLine({ name: 'Shirt', sku: 'TEE-M', meta_data: [printFileMeta(FRONT)] }),
			]),
		},
		printFile: 'Line 1 (Shirt, SKU TEE-M) → Placements → Placement 1 → Print File',
	},
};

/** Copies of a value, each with one text or number in it changed. */
function* changedOnce(value: unknown): Generator<unknown> {
	if (Array.isArray(value)) {
		for (const [index, entry] of (value as unknown[]).entries()) {
			for (const changed of changedOnce(entry)) yield value.with(index, changed);
		}
	} else if (isObject(value)) {
		for (const [name, entry] of Object.entries(value)) {
			for (const changed of changedOnce(entry)) yield { ...value, [name]: changed };
		}
	} else {
		yield typeof value === 'number' ? value + 1 : `${String(value)}-other`;
	}
}

/** What the message of a refused order calls the fields that differ from an existing order. */
async function headlineOf(order: ComposedOrder, existing: IDataObject) {
	const comparison = await comparisonOf(order, existing);
	if ('uncomparable' in comparison) throw new Error(comparison.uncomparable);
	const { message = '' } = contentRefusal('A-1', {}, order, comparison) ?? {};
	return { differences: comparison.differences, labels: message.split('other content: ')[1] ?? '' };
}

/** Composes the order that the parameters describe. */
async function composed({ from, parameters }: Way): Promise<ComposedOrder> {
	const source = await from(callOf(shirtAndMug().client(), parameters));
	const order = await source.compose(false);
	expect(problemsIn(order.findings)).toEqual([]);
	return order;
}

describe.each(Object.entries(WAYS))('An order from %s that exists with other content', (_, way) => {
	it('the headline names another print file as the user entered it', async () => {
		const order = await composed(way);
		const existing = structuredClone(order.body);
		const [item] = existing.orderItems as Array<{ placements: Array<{ layers: IDataObject[] }> }>;
		Object.assign(item?.placements.at(-1)?.layers[0] ?? {}, { url: `${FRONT}?other` });
		expect((await headlineOf(order, existing)).labels).toBe(way.printFile);
	});

	it('the headline has no path of the service, whichever value differs', async () => {
		const order = await composed(way);
		const isWritten = way.printFile.includes('layers');
		const labels = new Set<string>();
		for (const existing of changedOnce(order.body)) {
			const found = await headlineOf(order, existing as IDataObject);
			if (found.differences.length > 0) labels.add(found.labels);
		}
		expect(labels.size).toBeGreaterThan(8);
		for (const label of labels) {
			expect(label).not.toMatch(/orderItems|recipient\.|actions/);
			if (!isWritten) expect(label).not.toMatch(/placements\[|layers|position|variantId/);
		}
	});
});
