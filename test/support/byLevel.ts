import {
	asProblem,
	problemsIn,
	toReviewIn,
	warning,
	warningsIn,
	type Finding,
	type Problem,
} from '../../nodes/PodFulfilment/order/findings.ts';
import { atOnce } from '../../nodes/PodFulfilment/input/nextTurn.ts';
import { readOtherOrder as readOther } from '../../nodes/PodFulfilment/order/shop/other/readOtherOrder.ts';
import { shopOrderItems as composed } from '../../nodes/PodFulfilment/order/shop/shopOrderItems.ts';
import { SHOPIFY } from '../../nodes/PodFulfilment/order/shop/sources/shopify/shopify.ts';
import { readSource as readBySource } from '../../nodes/PodFulfilment/order/shop/sources/readSource.ts';
import { WOO_COMMERCE } from '../../nodes/PodFulfilment/order/shop/sources/wooCommerce/wooCommerce.ts';

// Findings are one list in the nodes. An output has them by their levels, and so do the assertions.

/** A result with its findings by level. */
export const byLevel = <Result extends { findings: readonly Finding[] }>(result: Result) => ({
	...result,
	warnings: warningsIn(result.findings),
	toReview: toReviewIn(result.findings),
	problems: problemsIn(result.findings),
});

export interface FindingTexts {
	warnings?: readonly string[];
	problems?: readonly Problem[];
}

export const findingsOf = ({ warnings = [], problems = [] }: FindingTexts): Finding[] => [
	...warnings.map(warning),
	...problems.map((problem) => asProblem(problem, 'setting')),
];

type Settings = Parameters<typeof readOther>[1];

/** Reads an order of another shop. Where a test does not say which are due, all are. */
export const readOtherOrder = (
	order: unknown,
	settings: Partial<Omit<Settings, 'line'>> & { line?: Partial<Settings['line']> },
	asked?: Parameters<typeof readOther>[2],
) => {
	const none = { sku: '', quantity: '', price: '', name: '', id: '', notDue: '', parent: '' };
	const whole = {
		...{ which: 'all' as const, orderNumber: '', lines: 'items', addressField: '', address: {} },
		...{ priceUnit: 'auto' as const, ...settings, line: { ...none, ...settings.line } },
	};
	return byLevel(atOnce(readOther(order, whole, asked)));
};

export const readSource = (...given: Parameters<typeof readBySource>) =>
	byLevel(atOnce(readBySource(...given)));

type Read = Parameters<typeof readBySource>;

export const readShopifyOrder = (value: Read[1], options: Read[2]) =>
	readSource(SHOPIFY, value, options);

export const readWooCommerceOrder = (value: Read[1], options: Read[2]) =>
	readSource(WOO_COMMERCE, value, options);

export const shopOrderItems = async (...given: Parameters<typeof composed>) =>
	byLevel(await composed(...given));
