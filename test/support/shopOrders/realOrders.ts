/** Orders in the forms that shops and plug-ins give them, and what their owners expect. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import further from './furtherRealOrders.json' with { type: 'json' };
import later from './laterRealOrders.json' with { type: 'json' };
import data from './realOrders.json' with { type: 'json' };

export type Outcome = 'produced' | 'warning' | 'review' | 'refused' | 'leftOut';

export interface RealOrder {
	name: string;
	/** Where the form of the order comes from. */
	source: string;
	shop: 'shopify' | 'wooCommerce' | 'other';
	order: IDataObject;
	/** What the owner has entered besides the order. */
	settings: INodeParameters & { options?: INodeParameters };
	/** What the owner enters in Properties to Ignore, once the order was reviewed without it. */
	ignored?: string;
	expected: {
		/** Any of them is what an owner may expect. */
		outcome: Outcome[];
		items?: Array<{
			sku: string;
			quantity: number;
			files: IDataObject;
			options?: IDataObject;
			/** Null where the item has none. */
			retailPrice?: string | null;
		}>;
		recipient?: IDataObject;
		/** Parts that the recipient does not have. */
		lacks?: string[];
		shipping?: string;
		/** Patterns, each of which one of the texts meets. */
		warnings?: string[];
		toReview?: string[];
		error?: string[];
		reason?: string[];
	};
}

const ID = 5_700_000_002_001;

const objects = (value: unknown): IDataObject[] => value as IDataObject[];

/** Numbers the entries of a list that have no ID, as shops do. */
const numbered = (entries: IDataObject[], first: number): IDataObject[] =>
	entries.map((entry, index) => ({ id: first + index, ...entry }));

const metadata = (value: unknown): IDataObject[] =>
	numbered(
		objects(value).map(({ key, value: entry, ...shown }) => ({
			...{ key, value: entry, display_key: key, display_value: entry, ...shown },
		})),
		9000,
	);

function ofWooCommerce(written: IDataObject): IDataObject {
	const { order: base, line, shippingLine, address } = data.bases.wooCommerce;
	const order: IDataObject = { ...base, ...written };
	const shipping = { ...address, ...(order.shipping as IDataObject) };
	return {
		...{ id: 20_001, number: '20001', ...order, shipping },
		billing: { ...shipping, ...(order.billing as IDataObject) },
		meta_data: metadata(order.meta_data),
		line_items: numbered(objects(order.line_items), 101).map((entry) => ({
			...{ ...line, ...entry },
			meta_data: metadata(entry.meta_data ?? line.meta_data),
		})),
		shipping_lines: numbered(objects(order.shipping_lines), 900).map((entry) => ({
			...{ ...shippingLine, ...entry },
			meta_data: metadata(entry.meta_data ?? []),
		})),
	};
}

function ofShopify(written: IDataObject): IDataObject {
	const { order: base, line, shippingLine, address } = data.bases.shopify;
	const order: IDataObject = { ...base, ...written };
	const shipping = order.shipping_address && {
		...address,
		...(order.shipping_address as IDataObject),
	};
	return {
		...{ id: ID, admin_graphql_api_id: `gid://shopify/Order/${ID}` },
		...{ number: 1, order_number: 1001, name: '#1001' },
		...order,
		shipping_address: shipping ?? null,
		billing_address: shipping ? { ...shipping, ...(order.billing_address as IDataObject) } : null,
		line_items: numbered(objects(order.line_items), 101).map((entry) => ({ ...line, ...entry })),
		shipping_lines: numbered(objects(order.shipping_lines), 900).map((entry) => ({
			...{ ...shippingLine, ...entry },
		})),
	};
}

/** An order as its shop sends it: the file has only what differs from a plain order of that shop, or the whole order. */
function whole(shop: string, order: IDataObject, isWhole = false): IDataObject {
	if (isWhole) return order;
	return shop === 'shopify' ? ofShopify(order) : ofWooCommerce(order);
}

type Written = Omit<RealOrder, 'settings'> & Partial<RealOrder> & { isWhole?: boolean };

export const realOrders: RealOrder[] = (
	[...data.orders, ...further.orders, ...later.orders] as unknown as Written[]
).map(({ isWhole, ...written }) => ({
	settings: {},
	...written,
	order: whole(written.shop, written.order, isWhole),
}));
