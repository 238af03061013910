import {
	NodeApiError,
	NodeOperationError,
	type IExecuteSingleFunctions,
	type INode,
} from 'n8n-workflow';

const inputItems = (context: IExecuteSingleFunctions): number =>
	context.getExecuteData().data.main?.[0]?.length ?? 1;

const descriptionOf = (error: unknown): string | undefined =>
	error instanceof Error && 'description' in error && typeof error.description === 'string'
		? error.description
		: undefined;

function nodeErrorOf(node: INode, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error), {
		description: descriptionOf(error),
	});
}

/** Whatever an operation threw, as n8n shows it: with the item it belongs to, named where there are several. */
export function asNodeError(
	context: IExecuteSingleFunctions,
	error: unknown,
): NodeApiError | NodeOperationError {
	const nodeError = nodeErrorOf(context.getNode(), error);
	const itemIndex = context.getItemIndex();
	nodeError.context.itemIndex = itemIndex;
	if (inputItems(context) > 1) nodeError.message = `${nodeError.message} [item ${itemIndex}]`;
	return nodeError;
}
