/** One order in every way into the node: what its customer decides is where each shop has it. */
import type { IDataObject } from 'n8n-workflow';

import type { OperationCall } from '../../../nodes/PodFulfilment/execution/operation.ts';
import { orderFromFields } from '../../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import type {
	ComposedOrder,
	OrderSource,
} from '../../../nodes/PodFulfilment/order/composedOrder.ts';
import { orderFromShop } from '../../../nodes/PodFulfilment/order/shop/orderFromShop.ts';
import { CatalogService } from '../../unit/api/catalog/catalogService.ts';
import { callOf } from '../../unit/order/compose/operationCall.ts';
import { SAMPLES } from './sources.ts';
import { shopifyAddress, shopifyLine, shopifyOrder } from './shopify.ts';
import { asGraphql } from './shopifyGraphql.ts';
import { wooCommerceAddress, wooCommerceLine, wooCommerceOrder } from './wooCommerce.ts';

export const FILE = 'https://files.example.com/front.png';

/** What a customer, a shop or a plug-in puts into an order. What is left out is as in any order. */
export interface CustomerOrder {
	/** Properties of each line. */
	properties?: ReadonlyArray<readonly [name: string, value: unknown]>;
	/** Attributes of the cart, metadata or columns of the order. */
	attributes?: ReadonlyArray<readonly [name: string, value: unknown]>;
	/** Parts of the address, by the names of a Recipient. */
	address?: Record<string, string>;
	lines?: number;
	title?: string;
	variantTitle?: string;
	sku?: string;
	file?: string;
	/** More print files of each line, by the placement that each names. */
	files?: ReadonlyArray<readonly [placement: string, url: string]>;
	note?: string;
	shippingTitle?: string;
	/** Status of the payment, or of the order. */
	status?: string;
}

const linesOf = (order: CustomerOrder, lineAt: (id: number) => IDataObject): IDataObject[] =>
	Array.from({ length: order.lines ?? 1 }, (_, index) => lineAt(index + 1));

const propertiesOf = ({ properties = [], file = FILE, files = [] }: CustomerOrder) => [
	['Print file', file] as const,
	...files.map(([placement, url]) => [`Print file ${placement}`, url] as const),
	...properties,
];

const listOf = (
	entries: ReadonlyArray<readonly [string, unknown]> = [],
	key = 'name',
): IDataObject[] => entries.map(([name, value]) => ({ [key]: name, value }) as IDataObject);

const objectOf = (entries: ReadonlyArray<readonly [string, unknown]> = []): IDataObject =>
	Object.fromEntries(entries) as IDataObject;

const shopify = (order: CustomerOrder): IDataObject => {
	const { address = {}, title = 'Tee', sku = 'TEE-M', shippingTitle = 'Standard' } = order;
	const { stateCode, countryCode, ...parts } = address;
	return shopifyOrder(
		linesOf(order, (id) =>
			shopifyLine({
				...{ id, sku, title, name: title, variant_title: order.variantTitle ?? null },
				properties: listOf(propertiesOf(order)),
			}),
		),
		{
			note: order.note ?? null,
			note_attributes: listOf(order.attributes),
			financial_status: order.status ?? 'paid',
			shipping_lines: [{ id: 1, title: shippingTitle, code: shippingTitle }],
			shipping_address: {
				...shopifyAddress(),
				...parts,
				...(stateCode !== undefined && { province: stateCode, province_code: stateCode }),
				...(countryCode !== undefined && { country: countryCode, country_code: countryCode }),
			},
		},
	);
};

const wooCommerce = (order: CustomerOrder): IDataObject => {
	const { address = {}, title = 'Tee', sku = 'TEE-M', shippingTitle = 'Standard' } = order;
	const plain = wooCommerceAddress();
	return wooCommerceOrder(
		linesOf(order, (id) =>
			wooCommerceLine({
				...{ id, sku, name: title, parent_name: title },
				meta_data: listOf(propertiesOf(order), 'key').map((entry) => ({
					...{ ...entry, display_key: entry.key, display_value: entry.value },
				})),
			}),
		),
		{
			status: order.status ?? 'processing',
			customer_note: order.note ?? '',
			meta_data: listOf(order.attributes, 'key'),
			shipping_lines: [{ id: 1, method_title: shippingTitle, method_id: shippingTitle }],
			shipping: {
				...plain,
				first_name: address.name ?? 'John',
				company: address.company ?? '',
				address_1: address.address1 ?? '969 Market',
				address_2: address.address2 ?? '',
				city: address.city ?? 'San Francisco',
				postcode: address.zip ?? '94103',
				state: address.stateCode ?? 'CA',
				country: address.countryCode ?? 'US',
				phone: address.phone ?? '',
			},
		},
	);
};

