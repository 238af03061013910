// Reads the parameters about a shop's order (choices, options, paths with their defaults, lists separated by commas),
// and the order in them by the reader of its shop; checks both without the catalog. Also the recipient, External ID and
// shipping that they give, and the settings for its lines and print files.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../input/equalText';
import {
	externalIdField,
	fillFromCatalogField,
	ifExistsField,
	shippingField,
	type IfExists,
} from '../fields';
import { Findings, type Finding, type Check } from '../findings';
import { nextSettingsOf, orderedAtOf, type NextSettings } from '../next/settings';
import { completeRecipientOf } from '../compose/recipient';
import { detectedShop } from './detectShop';
import { externalIdOfShopOrder, shopNameOf } from './externalId';
import { refuseHiddenAddress } from './shopify/address';
import type { LineSettings } from './lines/composeLines';
import { IgnoredProperties } from './lines/ignoredProperties';
import { orderStatusesOf } from './orderStatuses';
import { readOtherOrder } from './other/readOtherOrder';
import { otherSettingsOf } from './other/settings';
import { printFileHostsOf } from './lines/printFileHosts';
import { printFileTemplateOf } from './lines/printFiles';
import { orderInProblems, SHOP_ORDER } from './orderLabel';
import { shippingFor, shippingRowsOf } from './shippingMethod';
import { reviewPickupTitles } from './pickup';
import { SHOPIFY } from './shopify/shopify';
import { columnNamesOf, isOfRows, type RowOptions } from './rows/joinRows';
import { ROW } from './rows/rowData';
import { readRows } from './rows/readRows';
import { SHOPS, type Shop, type ShopOrder } from './shopOrder';
import { SOURCES } from './sources/index';
import { readSource } from './sources/readSource';
import { sharedSkuMapping } from './lines/skuMapping';
import { WOO_COMMERCE } from './wooCommerce/wooCommerce';
import type { OperationCall } from '../../execution/operation';
import { optionalChoice, refuse, switchOf } from '../../input/checks';
import { optionIn } from '../../input/field';
import { isObject, trimmed } from '../../input/guards';
import { jsonFieldInPieces } from '../../input/jsonField';
import type { Pieces } from '../../input/nextTurn';
import { quote } from '../../input/wording';

/** Label of the address in messages. */
export const addressLabel = (order = SHOP_ORDER): string => `${order} → Address`;

interface ShopOptions extends RowOptions {
	fillFromCatalog?: unknown;
	sendTestOrders?: unknown;
	printFilePlacements?: unknown;
	printFileHosts?: unknown;
	taxNumberFrom?: unknown;
	skuMappingJson?: unknown;
	lineOptions?: unknown;
	ignoredProperties?: unknown;
	shopName?: unknown;
	shippingMapping?: unknown;
	sendUnpaidOrders?: unknown;
	orderStatuses?: unknown;
	priceUnit?: unknown;
	ifExists?: unknown;
}

/** What the parameters say of any order. */
interface Choices {
	shop: Shop | 'detect';
	options: ShopOptions;
	unknownLines: LineSettings['unknownLines'];
	/** 'Orders Not Due': whether they are skipped, or stop the run. */
	orderWithoutLines: 'skip' | 'stop';
	ifExists: IfExists;
	/** Where no row of Shipping Mapping has the shop's shipping method. */
	otherShipping: string | undefined;
}

