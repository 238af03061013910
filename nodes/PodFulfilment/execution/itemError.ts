// What n8n shows of an item that failed: the text of its error from its parts, the output item under 'Continue on Fail'
// with `error` and `message`, its input item (`pairedItem`), and the hint that counts the refused items.

import type { IDataObject, INode, IPairedItemData, NodeExecutionHint } from 'n8n-workflow';

import {
	firstReasons,
	forEditor,
	oneLine,
	upperFirst,
	withFullStop,
	withoutMarkup,
} from '../input/wording';
import { errorTextOf } from '../transport/errors/nodeError';
import { ServiceError, type ErrorText } from '../transport/errors/serviceError';
import type { Redact } from '../transport/secrets';
import type { TrackedWrite } from '../transport/trackedWrite';
import { EarlierTryError, noteOf, ProblemsError, type WriteNotes } from './writeNotes';

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
 * refused it, from {@link noteOf}, and, where the run stops with it, from `ItemOutcomes.summary`.
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
		message: itemCount > 1 ? `${message} [${items} ${joinedIndexes.join(', ')}]` : message,
		description: `${description} ${note ?? ''}`.trim(),
		repeatsMessage: error instanceof ProblemsError,
	};
}

/** What an item's error is composed of, see {@link itemErrorText}. */
export interface ItemErrorText extends ErrorText {
	/** Whether the description says all that the message says. */
	repeatsMessage: boolean;
}

/** The text of the error that stops a run. */
export const runErrorText = (
	{ message, description }: ErrorText,
	summary: string | undefined,
): ErrorText => ({ message, description: `${description}\n${summary ?? ''}`.trim() });

/** The whole text of a refused item, which says each problem once. */
const wholeText = ({ message, description, repeatsMessage }: ItemErrorText): string => {
	if (description === '') return message;
	return repeatsMessage ? description : `${withFullStop(message)} ${description}`;
};

/**
 * A refused item under Continue on Fail. Without markup, as other texts of items, see `api/itemJson.ts`. On the error output
 * n8n takes only items of exactly these two fields; elsewhere the order that it is about comes third, so that a workflow can
 * tell each order once: the message has the number of the item, which is another one in each run. Of an order of a shop or of
 * rows follows what comes next, as with any other.
 */
export const errorItem = (
	text: ItemErrorText,
	{
		externalId,
		next,
		nextWhy,
	}: {
		externalId?: string | undefined;
		next?: string | undefined;
		nextWhy?: string | undefined;
	},
	{ onError }: Pick<INode, 'onError'>,
): IDataObject => {
	const message = withoutMarkup(wholeText(text));
	return {
		error: withoutMarkup(text.message),
		message,
		...(onError !== 'continueErrorOutput' && {
			...(externalId !== undefined && { externalId }),
			...(next !== undefined && {
				next,
				nextWhy: nextWhy === undefined ? message : withoutMarkup(nextWhy),
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
	const where = onError === 'continueErrorOutput' ? 'The error output' : 'The output';
	const message =
		itemCount === 1
			? wholeText(first)
			: `${texts.length} of ${itemCount} items ${texts.length === 1 ? 'was' : 'were'} refused: ${firstReasons(texts.map(({ message }) => message))}. ${where} has the whole reason of each as 'message'`;
	return [{ type: 'warning', message: forEditor(message), location: 'outputPane' }];
}
