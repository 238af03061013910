// Composes an order from a shop's order that was read: its items if it is due, the labels of its fields, and how an
// existing order compares with it, also where nothing is to be sent now. Explains why no line is for this service.

import type { IDataObject } from 'n8n-workflow';

import { differencesOf } from '../../api/difference';
import { orderFieldLabel } from '../compose/fieldLabel';
import {
	asProblem,
	Findings,
	hasProblem,
	notice,
	problemsIn,
	warning,
	warningsIn,
	type Finding,
	problemTexts,
} from '../findings';
import { overlongTexts } from '../textBounds';
import { asIfDue } from './asIfDue';
import { addressChange, changesInShop, concealed } from './changedInShop';
import { FULFILLED } from './due';
import type { LineSettings } from './lines/composeLines';
import { valueKey } from './lines/lineValues';
import { orderInProblems, orderLabel } from './orderLabel';
import { placeOf } from './shopLine';
import type { Shop, WhyNotSent, ShopOrder } from './shopOrder';
import type { OperationCall } from '../../execution/operation';
import { comparableName } from '../../input/equalText';
import { inTurns } from '../../input/nextTurn';
import { lowerFirst, withFullStop } from '../../input/wording';
import {
	NO_ITEMS_SHOWN,
	showsNoItems,
	type Compared,
	type Comparison,
	type ComposedOrder,
	type FollowedSource,
	type FoundBefore,
	type OrderSource,
} from '../composedOrder';
import {
	addressLabel,
	enteredShopOrder,
	readRecipient,
	type EnteredShopOrder,
} from './enteredShopOrder';
import {
	comparedItems,
	itemsByLine,
	NO_ITEM,
	problemsOfNoItem,
	shopOrderItems,
	type ShopOrderItems,
} from './shopOrderItems';
import { shopOrderName, unsentShopOrder } from './unsentShopOrder';

/** An order that was read, with all that its lines are judged by. */
interface ReadOrder extends EnteredShopOrder {
	order: ShopOrder;
	lineSettings: LineSettings;
}

/**
 * The labels of an order's fields.
 *
 * @param lineLabels what messages call the lines that are its items, in their order
 * @param order what they call the order
 */
const labelsOf =
	(lineLabels: readonly string[] = [], order?: string): ((path: string) => string) =>
	(path) =>
		orderFieldLabel(path, {
			...{ recipient: 'fields', items: 'fields' },
			recipientLabel: addressLabel(order),
			itemLabel: (index) => lineLabels[index],
		});

/** What a sentence calls an order's items, from their {@link labelsOf}: `line 1 (Team Mug)`. */
const itemLabelsOf =
	(lineLabels: readonly string[]) =>
	(index: number): string | undefined => {
		const label = lineLabels[index];
		return label && lowerFirst(label);
	};

/** Compares an existing order with the shop's; labels are then those of the shop's lines. */
function compareWith(
	{ shop, orderWithoutItems }: EnteredShopOrder,
	items: ShopOrderItems,
	existing: IDataObject,
): Compared {
	const lines = comparedItems(existing, items, shop === 'rows');
	const inShop = { ...orderWithoutItems, orderItems: lines.inShop };
	const placed = { ...existing, orderItems: lines.existing };
	const differences = concealed(shop, differencesOf(inShop, placed));
	return {
		differences,
		labelOf: labelsOf(lines.labels),
		itemLabel: itemLabelsOf(lines.labels),
		...(differences.length > 0 && {
			explained: changesInShop(shop, inShop, placed, differences, lines.labels),
		}),
	};
}

/** Composes the lines; those of an order that exists already, without the catalog if nothing else differs. */
async function composeItems(
	call: OperationCall,
	entered: ReadOrder,
	before: FoundBefore | undefined,
): Promise<ShopOrderItems> {
	const { order, lineSettings, problemsOfAddress } = entered;
	const existing = before?.isEnoughWithoutCatalog === true ? before.found : undefined;
	const existingItems = existing && itemsByLine(existing);
	if (existing && existingItems && problemsOfAddress.length === 0) {
		const items = await shopOrderItems(call, order, { ...lineSettings, existingItems });
		const isSame =
			!hasProblem(items.findings) && compareWith(entered, items, existing).differences.length === 0;
		if (isSame) return items;
	}
	return await shopOrderItems(call, order, lineSettings);
}

