// What n8n shows of an item that failed: the text of its error from its parts, with what became of its change, and, where it
// stops the run, of all items: '3 of 5 items were done (items 0 to 2)'; the output item under 'Continue on Fail' with `error`
// and `message`, its input item (`pairedItem`), and the hint that counts the refused items. Also the errors that say 'Do not
// retry this execution', and `ProblemsError`, which lists several problems.

import {
	UserError,
	type IDataObject,
	type INode,
	type IPairedItemData,
	type NodeExecutionHint,
} from 'n8n-workflow';

import {
	firstReasons,
	forEditor,
	oneLine,
	upperFirst,
	withFullStop,
	withLookalikes,
} from '../input/wording';
import { type ErrorText, errorTextOf, ServiceError } from '../transport/errors/serviceError';
import type { Redact } from '../transport/secrets';
import type { TrackedWrite } from '../transport/trackedWrite';

/** Says what became of a write, e.g. of `order "A-1"`, where no success can be shown. */
export interface WriteNotes {
	/** It may have been made although no success was seen, and whether the node may be run again. */
	inDoubt(subject: string): string;
	/** An earlier try of Retry On Fail has made it. */
	done(subject: string): string;
	/** It was made, and its follow-up was not. */
	followUpMissing?(subject: string): string;
	/** It was made, and its follow-up may have been made. */
	followUpInDoubt?(subject: string): string;
	/** Begins the list of the items whose follow-up was not made, e.g. 'Placed, but not confirmed'. */
	followUpMissingItems?: string;
}

/** What to do before running the node again with items that were done, or are in doubt. */
export interface RerunNotes {
	done: string;
	inDoubt: string;
}

/** An error after which running the node again does not help, as its text says; no other text then says that it is safe. */
export class DoNotRetryError extends UserError {}

/** An error about what an earlier try left, which says itself what became of it. */
export class EarlierTryError extends DoNotRetryError {}

/** Several problems in one error: its description lists them all, and its message has the first of them once more. */
export class ProblemsError extends UserError {
	readonly isDoNotRetry: boolean;

	constructor(message: string, description: string, isDoNotRetry: boolean) {
		super(message, { description });
		this.isDoNotRetry = isDoNotRetry;
	}
}

export const isDoNotRetry = (error: unknown): boolean =>
	error instanceof DoNotRetryError || (error instanceof ProblemsError && error.isDoNotRetry);

export const DO_NOT_RETRY = 'Do not retry this execution.';

export const WRITE_NOTES: WriteNotes = {
	inDoubt: (subject) =>
		`The change of ${subject} may have been made. Running the node again is safe: the same change is made once.`,
	done: (subject) => `The change of ${subject} was made by an earlier try of this execution.`,
};

/**
 * What an item's error has to say about its write, where it is not known what became of it or the error comes after it.
 * Asked in one place, so that no error, whatever its cause, leaves it out.
 */
export function noteOf(
	{ progress, lastSubject, isSettled }: TrackedWrite,
	notes: WriteNotes = WRITE_NOTES,
): string | undefined {
	if (progress === 'notMade') return undefined;
	if (progress === 'followUpMissing') return notes.followUpMissing?.(lastSubject);
	if (!isSettled) return notes[progress](lastSubject);
	// What this try made, its operation has said.
	return progress === 'inDoubt' ? notes.followUpInDoubt?.(lastSubject) : undefined;
}

/** The item that an error belongs to. */
interface RefusedItem {
	/** Of all input items that are one with it. */
	joinedIndexes: readonly number[];
	/** Input items of the run. */
	itemCount: number;
	write: TrackedWrite;
	/** What errors say of the write. */
	notes: WriteNotes | undefined;
	redact: Redact;
}

/** The error with what was to be changed, where its message says no more than that the service failed. */
const namedInFailure = (error: unknown, subject: string): unknown =>
	error instanceof ServiceError && error.isServiceFailure && subject !== ''
		? error.naming(upperFirst(subject))
		: error;