/** A shop's order and what the parameters say of it, as far as both can be checked without the catalog. */
export interface EnteredShopOrder extends Omit<Choices, 'shop' | 'options' | 'otherShipping'> {
	shop: Shop;
	/** Undefined where it cannot be read. */
	order: ShopOrder | undefined;
	/** The order of the service without its items; parts that were refused are missing. */
	orderWithoutItems: {
		externalId: string | undefined;
		shipping: string | undefined;
		recipient: IDataObject | undefined;
	};
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

function readChoices({ parameter }: OperationCall, check: Check): Choices {
	const shop = isOfRows(parameter)
		? 'rows'
		: (optionalChoice(parameter('shop', 'detect'), 'Shop', ['detect', ...SHOPS]) ?? 'detect');
	const options = parameter<ShopOptions>('options', {});
	const shipping = parameter('shipping', 'STANDARD');
	const unknownLines = parameter('unknownLines', 'stop');
	const orderWithoutLines = parameter('orderWithoutLines', 'stop');
	return {
		shop,
		options,
		unknownLines:
			check(() => optionalChoice(unknownLines, 'Unknown Lines', ['stop', 'leaveOut'])) ?? 'stop',
		orderWithoutLines:
			check(() => optionalChoice(orderWithoutLines, 'Orders Not Due', ['stop', 'skip'])) ?? 'stop',
		ifExists: check(() => optionIn(options, ifExistsField)) ?? 'returnExisting',
		otherShipping: check(() => shippingField.read(shipping)),
	};
}

/** Reads the order of a shop. */
function* readOrder(
	value: unknown,
	shop: Shop,
	{ parameter }: OperationCall,
	options: ShopOptions,
	lineSettings: LineSettings | undefined,
	check: Check,
): Pieces<ShopOrder> {
	const hasStatuses = shop === 'shopify' || shop === 'wooCommerce';
	const readingOptions = {
		sendTestOrders: switchOf(options.sendTestOrders, 'Options → Send Test Orders'),
		sendUnpaidOrders: switchOf(options.sendUnpaidOrders, 'Options → Send Unpaid Orders'),
		...(hasStatuses && { orderStatuses: orderStatusesOf(options.orderStatuses, shop) }),
		taxNumberFrom: trimmed(options.taxNumberFrom),
	};
	const source = [SHOPIFY, WOO_COMMERCE, ...SOURCES].find((table) => table.shop === shop);
	if (source) return yield* readSource(source, value, readingOptions);
	return yield* readOtherOrder(value, otherSettingsOf(parameter, options.priceUnit, check), {
		conditions: (skus) => lineSettings?.mapping.conditionNames(skus) ?? [],
		...(lineSettings &&
			'property' in lineSettings.printFile && { printFile: lineSettings.printFile.property }),
	});
}

/** Reads the rows of one order. */
function* readJoinedRows(
	{ parameter, joined = [parameter], columns }: OperationCall,
	options: ShopOptions,
): Pieces<ShopOrder> {
	const names = columnNamesOf(options);
	const sendTestOrders = switchOf(options.sendTestOrders, 'Options → Send Test Orders');
	const rows: IDataObject[] = [];
	for (const parameterOf of joined) {
		const row = yield* jsonFieldInPieces(parameterOf('row'), ROW, { isOfOthers: true });
		if (!isObject(row)) {
			const what = `is ${quote(row)}, but must be an object`;
			return refuse(ROW, what, 'Pass a row as its node gives it.');
		}
		rows.push(row);
	}
	const isNamed = parameter('externalId', '') !== '';
	return yield* readRows(rows, names, { sendTestOrders }, { isNamed, columns });
}

/** Reads names that are separated by commas. Of two that are comparable, the first. */
const namesIn = (value: unknown): string[] =>
	trimmed(value)
		.split(',')
		.map(trimmed)
		.filter(
			(name, index, names) =>
				comparableName(name) !== '' &&
				names.findIndex((other) => comparableName(other) === comparableName(name)) === index,
		);

function printFileSettings(
	{ parameter }: OperationCall,
	{ printFilePlacements, printFileHosts }: ShopOptions,
	shop: Choices['shop'],
): LineSettings['printFile'] {
	// The columns of rows are named in Column Names.
	const property =
		shop === 'rows' ? 'Print file' : trimmed(parameter('printFileProperty', 'Print file'));
	const placements = namesIn(printFilePlacements);
	const given = parameter('printFileFrom', 'property');
	if (optionalChoice(given, 'Print File From', ['property', 'template']) === 'template') {
		return { template: printFileTemplateOf(parameter('printFileTemplate', '')), placements };
	}
	const hosts = printFileHostsOf(printFileHosts);
	if (comparableName(property) !== '') {
		return { property, placements, hosts, isPath: shop === 'other' };
	}
	const advice = 'Enter the name of the property that holds the address of the print file.';
	return refuse('Print File Property', 'is empty', advice);
}

/** Reads under which External ID an order is placed. */
function externalIdFor(
	{ parameter }: OperationCall,
	{ options }: Choices,
	shop: Shop,
	order: ShopOrder | undefined,
	check: Check,
): string | undefined {
	const shopName = check(() => shopNameOf(options.shopName, 'Options → Shop Name'));
	const entered = parameter('externalId', '');
	// An unreadable order is reported already, and one that is not sent may have no number yet, as drafts have none.
	const isSent = order?.whyNotSent === undefined && order?.nothingToDo === undefined;
	const naming = isSent ? { check } : new Findings();
	if (entered !== '') return check(() => externalIdField.read(entered));
	if (!order) return undefined;
	return naming.check(() => externalIdField.read(externalIdOfShopOrder(shop, order, shopName)));
}

function readLineSettings(
	call: OperationCall,
	{ shop, options, unknownLines }: Choices,
	found: Findings,
): LineSettings | undefined {
	const { check } = found;
	const { client, parameter } = call;
	const printFile = check(() => printFileSettings(call, options, shop));
	const mapping = found.checkOf('skuMapping')(() =>
		sharedSkuMapping(client, parameter('skuMapping', {}), options.skuMappingJson),
	);
	const { lineOptions, ignoredProperties } = options;
	const fillFromCatalog = check(() => optionIn(options, fillFromCatalogField)) ?? true;
	if (!printFile || !mapping) return undefined;
	const ignored = new IgnoredProperties(ignoredProperties);
	const named = { options: namesIn(lineOptions), ignored };
	return { ...named, mapping, printFile, unknownLines, fillFromCatalog };
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
		return completeRecipientOf(recipient, label, check, 'labels', addressAdvice);
	});
	return { recipient: complete, problems };
}