const etsy = (order: CustomerOrder): IDataObject => {
	const { address = {}, title = 'Tee', sku = 'TEE-M' } = order;
	const [line = {}] = SAMPLES.etsy!.order.transactions as IDataObject[];
	return {
		...SAMPLES.etsy!.order,
		...{ status: order.status ?? 'Paid', message_from_buyer: order.note ?? '' },
		...{ name: address.name ?? 'J. Doe', first_line: address.address1 ?? '1 Long Street' },
		...{ second_line: address.address2 ?? '', city: address.city ?? 'Boston' },
		...{ zip: address.zip ?? '02110', state: address.stateCode ?? 'MA' },
		country_iso: address.countryCode ?? 'US',
		transactions: linesOf(order, (id) => ({
			...{ ...line, transaction_id: id, sku, title },
			shipping_upgrade: order.shippingTitle ?? null,
			variations: [...propertiesOf(order), ['Style', order.variantTitle ?? '']].map(
				([name, value]) => ({ formatted_name: name, formatted_value: value }) as IDataObject,
			),
		})),
	};
};

const stripeCheckout = (order: CustomerOrder): IDataObject => {
	const { address = {}, title = 'Tee', sku = 'TEE-M', shippingTitle = 'Standard' } = order;
	const session = SAMPLES.stripeCheckout!.order;
	const { data } = session.line_items as { data: IDataObject[] };
	const price = data[0]!.price as IDataObject;
	return {
		...session,
		...{ payment_status: order.status ?? 'paid' },
		custom_fields: (order.attributes ?? []).map(([name, value], index) => ({
			...{ key: `field${index}`, type: 'text', optional: true },
			...{ label: { type: 'custom', custom: name }, text: { value } },
		})) as IDataObject[],
		shipping_cost: { shipping_rate: { id: 'shr_1', display_name: shippingTitle } },
		collected_information: {
			shipping_details: {
				name: address.name ?? 'J. Doe',
				address: {
					...{ line1: address.address1 ?? '1 Long Street', line2: address.address2 ?? null },
					...{ city: address.city ?? 'Boston', postal_code: address.zip ?? '02110' },
					...{ state: address.stateCode ?? 'MA', country: address.countryCode ?? 'US' },
				},
			},
		},
		customer_details: { phone: address.phone ?? null, email: null },
		line_items: {
			object: 'list',
			has_more: false,
			data: linesOf(order, (id) => ({
				...{ ...data[0], id: String(id), description: title },
				price: { ...price, metadata: { sku } },
				metadata: objectOf(propertiesOf(order)),
			})),
		},
	};
};

const squarespace = (order: CustomerOrder): IDataObject => {
	const { address = {}, title = 'Tee', sku = 'TEE-M', shippingTitle = 'Standard' } = order;
	const [line = {}] = SAMPLES.squarespace!.order.lineItems as IDataObject[];
	return {
		...SAMPLES.squarespace!.order,
		fulfillmentStatus: order.status ?? 'PENDING',
		formSubmission: listOf(order.attributes, 'label'),
		shippingLines: [{ method: shippingTitle }],
		shippingAddress: {
			...{ firstName: address.name ?? 'J. Doe', address1: address.address1 ?? '1 Long Street' },
			...{ address2: address.address2 ?? null, city: address.city ?? 'Boston' },
			...{ state: address.stateCode ?? 'MA', postalCode: address.zip ?? '02110' },
			...{ countryCode: address.countryCode ?? 'US', phone: address.phone ?? null },
		},
		lineItems: linesOf(order, (id) => ({
			...{ ...line, id: String(id), sku, productName: title },
			variantOptions: listOf([['Style', order.variantTitle ?? '']], 'optionName'),
			customizations: listOf(propertiesOf(order), 'label'),
		})),
	};
};