/** Number of lines that a message names; the others are counted. */
const MAX_NAMED_LINES = 10;

/** Explains why no line of an order is for this service. */
function noLines(shop: Shop, { lines }: ShopOrder, leftOut: readonly string[]): WhyNotSent {
	const others = leftOut.length - MAX_NAMED_LINES;
	const advice = [
		...leftOut.slice(0, MAX_NAMED_LINES).map(withFullStop),
		...(others > 0 ? [`${others} more were left out.`] : []),
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
		...(lines.some(({ isEmptied }) => isEmptied) && {
			endedBy: `has no line left in the ${placeOf(shop)}`,
		}),
	};
}

/** Why nothing is sent of rows of which none is left. */
const TRACKED = 'has a tracking number in each row that is for this service';

/** Why nothing of an order is sent, as far as its lines say it; undefined where it is due, or has problems. */
function whyNotDue({ shop, order }: ReadOrder, items: ShopOrderItems): WhyNotSent | undefined {
	const isSound = !hasProblem(items.findings);
	if (isSound && items.compared.length === 0 && items.uncomparedIds.length === 0) {
		return noLines(shop, order, warningsIn(items.findings));
	}
	const fulfilled = shop === 'rows' ? { ...FULFILLED, because: TRACKED } : FULFILLED;
	return order.whyNotSent ?? (isSound && items.toSend.length === 0 ? fulfilled : undefined);
}

const uncomparableBecause = (findings: readonly Finding[]): Comparison => ({
	uncomparable: problemTexts(problemsIn(findings)).map(withFullStop).join(' '),
});

/**
 * Compares an existing order with a shop's order of which nothing is to be sent now.
 *
 * @param composed its lines, where they were composed already
 */
async function compareUnsent(
	call: OperationCall,
	entered: ReadOrder,
	{
		whyNotSent,
		composed,
		before,
	}: { whyNotSent: WhyNotSent; composed?: ShopOrderItems; before?: FoundBefore },
	existing: IDataObject,
): Promise<Comparison> {
	const { shop, order, orderWithoutItems, lineSettings, problemsOfAddress } = entered;
	if (showsNoItems(existing)) return { uncomparable: NO_ITEMS_SHOWN };
	if (problemsOfAddress.length > 0) {
		return uncomparableBecause(readRecipient(shop, order, addressLabel()).problems);
	}
	// What was called off has no quantities any more, and print files may be gone.
	if (whyNotSent.endedBy !== undefined) {
		const { recipient } = orderWithoutItems;
		const differences = concealed(shop, differencesOf({ recipient }, existing));
		if (differences.length > 0) return { differences, explained: [addressChange(shop)] };
		const problems = await problemsOfNoItem(call.client, order, lineSettings, existing);
		return problems.length > 0 ? uncomparableBecause(problems) : { differences: [] };
	}
	const items = composed ?? (await composeItems(call, entered, before));
	if (hasProblem(items.findings)) return uncomparableBecause(items.findings);
	if (items.compared.length === 0) {
		return uncomparableBecause([asProblem('None of its lines is for this service.', 'unknownSku')]);
	}
	const comparison = compareWith(entered, items, existing);
	return comparison.differences.length === 0 && comparedItems(existing, items).inShop.length === 0
		? uncomparableBecause([asProblem(NO_ITEM, 'existing')])
		: comparison;
}

/** What becomes of an order of which nothing is to be sent now. */
async function orderNotDue(
	call: OperationCall,
	entered: ReadOrder,
	whyNotSent: WhyNotSent,
	before: FoundBefore | undefined,
	composed?: ShopOrderItems,
): Promise<ComposedOrder> {
	const { order, orderWithoutItems, otherProblems } = entered;
	return await unsentShopOrder(
		call.client,
		{
			...entered,
			whyNotSent,
			externalId: orderWithoutItems.externalId,
			before,
			compare: async (existing) =>
				await compareUnsent(call, entered, { whyNotSent, composed, before }, existing),
		},
		{
			findings: [
				...otherProblems,
				// What was called off is not produced: there is nothing to review, such as quantities, and 'cancel it' is alone.
				...order.findings.filter(
					({ level }) => whyNotSent.endedBy === undefined || level !== 'review',
				),
				// Of lines that are not sent nothing is to be reviewed, and nothing stops the order.
				...warningsIn(composed?.findings ?? []).map(warning),
			],
			labelOf: labelsOf(composed?.sentLabels),
		},
	);
}

