import { NodeApiError, type INode } from 'n8n-workflow';

import { withOwnWords } from '../transport/ownWords';

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
	return withOwnWords(nodeError, message);
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
 * Adds how far the run came before the first item that was refused: n8n drops what the other items handed back.
 *
 * @param done items that were worked on to the end
 * @param runAgain what to know before the node is run again; left out where that is safe
 */
export function withWhatWasDone(
	error: NodeApiError,
	itemCount: number,
	done: number,
	runAgain = 'Running the node again is safe: nothing is done twice.',
): NodeApiError {
	if (itemCount > 1) {
		error.description =
			`${error.description ?? ''}\n${done} of ${itemCount} items were done, and nothing was sent after this one. ${runAgain}`.trim();
	}
	return error;
}
