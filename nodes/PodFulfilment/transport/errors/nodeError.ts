// Makes n8n's error, NodeApiError, of whatever was thrown, with a message and description that are cut to a length,
// safe for the editor, and not taken for a cancellation.

import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import { forEditor, oneLine, truncate } from '../../input/wording';
import { ServiceError, type ErrorText } from './serviceError';

/** Maximum length of a message, which is one line. */
const MAX_MESSAGE_LENGTH = 1_000;

/** Of a description: 10,000 characters with the marks that {@link forEditor} adds to its lines, and a note on the write. */
const MAX_DESCRIPTION_LENGTH = 8_500;
const MAX_DESCRIPTION_LINES = 100;

/** The text of anything that was thrown. n8n stores it whole, and may hold what the service or the workflow's data said. */
export function errorTextOf(error: unknown): ErrorText {
	if (!(error instanceof Error)) {
		return { message: truncate(String(error), MAX_MESSAGE_LENGTH), description: '' };
	}
	const description =
		'description' in error && typeof error.description === 'string' ? error.description : '';
	const lines = description.split('\n', MAX_DESCRIPTION_LINES).join('\n');
	return {
		message: truncate(error.message, MAX_MESSAGE_LENGTH),
		description: truncate(lines, MAX_DESCRIPTION_LENGTH),
	};
}

/**
 * A message that n8n does not take for the end of an execution that somebody stopped: for any error whose message contains
 * 'canceled' it starts no error workflow and shows the execution as canceled.
 */
const notCancellation = (message: string): string => message.replaceAll('canceled', 'cancelled');

/**
 * The error that n8n shows of a failed item, list or poll. A NodeApiError, because n8n wraps whatever is none in one and
 * changes its words on the way.
 *
 * @param text what it says; the text of `error` with whatever its caller adds
 * @param itemIndex the input item it belongs to
 */
export function toNodeError(
	node: INode,
	error: unknown,
	text: ErrorText = errorTextOf(error),
	itemIndex?: number,
): NodeApiError {
	const message = notCancellation(forEditor(oneLine(text.message)));
	// In one spelling with its message.
	const isRespelled = text.message.includes('canceled');
	const description = forEditor(isRespelled ? notCancellation(text.description) : text.description);
	const status = error instanceof ServiceError ? error.status : 0;
	const nodeError = new NodeApiError(
		node,
		// Nothing else: a response could repeat what was sent.
		{ message, status } as JsonObject,
		// httpCode, because not every version of n8n takes it from the status.
		{ message, description, ...(status > 0 && { httpCode: String(status) }) },
	);
	// n8n replaces a message that contains the name of a system error code, such as EACCES, by a text about that code; an
	// order may well be called SHOEACCESSORY-1.
	nodeError.message = message;
	nodeError.messages = [];
	if (error instanceof Error) nodeError.stack = error.stack;
	if (itemIndex !== undefined) nodeError.context.itemIndex = itemIndex;
	return nodeError;
}
