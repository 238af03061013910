// Composes an order from a shop's order: one that is due with its items and what is to be reviewed, why it is not due as far as
// its lines say it, and what says what comes next. What becomes of one that is not due, see unsentShopOrder.ts.

import type { OperationCall } from '../../execution/operation';
import { comparableName } from '../../input/equalText';
import { inTurns } from '../../input/nextTurn';
import { firstAndMore, withFullStop } from '../../input/wording';
import type { ComposedOrder, FollowedSource, FoundBefore, OrderSource } from '../composedOrder';
import { asProblem, type Finding, Findings, hasProblem, notice, warningsIn } from '../findings';
import { overlongTexts } from '../textBounds';
import { enteredShopOrder, type EnteredShopOrder, type ReadOrder } from './enteredShopOrder';
import { valueKey } from './lines/lineValues';
import {
	dataLabelOf,
	labelsOf,
	orderInProblems,
	orderLabel,
	placeOf,
	shopOrderName,
} from './orderLabel';
import { FULFILLED } from './reading';
import type { Shop, ShopLine, ShopOrder, WhyNotSent } from './shopOrder';
import { compareWith, composeItems, shopOrderItems, type ShopOrderItems } from './shopOrderItems';
import { unsentShopOrder } from './unsentShopOrder';
import { withoutUndefined } from '../../input/objects';
import { skippedOutput } from '../composedOrder';

/** What is known of an order that cannot be judged. */
const unjudged = ({
	order,
	otherProblems,
	problemsOfAddress,
}: EnteredShopOrder): ComposedOrder => ({
	body: {},
	findings: [
		...(order?.findings ?? []),
		...otherProblems,
		...(order?.whyNotSent ? [] : problemsOfAddress),
	],
	...labelsOf(),
});

/** Number of lines that a message names; the others are counted. */
const MAX_NAMED_LINES = 10;

/** Unknown lines that what comes next names; the others are counted. */
const MAX_UNKNOWN_LINES = 3;

/** Why an order without any line for the service is to be looked at: a forgotten SKU must not hide one that was paid. */
function unknownSkus(shop: Shop, { unknownLines }: ShopOrderItems): string | undefined {
	if (unknownLines.length === 0) return undefined;
	const named = firstAndMore([...new Set(unknownLines)], undefined, MAX_UNKNOWN_LINES).join(', ');
	return `Not ordered: no variant is known for ${named}. Add a row to SKU Mapping, or correct the SKU in your ${placeOf(shop)}. If another supplier makes it, set 'Unknown Lines' to 'Leave Out With a Warning'.`;
}

function noLines(shop: Shop, { lines }: ShopOrder, items: ShopOrderItems): WhyNotSent {
	const leftOut = warningsIn(items.findings);
	const advice = [
		...firstAndMore(leftOut, withFullStop, MAX_NAMED_LINES),
		...(lines.some(({ leftOutBecause }) => leftOutBecause === undefined)
			? [
					'A line is for this service when its SKU is that of a variant in the catalog, or is listed in SKU Mapping.',
				]
			: []),
		shop === 'rows'
			? 'If such rows are not for this service, keep them back with a Filter node before this one.'
			: "If such orders are not for this service, set 'Orders Not Due' to 'Skip'.",
	];
	return {
		because: 'is not sent: no line is for this service',
		advice: advice.join('\n'),
		cause: 'leftOut',
		...withoutUndefined({ unknownSkus: unknownSkus(shop, items) }),
		...(lines.some(({ isEmptied }) => isEmptied) && {
			endedBy: `has no line left in the ${placeOf(shop)}`,
		}),
	};
}

const TRACKED = 'has a tracking number in each row that is for this service';

/** Why nothing of an order is sent, as far as its lines say it; undefined where it is due, or has problems. */
function whyNotDue({ shop, order }: ReadOrder, items: ShopOrderItems): WhyNotSent | undefined {
	const isSound = !hasProblem(items.findings);
	if (isSound && items.compared.length === 0 && items.uncomparedIds.length === 0) {
		return noLines(shop, order, items);
	}
	const fulfilled = shop === 'rows' ? { ...FULFILLED, because: TRACKED } : FULFILLED;
	return order.whyNotSent ?? (isSound && items.toSend.length === 0 ? fulfilled : undefined);
}

/** What the options have somebody look at before a new order is produced. */
function reviewsByOptions(
	{ nextSettings: { notBefore, holdMs, reviewAbovePieces }, orderedAt }: ReadOrder,
	{ toSend }: ShopOrderItems,
): Finding[] {
	const found = new Findings();
	const pieces = toSend.reduce((sum, { quantity = 0 }) => sum + quantity, 0);
	if (reviewAbovePieces > 0 && pieces > reviewAbovePieces) {
		found.reviewNew(
			`The order has ${pieces} pieces, and Review Above (Pieces) is ${reviewAbovePieces}: check that so many are to be produced`,
			'manyPieces',
		);
	}
	if (orderedAt === undefined && (notBefore !== undefined || holdMs > 0)) {
		found.reviewNew(
			`The order says no date that can be read, so ${notBefore === undefined ? 'Hold does not keep it' : 'Not Before does not tell whether it is to be left alone'}: check that it is to be produced now`,
			'noDate',
		);
	}
	return found.list;
}

