import type { IDataObject } from 'n8n-workflow';

import { itemChangeOf, showsItemChange } from '../history/purchases.ts';
import type { RunRecord } from '../history/record.ts';
import { itemIndexOf, shownRun, type Played } from './played.ts';

/** An item was not read, or was read and does not show its change. */
const saysOneThing = ({ warnings = [] }: IDataObject): boolean =>
	[warnings].flat().filter((warning) => String(warning).startsWith('The item was changed')).length <
	2;

/** Order items that are returned as changed are those of that order, and really were like that. */
export function falseItemChanges({ book, history }: Played, run: RunRecord): string[] {
	const { result, inputs, plan } = run;
	const [first] = inputs;
	if (!result || result.error || plan.operation !== 'updateItem' || !first) return [];
	const change = itemChangeOf(first, history.fillsFromCatalog);
	return result.items.flatMap(({ json, pairedItem }) => {
		const index = itemIndexOf(pairedItem) ?? -1;
		const input = inputs[index];
		if (json.error !== undefined || !input) return [];
		const where = `${shownRun(run)}: item ${index} is returned as done, and`;
		if (json.id !== input.itemId) return [`${where} its id is ${String(json.id)}`];
		const shown = book.orders
			.filter(({ externalId }) => externalId === input.externalId)
			.flatMap(({ versions }) => versions)
			.flatMap((version) => version.json.orderItems as IDataObject[])
			.filter(({ id }) => id === input.itemId);
		const isUnread = json.quantity === undefined && Array.isArray(json.warnings);
		return [
			...(shown.some((item) => showsItemChange(item, change))
				? []
				: [`${where} its ${change} was never changed`]),
			...(isUnread || shown.some(({ quantity }) => quantity === json.quantity)
				? []
				: [`${where} its quantity was never ${String(json.quantity)}`]),
			...(saysOneThing(json)
				? []
				: [`${where} its warnings say two things: ${JSON.stringify(json.warnings)}`]),
		];
	});
}
