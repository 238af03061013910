import type { IDataObject } from 'n8n-workflow';

import { current } from '../service/orders.ts';
import type { ContraryService } from '../service/service.ts';
import type { RunRecord } from './record.ts';
import type { Input } from './purchases.ts';
import { readMessage, textOfError, textOfErrorItem, type Reading } from './reading.ts';

/** What a run says of each item that did not go through, by the item's index. */
export function messagesOf({ result, inputs }: RunRecord): Map<number, Reading> {
	const messages = new Map<number, Reading>();
	if (!result) return messages;
	if (result.error) {
		const reading = readMessage(textOfError(result.error));
		messages.set(reading.item ?? 0, reading);
	}
	for (const { json, pairedItem } of [...result.items, ...result.errorItems]) {
		if (json.error === undefined) continue;
		// Of the error output it is a number.
		const index =
			typeof pairedItem === 'object' && !Array.isArray(pairedItem)
				? pairedItem.item
				: Number(pairedItem ?? 0);
		if (index < inputs.length) messages.set(index, readMessage(textOfErrorItem(json)));
	}
	return messages;
}

/** Indexes of the items that are done, as far as the run says so. */
function doneItems(record: RunRecord): Set<number> {
	const { result } = record;
	if (result?.error) return readMessage(textOfError(result.error)).done ?? new Set();
	return new Set(
		(result?.items ?? []).flatMap(({ json, pairedItem }) =>
			json.error === undefined && typeof pairedItem === 'object' && !Array.isArray(pairedItem)
				? [pairedItem.item]
				: [],
		),
	);
}

/** Whether a person knows, from a run or from those that it repeats, that a purchase was or may have been placed. */
function isKnown(record: RunRecord | undefined, purchase: string): boolean {
	if (!record) return false;
	const { result, interruption, inputs, follows } = record;
	if (!result || interruption) return true;
	const messages = messagesOf(record);
	const done = doneItems(record);
	const stopped = result.error && readMessage(textOfError(result.error));
	return (
		inputs.some(
			(input, index) =>
				input.purchase === purchase &&
				(done.has(index) ||
					stopped?.inDoubt.has(index) ||
					stopped?.begun.has(index) ||
					messages.get(index)?.isInDoubt ||
					messages.get(index)?.isDone),
		) || isKnown(follows, purchase)
	);
}

/** What the dashboard of the provider shows. */
const showsRefund = (service: ContraryService, { externalId }: Input): boolean => {
	const order = service.book.find(`@${externalId}`);
	const associations = order && (current(order).associations as IDataObject[] | undefined);
	return Array.isArray(associations) && associations.some(({ type }) => type === 'refund');
};

/** The refunds that are still to be made, as far as a careful person can tell. */
function refundsLeft(record: RunRecord, service: ContraryService): Input[] {
	const messages = messagesOf(record);
	const done = doneItems(record);
	const readings = [...messages.values()];
	const isRefunded = (index: number): boolean =>
		done.has(index) ||
		messages.get(index)?.isInDoubt === true ||
		messages.get(index)?.isDone === true ||
		readings.some((reading) => reading.done?.has(index) || reading.inDoubt.has(index));
	// Two items may be about one order.
	const orders = new Set(
		record.inputs.filter((_, index) => isRefunded(index)).map(({ externalId }) => externalId),
	);
	return record.inputs.filter(
		(input) => !orders.has(input.externalId) && !showsRefund(service, input),
	);
}

/** The same purchase under another number, where the message says to take one and gives no reason to doubt. */
function renamed(record: RunRecord, input: Input, reading: Reading | undefined): Input {
	const mayTakeAnother =
		reading?.advisesOtherExternalId &&
		!isKnown(record, input.purchase) &&
		!input.externalId.endsWith('-B');
	return mayTakeAnother ? { ...input, externalId: `${input.externalId}-B` } : input;
}

/**
 * What a person who does as the messages say runs next.
 *
 * @returns undefined when there is nothing left to do
 */
export function followUp(record: RunRecord, service: ContraryService): Input[] | undefined {
	const { plan, result, inputs } = record;
	if (plan.operation === 'refund') {
		// What became of an interrupted run nobody said.
		return result && !record.interruption ? refundsLeft(record, service) : undefined;
	}
	if (result && !record.interruption && !result.error && messagesOf(record).size === 0) {
		return undefined;
	}
	if (plan.operation !== 'create' && plan.operation !== 'reprint') return inputs;
	const messages = messagesOf(record);
	return inputs.map((input, index) => renamed(record, input, messages.get(index)));
}
