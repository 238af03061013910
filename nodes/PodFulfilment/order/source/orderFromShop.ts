import type { IDataObject } from 'n8n-workflow';

import { differencesOf, type Difference } from '../../api/difference';
import { ifExistsOf, shippingOf } from '../choices';
import { orderFieldLabel } from '../fieldLabel';
import { Problems } from '../problems';
import { overlongTexts } from '../textBounds';
import { completeRecipientOf } from '../recipient/recipient';
import { addressChange, changesInShop, concealed } from '../shop/changedInShop';
import { comparable } from '../shop/comparable';
import { externalIdOfShopOrder, shopNameOf } from '../shop/externalId';
import { FULFILLED } from '../shop/due';
import type { LineSettings } from '../shop/lines/composeLines';
import { orderStatusesOf } from '../shop/orderStatuses';
import { readOtherOrder } from '../shop/other/readOtherOrder';
import { DEFAULT_ADDRESS_PATHS, DEFAULT_LINE_PATHS } from '../shop/other/paths';
import { printFileHostsOf } from '../shop/lines/printFileHosts';
import { printFileTemplateOf } from '../shop/lines/printFiles';
import { SHOP_ORDER } from '../shop/reading';
import { shippingFor, shippingRowsOf } from '../shop/shippingMethod';
import { readShopifyOrder } from '../shop/shopify/readShopifyOrder';
import { SHOPS, type NotSent, type Shop, type ShopOrder } from '../shop/shopOrder';
import { sharedSkuMapping } from '../shop/lines/skuMapping';
import { readWooCommerceOrder } from '../shop/wooCommerce/readWooCommerceOrder';
import type { OperationCall } from '../../execution/operation';
import { externalIdOf, optionalChoice, refuse, switchOf } from '../../input/checks';
import { isObject, trimmed } from '../../input/guards';
import { parseJsonField } from '../../input/jsonField';
import { withFullStop } from '../../input/wording';
import type { ComposedOrder, EarlyLook, OrderSource } from '../composedOrder';
import { namingOrder, namingOrderInFailure, numberOfRefused } from './lineProblems';
import {
	comparedItems,
	itemsByLine,
	NO_ITEM,
	problemsOfNoItem,
	shopOrderItems,
	type ShopOrderItems,
} from './shopOrderItems';
import { unsentShopOrder, type Comparison } from './unsentShopOrder';

/** Label of the address in messages. */
const ADDRESS = `${SHOP_ORDER} → Address`;

interface ShopOptions {
	fillFromCatalog?: boolean;
	sendTestOrders?: unknown;
	printFilePlacements?: unknown;
	printFileHosts?: unknown;
	shopName?: unknown;
	shippingMapping?: unknown;
	sendUnpaidOrders?: unknown;
	orderStatuses?: unknown;
	ifExists?: unknown;
}

/** Reads a collection of paths. Those that the user has not changed have their defaults. */
const pathsOf = <Name extends string>(
	given: unknown,
	defaults: Record<Name, string>,
): Record<Name, string> => ({
	...defaults,
	...(isObject(given)
		? Object.fromEntries(Object.entries(given).map(([name, path]) => [name, trimmed(path)]))
		: {}),
});

/** Reads the shop's order from the parameters. */
function readOrder({ parameter }: OperationCall, shop: Shop, options: ShopOptions): ShopOrder {
	const value = parseJsonField(parameter('shopOrder'), SHOP_ORDER);
	const readingOptions = {
		sendTestOrders: switchOf(options.sendTestOrders, 'Options → Send Test Orders'),
		sendUnpaidOrders: switchOf(options.sendUnpaidOrders, 'Options → Send Unpaid Orders'),
		...(shop !== 'other' && { orderStatuses: orderStatusesOf(options.orderStatuses, shop) }),
	};
	if (shop === 'shopify') return readShopifyOrder(value, readingOptions);
	if (shop === 'wooCommerce') return readWooCommerceOrder(value, readingOptions);
	return readOtherOrder(value, {
		orderNumber: trimmed(parameter('orderNumberField', 'number')),
		lines: trimmed(parameter('linesField', 'items')),
		line: pathsOf(parameter('lineFields', {}), DEFAULT_LINE_PATHS),
		address: pathsOf(parameter('addressFields', {}), DEFAULT_ADDRESS_PATHS),
	});
}

/** Reads names that are separated by commas. Of two that are comparable, the first. */
const namesIn = (value: unknown): string[] =>
	trimmed(value)
		.split(',')
		.map(trimmed)
		.filter(
			(name, index, names) =>
				comparable(name) !== '' &&
				names.findIndex((other) => comparable(other) === comparable(name)) === index,
		);

