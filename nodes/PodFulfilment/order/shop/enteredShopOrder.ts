// Reads the parameters about a shop's order and the order in them by the reader of its shop; checks both without the
// catalog. Also the recipient, External ID (such as `shopify-1001-5700000002001`) and shipping that they give, and the settings
// for its lines and print files.

import type { IDataObject } from 'n8n-workflow';

import { SHOP_PREFIXES } from '../../api/shopOrderIds';
import type { OperationCall } from '../../execution/operation';
import { refuse } from '../../input/checks';
import { type Field, optionIn } from '../../input/field';
import { jsonFieldInPieces } from '../../input/jsonField';
import type { Pieces } from '../../input/nextTurn';
import { quote } from '../../input/wording';
import { EXTERNAL_ID_MAX_LENGTH } from '../../spec/service';
import { completeRecipientOf } from '../compose/recipient';
import {
	externalIdField,
	fillFromCatalogField,
	type IfExists,
	ifExistsField,
	shippingField,
} from '../fields';
import { checkedOption, type Check, type Finding, Findings } from '../findings';
import { type NextSettings, nextSettingsOf, orderedAtOf } from '../next/settings';
import {
	ordersNotDueField,
	printFileFromField,
	printFilePropertyField,
	printFileTemplateField,
	shopField,
	unknownLinesField,
} from './fields';
import type { LineSettings } from './lines/itemLine';
import { sharedSkuMapping } from './lines/skuMapping';
import {
	ignoredPropertiesField,
	lineOptionsField,
	printFileHostsField,
	printFilePlacementsField,
	readingOptionsOf,
	shopNameField,
} from './options';
import { addressLabel, orderInProblems, SHOP_ORDER } from './orderLabel';
import { readOtherOrder } from './other/readOtherOrder';
import { otherSettingsOf } from './other/settings';
import { isOfRows } from './reading';
import { rowsOf } from './rows/joinRows';
import { readRows } from './rows/readRows';
import { ROW } from './rows/rowData';
import { pickupReviews, shippingFor, shippingMappingField } from './shippingMethod';
import type { Shop, ShopOrder } from './shopOrder';
import { detectedShop } from './sources/detectShop';
import { sourceOf } from './sources/index';
import { readSource } from './sources/readSource';
import { refuseHiddenAddress } from './sources/shopify/shopify';

/** A shop's order and what the parameters say of it, as far as both can be checked without the catalog. */
export interface EnteredShopOrder {
	shop: Shop;
	/** Undefined where it cannot be read. */
	order: ShopOrder | undefined;
	/** The order of the service without its items; parts that were refused are missing. */
	orderWithoutItems: {
		externalId: string | undefined;
		shipping: string | undefined;
		recipient: IDataObject | undefined;
	};
	/** 'Orders Not Due': whether they are skipped, or stop the run. */
	ordersNotDue: 'skip' | 'stop';
	ifExists: IfExists;
	/** Undefined where they were refused: lines cannot be judged without them. */
	lineSettings: LineSettings | undefined;
	nextSettings: NextSettings;
	/** The order's own date in milliseconds since 1970; undefined where it has none that can be read. */
	orderedAt: number | undefined;
	/** All that is wrong but the address. */
	otherProblems: readonly Finding[];
	/** Only of an order that is sent: others may have no address yet. */
	problemsOfAddress: readonly Finding[];
}

/** An order that was read, with all that its lines are judged by. */
export interface ReadOrder extends EnteredShopOrder {
	order: ShopOrder;
	lineSettings: LineSettings;
}

/** Reads a field of the node. */
const entered = <Value>(
	{ parameter }: OperationCall,
	{ property: { name, default: preset }, read }: Field<Value>,
): Value => read(parameter<unknown>(name, preset));

function* readOrder(
	value: unknown,
	shop: Shop,
	{ parameter }: OperationCall,
	options: IDataObject,
	lineSettings: LineSettings | undefined,
	check: Check,
): Pieces<ShopOrder> {
	const readingOptions = readingOptionsOf(options, shop);
	const source = sourceOf(shop);
	if (source) return yield* readSource(source, value, readingOptions);
	return yield* readOtherOrder(value, otherSettingsOf(parameter, options.priceUnit, check), {
		conditions: (sku) => lineSettings?.mapping.conditionNames(sku) ?? [],
		...(lineSettings &&
			'property' in lineSettings.printFile && { printFile: lineSettings.printFile.property }),
	});
}

