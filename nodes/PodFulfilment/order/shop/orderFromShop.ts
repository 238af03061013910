// Composes an order from a shop's order: one that is due with its items and what is to be reviewed, why it is not due as far as
// its lines say it, and what says what comes next. What becomes of one that is not due, see unsentShopOrder.ts.

import type { OperationCall } from '../../execution/operation';
import { comparableName } from '../../input/equalText';
import { inTurns } from '../../input/nextTurn';
import { withoutUndefined } from '../../input/objects';
import { firstAndMore, withFullStop } from '../../input/wording';
import {
	type ComposedOrder,
	type FollowedSource,
	type FoundBefore,
	type OrderSource,
	skippedOutput,
} from '../composedOrder';
import {
	asProblem,
	type Finding,
	Findings,
	hasProblem,
	notice,
	warning,
	warningsIn,
} from '../findings';
import { overlongTexts } from '../textBounds';
import { compareWith, composeItems } from './compareShopOrder';
import { enteredShopOrder, type EnteredShopOrder, type ReadOrder } from './enteredShopOrder';
import { sentLines, shopOrderItems, type ShopOrderItems } from './shopOrderItems';
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
import type { ShopOrder, WhyNotSent } from './shopOrder';
import { unsentShopOrder } from './unsentShopOrder';

/** Number of lines that a message names; the others are counted. */
const MAX_NAMED_LINES = 10;

/** Unknown lines that what comes next names; the others are counted. */
const MAX_UNKNOWN_LINES = 3;

/** Why nothing of an order is sent of which no line is for the service. */
function noLines({ shop, order: { lines } }: ReadOrder, items: ShopOrderItems): WhyNotSent {
	const place = placeOf(shop);
	const advice = firstAndMore(warningsIn(items.findings), withFullStop, MAX_NAMED_LINES);
	if (lines.some(({ leftOutBecause }) => leftOutBecause === undefined)) {
		advice.push(
			'A line is for this service when its SKU is that of a variant in the catalog, or is listed in SKU Mapping.',
		);
	}
	advice.push(
		shop === 'rows'
			? 'If such rows are not for this service, keep them back with a Filter node before this one.'
			: "If such orders are not for this service, set 'Orders Not Due' to 'Skip'.",
	);
	const unknown = firstAndMore([...new Set(items.unknownLines)], undefined, MAX_UNKNOWN_LINES);
	return {
		because: 'is not sent: no line is for this service',
		advice: advice.join('\n'),
		cause: 'leftOut',
		// A forgotten SKU must not hide an order that was paid.
		...(unknown.length > 0 && {
			unknownSkus: `Not ordered: no variant is known for ${unknown.join(', ')}. Add a row to SKU Mapping, or correct the SKU in your ${place}. If another supplier makes it, set 'Unknown Lines' to 'Leave Out With a Warning'.`,
		}),
		...(lines.some(({ isEmptied }) => isEmptied) && {
			endedBy: `has no line left in the ${place}`,
		}),
	};
}

/** Why nothing of an order is sent, as far as its lines say it; undefined where it is due, or has problems. */
function whyNotDue(read: ReadOrder, items: ShopOrderItems): WhyNotSent | undefined {
	const isSound = !hasProblem(items.findings);
	if (isSound && items.lines.length === 0 && items.uncomposedIds.length === 0) {
		return noLines(read, items);
	}
	if (read.order.whyNotSent) return read.order.whyNotSent;
	if (!isSound || sentLines(items).length > 0) return undefined;
	return read.shop === 'rows'
		? { ...FULFILLED, because: 'has a tracking number in each row that is for this service' }
		: FULFILLED;
}