function printFileSettings(
	{ parameter }: OperationCall,
	{ printFilePlacements, printFileHosts }: ShopOptions,
): LineSettings['printFile'] {
	const property = trimmed(parameter('printFileProperty', 'Print file'));
	const placements = namesIn(printFilePlacements);
	const from = optionalChoice(parameter('printFileFrom', 'property'), 'Print File From', [
		'property',
		'template',
	]);
	if (from === 'template') {
		return {
			template: printFileTemplateOf(parameter('printFileTemplate', '')),
			ignoredProperty: comparable(property) === '' ? 'Print file' : property,
			placements,
		};
	}
	const hosts = printFileHostsOf(printFileHosts);
	return comparable(property) === ''
		? refuse(
				'Print File Property',
				'is empty',
				'Enter the name of the property that holds the address of the print file.',
			)
		: { property, placements, hosts };
}

/** Number of lines that a message names; the others are counted. */
const MAX_NAMED_LINES = 10;

/** Explains why no line of an order is for this service. */
function noLines({ lines }: ShopOrder, leftOut: readonly string[]): NotSent {
	const others = leftOut.length - MAX_NAMED_LINES;
	const advice = [
		...leftOut.slice(0, MAX_NAMED_LINES).map(withFullStop),
		...(others > 0 ? [`${others} more were left out.`] : []),
		...(lines.some(({ leftOutBecause }) => leftOutBecause === undefined)
			? [
					'A line is for this service when its SKU is that of a variant in the catalog, or is listed in SKU Mapping.',
				]
			: []),
		"To skip such orders, set 'Orders Without Lines' to 'Skip'.",
	];
	return {
		because: 'is not sent: no line is for this service',
		advice: advice.join('\n'),
		...(lines.some(({ isEmptied }) => isEmptied) && { endedBy: 'has no line left in the shop' }),
	};
}