function printFileSettings(
	call: OperationCall,
	options: IDataObject,
	shop: Shop | 'detect',
): LineSettings['printFile'] {
	const placements = optionIn(options, printFilePlacementsField);
	if (entered(call, printFileFromField) === 'template') {
		return { template: entered(call, printFileTemplateField), placements };
	}
	return {
		hosts: optionIn(options, printFileHostsField),
		// The columns of rows are named in Column Names.
		property: shop === 'rows' ? 'Print file' : entered(call, printFilePropertyField),
		placements,
	};
}

function readLineSettings(
	call: OperationCall,
	options: IDataObject,
	shop: Shop | 'detect',
	unknownLines: LineSettings['unknownLines'],
): { lineSettings: LineSettings | undefined; problems: readonly Finding[] } {
	const found = new Findings();
	const { check, list: problems } = found;
	const printFile = check(() => printFileSettings(call, options, shop));
	const mapping = found.checkOf('skuMapping')(() =>
		sharedSkuMapping(call.client, call.parameter('skuMapping', {}), options.skuMappingJson),
	);
	const fillFromCatalog = checkedOption(check, options, fillFromCatalogField);
	if (!printFile || !mapping) return { lineSettings: undefined, problems };
	const lineSettings = {
		options: optionIn(options, lineOptionsField),
		ignored: optionIn(options, ignoredPropertiesField),
		...{ mapping, printFile, unknownLines, fillFromCatalog },
	};
	return { lineSettings, problems };
}

/** How a user gets a field that an external ID needs. */
const passWhole = (field: string): string =>
	`Pass the whole order of the shop, with ${field}, or enter an External ID of your own.`;

/** Reads a number or ID of the shop that never changes; digits alone. */
function digitsIn(value: string | undefined, field: string, orderLabel: string): string {
	if (value === undefined) return refuse(orderLabel, `has no ${field}`, passWhole(field));
	return /^\d+$/.test(value)
		? value
		: refuse(orderLabel, `has ${quote(value)} as ${field}, but must have digits`, passWhole(field));
}

