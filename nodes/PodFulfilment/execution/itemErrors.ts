import { NodeApiError, type INode } from 'n8n-workflow';

import { withMessage } from '../transport/serviceError';

const descriptionOf = (error: unknown): string | undefined =>
	error instanceof Error && 'description' in error && typeof error.description === 'string'
		? error.description
		: undefined;

/** Wraps an error in a NodeApiError, or n8n's engine would do so and change its message. */
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

/** The error of an operation as n8n shows it: with the index of its item, also in the message if there are several. */
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
 * Escapes the description for the editor, which renders it as HTML: line breaks are kept, and texts of the service or
 * the workflow's data stay text. n8n itself removes scripts, but not links and images.
 */
export function escapedForEditor(error: NodeApiError): NodeApiError {
	error.description = error.description?.replaceAll('<', '&lt;').replaceAll('\n', '<br>\n');
	return error;
}

/** Formats item indexes as ranges, e.g. 'items 0 to 3, 5 and 7'. */
function itemRanges(indexes: number[]): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		if (range && index === range[1] + 1) range[1] = index;
		else ranges.push([index, index]);
	}
	const parts = ranges.flatMap(([first, last]) =>
		last > first + 1
			? `${first} to ${last}`
			: first === last
				? `${first}`
				: [`${first}`, `${last}`],
	);
	const last = parts.pop() ?? '';
	return parts.length > 0
		? `items ${parts.join(', ')} and ${last}`
		: `item${indexes.length > 1 ? 's' : ''} ${last}`;
}

/**
 * Adds to the first error of a run which items succeeded: n8n drops their output.
 *
 * @param completed indexes of the items that succeeded
 * @param rerunNote what the user has to do before running the node again; undefined when that is safe
 */
export function withProgress(
	error: NodeApiError,
	itemCount: number,
	completed: number[],
	rerunNote?: string,
): NodeApiError {
	if (itemCount > 1) {
		const which =
			rerunNote !== undefined && completed.length > 0 ? ` (${itemRanges(completed)})` : '';
		const next =
			rerunNote === undefined
				? 'Running the node again is safe: nothing is done twice.'
				: completed.length > 0
					? rerunNote
					: '';
		error.description =
			`${error.description ?? ''}\n${completed.length} of ${itemCount} items were done${which}, and nothing was sent after this one. ${next}`.trim();
	}
	return error;
}
