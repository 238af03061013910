// Reads the parameters about a shop's order and the order in them by the reader of its shop; checks both without the catalog. Also
// the recipient and shipping that they give, the settings for its lines and print files, and the External ID, which
// api/shopOrderIds.ts reads: from what never changes in the shop, so that a second run finds the same order.

import type { IDataObject } from 'n8n-workflow';

import { SHOP_PREFIXES } from '../../api/shopOrderIds';
import type { OperationCall } from '../../execution/operation';
import { refuse } from '../../input/checks';
import type { Field } from '../../input/field';
import { jsonFieldInPieces } from '../../input/jsonField';
import type { Pieces } from '../../input/nextTurn';
import { quote } from '../../input/wording';
import { EXTERNAL_ID_MAX_LENGTH } from '../../spec/service';
import { completeRecipientOf } from '../compose/recipient';
import { externalIdField, fillFromCatalogField, ifExistsField, shippingField } from '../fields';
import { checkedOption, type Check, Findings } from '../findings';
import { nextSettingsOf, orderedAtOf } from '../next/settings';
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
import { type ShopOptions, shopOptionsOf } from './options';
import { addressLabel, orderInProblems, SHOP_ORDER } from './orderLabel';
import { readOtherOrder } from './other/readOtherOrder';
import { otherSettingsOf } from './other/settings';
import { isOfRows } from './reading';
import { rowsOf } from './rows/joinRows';
import { readRows } from './rows/readRows';
import { ROW } from './rows/rowData';
import { pickupReviews, shippingFor } from './shippingMethod';
import type { Shop, ShopOrder } from './shopOrder';
import { detectedShop } from './sources/detectShop';
import { sourceOf } from './sources/index';
import { readSource } from './sources/readSource';
import { refuseHiddenAddress } from './sources/shopify/shopify';
import type { SourceTable } from './sources/sourceTable';

/** A shop's order and what the parameters say of it, as far as both can be checked without the catalog. */
export type EnteredShopOrder =
	ReturnType<typeof enteredShopOrder> extends Pieces<infer Entered> ? Entered : never;

/** An order that was read, with all that its lines are judged by. */
export type ReadOrder = EnteredShopOrder & { order: ShopOrder; lineSettings: LineSettings };

/** Reads a field of the node. */
const entered = <Value>(
	{ parameter }: OperationCall,
	{ property: { name, default: preset }, read }: Field<Value>,
): Value => read(parameter<unknown>(name, preset));

/** Reads where print files are named. */
function printFileOf(
	call: OperationCall,
	{ printFilePlacements: placements, printFileHosts: hosts }: ShopOptions,
	shop: Shop | 'detect',
): LineSettings['printFile'] {
	if (entered(call, printFileFromField) === 'template') {
		return { template: entered(call, printFileTemplateField), placements };
	}
	// The columns of rows are named in Column Names.
	const property = shop === 'rows' ? 'Print file' : entered(call, printFilePropertyField);
	return { property, hosts, placements };
}

/** Reads the settings for lines; undefined where the print files or SKU Mapping were refused. */
function lineSettingsOf(
	call: OperationCall,
	given: IDataObject,
	options: ShopOptions,
	shop: Shop | 'detect',
	found: Findings,
): LineSettings | undefined {
	const { check } = found;
	const unknownLines = check(() => entered(call, unknownLinesField)) ?? 'stop';
	const printFile = check(() => printFileOf(call, options, shop));
	const mapping = found.checkOf('skuMapping')(() =>
		sharedSkuMapping(call.client, call.parameter('skuMapping', {}), given.skuMappingJson),
	);
	const fillFromCatalog = checkedOption(check, given, fillFromCatalogField);
	const { lineOptions, ignoredProperties: ignored } = options;
	return (
		printFile &&
		mapping && { mapping, printFile, options: lineOptions, ignored, unknownLines, fillFromCatalog }
	);
}

/** Reads the order by the reader of its source. */
function* readOrder(
	{ parameter }: OperationCall,
	value: unknown,
	shop: Shop,
	given: IDataObject,
	options: ShopOptions,
	lineSettings: LineSettings | undefined,
	check: Check,
): Pieces<ShopOrder> {
	const source = sourceOf(shop);
	if (source) {
		const hasStatuses = shop === 'shopify' || shop === 'wooCommerce';
		const orderStatuses = hasStatuses ? options.orderStatuses : undefined;
		return yield* readSource(source, value, { ...options, orderStatuses });
	}
	const printFile =
		lineSettings && 'property' in lineSettings.printFile
			? { printFile: lineSettings.printFile.property }
			: {};
	return yield* readOtherOrder(value, otherSettingsOf(parameter, given.priceUnit, check), {
		conditions: (sku) => lineSettings?.mapping.conditionNames(sku) ?? [],
		...printFile,
	});
}

/**
 * Derives the External ID of a shop's order when the user gave none: `etsy-<number>`, `shopify-<number>-<ID>`, `woo-<ID>`.
 *
 * @param shopName begins it in place of `shopify`, `woo` or `order`
 * @returns empty for an order of another shop without a number
 * @throws UserError for an order of a known shop without these fields, which is never named otherwise, and for a number
 *   of another shop with characters that an external ID cannot have
 */
