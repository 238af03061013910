import { NodeApiError, type INode } from 'n8n-workflow';

import { withoutMarkup } from '../input/wording';
import { withMessage } from '../transport/errors/serviceError';

const descriptionOf = (error: unknown): string | undefined =>
	error instanceof Error && 'description' in error && typeof error.description === 'string'
		? error.description
		: undefined;

/** The engine wraps whatever is no NodeApiError in one, and changes its words on the way. */
function nodeApiErrorOf(node: INode, error: unknown): NodeApiError {
	if (error instanceof NodeApiError) return error;
	const message = error instanceof Error ? error.message : String(error);
	const nodeError = new NodeApiError(
		node,
		{ message },
		{ message, description: descriptionOf(error) },
	);
	if (error instanceof Error) nodeError.stack = error.stack;
	return withMessage(nodeError, message);
}

/** Whatever an operation threw, as n8n shows it: with the item it belongs to, named where there are several. */
export function asNodeError(
	node: INode,
	itemIndex: number,
	itemCount: number,
	error: unknown,
): NodeApiError {
	const nodeError = nodeApiErrorOf(node, error);
	nodeError.context.itemIndex = itemIndex;
	if (itemCount > 1) nodeError.message = `${nodeError.message} [item ${itemIndex}]`;
	return nodeError;
}

/**
 * Makes an error fit for the editor, which shows message and description as HTML: lines stay lines, and what the service or
 * the workflow's data brought along stays text. n8n itself takes out scripts; links and pictures it would let pass. The
 * message is shown elsewhere as it is, so its markup is replaced rather than escaped.
 */
export function escapedForEditor(error: NodeApiError): NodeApiError {
	error.message = withoutMarkup(error.message);
	error.description = error.description?.replaceAll('<', '&lt;').replaceAll('\n', '<br>\n');
	return error;
}
