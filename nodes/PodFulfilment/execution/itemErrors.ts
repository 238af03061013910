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

/** Numbers of items as a person says them, e.g. 'items 0 to 3, 5 and 7'. */
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

/**
 * Adds how far the run came before the first item that was refused: n8n drops what the other items handed back.
 *
 * @param done indexes of the items that were worked on to the end
 * @param runAgain what to know of these before the node is run again; left out where that is safe
 */
export function withProgress(
	error: NodeApiError,
	itemCount: number,
	done: number[],
	runAgain?: string,
): NodeApiError {
	if (itemCount > 1) {
		const which = runAgain !== undefined && done.length > 0 ? ` (${spokenItems(done)})` : '';
		const next =
			runAgain === undefined
				? 'Running the node again is safe: nothing is done twice.'
				: done.length > 0
					? runAgain
					: '';
		error.description =
			`${error.description ?? ''}\n${done.length} of ${itemCount} items were done${which}, and nothing was sent after this one. ${next}`.trim();
	}
	return error;
}
