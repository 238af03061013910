// A shop's order of which nothing is to be sent now: whether it is skipped or refused, as 'Orders Not Due' says.
// If it was placed before, that order is compared and returned, with the advice to cancel it where the shop called it off.

import { type IDataObject, UserError } from 'n8n-workflow';

import { differencesOf } from '../../api/difference';
import { externalIdReference, findOrder } from '../../api/order';
import { DoNotRetryError } from '../../execution/itemError';
import type { OperationCall } from '../../execution/operation';
import { groupedBy, objectsOf } from '../../input/objects';
import { withFullStop } from '../../input/wording';
import { answersYes } from '../../spec/statuses';
import type { ApiClient } from '../../transport/client';
import { unwrap } from '../../transport/errors/serviceError';
import { CausedError } from '../causes';
import {
	type Comparison,
	type ComposedOrder,
	type FoundBefore,
	NO_ITEMS_SHOWN,
	showsNoItems,
	skippedOutput,
	type SourceNow,
} from '../composedOrder';
import { asProblem, type Finding, Findings, hasProblem, warning, warningsIn } from '../findings';
import { judgeExisting, productionWarnings, uncompared } from '../place/existingOrder';
import { variantIdIn } from '../place/shownOrder';
import {
	addressChange,
	compareWith,
	composeItems,
	concealed,
	NO_ITEM,
	uncomparableBecause,
} from './compareShopOrder';
import type { ReadOrder } from './enteredShopOrder';
import type { ShopOrderItems } from './shopOrderItems';
import { itemLinesOf } from './lines/rowForLine';
import { findVariantOfLine } from './lines/variant';
import { labelsOf, shopOrderName } from './orderLabel';
import type { WhyNotSent } from './shopOrder';
import { textIn } from './values';

/**
 * Compares an existing order with one that the shop called off: it has no quantities any more, and print files may be gone. So it
 * takes the address, and the ID and the variant of one line: both may be the same by chance, as lines of each WooCommerce count
 * from 1 and one customer may buy one product in two shops.
 */
async function compareCalledOff(
	client: ApiClient,
	{ shop, order, orderWithoutItems: { recipient }, lineSettings }: ReadOrder,
	existing: IDataObject,
): Promise<Comparison> {
	const differences = concealed(shop, differencesOf({ recipient }, existing));
	if (differences.length > 0) return { differences, explained: [addressChange(shop)] };
	const items = groupedBy(objectsOf(existing.orderItems), ({ externalId }) => textIn(externalId));
	const problems = new Findings();
	for (const line of await itemLinesOf(order, lineSettings.mapping)) {
		const placed = items.get(line.itemId);
		if (!placed || (line.leftOutBecause !== undefined && !line.isEmptied)) continue;
		try {
			const variant = await findVariantOfLine(client, line, lineSettings);
			if ('unknown' in variant) continue;
			const isIt = placed.some((item) => variantIdIn(item) === variantIdIn(variant));
			if (isIt) return { differences: [] };
		} catch (error) {
			problems.refused(error);
		}
	}
	return problems.list.length > 0 ? uncomparableBecause(problems.list) : { uncomparable: NO_ITEM };
}

/** Compares an existing order with a shop's order of which nothing is to be sent now. */
async function compareUnsent(
	call: OperationCall,
	entered: ReadOrder,
	{ endedBy }: WhyNotSent,
	composeLines: () => Promise<ShopOrderItems>,
	existing: IDataObject,
): Promise<Comparison> {
	if (showsNoItems(existing)) return { uncomparable: NO_ITEMS_SHOWN };
	if (entered.problemsOfAddress.length > 0) return uncomparableBecause(entered.problemsOfAddress);
	if (endedBy !== undefined) return await compareCalledOff(call.client, entered, existing);
	const items = await composeLines();
	return hasProblem(items.findings)
		? uncomparableBecause(items.findings)
		: compareWith(entered, items, existing);
}

/** What the shop says of an order that is not sent, for what comes next. */
const sourceNowOf = ({ endedBy, isSent = false, unknownSkus }: WhyNotSent): SourceNow =>
	endedBy === undefined
		? { state: isSent ? 'sent' : 'notDue', unknownSkus }
		: { state: 'calledOff', wasSent: isSent };