/** What the options have somebody look at before a new order is produced. */
function reviewsByOptions(
	{ nextSettings: { notBefore, holdMs, reviewAbovePieces }, orderedAt }: ReadOrder,
	items: ShopOrderItems,
): Finding[] {
	const found = new Findings();
	const pieces = sentLines(items).reduce((sum, { piecesToSend }) => sum + piecesToSend, 0);
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

/** Says which pieces of an order that is sent left already. */
function fulfilledWarnings({ lines }: ShopOrderItems, place: string): Finding[] {
	const partly = lines.filter(({ piecesKept, piecesToSend }) => piecesToSend !== piecesKept);
	return partly.map(({ label, piecesKept, piecesToSend }) => {
		const already = `fulfilled in the ${place} already`;
		return warning(
			piecesToSend === 0
				? `${label} was left out: it is ${already}`
				: `${label}: ${piecesKept - piecesToSend} of ${piecesKept} pieces are ${already}, so ${piecesToSend} are ordered`,
		);
	});
}

/** All that was found about an order before its lines were composed. */
const foundWithoutLines = ({
	order,
	otherProblems,
	problemsOfAddress,
}: EnteredShopOrder): Finding[] => [
	...otherProblems,
	...(order?.findings ?? []),
	// One that is not sent may have no address yet.
	...(order?.whyNotSent ? [] : problemsOfAddress),
];

function dueOrder(read: ReadOrder, items: ShopOrderItems): ComposedOrder {
	const { shop, order, orderWithoutItems } = read;
	const sent = sentLines(items);
	const body = { ...orderWithoutItems, orderItems: sent.map(({ toSend }) => toSend) };
	const inProblems = labelsOf(
		sent.map((line) => line.inProblems),
		orderInProblems(order.number),
	);
	return {
		...labelsOf(
			sent.map(({ label }) => label),
			dataLabelOf(shop),
		),
		body,
		sourceNow: { state: 'due', hasOtherLines: items.hasOtherLines },
		findings: [
			...foundWithoutLines(read),
			...items.findings,
			...fulfilledWarnings(items, placeOf(shop)),
			...reviewsByOptions(read, items),
			...overlongTexts(body, inProblems.labelOf).map((problem) => asProblem(problem, 'line')),
		],
		fileOrigin: (index) => sent[index]?.fileOrigin,
		compare: (existing) => compareWith(read, items, existing),
	};
}

/** An order of which nothing left, and nothing was called off, refunded or cancelled since. */
const asIfDue = (order: ShopOrder): ShopOrder => ({
	...order,
	whyNotSent: undefined,
	lines: order.lines.map(({ ordered, ...line }) => ({
		...line,
		fulfilled: undefined,
		...(ordered !== undefined && {
			quantity: ordered,
			leftOutBecause: undefined,
			isEmptied: undefined,
		}),
	})),
});

/** What there is to say of an order that is not due, were it due; for a check. */
async function withJudgement(
	call: OperationCall,
	read: ReadOrder,
	unsent: ComposedOrder,
): Promise<ComposedOrder> {
	const asDue = { ...read, order: asIfDue(read.order) };
	const items = await shopOrderItems(call.client, asDue.order, asDue.lineSettings);
	const { findings } = dueOrder(asDue, items);
	const saidBy = (finding: Finding) =>
		finding.level === 'problem' ? finding.problem : finding.text;
	const said = new Set(findings.map(saidBy));
	const others = unsent.findings.filter((finding) => !said.has(saidBy(finding)));
	return { ...unsent, findings: [...others, ...findings] };
}

/** Rows with which there is nothing to do. A check judges a test answer all the same: its form is tried with it. */
async function nothingToDoFor(
	call: OperationCall,
	entered: EnteredShopOrder,
	order: ShopOrder,
	reason: string,
): Promise<ComposedOrder> {
	const { lineSettings, orderWithoutItems } = entered;
	const skipped = skippedOutput(orderWithoutItems.externalId, reason);
	const unsent: ComposedOrder = {
		...labelsOf(),
		body: {},
		findings: [],
		sourceNow: { state: 'notDue' },
		skipped,
	};
	if (order.lines.length === 0) return unsent;
	if (!lineSettings) return { ...unsent, findings: foundWithoutLines(entered) };
	const read: ReadOrder = { ...entered, order, lineSettings };
	return await withJudgement(call, read, { ...unsent, notDue: reason });
}

async function compose(
	call: OperationCall,
	entered: EnteredShopOrder,
	isCheck: boolean,
	before: FoundBefore | undefined,
): Promise<ComposedOrder> {
	const { order, lineSettings } = entered;
	if (order?.nothingToDo !== undefined) {
		return await nothingToDoFor(call, entered, order, order.nothingToDo);
	}
	if (!order || !lineSettings) {
		return { ...labelsOf(), body: {}, findings: foundWithoutLines(entered) };
	}
	const read: ReadOrder = { ...entered, order, lineSettings };
	let { whyNotSent } = order;
	let items: ShopOrderItems | undefined;
	if (!whyNotSent || whyNotSent.alwaysStops === true) {
		items = await composeItems(call, read, before);
		whyNotSent = whyNotDue(read, items);
		if (!whyNotSent) return dueOrder(read, items);
	}
	const unsent = await unsentShopOrder(call, read, whyNotSent, before, items);
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
	return {
		isBefore,
		orderedAt,
		completeReviewedAfterDays,
		keepsNoSent: order?.keepsNoSent === true,
		...(isHeld && { heldUntil }),
		...(order &&
			(isBefore || isHeld) && {
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
	const { number, buyerNote, rows, id: shopOrderId, nothingToDo } = entered.order ?? {};
	const { externalId } = entered.orderWithoutItems;
	const name = number === undefined ? undefined : orderLabel(number);
	for (const column of unreadColumns(entered)) call.note(notice('unreadColumn', column));
	return {
		externalId,
		...withoutUndefined({ name, buyerNote, rows, shopOrderId }),
		followed: followedSourceOf(entered),
		isNothingToDo: nothingToDo !== undefined,
		compose: async (isCheck, before) => ({
			...(await compose(call, entered, isCheck, before)),
			nameInShop: name ?? externalId ?? '',
		}),
	};
}
