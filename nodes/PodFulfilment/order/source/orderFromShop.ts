import { orderFieldLabel } from '../fieldLabel';
import { Problems } from '../problems';
import { completeRecipientOf } from '../recipient/recipient';
import { comparable } from '../shop/comparable';
import { externalIdOfShopOrder } from '../shop/externalId';
import { composeLines, type LineSettings } from '../shop/lines';
import { readOtherOrder } from '../shop/other';
import { DEFAULT_ADDRESS_PATHS, DEFAULT_LINE_PATHS } from '../shop/otherFields';
import { printFileTemplateOf } from '../shop/printFiles';
import { SHOP_ORDER } from '../shop/reading';
import { readShopifyOrder } from '../shop/shopify';
import type { NotSent, Shop, ShopOrder } from '../shop/shopOrder';
import { skuMappingOf } from '../shop/skuMapping';
import { readWooCommerceOrder } from '../shop/wooCommerce';
import type { OperationCall } from '../../execution/operation';
import { externalIdOf, refuse, switchOf } from '../../input/checks';
import { isObject, trimmed } from '../../input/guards';
import { parseJsonField } from '../../input/jsonField';
import { withFullStop } from '../../input/wording';
import type { ComposedOrder, OrderSource } from '../composedOrder';
import { itemsFromCatalog } from './itemsFromCatalog';

/** Label of the address in messages. */
const ADDRESS = `${SHOP_ORDER} → Address`;

interface ShopOptions {
	fillFromCatalog?: boolean;
	sendTestOrders?: unknown;
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

function printFileSettings({ parameter }: OperationCall): LineSettings['printFile'] {
	if (parameter<string>('printFileFrom', 'property') === 'template') {
		return { template: printFileTemplateOf(parameter('printFileTemplate', '')) };
	}
	const property = trimmed(parameter('printFileProperty', 'Print file'));
	return comparable(property) === ''
		? refuse(
				'Print File Property',
				'is empty',
				'Enter the name of the property that holds the address of the print file.',
			)
		: { property };
}

const externalIdOfOrder = (given: unknown, shop: Shop, order: ShopOrder | undefined): string =>
	externalIdOf(given === '' && order ? (externalIdOfShopOrder(shop, order) ?? '') : given);

/** What messages call the order. */
const orderLabel = ({ number }: ShopOrder): string =>
	number === undefined ? 'The shop order' : `Shop order ${number}`;

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
	return { because: 'is not sent: no line is for this service', advice: advice.join('\n') };
}

/** Skips or refuses an order of which nothing is to be produced, as 'Orders Without Lines' says. */
function withoutLines(
	order: ShopOrder,
	{ because, advice }: NotSent,
	policy: unknown,
	found: Pick<ComposedOrder, 'warnings' | 'toReview' | 'problems'> & {
		externalId: string | undefined;
	},
): ComposedOrder {
	const { externalId, warnings, toReview } = found;
	const reason = `${orderLabel(order)} ${because}`;
	const composed = { body: {}, warnings, toReview, problems: found.problems };
	// Not skipped with problems: one of them may be the reason why no line is left.
	if (policy === 'skip' && found.problems.length === 0) {
		const skipped = { ...(externalId !== undefined && { externalId }), skipped: true, reason };
		return { ...composed, skipped };
	}
	const { found: problems, check } = new Problems();
	check(() => refuse(orderLabel(order), because, advice));
	return { ...composed, problems: [...found.problems, ...problems] };
}

/** Composes an order from a shop's order. */
export function orderFromShop(call: OperationCall): OrderSource {
	const { parameter } = call;
	const { check, found } = new Problems();
	const shop = parameter<Shop>('shop', 'shopify');
	const options = parameter<ShopOptions>('options', {});
	const { fillFromCatalog = true } = options;
	const externalIdValue = parameter('externalId', '');
	const shipping = parameter<string>('shipping', 'STANDARD');
	const unknownLines = parameter<LineSettings['unknownLines']>('unknownLines', 'stop');
	const policy = parameter<string>('orderWithoutLines', 'stop');

	const order = check(() => readOrder(call, shop, options));
	// An unreadable order is reported already; that it gives no external ID would add nothing.
	const externalId =
		order || externalIdValue !== ''
			? check(() => externalIdOfOrder(externalIdValue, shop, order))
			: undefined;
	const printFile = check(() => printFileSettings(call));
	const mapping = check(() =>
		skuMappingOf(parameter('skuMapping', {}), parameter('skuMappingJson', '[]')),
	);
	const address = new Problems();
	const recipient =
		order && !order.notSent
			? address.check(() => completeRecipientOf(order.recipient, ADDRESS, address.check))
			: undefined;
	let labels: string[] = [];

	return {
		externalId,
		fieldLabel(path) {
			const index = /^orderItems\[(\d+)\]/.exec(path)?.[1];
			const label = orderFieldLabel(path, { recipient: 'fields', items: 'fields' });
			const line = index === undefined ? undefined : labels[Number(index)];
			return line === undefined
				? label.replace(/^Recipient/, ADDRESS)
				: label.replace(/^Items → Item \d+/, () => line);
		},
		async compose() {
			const composed = {
				body: {},
				warnings: order?.warnings ?? [],
				toReview: order?.toReview ?? [],
				problems: found,
			};
			// Lines cannot be judged without the mapping.
			if (!order || !printFile || !mapping) {
				return { ...composed, problems: [...found, ...address.found] };
			}
			if (order.notSent) {
				return withoutLines(order, order.notSent, policy, { ...composed, externalId });
			}
			const lines = await composeLines(call.client, order, {
				mapping,
				printFile,
				unknownLines,
				fillFromCatalog,
			});
			labels = lines.labels;
			const warnings = [...order.warnings, ...lines.warnings];
			const toReview = [...order.toReview, ...lines.toReview];
			if (lines.items.length === 0 && lines.problems.length === 0) {
				return withoutLines(order, noLines(order, lines.warnings), policy, {
					warnings,
					toReview,
					problems: found,
					externalId,
				});
			}
			const problems = [...found, ...address.found, ...order.problems, ...lines.problems];
			const checked = await itemsFromCatalog(
				call,
				lines.items,
				(index) => {
					const field = lines.labels[index] ?? '';
					return { field, skuField: field };
				},
				fillFromCatalog,
			);
			return {
				body: { externalId, shipping, recipient, orderItems: checked.items },
				warnings: [...warnings, ...checked.warnings],
				toReview: [...toReview, ...checked.toReview],
				problems: [...problems, ...checked.problems],
			};
		},
	};
}