const wix = (order: CustomerOrder): IDataObject => {
	const { address = {}, title = 'Tee', sku = 'TEE-M', shippingTitle = 'Standard' } = order;
	const sample = SAMPLES.wix!.order;
	const [line = {}] = sample.lineItems as IDataObject[];
	const shown = [...propertiesOf(order), ['Style', order.variantTitle ?? ''] as const];
	return {
		...sample,
		...{ status: order.status ?? 'APPROVED', buyerNote: order.note ?? '' },
		customFields: listOf(order.attributes, 'title'),
		shippingInfo: {
			title: shippingTitle,
			logistics: {
				shippingDestination: {
					contactDetails: {
						...{ firstName: address.name ?? 'J. Doe', company: address.company ?? '' },
						phone: address.phone ?? '',
					},
					address: {
						...{ addressLine: address.address1 ?? '1 Long Street', city: address.city ?? 'Boston' },
						...{ addressLine2: address.address2 ?? '', postalCode: address.zip ?? '02110' },
						...{ subdivision: address.stateCode ?? 'US-MA', country: address.countryCode ?? 'US' },
					},
				},
			},
		},
		lineItems: linesOf(order, (id) => ({
			...{ ...line, id: String(id), productName: { original: title } },
			physicalProperties: { sku, shippable: true },
			descriptionLines: shown.map(([name, value]) => ({
				...{ name: { original: name }, plainText: { original: value } },
			})) as IDataObject[],
		})),
	};
};

const eBay = (order: CustomerOrder): IDataObject => {
	const { address = {}, title = 'Tee', sku = 'TEE-M', shippingTitle = 'Standard' } = order;
	const [line = {}] = SAMPLES.eBay!.order.lineItems as IDataObject[];
	return {
		...SAMPLES.eBay!.order,
		...{ orderPaymentStatus: order.status ?? 'PAID', buyerCheckoutNotes: order.note ?? '' },
		fulfillmentStartInstructions: [
			{
				fulfillmentInstructionsType: 'SHIP_TO',
				shippingStep: {
					shippingServiceCode: shippingTitle,
					shipTo: {
						...{ fullName: address.name ?? 'J. Doe', companyName: address.company ?? '' },
						primaryPhone: { phoneNumber: address.phone ?? '' },
						contactAddress: {
							...{ addressLine1: address.address1 ?? '1 Long Street' },
							...{ addressLine2: address.address2 ?? '', city: address.city ?? 'Boston' },
							...{ stateOrProvince: address.stateCode ?? 'MA' },
							...{ postalCode: address.zip ?? '02110', countryCode: address.countryCode ?? 'US' },
						},
					},
				},
			},
		],
		lineItems: linesOf(order, (id) => ({
			...{ ...line, lineItemId: String(id), sku, title },
			variationAspects: listOf([
				...propertiesOf(order),
				['Style', order.variantTitle ?? ''] as const,
			]),
		})),
	};
};

const ecwid = (order: CustomerOrder): IDataObject => {
	const { address = {}, title = 'Tee', sku = 'TEE-M', shippingTitle = 'Standard' } = order;
	const [line = {}] = SAMPLES.ecwid!.order.items as IDataObject[];
	return {
		...SAMPLES.ecwid!.order,
		...{ paymentStatus: order.status ?? 'PAID', orderComments: order.note ?? '' },
		orderExtraFields: listOf(order.attributes, 'title'),
		shippingOption: { shippingMethodName: shippingTitle, isPickup: false },
		shippingPerson: {
			...{ name: address.name ?? 'J. Doe', companyName: address.company ?? '' },
			street: [address.address1 ?? '1 Long Street', address.address2].filter(Boolean).join('\n'),
			...{ city: address.city ?? 'Boston', postalCode: address.zip ?? '02110' },
			...{ stateOrProvinceCode: address.stateCode ?? 'MA', phone: address.phone ?? '' },
			countryCode: address.countryCode ?? 'US',
		},
		items: linesOf(order, (id) => ({
			...{ ...line, id, sku, name: title },
			selectedOptions: listOf([
				...propertiesOf(order),
				['Style', order.variantTitle ?? ''] as const,
			]),
		})),
	};
};

