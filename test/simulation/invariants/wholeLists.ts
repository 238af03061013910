import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../history/history.ts';
import type { RunRecord } from '../history/record.ts';
import { readMessage, textOfError, textOfErrorItem } from '../history/reading.ts';
import {
	isList,
	itemIndexOf,
	LONGEST_LAG_MS,
	shownRun,
	type Check,
	type Played,
} from './played.ts';

/** Of each collection but the orders, all that is in it. */
function unchanging({ catalog }: Played, { plan }: RunRecord): string[] | undefined {
	const { products, variants, tasks } = catalog;
	const collections: Partial<Record<Operation, IDataObject[]>> = { products, variants, tasks };
	return collections[plan.operation]?.map(({ id }) => String(id));
}

/** Ids that every page of a list had to know: orders that were placed long enough before the run. */
const existingThroughout = (played: Played, run: RunRecord): string[] =>
	unchanging(played, run) ??
	played.book.orders
		.filter(({ createdAt }) => createdAt <= run.startedAt - LONGEST_LAG_MS)
		.map(({ id }) => id);

function membersOf(played: Played, run: RunRecord): string[] {
	const { result, inputs, plan } = run;
	if (!result || result.error || !isList(run)) return [];
	return inputs.flatMap((_, index) => {
		const outputs = result.items.filter(({ pairedItem }) => itemIndexOf(pairedItem) === index);
		const isRefused = [...outputs, ...result.errorItems].some(
			({ json, pairedItem }) => json.error !== undefined && itemIndexOf(pairedItem) === index,
		);
		if (isRefused) return [];
		const ids = outputs.map(({ json }) => String(json.id));
		const where = `${shownRun(run)}, item ${index}`;
		const twice = ids.length - new Set(ids).size;
		if (twice > 0) return [`${where}: ${twice} came out twice`];
		const expected = existingThroughout(played, run);
		const { limit } = plan.settings;
		const missing = expected.filter((id) => !ids.includes(id)).length;
		if (limit === 0)
			return missing > 0 ? [`${where}: ${missing} of ${expected.length} are missing`] : [];
		if (ids.length > limit) return [`${where}: ${ids.length} came out, and the limit is ${limit}`];
		return ids.length < Math.min(limit, expected.length)
			? [`${where}: ${ids.length} came out, and the limit of ${limit} could be met`]
			: [];
	});
}

/** A list that could be read does not end in an error. */
function endedInError(run: RunRecord): string[] {
	const { result } = run;
	if (!result || !isList(run)) return [];
	const texts = [
		...(result.error ? [textOfError(result.error)] : []),
		...[...result.items, ...result.errorItems]
			.filter(({ json }) => json.error !== undefined)
			.map(({ json }) => textOfErrorItem(json)),
	];
	return texts
		.filter((text) => /goes on|outside|another address|not what was expected/.test(text))
		.map(
			(text) =>
				`${shownRun(run)}: a list that could be read ends in an error: ${readMessage(text).text}`,
		);
}

/** Where pages cannot be reached, the error says how many came, and how many there are. */
function numbersUnsaid(played: Played, run: RunRecord): string[] {
	const { book, history, network } = played;
	const { result } = run;
	const { list } = history.personality;
	const isCalm = network.requests.every(
		({ origin, isCalm: wasCalm }) => origin?.run !== run.number || wasCalm,
	);
	const total =
		unchanging(played, run)?.length ??
		book.orders.filter(({ createdAt }) => createdAt <= run.startedAt).length;
	const isDisturbed =
		run.isOneOfTwo ||
		book.orders.some(({ createdAt }) => createdAt > run.startedAt && createdAt <= run.endedAt);
	if (!isList(run) || list.next !== 'noneAndOnePageOnly' || !isCalm || isDisturbed) return [];
	if (!result?.error || run.interruption) return [];
	const text = textOfError(result.error);
	return [list.pageSize, total].every((number) => text.includes(String(number)))
		? []
		: [`${shownRun(run)}: ${list.pageSize} of ${total} could be read, and the error says: ${text}`];
}

/** Return All brings every order that existed throughout, each once, or an error with both numbers. */
export const wholeLists: Check = (played) => [
	...played.runs.flatMap((run) => [
		...membersOf(played, run),
		...endedInError(run),
		...numbersUnsaid(played, run),
	]),
	...[...played.network.foreignOrigins].map((origin) => `the key was sent to ${origin}`),
];