function dueOrder(entered: ReadOrder, items: ShopOrderItems): ComposedOrder {
	const { order, orderWithoutItems, otherProblems, problemsOfAddress } = entered;
	const { sent, toSend, hasOtherLines } = items;
	const body = { ...orderWithoutItems, orderItems: toSend };
	const inProblems = labelsOf(
		sent.map((line) => line.inProblems),
		orderInProblems(order.number),
	);
	return {
		body,
		sourceNow: { state: 'due', hasOtherLines },
		findings: [
			...[...otherProblems, ...problemsOfAddress, ...order.findings, ...items.findings],
			...[...items.fulfilledWarnings, ...reviewsByOptions(entered, items)],
			...overlongTexts(body, inProblems.labelOf).map((problem) => asProblem(problem, 'line')),
		],
		...labelsOf(
			sent.map(({ label }) => label),
			dataLabelOf(entered.shop),
		),
		fileOrigin: (index) => sent[index]?.fileOrigin,
		compare: (existing) => compareWith(entered, items, existing),
	};
}

/** A line with all pieces that were ordered, also where they left, or were refunded or cancelled since. */
const lineAsIfDue = ({ ordered, ...line }: ShopLine): ShopLine => ({
	...{ ...line, fulfilled: undefined },
	...(ordered !== undefined && {
		...{ quantity: ordered, leftOutBecause: undefined, isEmptied: undefined },
	}),
});

/** An order of which nothing left, and nothing was called off. */
const asIfDue = (order: ShopOrder): ShopOrder => ({
	...{ ...order, whyNotSent: undefined, lines: order.lines.map(lineAsIfDue) },
});

/** What there is to say of an order that is not due, were it due; for a check. */
async function withJudgement(
	call: OperationCall,
	read: ReadOrder,
	unsent: ComposedOrder,
): Promise<ComposedOrder> {
	const asDue = { ...read, order: asIfDue(read.order) };
	const items = await shopOrderItems(call, asDue.order, asDue.lineSettings);
	const { findings } = dueOrder(asDue, items);
	const said = new Set(warningsIn(findings));
	const others = unsent.findings.filter((finding) =>
		finding.level === 'problem' ? !findings.includes(finding) : !said.has(finding.text),
	);
	return { ...unsent, findings: [...others, ...findings] };
}

async function compose(
	call: OperationCall,
	entered: EnteredShopOrder,
	isCheck: boolean,
	before: FoundBefore | undefined,
): Promise<ComposedOrder> {
	const { order, lineSettings, orderWithoutItems } = entered;
	if (order?.nothingToDo !== undefined) {
		return {
			...{ body: {}, findings: [], ...labelsOf(), sourceNow: { state: 'notDue' } },
			skipped: skippedOutput(orderWithoutItems.externalId, order.nothingToDo),
		};
	}
	if (!order || !lineSettings) return unjudged(entered);
	const read: ReadOrder = { ...entered, order, lineSettings };
	let { whyNotSent } = order;
	let items: ShopOrderItems | undefined;
	if (!whyNotSent || whyNotSent.alwaysStops === true) {
		items = await composeItems(call, read, before);
		whyNotSent = whyNotDue(read, items);
		if (!whyNotSent) return dueOrder(read, items);
	}
	const unsent = await unsentShopOrder(call, read, { whyNotSent, before, ...(items && { items }) });
	return isCheck ? await withJudgement(call, read, unsent) : unsent;
}

/** What says what comes next, as far as it is known before the lines are read. */
function followedSourceOf({
	order,
	orderedAt,
	nextSettings: { notBefore, holdMs, completeReviewedAfterDays },
}: EnteredShopOrder): FollowedSource {
	const isBefore = orderedAt !== undefined && notBefore !== undefined && orderedAt < notBefore;
	const heldUntil = orderedAt === undefined ? 0 : orderedAt + holdMs;
	const isHeld = heldUntil > Date.now() && holdMs > 0 && order?.whyNotSent === undefined;
	const isLeftAlone = order !== undefined && (isBefore || isHeld);
	return {
		...{ isBefore, orderedAt, completeReviewedAfterDays },
		keepsNoSent: order?.keepsNoSent === true,
		...(isHeld && { heldUntil }),
		...(isLeftAlone && {
			leftAlone: `${shopOrderName(order)} ${isBefore ? 'was placed before Not Before' : 'is not placed yet: Hold keeps it'}`,
		}),
	};
}

/** More headings are in no hint. */
const MAX_UNREAD_COLUMNS = 50;

/** Columns of rows that nothing reads: no row of SKU Mapping and no option names them. */
function unreadColumns({ order, lineSettings }: EnteredShopOrder): string[] {
	if (!order?.unreadColumns || !lineSettings) return [];
	const { mapping, options, ignored } = lineSettings;
	const skus = order.lines.map(({ sku }) => sku);
	const asked = skus.flatMap((sku) => mapping.conditionNames(sku));
	const read = new Set([...options, ...asked].map(comparableName));
	return order.unreadColumns.slice(0, MAX_UNREAD_COLUMNS).filter((name) => {
		const keys = [valueKey(name)];
		return !read.has(comparableName(name)) && !skus.some((sku) => ignored.has(keys, sku));
	});
}

/** Composes an order from a shop's order. */
export async function orderFromShop(call: OperationCall): Promise<OrderSource> {
	const entered = await inTurns(enteredShopOrder(call));
	const { order, orderWithoutItems } = entered;
	const { externalId } = orderWithoutItems;
	const { number, buyerNote, rows, id: shopOrderId } = order ?? {};
	const name = number === undefined ? undefined : orderLabel(number);
	for (const column of unreadColumns(entered)) call.note(notice('unreadColumn', column));
	return {
		externalId,
		...withoutUndefined({ name, buyerNote, rows, shopOrderId }),
		followed: followedSourceOf(entered),
		isNothingToDo: order?.nothingToDo !== undefined,
		compose: async (isCheck, before) => ({
			...(await compose(call, entered, isCheck, before)),
			nameInShop: name ?? externalId ?? '',
		}),
	};
}