/** Reads and checks the parameters, and the shop's order in them. */
export function* enteredShopOrder(call: OperationCall): Pieces<EnteredShopOrder> {
	const found = new Findings();
	const { check, list: problems } = found;
	const ofLines = new Findings();
	const choices = readChoices(call, check);
	const { options, unknownLines, orderWithoutLines, ifExists } = choices;
	// Without a shop there is no order, and nothing depends on which one it is.
	let shop: Shop = 'other';
	const nextSettings = nextSettingsOf(options as IDataObject, call.timeZone, check);
	const lineSettings = readLineSettings(call, choices, ofLines);
	let read: ShopOrder | undefined;
	try {
		if (choices.shop === 'rows') {
			shop = 'rows';
			read = yield* readJoinedRows(call, options);
		} else {
			const given = call.parameter('shopOrder');
			const value = yield* jsonFieldInPieces(given, SHOP_ORDER, { isOfOthers: true });
			shop = choices.shop === 'detect' ? detectedShop(value) : choices.shop;
			read = yield* readOrder(value, shop, call, options, lineSettings, check);
		}
	} catch (error) {
		found.refused(error, 'order');
	}
	const shippingRows = check(() => shippingRowsOf(options.shippingMapping));
	const methods = read?.shippingMethods ?? [];
	const ofShipping = new Findings();
	if (!read?.whyNotSent) reviewPickupTitles(methods, shippingRows ?? [], ofShipping);
	const order = read && { ...read, findings: [...read.findings, ...ofShipping.list] };
	const externalId = externalIdFor(call, choices, shop, order, found.checkOf('externalId'));
	const shipping =
		shippingRows && check(() => shippingFor(methods, shippingRows, choices.otherShipping ?? ''));
	const isRowAlone = shop === 'rows' && order?.number === undefined;
	const { recipient, problems: problemsOfAddress } =
		order && order.nothingToDo === undefined
			? readRecipient(shop, order, addressLabel(isRowAlone ? ROW : orderInProblems(order.number)))
			: { recipient: undefined, problems: [] };
	return {
		...{ shop, unknownLines, orderWithoutLines, ifExists, order, lineSettings },
		...{ nextSettings, orderedAt: orderedAtOf(order?.date, call.timeZone) },
		otherProblems: [...problems, ...ofLines.list],
		orderWithoutItems: { externalId, shipping, recipient },
		problemsOfAddress,
	};
}