export function externalIdOfShopOrder(
	shop: Shop,
	order: Pick<ShopOrder, 'number' | 'id'>,
	shopName?: string,
): string {
	const source = sourceOf(shop);
	if (!source && order.number === undefined) return '';
	const prefix = shopName ?? SHOP_PREFIXES[shop];
	const room = EXTERNAL_ID_MAX_LENGTH - prefix.length - 1;
	const label = orderInProblems(order.number);
	const { called, keys, isKeyRandom } = source ?? {};
	const parts: SourceTable['keys'] = keys ?? [
		{ part: 'number', field: `order number of ${called}` },
	];
	const values = parts.map(({ part, field, isDigits }) => {
		const advice = `Pass the whole order of the shop, with ${field}, or enter an External ID of your own.`;
		const value = order[part] ?? refuse(label, `has no ${field}`, advice);
		if (!isDigits || /^\d+$/.test(value)) return value;
		return refuse(label, `has ${quote(value)} as ${field}, but must have digits`, advice);
	});
	const key = values.join('-');
	if (isKeyRandom) return `${prefix}-${key.slice(-room)}`;
	const plain = source ? key : key.replace(/^#\s*/, '');
	const isUsable =
		plain.length <= room && /^[A-Za-z0-9_-]+$/.test(plain) && /[A-Za-z0-9]/.test(plain);
	if (source || isUsable) return `${prefix}-${plain}`;
	return refuse(
		shop === 'rows' ? 'Order Number' : 'Order Number Field',
		`holds ${quote(key)}, of which no External ID can be made`,
		`It may have up to ${EXTERNAL_ID_MAX_LENGTH} letters, digits, hyphens and underscores. Enter an expression as External ID that replaces other characters, such as {{ $json.number.replace(/[^A-Za-z0-9]+/g, '-') }}.`,
	);
}

/** Reads under which External ID an order is placed. */
function externalIdFor(
	{ parameter }: OperationCall,
	{ shopName }: ShopOptions,
	shop: Shop,
	order: ShopOrder | undefined,
	check: Check,
): string | undefined {
	const given = parameter<unknown>('externalId', '');
	if (given !== '') return check(() => externalIdField.read(given));
	// Rows without a number were refused.
	if (!order || (shop === 'rows' && order.number === undefined)) return undefined;
	// One that is not sent may have no number yet, as drafts have none.
	const isSent = order.whyNotSent === undefined && isRead(order);
	const naming = isSent ? check : new Findings().check;
	return naming(() => externalIdField.read(externalIdOfShopOrder(shop, order, shopName)));
}

/** Whether anything is read of an order but that there is nothing to do. */
const isRead = ({ nothingToDo, lines }: ShopOrder): boolean =>
	nothingToDo === undefined || lines.length > 0;

/** Reads and checks the address of an order. What is wrong with it is reported by the check. */
function recipientOf(shop: Shop, order: ShopOrder, { check }: Findings): IDataObject | undefined {
	const { recipient, number, addressAdvice: advice } = order;
	if (!isRead(order)) return undefined;
	const isRowAlone = shop === 'rows' && number === undefined;
	const field = addressLabel(isRowAlone ? ROW : orderInProblems(number));
	return check(() => {
		if (shop === 'shopify') refuseHiddenAddress(recipient, field);
		return completeRecipientOf(recipient, { field, check, advice });
	});
}

/** Reads and checks the parameters, and the shop's order in them. */
export function* enteredShopOrder(call: OperationCall) {
	const found = new Findings();
	const ofAddress = new Findings('address');
	const { check } = found;
	const given = call.parameter<IDataObject>('options', {});
	const options = shopOptionsOf(given, check);
	const chosen = isOfRows(call.parameter) ? 'rows' : entered(call, shopField);
	const ordersNotDue = check(() => entered(call, ordersNotDueField)) ?? 'stop';
	const ifExists = checkedOption(check, given, ifExistsField);
	// Where no row of Shipping Mapping has the shop's shipping method.
	const otherShipping = check(() => entered(call, shippingField)) ?? '';
	const nextSettings = nextSettingsOf(given, call.timeZone, check);
	const lineSettings = lineSettingsOf(call, given, options, chosen, found);
	// Without a shop there is no order, and nothing depends on which one it is.
	let shop: Shop = chosen === 'detect' ? 'other' : chosen;
	let order: ShopOrder | undefined;
	try {
		if (chosen === 'rows') {
			const isNamed = call.parameter('externalId', '') !== '';
			const isCheck = call.parameter<unknown>('then', '') === 'check';
			order = yield* readRows(yield* rowsOf(call), { ...options, isCheck }, isNamed);
		} else {
			const json = call.parameter('shopOrder');
			const value = yield* jsonFieldInPieces(json, SHOP_ORDER, { isOfOthers: true });
			shop = chosen === 'detect' ? detectedShop(value) : chosen;
			order = yield* readOrder(call, value, shop, given, options, lineSettings, check);
		}
	} catch (error) {
		found.refused(error, 'order');
	}
	const { shippingMethods: methods = [], whyNotSent, findings = [] } = order ?? {};
	const ofPickup = whyNotSent ? [] : pickupReviews(methods, options.shippingMapping);
	return {
		shop,
		/** Undefined where it cannot be read. */
		order: order && { ...order, findings: [...findings, ...ofPickup] },
		/** The order of the service without its items; parts that were refused are missing. */
		orderWithoutItems: {
			externalId: externalIdFor(call, options, shop, order, found.checkOf('externalId')),
			shipping: check(() => shippingFor(methods, options.shippingMapping, otherShipping)),
			recipient: order && recipientOf(shop, order, ofAddress),
		},
		/** Whether orders that are not due are skipped, or stop the run. */
		ordersNotDue,
		ifExists,
		/** Undefined where they were refused: lines cannot be judged without them. */
		lineSettings,
		nextSettings,
		/** The order's own date in milliseconds since 1970; undefined where it has none that can be read. */
		orderedAt: orderedAtOf(order?.date, call.timeZone),
		/** All that is wrong but the address. */
		otherProblems: found.list,
		/** Only of an order that is sent: others may have no address yet. */
		problemsOfAddress: ofAddress.list,
	};
}