const snipcart = (order: CustomerOrder): IDataObject => {
	const { address = {}, title = 'Tee', sku = 'TEE-M', shippingTitle = 'Standard' } = order;
	const [line = {}] = SAMPLES.snipcart!.order.items as IDataObject[];
	return {
		...SAMPLES.snipcart!.order,
		...{ paymentStatus: order.status ?? 'Paid', notes: order.note ?? null },
		customFields: listOf(order.attributes),
		shippingMethod: shippingTitle,
		shippingAddress: {
			...{ fullName: address.name ?? 'J. Doe', company: address.company ?? null },
			...{ address1: address.address1 ?? '1 Long Street', address2: address.address2 ?? null },
			...{ city: address.city ?? 'Boston', postalCode: address.zip ?? '02110' },
			...{ province: address.stateCode ?? 'MA', country: address.countryCode ?? 'US' },
			phone: address.phone ?? null,
		},
		items: linesOf(order, (id) => ({
			...{ ...line, uniqueId: String(id), id: sku, name: title },
			customFields: listOf([...propertiesOf(order), ['Style', order.variantTitle ?? ''] as const]),
		})),
	};
};

const RECIPIENT = {
	...{ name: 'J. Doe', address1: '1 Long Street', city: 'Berlin', zip: '10115', countryCode: 'DE' },
};

/** An order of any other shop, whose properties and attributes are fields or lists. */
const other = (order: CustomerOrder, areFields: boolean): IDataObject => ({
	...{ number: '1', ...RECIPIENT, ...order.address, note: order.note ?? '' },
	...{ shipping: { method: order.shippingTitle ?? 'Standard' }, status: order.status ?? 'new' },
	...(areFields ? objectOf(order.attributes) : { attributes: listOf(order.attributes) }),
	items: linesOf(order, (id) => ({
		...{ id, sku: order.sku ?? 'TEE-M', quantity: 1, name: order.title ?? 'Tee', price: '3.00' },
		...{ 'Print file': order.file ?? FILE, variant: order.variantTitle ?? '' },
		...objectOf(order.files?.map(([placement, url]) => [`Print file ${placement}`, url] as const)),
		...(areFields ? objectOf(order.properties) : { options: listOf(order.properties) }),
	})),
});

/** The answer of a form, which is one line. */
const answerOf = (order: CustomerOrder): IDataObject => {
	const { stateCode, countryCode, address1, ...parts } = {
		...RECIPIENT,
		...order.address,
	} as Record<string, string>;
	return {
		...{ submittedAt: '2026-10-01T12:00:00.000+02:00', formMode: 'production' },
		...{ 'Order Number': '1', SKU: order.sku ?? 'TEE-M', Quantity: 1, Price: '3.00' },
		...{ ...parts, 'Address 1': address1, State: stateCode ?? '', Country: countryCode },
		...{ Product: order.title ?? 'Tee', Shipping: order.shippingTitle ?? 'Standard' },
		...{ 'Print file': order.file ?? FILE, Status: order.status ?? '' },
		...objectOf(order.attributes),
		...objectOf(order.properties),
	};
};

/** The items of an order that is entered. */
const items = (order: CustomerOrder): IDataObject[] =>
	linesOf(order, (id) => ({
		...{ externalId: String(id), sku: order.sku ?? 'TEE-M', quantity: 1 },
		...{
			name: order.title ?? 'Tee',
			files: { front: order.file ?? FILE, ...objectOf(order.files) },
		},
		options: objectOf(order.properties),
	}));

const recipientOf = (order: CustomerOrder): IDataObject => ({
	...RECIPIENT,
	...objectOf(order.attributes),
	...order.address,
});

type Source = (call: OperationCall) => OrderSource | Promise<OrderSource>;

interface Way {
	source: Source;
	parametersOf(order: CustomerOrder): IDataObject;
	/** Whether properties and attributes are fields of an object. */
	areFields?: boolean;
}

const shopWay = (parametersOf: Way['parametersOf'], areFields = false): Way => ({
	...{ source: orderFromShop, areFields },
	parametersOf: (order) => ({
		...parametersOf(order),
		options: {
			...{ lineOptions: 'Dial, Color', printFilePlacements: 'back' },
			shippingMapping: { row: [{ shopMethod: 'Free Shipping', shipping: 'EXPRESS' }] },
			skuMappingJson: [
				{ shopSku: 'S-1', sku: 'TEE-M', when: { Size: 'M' } },
				{ shopSku: 'S-1', sku: 'TEE-M', when: { Size: 'L', Color: 'Black' } },
				{ shopSku: 'P-1', productId: 'p2' },
				...['TEE-M', 'CAP-1', 'CAP-2'].map((sku) => ({ shopSku: 'SET-1', sku, isPart: true })),
			],
		},
	}),
});

