import { NodeApiError, type IExecuteSingleFunctions, type INode } from 'n8n-workflow';

import { withOwnWords } from '../transport/ownWords';

const inputItems = (context: IExecuteSingleFunctions): number =>
	context.getExecuteData().data.main?.[0]?.length ?? 1;

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
export function asNodeError(context: IExecuteSingleFunctions, error: unknown): NodeApiError {
	const nodeError = nodeApiErrorOf(context.getNode(), error);
	const itemIndex = context.getItemIndex();
	nodeError.context.itemIndex = itemIndex;
	if (inputItems(context) > 1) nodeError.message = `${nodeError.message} [item ${itemIndex}]`;
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
	context: IExecuteSingleFunctions,
	done: number,
	runAgain = 'Running the node again is safe: nothing is done twice.',
): NodeApiError {
	const all = inputItems(context);
	if (all > 1) {
		error.description =
			`${error.description ?? ''}\n${done} of ${all} items were done, and nothing was sent after this one. ${runAgain}`.trim();
	}
	return error;
}