/** What is known of an order that cannot be judged. */
function unjudged({ order, otherProblems, problemsOfAddress }: EnteredShopOrder): ComposedOrder {
	return {
		body: {},
		findings: [
			...(order?.findings ?? []),
			...otherProblems,
			...(order?.whyNotSent ? [] : problemsOfAddress),
		],
		labelOf: labelsOf(),
	};
}

/** An order that is due. */
function dueOrder(entered: ReadOrder, items: ShopOrderItems): ComposedOrder {
	const { order, orderWithoutItems, otherProblems, problemsOfAddress } = entered;
	const body = { ...orderWithoutItems, orderItems: items.toSend };
	return {
		body,
		sourceNow: { state: 'due', hasOtherLines: items.hasOtherLines },
		findings: [
			...[...otherProblems, ...problemsOfAddress, ...order.findings, ...items.findings],
			...[...items.fulfilledWarnings, ...reviewsByOptions(entered, items)],
			...overlongTexts(body, labelsOf(items.sentInProblems, orderInProblems(order.number))).map(
				(problem) => asProblem(problem, 'line'),
			),
		],
		labelOf: labelsOf(items.sentLabels),
		fileOrigin: (index) => items.fileOrigins[index],
		itemLabel: itemLabelsOf(items.sentLabels),
		compare: (existing) => compareWith(entered, items, existing),
	};
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
	const { order, lineSettings } = entered;
	if (order?.nothingToDo !== undefined) {
		const { externalId } = entered.orderWithoutItems;
		const skipped = { ...(externalId !== undefined && { externalId }), skipped: true };
		const reason = order.nothingToDo;
		return {
			...{ body: {}, findings: [], labelOf: labelsOf(), sourceNow: { state: 'notDue' } },
			skipped: { ...skipped, reason },
		};
	}
	if (!order || !lineSettings) return unjudged(entered);
	const read = { ...entered, order, lineSettings };
	const { whyNotSent } = order;
	const judged = async (unsent: ComposedOrder): Promise<ComposedOrder> =>
		isCheck ? await withJudgement(call, read, unsent) : unsent;
	if (whyNotSent && whyNotSent.alwaysStops !== true)
		return await judged(await orderNotDue(call, read, whyNotSent, before));
	const items = await composeItems(call, read, before);
	const notDue = whyNotDue(read, items);
	return notDue
		? await judged(await orderNotDue(call, read, notDue, before, items))
		: dueOrder(read, items);
}

/** More headings are in no hint. */
const MAX_UNREAD_COLUMNS = 50;

/** Columns of rows that nothing reads: no row of SKU Mapping and no option names them. */
function unreadColumns({ order, lineSettings }: EnteredShopOrder): string[] {
	if (!order?.unreadColumns || !lineSettings) return [];
	const { mapping, options, ignored } = lineSettings;
	const skus = order.lines.flatMap((line) => line.skus);
	const read = new Set([...options, ...mapping.conditionNames(skus)].map(comparableName));
	return order.unreadColumns
		.slice(0, MAX_UNREAD_COLUMNS)
		.filter((name) => !read.has(comparableName(name)) && !ignored.has([valueKey(name)], skus));
}

/** Composes an order from a shop's order. */
export async function orderFromShop(call: OperationCall): Promise<OrderSource> {
	const entered = await inTurns(enteredShopOrder(call));
	const { order, orderWithoutItems } = entered;
	const name = order?.number === undefined ? undefined : orderLabel(order.number);
	for (const column of unreadColumns(entered)) call.note(notice('unreadColumn', column));
	return {
		externalId: orderWithoutItems.externalId,
		...(name !== undefined && { name }),
		...(order?.buyerNote !== undefined && { buyerNote: order.buyerNote }),
		...(order?.rows && { rows: order.rows }),
		...(order?.id !== undefined && { shopOrderId: order.id }),
		followed: followedSourceOf(entered),
		isNothingToDo: order?.nothingToDo !== undefined,
		compose: async (isCheck, before) => ({
			...(await compose(call, entered, isCheck, before)),
			nameInShop: name ?? orderWithoutItems.externalId ?? '',
		}),
	};
}