/**
 * What becomes of an order that exists although nothing of the shop's order is to be sent now. It is returned only where it
 * was compared: whoever passes a shop's order may have made up its number, and two shops may have the same.
 *
 * @param composed what is said of the shop's order
 */
async function existingOfUnsent(
	{ ifExists, order: { number } }: ReadOrder,
	{ endedBy }: WhyNotSent,
	composed: ComposedOrder & { notDue: string },
	externalId: string,
	existing: IDataObject,
): Promise<ComposedOrder> {
	const reason = composed.notDue;
	const verdict = await judgeExisting(composed, externalId, existing, ifExists);
	const isIt = 'refused' in verdict ? verdict.isEdited : 'differences' in verdict;
	const status = String(existing.status);
	const toCancel: Finding[] = [];
	if (endedBy !== undefined && !answersYes(status, 'isSettled')) {
		const name = number === undefined ? 'The shop order' : `#${number}`;
		const condition = isIt ? '' : 'if it is the same order, ';
		toCancel.push(
			warning(
				`${name} ${endedBy} and is ${status} here: ${condition}cancel it with Order → Cancel.`,
			),
		);
	}
	const findings = [...toCancel, ...composed.findings];
	if ('refused' in verdict) {
		const { message, description } = verdict.refused;
		const Refusal = verdict.refused instanceof DoNotRetryError ? DoNotRetryError : UserError;
		const said = [...warningsIn(toCancel), withFullStop(reason), description].join('\n');
		const refusal = new Refusal(message, { description: said });
		return { ...composed, findings: [...findings, asProblem(refusal, 'existing')] };
	}
	if ('uncomparable' in verdict) {
		const why = verdict.uncomparable;
		const shown = uncompared(existing, externalId, why, `${withFullStop(reason)} `);
		return { ...composed, findings, existing: shown };
	}
	const warnings = [
		`${reason}: order "${externalId}" existed already and is returned as it is.`,
		...productionWarnings(existing, externalId),
	];
	return { ...composed, findings, existing: { order: existing, warnings, existedBefore: true } };
}

/**
 * Decides what becomes of a shop's order that is not sent. Under its External ID there may be an order all the same, placed
 * when it was due: that one is returned, with what the shop says of it now. Any other is skipped or refused.
 *
 * @param before what was found before; it is not looked for again
 * @param items its lines, where they were composed already
 * @throws ServiceError when it cannot be read whether there is one
 */
export async function unsentShopOrder(
	call: OperationCall,
	entered: ReadOrder,
	whyNotSent: WhyNotSent,
	before: FoundBefore | undefined,
	items: ShopOrderItems | undefined,
): Promise<ComposedOrder> {
	const { order, otherProblems, ordersNotDue } = entered;
	const { because, advice, cause, alwaysStops = false, endedBy } = whyNotSent;
	const { externalId } = entered.orderWithoutItems;
	const reason = `${shopOrderName(order)} ${because}`;
	const findings = [
		...otherProblems,
		// What was called off is not produced: there is nothing to review, such as quantities, and 'cancel it' is alone.
		...order.findings.filter(({ level }) => endedBy === undefined || level !== 'review'),
		// Of lines that are not sent nothing is to be reviewed, and nothing stops the order.
		...warningsIn(items?.findings ?? []).map(warning),
	];
	const composeLines = async () => items ?? (await composeItems(call, entered, before));
	const composed = {
		...labelsOf(),
		body: {},
		findings,
		notDue: reason,
		notDueAbout: cause,
		sourceNow: sourceNowOf(whyNotSent),
		compare: async (existing: IDataObject) =>
			await compareUnsent(call, entered, whyNotSent, composeLines, existing),
	};
	// Nothing can be said about an existing order before the fields are right, and one of its problems may be the reason why no
	// line is left.
	const isSound = !hasProblem(findings);
	if (isSound && externalId !== undefined) {
		const existing = before
			? before.found
			: unwrap(await findOrder(call.client, externalIdReference(externalId)));
		if (existing)
			return await existingOfUnsent(entered, whyNotSent, composed, externalId, existing);
	}
	if (isSound && ordersNotDue === 'skip' && !alwaysStops) {
		return { ...composed, skipped: skippedOutput(externalId, reason) };
	}
	const refusal = asProblem(new CausedError(cause, reason, advice), cause);
	return { ...composed, findings: [...findings, refusal] };
}
