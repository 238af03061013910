import type { IDataObject } from 'n8n-workflow';

import { cityOf, type Input } from '../history/purchases.ts';
import type { RunRecord } from '../history/record.ts';
import { falseItemChanges } from './itemChanges.ts';
import { falseTasks } from './mockupTasks.ts';
import type { StoredOrder } from '../service/orders.ts';
import { messagesOf } from '../history/person.ts';
import {
	isList,
	itemIndexOf,
	LONGEST_LAG_MS,
	shownRun,
	type Check,
	type Played,
} from './played.ts';

const recipientOf = (order: IDataObject): IDataObject => (order.recipient ?? {}) as IDataObject;

/** Whether the output says a word about something that is not as it was asked for. */
const hasWarning = ({ warnings }: IDataObject): boolean =>
	Array.isArray(warnings) ? warnings.length > 0 : typeof warnings === 'string';

/** Whether the output says that it holds no more than the answer to a change. */
const isUnread = ({ warnings }: IDataObject): boolean =>
	Array.isArray(warnings) &&
	warnings.some((warning) => String(warning).includes('could not be read afterwards'));

/** What is returned is one order of the service, whole, as it was at some time. */
function foreignOrHalf(out: IDataObject, input: Input, order: StoredOrder): string[] {
	if (isUnread(out)) return order.externalId === input.externalId ? [] : ['it is another order'];
	if (out.externalId !== input.externalId) return [`its external ID is ${String(out.externalId)}`];
	// Of an order that could not be compared, nothing but its status is shown.
	if (out.compared === false) {
		const hadStatus = order.versions.some(({ json }) => json.status === out.status);
		return hadStatus ? [] : [`the order never had the status ${String(out.status)}`];
	}
	const wasLikeIt = order.versions.some(
		({ json }) =>
			json.status === out.status &&
			recipientOf(json).name === recipientOf(out).name &&
			recipientOf(json).city === recipientOf(out).city &&
			(json.orderItems as unknown[]).length === (out.orderItems as unknown[] | undefined)?.length,
	);
	return wasLikeIt ? [] : ['the order was never like that at the service'];
}

const wasPlacedBy = ({ book }: Played, run: RunRecord, order: StoredOrder): boolean =>
	book.effects.some(
		({ kind, orderId, origin }) =>
			(kind === 'create' || kind === 'reprint') &&
			orderId === order.id &&
			origin?.run === run.number,
	);

/** Whether a read at any moment of a run shows the order canceled or failed, however much it lags. */
function wasOverAllTheTime({ versions }: StoredOrder, run: RunRecord): boolean {
	const earliest = run.startedAt - LONGEST_LAG_MS;
	const first = versions.findLast(({ at }) => at <= earliest);
	const shown = versions.filter(
		(version) => version === first || (version.at > earliest && version.at <= run.endedAt),
	);
	return (
		first !== undefined &&
		shown.every(({ json }) => json.status === 'canceled' || json.status === 'failed')
	);
}

/** The change that was asked for was really made, unless the output says otherwise. */
function notDone(
	played: Played,
	run: RunRecord,
	input: Input,
	order: StoredOrder,
	out: IDataObject,
): string[] {
	switch (run.plan.operation) {
		case 'create':
		case 'reprint': {
			// Two runs at one moment know nothing of each other.
			const isRefusal = run.plan.settings.ifExists === 'error' && !run.isOneOfTwo;
			if (isRefusal && !wasPlacedBy(played, run, order)) {
				return ['the order existed before'];
			}
			if (wasOverAllTheTime(order, run) && !hasWarning(out)) {
				return ['the order was cancelled or failed before, and nothing warns of it'];
			}
			// Both of two runs at one moment may be accepted; a read shows one of the orders.
			const isOneOfTwo = run.isOneOfTwo && played.history.personality.looksBeforeItWrites;
			return order.purchase === input.purchase || order.isAltered || isOneOfTwo
				? []
				: [`it is another purchase, ${order.purchase}`];
		}
		case 'update': {
			const city = cityOf(input);
			const hadCity = order.versions.some(
				({ at, json }, index) =>
					recipientOf(json).city === city &&
					at <= run.endedAt &&
					(order.versions[index + 1]?.at ?? Number.POSITIVE_INFINITY) >= run.startedAt,
			);
			return hadCity ? [] : [`the city was never ${city}`];
		}
		case 'confirm':
			return order.confirmedAt === undefined && !hasWarning(out) && run.result?.hints.length === 0
				? ['it was never confirmed']
				: [];
		case 'cancel':
			return order.canceledAt === undefined ? ['it was never canceled'] : [];
		case 'refund':
			return order.refunds === 0 ? ['it was never refunded'] : [];
		default:
			return [];
	}
}

/** Of several changes that one run makes to the same order, the last one remains. */
function overtaken({ history, book }: Played, run: RunRecord): string[] {
	const { result, plan, inputs, endedAt } = run;
	const isDisturbed =
		run.isOneOfTwo ||
		// A read that lags may show an earlier state that is the same as the one asked for.
		history.personality.readLags.some((lag) => lag > 0) ||
		history.weather.some(({ mishap }) => 'done' in mishap && mishap.done === 'later') ||
		history.steps.some((step) => step.kind === 'run' && step.meanwhile.length > 0);
	if (plan.operation !== 'update' || isDisturbed || result?.status !== 'success') return [];
	const failed = messagesOf(run);
	return [...Map.groupBy(inputs.entries(), ([, { externalId }]) => externalId)].flatMap(
		([externalId, items]) => {
			const [last] = items.findLast(([index]) => !failed.has(index)) ?? [];
			const city = last === undefined ? undefined : cityOf(inputs[last] as Input);
			const order = book.find(`@${externalId}`);
			const atEnd = order?.versions.findLast(({ at }) => at <= endedAt)?.json;
			if (city === undefined || !atEnd || items.some(([index]) => failed.has(index))) return [];
			return recipientOf(atEnd).city === city
				? []
				: [
						`${shownRun(run)}: ${externalId} ends with ${String(recipientOf(atEnd).city)}, and the last item set ${city}`,
					];
		},
	);
}

/** Every success is true at the service. */
export const trueSuccess: Check = (played) =>
	played.runs.flatMap((run) => [
		...falseSuccesses(played, run),
		...falseItemChanges(played, run),
		...falseTasks(played, run),
		...overtaken(played, run),
	]);

function falseSuccesses(played: Played, run: RunRecord): string[] {
	const { result, plan, inputs } = run;
	if (!result || result.error || isList(run)) return [];
	if (['shipments', 'updateItem', 'task'].includes(plan.operation)) return [];
	return result.items.flatMap(({ json, pairedItem }) => {
		const index = itemIndexOf(pairedItem);
		const input = index === undefined ? undefined : inputs[index];
		if (json.error !== undefined || !input) return [];
		const order =
			json.id === undefined && hasWarning(json)
				? played.book.find(`@${input.externalId}`)
				: played.book.orders.find(({ id }) => id === json.id);
		const faults = order
			? [...foreignOrHalf(json, input, order), ...notDone(played, run, input, order, json)]
			: ['there is no such order'];
		return faults.map(
			(fault) =>
				`${shownRun(run)}: item ${index} is returned as done, and ${fault}: ${JSON.stringify(json).slice(0, 150)}`,
		);
	});
}
