import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../input/checks';
import { isObject, ownValue } from '../../input/guards';
import { quote } from '../../input/wording';
import type { Findings } from '../findings';
import { isAddress, recipientFrom, type ShopAddress } from './address';
import type { LineProperty, NotSent, ShopLine } from './shopOrder';
import { listIn, textIn } from './values';

// Reading an order: what all shops have in common.

/** Label of the parameter that holds the shop's order. */
export const SHOP_ORDER = 'Shop Order';

/** Maximum number of lines of an order. More would be other data, or that of many orders. */
const MAX_LINES = 5_000;

/** Number of properties of a line that are read. */
const MAX_PROPERTIES = 250;

/** Fields that may contain the order: in the output of n8n's Webhook node, and in responses of the shops' APIs. */
const WRAPPERS = ['body', 'order', 'draft_order'];

/** Unwraps an order from the objects that contain it. */
export function unwrapped(value: unknown, isOrder: (object: IDataObject) => boolean): unknown {
	let inner = value;
	for (let depth = 0; depth < WRAPPERS.length; depth += 1) {
		if (!isObject(inner) || isOrder(inner)) return inner;
		const wrapper: IDataObject = inner;
		const name = WRAPPERS.find((candidate) => isObject(ownValue(wrapper, candidate)));
		if (name === undefined) return inner;
		inner = wrapper[name];
	}
	return inner;
}

/** Refuses data that is not an order of the shop. */
export function refuseOrder(value: unknown, shopName: string): never {
	const what = Array.isArray(value)
		? `is a list of ${value.length}, but must be one order`
		: `is ${quote(value)}, but must be an order as ${shopName} sends it`;
	return refuse(
		SHOP_ORDER,
		what,
		`Pass the whole order, for example {{ $json }} right after the ${shopName} trigger, and check the field Shop.`,
	);
}

/** Whether an object looks like an order of Shopify or WooCommerce: both call its lines the same. */
export const hasLineItems = (object: IDataObject): boolean => Array.isArray(object.line_items);

/**
 * Reads the lines of an order.
 *
 * @param field label of the field that contains them
 * @throws UserError for too many lines, and for a line that is not an object
 */
export function linesIn(value: unknown, field: string): IDataObject[] {
	const lines = listIn(value);
	if (lines.length > MAX_LINES) {
		return refuse(
			field,
			`has ${lines.length} lines, but at most ${MAX_LINES} are read`,
			'Pass the data of one order only.',
		);
	}
	return lines.map((line, index) =>
		isObject(line)
			? line
			: refuse(
					`${field} → Line ${index + 1}`,
					`is ${quote(line)}, but must be an object`,
					'Pass the order as the shop sends it.',
				),
	);
}

/**
 * Reports lines that have the ID of another line. A shop gives each line its own ID: an order that lists one twice was
 * put together wrongly in the workflow, and the line would be produced twice.
 *
 * @param lines those that are for the service
 */
export function repeatedLines(lines: readonly ShopLine[]): string[] {
	const firsts = new Map<string, ShopLine>();
	return lines.flatMap((line) => {
		const { id, label } = line;
		const first = id === undefined ? undefined : firsts.get(id);
		if (id !== undefined && !first) firsts.set(id, line);
		return first
			? `${SHOP_ORDER} → ${label}: has the line ID ${quote(id)} of ${first.label}, so it would be produced twice. Pass the order as the shop sends it.`
			: [];
	});
}

/** Reads properties from a list such as `[{ name, value }]`, or an object such as `{ "Print file": "https://…" }`. */
export function propertiesIn(value: unknown, ...nameKeys: string[]): LineProperty[] {
	const entries = isObject(value)
		? Object.entries(value).map(([name, entry]) => ({ names: [name], value: entry }))
		: listIn(value)
				.filter(isObject)
				.map((property) => ({
					names: nameKeys
						.map((key) => textIn(ownValue(property, key)))
						.filter((name): name is string => name !== undefined),
					value: ownValue(property, 'value') as unknown,
				}));
	return entries.slice(0, MAX_PROPERTIES);
}

/** Returns the recipient of an order. It is to be reviewed if it is not the shipping address. */
export function recipientOfOrder(
	shipping: ShopAddress,
	billing: ShopAddress,
	found: Findings,
): IDataObject {
	if (isAddress(shipping) || !isAddress(billing)) {
		return recipientFrom(shipping);
	}
	found.review('The order has no shipping address, so it goes to the billing address');
	return recipientFrom({ ...billing, phone: billing.phone ?? shipping.phone });
}

/** Why a line that the shop does not ship is left out. */
export const NOT_SHIPPED = 'it is not shipped';

/** Why a test order is not sent. */
export const TEST_ORDER: NotSent = {
	because: 'is a test order',
	advice: 'Turn on the option "Send Test Orders" to order it all the same.',
};

/** Why a draft order is not sent. */
export const DRAFT_ORDER: NotSent = {
	because: 'is a draft that has not been placed yet',
	advice: 'Pass the order once it is placed.',
};

export const testOrderWarning = 'This is a test order';