/**
 * Composes what n8n shows of a refused item. Its sentences come, in this order, from the check or the response that
 * refused it, from {@link noteOf}, and, where the run stops with it, from {@link runSummary}.
 */
export function itemErrorText(
	error: unknown,
	{ joinedIndexes, itemCount, write, notes, redact }: RefusedItem,
): ItemErrorText {
	const text = errorTextOf(namedInFailure(error, write.lastSubject));
	// Line by line, and before anything is added: what became of the item is said in any case.
	const description = text.description.split('\n').map(redact).join('\n');
	const message = oneLine(redact(text.message));
	const note = error instanceof EarlierTryError ? undefined : noteOf(write, notes);
	const items = joinedIndexes.length > 1 ? 'items' : 'item';
	return {
		inputCount: joinedIndexes.length,
		message: itemCount > 1 ? `${message} [${items} ${joinedIndexes.join(', ')}]` : message,
		ownMessage: message,
		description: `${description} ${note ?? ''}`.trim(),
		repeatsMessage: error instanceof ProblemsError,
	};
}

/** What an item's error is composed of, see {@link itemErrorText}. */
export interface ItemErrorText extends ErrorText {
	/** Number of input items that it is about. */
	inputCount: number;
	/** The message without the number of its item, which is another one in each run. */
	ownMessage: string;
	/** Whether the description says all that the message says. */
	repeatsMessage: boolean;
}

/** An item that stopped the run. */
export interface FailedItem {
	itemIndex: number;
	/** What was thrown. */
	error: unknown;
	/** What n8n shows of it. */
	text: ErrorText;
}

/** Item numbers for a message, e.g. 'items 0 to 3, 5 and 7'. */
function spokenItems(indexes: number[]): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		if (range && index === range[1] + 1) range[1] = index;
		else ranges.push([index, index]);
	}
	const spoken = ranges.flatMap(([first, last]) =>
		last > first + 1
			? `${first} to ${last}`
			: first === last
				? `${first}`
				: [`${first}`, `${last}`],
	);
	const last = spoken.pop() ?? '';
	return spoken.length > 0
		? `items ${spoken.join(', ')} and ${last}`
		: `item${indexes.length > 1 ? 's' : ''} ${last}`;
}

/** What is noted of the items of a run, by their indexes. */
export interface NotedItems {
	done: ReadonlySet<number>;
	failed: ReadonlyMap<number, FailedItem>;
	/** What these items change, e.g. `order "A-1"`. */
	inDoubt: ReadonlyMap<number, string>;
	/** Items whose write was made, but not its follow-up. */
	followUpMissing: ReadonlySet<number>;
}

function spokenDoubts(inDoubt: NotedItems['inDoubt']): string {
	const items = [...inDoubt]
		.sort(([a], [b]) => a - b)
		.map(([itemIndex, subject]) => `item ${itemIndex} (${subject})`);
	return `In doubt, since no success was seen: ${items.join(', ')}. These changes may have been made.`;
}

/**
 * What became of all items, for the error of the one that stopped the run: n8n drops the output of the others.
 *
 * @param itemCount input items of the run
 * @param definition what its operation says of items that are done, in doubt, or without their follow-up
 * @returns undefined when there are no others
 */
