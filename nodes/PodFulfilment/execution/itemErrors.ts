import { NodeApiError, type INode } from 'n8n-workflow';

import { withMessage } from '../transport/serviceError';

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
 * Makes the description fit for the editor, which shows it as HTML: lines stay lines, and what the service or the
 * workflow's data brought along stays text. n8n itself takes out scripts; links and pictures it would let pass.
 */
export function escapedForEditor(error: NodeApiError): NodeApiError {
	error.description = error.description?.replaceAll('<', '&lt;').replaceAll('\n', '<br>\n');
	return error;
}
