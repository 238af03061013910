import { messagesOf } from '../history/person.ts';
import type { RunRecord } from '../history/record.ts';
import { readMessage, textOfError } from '../history/reading.ts';
import { effectsOf, isList, itemIndexOf, shownRun, type Check, type Played } from './played.ts';

const isSingle = (run: RunRecord): boolean => !isList(run) && run.plan.operation !== 'shipments';

/** Every item of a run that went through comes out once, on either output. */
function missingItems(run: RunRecord): string[] {
	const { result, inputs } = run;
	if (!result || result.error || run.interruption || !isSingle(run)) return [];
	const out = [...result.items, ...result.errorItems].map(({ pairedItem }) =>
		itemIndexOf(pairedItem),
	);
	return inputs.flatMap((_, index) => {
		const count = out.filter((item) => item === index).length;
		return count === 1 ? [] : [`${shownRun(run)}: item ${index} came out ${count} times`];
	});
}

/** What a stopped run says covers every item that changed something. */
function unnamedItems(played: Played, run: RunRecord): string[] {
	const { result, inputs } = run;
	if (!result?.error || run.interruption) return [];
	const reading = readMessage(textOfError(result.error));
	const failed = reading.item ?? 0;
	const changed = inputs
		.map((_, index) => index)
		.filter((index) => index !== failed && effectsOf(played, run, index).length > 0);
	if (reading.done === undefined && reading.doneCount !== undefined) {
		const others = changed.filter(
			(index) => !reading.inDoubt.has(index) && !reading.begun.has(index),
		);
		return others.length > reading.doneCount
			? [
					`${shownRun(run)}: items ${others.join(', ')} changed something, and ${reading.doneCount} are said to be done`,
				]
			: [];
	}
	return changed
		.filter(
			(index) =>
				!reading.done?.has(index) && !reading.inDoubt.has(index) && !reading.begun.has(index),
		)
		.map((index) => `${shownRun(run)}: item ${index} changed something and is not named`);
}

/** An item that is said to have failed and did change something is said to be in doubt, or done. */
function refusedAndDone(played: Played, run: RunRecord): string[] {
	// What a stopped run says is n8n's own.
	if (run.interruption) return [];
	return [...messagesOf(run)].flatMap(([index, { isInDoubt, isDone, text }]) =>
		effectsOf(played, run, index).length > 0 && !isInDoubt && !isDone
			? [
					`${shownRun(run)}: item ${index} changed something, and the message says no word of it: ${text}`,
				]
			: [],
	);
}

/** Whether an item that is said to be placed may be: its order, and no other one under its external ID, is there. */
function isPlaced({ book, history }: Played, run: RunRecord, index: number): boolean {
	const input = run.inputs[index];
	const order = input && book.find(`@${input.externalId}`);
	// Both of two runs at one moment may be accepted.
	const isOneOfTwo = run.isOneOfTwo && history.personality.looksBeforeItWrites;
	return (
		order !== undefined && (order.purchase === input?.purchase || order.isAltered || isOneOfTwo)
	);
}

/** What is said to be placed is: whatever the service answered, another order was not. */
function falselyDone(played: Played, run: RunRecord): string[] {
	if (run.plan.operation !== 'create' && run.plan.operation !== 'reprint') return [];
	return [...messagesOf(run)].flatMap(([index, { done = new Set<number>(), isDone, text }]) =>
		[...done, ...(isDone ? [index] : [])]
			.filter((item) => !isPlaced(played, run, item))
			.map((item) => `${shownRun(run)}: item ${item} is said to be done, and is not: ${text}`),
	);
}

/** Every input item is accounted for: done, refused, or in doubt. */
export const accounted: Check = (played) =>
	played.runs.flatMap((run) => [
		...missingItems(run),
		...unnamedItems(played, run),
		...refusedAndDone(played, run),
		...falselyDone(played, run),
	]);