/** Composes an order from a shop's order. */
export function orderFromShop(call: OperationCall): OrderSource {
	const { parameter } = call;
	const { check, found } = new Problems();
	const shop = optionalChoice(parameter('shop', 'shopify'), 'Shop', SHOPS) ?? 'shopify';
	const options = parameter<ShopOptions>('options', {});
	const { fillFromCatalog = true } = options;
	const externalIdValue = parameter('externalId', '');
	const shippingValue = parameter('shipping', 'STANDARD');
	const unknownLinesValue = parameter('unknownLines', 'stop');
	const policyValue = parameter('orderWithoutLines', 'stop');

	const unknownLines =
		check(() => optionalChoice(unknownLinesValue, 'Unknown Lines', ['stop', 'leaveOut'])) ?? 'stop';
	const policy =
		check(() => optionalChoice(policyValue, 'Orders Without Lines', ['stop', 'skip'])) ?? 'stop';
	const ifExists = check(() => ifExistsOf(options.ifExists)) ?? 'returnExisting';
	const otherShipping = check(() => shippingOf(shippingValue));
	const order = check(() => readOrder(call, shop, options));
	const shopName = check(() => shopNameOf(options.shopName, 'Options → Shop Name'));
	// An unreadable order is reported already, and one that is not sent may have no number yet, as drafts have none.
	const naming = order?.notSent ? new Problems() : { check };
	const externalId =
		externalIdValue === ''
			? order && naming.check(() => externalIdOf(externalIdOfShopOrder(shop, order, shopName)))
			: check(() => externalIdOf(externalIdValue));
	const shipping = check(() =>
		shippingFor(
			order?.shippingMethods ?? [],
			shippingRowsOf(options.shippingMapping),
			otherShipping ?? '',
		),
	);
	const printFile = check(() => printFileSettings(call, options));
	const mapping = check(() =>
		sharedSkuMapping(call.client, parameter('skuMapping', {}), parameter('skuMappingJson', '[]')),
	);
	const address = new Problems();
	const recipient = order
		? address.check(() => completeRecipientOf(order.recipient, ADDRESS, address.check))
		: undefined;
	let labels: string[] = [];

	/** What the last composing gave; an existing order is compared with it. */
	let items: ShopOrderItems | undefined;

	const fieldLabel = (path: string): string => {
		const index = /^orderItems\[(\d+)\]/.exec(path)?.[1];
		const label = orderFieldLabel(path, { recipient: 'fields', items: 'fields' });
		const line = index === undefined ? undefined : labels[Number(index)];
		return line === undefined
			? label.replace(/^Recipient/, ADDRESS)
			: label.replace(/^Items → Item \d+/, () => line);
	};
	/** The order in the shop and the existing one, as they are compared. Messages then name the lines of the former. */
	const compared = (existing: IDataObject, body: IDataObject): [IDataObject, IDataObject] => {
		if (!items) return [body, existing];
		const lines = comparedItems(existing, items);
		labels = lines.labels;
		return [
			{ ...body, orderItems: lines.inShop },
			{ ...existing, orderItems: lines.existing },
		];
	};
	const differencesTo = (existing: IDataObject, body: IDataObject): Difference[] => {
		const [inShop, before] = compared(existing, body);
		return concealed(shop, differencesOf(inShop, before));
	};
	const explain = (
		existing: IDataObject,
		body: IDataObject,
		differences: readonly Difference[],
	): string[] => {
		const [inShop, before] = compared(existing, body);
		return changesInShop(shop, inShop, before, differences, labels);
	};

	/** What is known of an order that was refused as a whole. */
	const refusedOrder = (): Pick<ShopOrder, 'number'> => {
		const value = new Problems().check(() => parseJsonField(parameter('shopOrder'), SHOP_ORDER));
		const number = numberOfRefused(value);
		return number === undefined ? {} : { number };
	};

	const compose = async (look?: EarlyLook): Promise<ComposedOrder> => {
		// Lines cannot be judged without the mapping.
		if (!order || !printFile || !mapping) {
			const { warnings = [], toReview = [], notSent } = order ?? {};
			const problems = notSent ? found : [...found, ...address.found];
			return { body: {}, warnings, toReview, problems };
		}
		const settings = { mapping, printFile, unknownLines, fillFromCatalog };
		const head = { externalId, shipping, recipient };
		const composeItemsWith = async (
			existingItems?: LineSettings['existingItems'],
		): Promise<ShopOrderItems> => {
			items = await shopOrderItems(call, order, { ...settings, existingItems });
			labels = items.sentLabels;
			return items;
		};
		const composeItems = async (): Promise<ShopOrderItems> => {
			const existing = look?.isEnough === true ? look.found : undefined;
			const existingItems = existing && itemsByLine(existing);
			if (!existingItems || address.found.length > 0) return await composeItemsWith();
			const composed = await composeItemsWith(existingItems);
			const isSame = composed.problems.length === 0 && differencesTo(existing, head).length === 0;
			return isSame ? composed : await composeItemsWith();
		};
		const unsent = async (notSent: NotSent): Promise<ComposedOrder> =>
			await unsentShopOrder(
				call.client,
				{
					order,
					notSent,
					policy,
					externalId,
					ifExists,
					look,
					fieldLabel,
					async compare(existing): Promise<Comparison> {
						if (address.found.length > 0) return { problems: address.found };
						// What was called off has no quantities any more, and print files may be gone.
						if (notSent.endedBy !== undefined) {
							const differences = concealed(shop, differencesOf({ recipient }, existing));
							if (differences.length > 0) {
								return { differences, explained: [addressChange(shop)] };
							}
							const problems = await problemsOfNoItem(call.client, order, mapping, existing);
							return problems.length > 0 ? { problems } : { differences: [] };
						}
						const composed = items ?? (await composeItems());
						const { compared: lines, problems } = composed;
						if (problems.length > 0) return { problems };
						if (lines.length === 0) return { problems: ['None of its lines is for this service.'] };
						const differences = differencesTo(existing, head);
						return differences.length === 0 && comparedItems(existing, composed).inShop.length === 0
							? { problems: [NO_ITEM] }
							: { differences, explained: explain(existing, head, differences) };
					},
				},
				{
					warnings: [...order.warnings, ...(items?.warnings ?? [])],
					toReview: order.toReview,
					problems: found,
				},
			);

		if (order.notSent && order.notSent.isNeverSkipped !== true) return await unsent(order.notSent);
		const { toSend, compared: comparedLines, fulfilledWarnings, ...lines } = await composeItems();
		const isSound = lines.problems.length === 0;
		if (isSound && comparedLines.length === 0 && lines.uncomparedIds.length === 0) {
			return await unsent(noLines(order, lines.warnings));
		}
		if (order.notSent) return await unsent(order.notSent);
		if (isSound && toSend.length === 0) return await unsent(FULFILLED);
		return {
			body: { ...head, orderItems: toSend },
			warnings: [...order.warnings, ...lines.warnings, ...fulfilledWarnings],
			toReview: [...order.toReview, ...lines.toReview],
			problems: [...found, ...address.found, ...order.problems, ...lines.problems],
		};
	};

	return {
		externalId,
		fieldLabel,
		differencesTo: async (existing, body) => await Promise.resolve(differencesTo(existing, body)),
		explainDifferences: explain,
		named: (failure) => namingOrderInFailure(failure, order ?? {}, externalId),
		async compose(_isCheck, look) {
			const composed = await compose(look);
			const problems = [...composed.problems, ...overlongTexts(composed.body, fieldLabel)];
			return { ...composed, problems: namingOrder(problems, order ?? refusedOrder()) };
		},
	};
}