/** What tells an order from the others of its shop. */
function keyOf(shop: Shop, { number, id }: Pick<ShopOrder, 'number' | 'id'>, room: number): string {
	const label = orderInProblems(number);
	if (shop === 'wooCommerce') return digitsIn(id, 'id', label);
	if (shop === 'shopify') {
		return `${digitsIn(number, 'order_number', label)}-${digitsIn(id, 'id', label)}`;
	}
	// Its number is the token where it has no other.
	if (shop === 'snipcart') {
		return id?.slice(-room) ?? refuse(label, 'has no token', passWhole('token'));
	}
	if (number === undefined) {
		const what = `has no order number of ${String(sourceOf(shop)?.called)}`;
		return refuse(SHOP_ORDER, what, passWhole('its number'));
	}
	// The ID of a session is longer, and its end is random.
	if (shop === 'stripeCheckout') return number.slice(-room);
	if (shop !== 'rows' && shop !== 'other') return number;
	const plain = number.replace(/^#\s*/, '');
	const isUsable =
		plain.length <= room && /^[A-Za-z0-9_-]*$/.test(plain) && /[A-Za-z0-9]/.test(plain);
	return isUsable
		? plain
		: refuse(
				shop === 'rows' ? 'Order Number' : 'Order Number Field',
				`holds ${quote(number)}, of which no External ID can be made`,
				`It may have up to ${EXTERNAL_ID_MAX_LENGTH} letters, digits, hyphens and underscores. Enter an expression as External ID that replaces other characters, such as {{ $json.number.replace(/[^A-Za-z0-9]+/g, '-') }}.`,
			);
}

/**
 * Derives the external ID of a shop's order when the user gave none, which api/shopOrderIds.ts reads: from what never changes
 * in the shop, so that a second run finds the same order. `etsy-<number>`; `shopify-<order number>-<ID>`, where the ID leads
 * back to the shop and the number is for people; `woo-<ID>` and `snipcart-<ID>`, since their numbers may change.
 *
 * @param shopName begins the external ID in place of `shopify`, `woo` or `order`
 * @returns empty for an order of another shop without a number
 * @throws UserError for an order of a known shop without these fields, which is never named otherwise, and for a number
 *   of another shop with characters that an external ID cannot have
 */
export function externalIdOfShopOrder(
	shop: Shop,
	order: Pick<ShopOrder, 'number' | 'id'>,
	shopName?: string,
): string {
	if ((shop === 'rows' || shop === 'other') && order.number === undefined) return '';
	const prefix = shopName ?? SHOP_PREFIXES[shop];
	return `${prefix}-${keyOf(shop, order, EXTERNAL_ID_MAX_LENGTH - prefix.length - 1)}`;
}

/** Reads under which External ID an order is placed. */
function externalIdFor(
	{ parameter }: OperationCall,
	options: IDataObject,
	shop: Shop,
	order: ShopOrder | undefined,
	check: Check,
): string | undefined {
	const shopName = check(() => optionIn(options, shopNameField));
	const given = parameter<unknown>('externalId', '');
	if (given !== '') return check(() => externalIdField.read(given));
	if (!order) return undefined;
	// One that is not sent may have no number yet, as drafts have none.
	const isSent = order.whyNotSent === undefined && order.nothingToDo === undefined;
	const naming = isSent ? check : new Findings().check;
	return naming(() => externalIdField.read(externalIdOfShopOrder(shop, order, shopName)));
}

/**
 * Reads and checks the address of an order.
 *
 * @param label what problems call the address
 */
export function readRecipient(
	shop: Shop,
	{ recipient, addressAdvice }: ShopOrder,
	label: string,
): { recipient: IDataObject | undefined; problems: Finding[] } {
	const { check, list: problems } = new Findings('address');
	const complete = check(() => {
		if (shop === 'shopify') refuseHiddenAddress(recipient, label);
		return completeRecipientOf(recipient, { field: label, check, advice: addressAdvice });
	});
	return { recipient: complete, problems };
}

/** Reads and checks the parameters, and the shop's order in them. */
export function* enteredShopOrder(call: OperationCall): Pieces<EnteredShopOrder> {
	const found = new Findings();
	const { check, list: problems } = found;
	const options = call.parameter<IDataObject>('options', {});
	const chosen = isOfRows(call.parameter) ? 'rows' : entered(call, shopField);
	const unknownLines = check(() => entered(call, unknownLinesField)) ?? 'stop';
	const ordersNotDue = check(() => entered(call, ordersNotDueField)) ?? 'stop';
	const ifExists = checkedOption(check, options, ifExistsField);
	// Where no row of Shipping Mapping has the shop's shipping method.
	const otherShipping = check(() => entered(call, shippingField)) ?? '';
	const nextSettings = nextSettingsOf(options, call.timeZone, check);
	const ofLines = readLineSettings(call, options, chosen, unknownLines);
	const { lineSettings } = ofLines;
	// Without a shop there is no order, and nothing depends on which one it is.
	let shop: Shop = chosen === 'detect' ? 'other' : chosen;
	let read: ShopOrder | undefined;
	try {
		if (chosen === 'rows') {
			const isNamed = call.parameter('externalId', '') !== '';
			read = yield* readRows(yield* rowsOf(call), readingOptionsOf(options, 'rows'), isNamed);
		} else {
			const given = call.parameter('shopOrder');
			const value = yield* jsonFieldInPieces(given, SHOP_ORDER, { isOfOthers: true });
			shop = chosen === 'detect' ? detectedShop(value) : chosen;
			read = yield* readOrder(value, shop, call, options, lineSettings, check);
		}
	} catch (error) {
		found.refused(error, 'order');
	}
	const shippingRows = check(() => optionIn(options, shippingMappingField));
	const methods = read?.shippingMethods ?? [];
	const ofPickup = read?.whyNotSent ? [] : pickupReviews(methods, shippingRows ?? new Map());
	const order = read && { ...read, findings: [...read.findings, ...ofPickup] };
	const externalId = externalIdFor(call, options, shop, order, found.checkOf('externalId'));
	const shipping = shippingRows && check(() => shippingFor(methods, shippingRows, otherShipping));
	const isRowAlone = shop === 'rows' && order?.number === undefined;
	const { recipient, problems: problemsOfAddress } =
		order && order.nothingToDo === undefined
			? readRecipient(shop, order, addressLabel(isRowAlone ? ROW : orderInProblems(order.number)))
			: { recipient: undefined, problems: [] };
	return {
		...{ shop, order, ordersNotDue, ifExists, lineSettings, nextSettings, problemsOfAddress },
		orderedAt: orderedAtOf(order?.date, call.timeZone),
		orderWithoutItems: { externalId, shipping, recipient },
		otherProblems: [...problems, ...ofLines.problems],
	};
}
