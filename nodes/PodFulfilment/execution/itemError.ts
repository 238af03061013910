import type { IDataObject } from 'n8n-workflow';

import { oneLine, upperFirst, withFullStop, withoutMarkup } from '../input/wording';
import { errorTextOf } from '../transport/errors/nodeError';
import { ServiceError, type ErrorText } from '../transport/errors/serviceError';
import type { Redact } from '../transport/secrets';
import type { Write } from '../transport/write';
import { noteOf, type WriteNotes } from './writeNotes';

/** The item that an error belongs to. */
interface RefusedItem {
	itemIndex: number;
	/** Input items of the run. */
	itemCount: number;
	write: Write;
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
	{ itemIndex, itemCount, write, notes, redact }: RefusedItem,
): ErrorText {
	const text = errorTextOf(namedInFailure(error, write.lastSubject));
	// Line by line, and before anything is added: what became of the item is said in any case.
	const description = text.description.split('\n').map(redact).join('\n');
	const message = oneLine(redact(text.message));
	return {
		message: itemCount > 1 ? `${message} [item ${itemIndex}]` : message,
		description: `${description} ${noteOf(write, notes) ?? ''}`.trim(),
	};
}

/** The text of the error that stops a run. */
export const runErrorText = (
	{ message, description }: ErrorText,
	summary: string | undefined,
): ErrorText => ({ message, description: `${description}\n${summary ?? ''}`.trim() });

/**
 * A refused item under Continue on Fail: on the error output n8n before 2.34 takes only items of exactly this form. Without
 * markup, as other texts of items, see `api/itemJson.ts`.
 */
export const errorItem = ({ message, description }: ErrorText): IDataObject => ({
	error: withoutMarkup(message),
	message: withoutMarkup(description === '' ? message : `${withFullStop(message)} ${description}`),
});
