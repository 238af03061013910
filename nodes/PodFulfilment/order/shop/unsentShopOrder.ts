// A shop's order of which nothing is to be sent now: skipped or refused, as 'Orders Not Due' says. If it was
// placed before, that order is compared and returned, with the advice to cancel it where the shop called it off.

import { UserError, type IDataObject } from 'n8n-workflow';

import { externalIdReference, findOrder } from '../../api/order';
import { DoNotRetryError } from '../../execution/writeNotes';
import { withFullStop } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import { unwrap } from '../../transport/errors/serviceError';
import type { Comparison, ComposedOrder, FoundBefore, SourceNow } from '../composedOrder';
import type { IfExists } from '../fields';
import {
	contentRefusal,
	existsAlready,
	productionWarnings,
	uncompared,
} from '../place/existingOrder';
import { refuseFor } from '../causes';
import { asProblem, Findings, hasProblem, warning, warningsIn, type Finding } from '../findings';
import type { WhyNotSent, ShopOrder } from './shopOrder';

/** Statuses of an order that cannot be stopped any more, or needs not be (spec section 3). */
const SETTLED = ['canceled', 'failed', 'fulfilled', 'shipped'];

/** What messages call the order. */
export const shopOrderName = ({ number, name }: ShopOrder): string => {
	const shown = number ?? name?.replace(/^#\s*/, '');
	return shown === undefined ? 'The shop order' : `Shop order ${shown}`;
};

/** A shop's order of which nothing is to be produced now. */
interface UnsentOrder {
	order: ShopOrder;
	whyNotSent: WhyNotSent;
	/** 'Orders Not Due': whether it is skipped, or stops the run. */
	ordersNotDue: 'skip' | 'stop';
	externalId: string | undefined;
	ifExists: IfExists;
	/** What was found before; it is not looked for again. */
	before: FoundBefore | undefined;
	/** Compares the existing order with the shop's. */
	compare: (existing: IDataObject) => Promise<Comparison>;
}

/** What the shop says of an order that is not sent, for what comes next. */
const sourceNowOf = ({ endedBy, isSent = false }: WhyNotSent): SourceNow =>
	endedBy === undefined
		? { state: isSent ? 'sent' : 'notDue' }
		: { state: 'calledOff', wasSent: isSent };

type Found = Pick<ComposedOrder, 'findings' | 'labelOf'>;

/** Skips or refuses an order of which nothing is to be produced, as 'Orders Not Due' says. */
function withoutOrder(
	{ order, whyNotSent, ordersNotDue, externalId }: UnsentOrder,
	found: Found,
): ComposedOrder {
	const { because, advice, cause, alwaysStops = false } = whyNotSent;
	const reason = `${shopOrderName(order)} ${because}`;
	const composed = {
		...{ body: {}, notDue: reason, notDueAbout: cause, sourceNow: sourceNowOf(whyNotSent) },
		...found,
	};
	// Not skipped with problems: one of them may be the reason why no line is left.
	if (ordersNotDue === 'skip' && !alwaysStops && !hasProblem(found.findings)) {
		const skipped = { ...(externalId !== undefined && { externalId }), skipped: true, reason };
		return { ...composed, skipped };
	}
	const refusal = new Findings();
	refusal.check(() => refuseFor(cause, shopOrderName(order), because, advice));
	return { ...composed, findings: [...found.findings, ...refusal.list] };
}

/**
 * What becomes of an order that exists although nothing of the shop's order is to be sent now. It is returned only where it
 * was compared: whoever passes a shop's order may have made up its number, and two shops may have the same.
 */
async function existingOrder(
	{ order, whyNotSent, externalId = '', ifExists, compare }: UnsentOrder,
	existing: IDataObject,
	{ findings, labelOf: orderLabels }: Found,
): Promise<ComposedOrder> {
	const reason = `${shopOrderName(order)} ${whyNotSent.because}`;
	const status = String(existing.status);
	const name = order.number === undefined ? 'The shop order' : `#${order.number}`;
	const ended = `${name} ${whyNotSent.endedBy ?? ''} and is ${status} here`;
	const isToEnd = whyNotSent.endedBy !== undefined && !SETTLED.includes(status);
	const endedWith = (advice: string): Finding[] =>
		isToEnd ? [warning(`${ended}: ${advice} with Order → Cancel.`)] : [];
	const toCancel = endedWith('cancel it');
	const composed = {
		...{ body: {}, notDue: reason, notDueAbout: whyNotSent.cause, labelOf: orderLabels },
		sourceNow: sourceNowOf(whyNotSent),
		findings: [...toCancel, ...findings],
	};
	const toLookAt = endedWith('if it is the same order, cancel it');
	const refused = (error: UserError, first: Finding[]): ComposedOrder => {
		const Refusal = error instanceof DoNotRetryError ? DoNotRetryError : UserError;
		const said = [...warningsIn(first), withFullStop(reason), error.description].join('\n');
		const explained = asProblem(new Refusal(error.message, { description: said }), 'existing');
		return { ...composed, findings: [...first, ...findings, explained] };
	};
	if (ifExists === 'error') return refused(existsAlready(externalId), toLookAt);
	const comparison = await compare(existing);
	if ('uncomparable' in comparison) {
		const why = comparison.uncomparable;
		return {
			...composed,
			findings: [...toLookAt, ...findings],
			existing: uncompared(existing, externalId, why, `${withFullStop(reason)} `),
		};
	}
	const differing = contentRefusal(externalId, existing, composed, comparison);
	if (differing) {
		const isConcealed = comparison.differences.some((difference) => difference.isConcealed);
		return refused(differing, isConcealed ? toLookAt : toCancel);
	}
	const warnings = [
		`${reason}: order "${externalId}" existed already and is returned as it is.`,
		...productionWarnings(existing, externalId),
	];
	return { ...composed, existing: { order: existing, warnings, existedBefore: true } };
}

/**
 * Decides what becomes of a shop's order that is not sent. Under its External ID there may be an order all the same, placed
 * when it was due: that one is returned, with what the shop says of it now.
 *
 * @throws ServiceError when it cannot be read whether there is one
 */
export async function unsentShopOrder(
	client: ApiClient,
	unsent: UnsentOrder,
	found: Found,
): Promise<ComposedOrder> {
	const { externalId, before } = unsent;
	// Nothing can be said about the order before the fields are right.
	if (hasProblem(found.findings) || externalId === undefined) return withoutOrder(unsent, found);
	const existing = before
		? before.found
		: unwrap(await findOrder(client, externalIdReference(externalId)));
	return existing ? await existingOrder(unsent, existing, found) : withoutOrder(unsent, found);
}