export const WAYS: Readonly<Record<string, Way>> = {
	'Shopify (REST)': shopWay((order) => ({ shopOrder: shopify(order) })),
	'Shopify (GraphQL)': shopWay((order) => ({
		shopOrder: asGraphql(shopify(order), {
			customAttributes: listOf(order.attributes, 'key'),
			note: order.note,
		}),
	})),
	WooCommerce: shopWay((order) => ({ shopOrder: wooCommerce(order) })),
	Etsy: shopWay((order) => ({ shopOrder: etsy(order) })),
	'Stripe Checkout': shopWay((order) => ({ shopOrder: stripeCheckout(order) }), true),
	Squarespace: shopWay((order) => ({ shopOrder: squarespace(order) })),
	Wix: shopWay((order) => ({ shopOrder: wix(order) })),
	eBay: shopWay((order) => ({ shopOrder: eBay(order) })),
	Ecwid: shopWay((order) => ({ shopOrder: ecwid(order) })),
	Snipcart: shopWay((order) => ({ shopOrder: snipcart(order) })),
	Other: shopWay((order) => ({
		shop: 'other',
		whichOrders: 'all',
		shopOrder: other(order, false),
	})),
	'Other, in columns': shopWay(
		(order) => ({ shop: 'other', whichOrders: 'all', shopOrder: other(order, true) }),
		true,
	),
	Rows: shopWay((order) => ({ orderFrom: 'rows', row: answerOf(order) }), true),
	JSON: {
		source: orderFromFields,
		areFields: true,
		parametersOf: (order) => ({
			...{ externalId: 'A-1', specifyRecipient: 'json', recipientJson: recipientOf(order) },
			...{ specifyItems: 'json', itemsJson: items(order) },
		}),
	},
	Fields: {
		source: orderFromFields,
		areFields: true,
		parametersOf: (order) => ({
			...{ externalId: 'A-1', recipient: recipientOf(order) },
			items: {
				item: linesOf(order, (id) => ({
					variantBy: 'sku',
					...{ externalId: String(id), sku: order.sku ?? 'TEE-M', quantity: 1 },
					name: order.title ?? 'Tee',
					placements: {
						placement: [['front', order.file ?? FILE], ...(order.files ?? [])].map(
							([type, url]) => ({
								...{ type, url },
							}),
						),
					},
					options: {
						option: (order.properties ?? []).map(([id, value]) => ({ id, value }) as IDataObject),
					},
				})),
			},
		}),
	},
};

/** Read once: what is composed here is about orders. */
const catalog = new CatalogService([
	{
		id: 'p1',
		name: 'Tee',
		variants: [
			{
				...{ id: 'v-shirt', sku: 'TEE-M', name: 'Tee, blue, M', inStock: true },
				placements: ['back', 'front', 'sleeve_left', 'sleeve_right'].map((type) => ({
					...{ type, required: type === 'front', technique: 'direct_print' },
				})),
				options: ['color', 'dial'].map((id) => ({
					...{ id, label: id, required: false, values: [{ value: 'black' }] },
				})),
			},
		],
	},
	{
		id: 'p2',
		name: 'Cap',
		variants: Array.from({ length: 500 }, (_, index) => ({
			...{ id: `v-cap-${index}`, sku: `CAP-${index}`, name: `Cap, ${index}, M`, inStock: true },
			placements: [{ type: 'front', required: true, technique: 'direct_print' }],
			options: [],
		})),
	},
]);

/** Composes an order that comes in a way. */
export async function composedBy(way: string, order: CustomerOrder): Promise<ComposedOrder> {
	const { source, parametersOf } = WAYS[way]!;
	const call = callOf(catalog.client(), parametersOf(order));
	return await (await source(call)).compose(false);
}

/** Composes an order that is JSON; what is not given of it is as in any order. */
export async function composedFromJson(given: IDataObject): Promise<ComposedOrder> {
	const { source, parametersOf } = WAYS.JSON!;
	const call = callOf(catalog.client(), { ...parametersOf({}), ...given });
	return await (await source(call)).compose(false);
}

/** Composes what is given as an order of a shop, as that shop sends it. */
export async function composedFromShop(
	shopOrder: unknown,
	given: IDataObject = {},
): Promise<ComposedOrder> {
	const call = callOf(catalog.client(), { shopOrder, ...given } as IDataObject);
	return await (await orderFromShop(call)).compose(false);
}
