// A shop's order of which nothing is to be sent now: whether it is skipped or refused, as 'Orders Not Due' says.
// If it was placed before, that order is compared and returned, with the advice to cancel it where the shop called it off.

import { type IDataObject, UserError } from 'n8n-workflow';

import { differencesOf } from '../../api/difference';
import { externalIdReference, findOrder } from '../../api/order';
import { DoNotRetryError } from '../../execution/itemError';
import type { OperationCall } from '../../execution/operation';
import { withFullStop } from '../../input/wording';
import { answersYes } from '../../spec/statuses';
import { unwrap } from '../../transport/errors/serviceError';
import { refuseFor } from '../causes';
import {
	type Comparison,
	type ComposedOrder,
	type FoundBefore,
	NO_ITEMS_SHOWN,
	showsNoItems,
	skippedOutput,
	type SourceNow,
} from '../composedOrder';
import {
	asProblem,
	type Finding,
	Findings,
	hasProblem,
	problemsIn,
	problemTexts,
	warning,
	warningsIn,
} from '../findings';
import { productionWarnings, uncompared, judgeExisting } from '../place/existingOrder';
import { addressChange, concealed } from './changedInShop';
import { type ReadOrder, readRecipient } from './enteredShopOrder';
import { addressLabel, labelsOf, shopOrderName } from './orderLabel';
import type { WhyNotSent } from './shopOrder';
import {
	comparedItems,
	compareWith,
	composeItems,
	NO_ITEM,
	problemsOfNoItem,
	type ShopOrderItems,
} from './shopOrderItems';

/** Why nothing is sent of an order, and what is known of it besides what was entered. */
interface NotDue {
	whyNotSent: WhyNotSent;
	/** What was found before; it is not looked for again. */
	before: FoundBefore | undefined;
	/** Its lines, where they were composed already. */
	items?: ShopOrderItems;
}

const uncomparableBecause = (findings: readonly Finding[]): Comparison => ({
	uncomparable: problemTexts(problemsIn(findings)).map(withFullStop).join(' '),
});

/** Compares an existing order with a shop's order of which nothing is to be sent now. */
async function compareUnsent(
	call: OperationCall,
	entered: ReadOrder,
	{ whyNotSent, before, ...composed }: NotDue,
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
	const items = composed.items ?? (await composeItems(call, entered, before));
	if (hasProblem(items.findings)) return uncomparableBecause(items.findings);
	if (items.compared.length === 0) {
		return uncomparableBecause([asProblem('None of its lines is for this service.', 'unknownSku')]);
	}
	const comparison = compareWith(entered, items, existing);
	return comparison.differences.length === 0 && comparedItems(existing, items).inShop.length === 0
		? uncomparableBecause([asProblem(NO_ITEM, 'existing')])
		: comparison;
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
 * @param reason why nothing is sent of it
 */
async function existingOfUnsent(
	{ order, ifExists, orderWithoutItems: { externalId = '' } }: ReadOrder,
	{ endedBy }: WhyNotSent,
	composed: ComposedOrder,
	reason: string,
	existing: IDataObject,
	compare: () => Promise<Comparison>,
): Promise<ComposedOrder> {
	const status = String(existing.status);
	const name = order.number === undefined ? 'The shop order' : `#${order.number}`;
	const isToEnd = endedBy !== undefined && !answersYes(status, 'isSettled');
	const endedWith = (advice: string): Finding[] =>
		isToEnd
			? [warning(`${name} ${endedBy} and is ${status} here: ${advice} with Order → Cancel.`)]
			: [];
	const toCancel = endedWith('cancel it');
	const toLookAt = endedWith('if it is the same order, cancel it');
	const saying = (first: Finding[], ...last: Finding[]): ComposedOrder => ({
		...composed,
		findings: [...first, ...composed.findings, ...last],
	});
	const refused = (error: UserError, first: Finding[]): ComposedOrder => {
		const Refusal = error instanceof DoNotRetryError ? DoNotRetryError : UserError;
		const said = [...warningsIn(first), withFullStop(reason), error.description].join('\n');
		const explained = new Refusal(error.message, { description: said });
		return saying(first, asProblem(explained, 'existing'));
	};
	const verdict = await judgeExisting({ ...composed, compare }, externalId, existing, ifExists);
	if ('refused' in verdict) {
		return refused(verdict.refused, verdict.isEdited ? toCancel : toLookAt);
	}
	if ('uncomparable' in verdict) {
		const why = verdict.uncomparable;
		const unshown = uncompared(existing, externalId, why, `${withFullStop(reason)} `);
		return { ...saying(toLookAt), existing: unshown };
	}
	const warnings = [
		`${reason}: order "${externalId}" existed already and is returned as it is.`,
		...productionWarnings(existing, externalId),
	];
	return { ...saying(toCancel), existing: { order: existing, warnings, existedBefore: true } };
}

/**
 * Decides what becomes of a shop's order that is not sent. Under its External ID there may be an order all the same, placed
 * when it was due: that one is returned, with what the shop says of it now. Any other is skipped or refused.
 *
 * @throws ServiceError when it cannot be read whether there is one
 */
export async function unsentShopOrder(
	call: OperationCall,
	entered: ReadOrder,
	notDue: NotDue,
): Promise<ComposedOrder> {
	const { order, orderWithoutItems, otherProblems, ordersNotDue } = entered;
	const { whyNotSent, before, items } = notDue;
	const { because, advice, cause, alwaysStops = false, endedBy } = whyNotSent;
	const { externalId } = orderWithoutItems;
	const name = shopOrderName(order);
	const reason = `${name} ${because}`;
	const findings = [
		...otherProblems,
		// What was called off is not produced: there is nothing to review, such as quantities, and 'cancel it' is alone.
		...order.findings.filter(({ level }) => endedBy === undefined || level !== 'review'),
		// Of lines that are not sent nothing is to be reviewed, and nothing stops the order.
		...warningsIn(items?.findings ?? []).map(warning),
	];
	const { labelOf } = labelsOf(items?.sent.map(({ label }) => label));
	const composed: ComposedOrder = {
		...{ body: {}, findings, labelOf, notDue: reason, notDueAbout: cause },
		sourceNow: sourceNowOf(whyNotSent),
	};
	// Nothing can be said about an existing order before the fields are right.
	if (!hasProblem(findings) && externalId !== undefined) {
		const existing = before
			? before.found
			: unwrap(await findOrder(call.client, externalIdReference(externalId)));
		if (existing) {
			const compare = async () => await compareUnsent(call, entered, notDue, existing);
			return await existingOfUnsent(entered, whyNotSent, composed, reason, existing, compare);
		}
	}
	// Not skipped with problems: one of them may be the reason why no line is left.
	if (ordersNotDue === 'skip' && !alwaysStops && !hasProblem(findings)) {
		return { ...composed, skipped: skippedOutput(externalId, reason) };
	}
	const refusal = new Findings();
	refusal.check(() => refuseFor(cause, name, because, advice));
	return { ...composed, findings: [...findings, ...refusal.list] };
}