export function runSummary(
	noted: NotedItems,
	{ itemIndex: stoppedBy, error }: FailedItem,
	itemCount: number,
	{ rerunNotes, writeNotes }: { rerunNotes?: RerunNotes; writeNotes?: WriteNotes } = {},
): string | undefined {
	if (itemCount === 1) return undefined;
	const { inDoubt, followUpMissing } = noted;
	const done = [...noted.done];
	const which = done.length > 0 ? ` (${spokenItems(done)})` : '';
	const others = [...noted.failed.keys()].filter(
		(itemIndex) => itemIndex !== stoppedBy && !noted.done.has(itemIndex),
	);
	const failed = [...noted.failed.values()];
	const aboutEarlierTries = failed.filter(
		({ itemIndex, error }) => itemIndex !== stoppedBy && error instanceof EarlierTryError,
	);
	const isOwnFault = !(error instanceof ServiceError && error.isServiceFailure);
	const isAnyLeft = done.length + failed.length + inDoubt.size < itemCount;
	return [
		`${done.length} of ${itemCount} items were done${which}, and nothing was sent after this one.`,
		...(isOwnFault && isAnyLeft
			? ["To have the others done all the same, set 'On Error' in the node's Settings to Continue."]
			: []),
		...(rerunNotes && done.length > 0 ? [rerunNotes.done] : []),
		...(others.length > 0 ? [`These failed as well: ${spokenItems(others)}.`] : []),
		...(aboutEarlierTries.length > 0
			? [withFullStop(firstReasons(aboutEarlierTries.map(({ text }) => text.message)))]
			: []),
		...(followUpMissing.size > 0
			? [
					`${writeNotes?.followUpMissingItems ?? 'Done in part'}: ${spokenItems([...followUpMissing])}.`,
				]
			: []),
		...(inDoubt.size > 0 ? [spokenDoubts(inDoubt)] : []),
		...(rerunNotes && inDoubt.size > 0 ? [rerunNotes.inDoubt] : []),
		...(rerunNotes || isDoNotRetry(error) || aboutEarlierTries.length > 0
			? []
			: ['Running the node again is safe: nothing is done twice.']),
	].join(' ');
}

export const runErrorText = (
	{ message, description }: ErrorText,
	summary: string | undefined,
): ErrorText => ({ message, description: `${description}\n${summary ?? ''}`.trim() });

/** All of it, with each problem once. */
const wholeText = ({ message, description, repeatsMessage }: ItemErrorText): string => {
	if (description === '') return message;
	return repeatsMessage ? description : `${withFullStop(message)} ${description}`;
};

/**
 * A refused item under Continue on Fail. Without markup, as other texts of items, see `api/itemJson.ts`. On the error output
 * n8n takes only items of exactly these two fields; elsewhere the order that it is about comes third, so that a workflow can
 * tell each order once. Of an order of a shop or of rows follows what comes next, as with any other, and why: the same text
 * in each run, so that a workflow can tell each reason once.
 */
export const errorItem = (
	text: ItemErrorText,
	{
		externalId,
		next,
		nextWhy,
	}: { [Name in 'externalId' | 'next' | 'nextWhy']?: string | undefined },
	{ onError }: Pick<INode, 'onError'>,
): IDataObject => {
	const message = withLookalikes(wholeText(text));
	return {
		error: withLookalikes(text.message),
		message,
		...(onError !== 'continueErrorOutput' && {
			...(externalId !== undefined && { externalId }),
			...(next !== undefined && {
				next,
				nextWhy: withLookalikes(nextWhy ?? wholeText({ ...text, message: text.ownMessage })),
			}),
		}),
	};
};

/**
 * How a refused item says which input item it belongs to. On the error output n8n puts all fields of an input item that it
 * finds by an object in front of `error` and `message`, and Shopify's orders have eighty; of a number it adds none.
 */
export const pairedItemOf = (itemIndex: number, { onError }: INode): IPairedItemData | number =>
	onError === 'continueErrorOutput' ? itemIndex : { item: itemIndex };

/**
 * The hint on items that were refused while the run went on.
 *
 * @param itemCount input items of the run
 */
export function refusedHints(
	texts: readonly ItemErrorText[],
	itemCount: number,
	{ onError }: INode,
): NodeExecutionHint[] {
	const [first] = texts;
	if (first === undefined) return [];
	const refusedCount = texts.reduce((sum, { inputCount }) => sum + inputCount, 0);
	const where = onError === 'continueErrorOutput' ? 'The error output' : 'The output';
	const message =
		itemCount === 1
			? wholeText(first)
			: `${refusedCount} of ${itemCount} items ${refusedCount === 1 ? 'was' : 'were'} refused: ${firstReasons(texts.map(({ message }) => message))}. ${where} has the whole reason of each as 'message'`;
	return [{ type: 'warning', message: forEditor(message), location: 'outputPane' }];
}
