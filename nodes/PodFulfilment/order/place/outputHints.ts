import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { forEditor } from '../../input/wording';
import type { Outcome } from '../composedOrder';

const hasOutcome = ({ outcome }: IDataObject, wanted: Outcome): boolean => outcome === wanted;

const hint = (type: 'info' | 'warning', message: string): NodeExecutionHint => ({
	type,
	message,
	location: 'outputPane',
});

const isDraft = ({ status }: IDataObject): boolean => status === 'draft';

const isToReview = ({ toReview }: IDataObject): boolean =>
	Array.isArray(toReview) && toReview.length > 0;

function reviewHint(orders: IDataObject[]): NodeExecutionHint[] {
	const count = orders.filter((order) => isDraft(order) && isToReview(order)).length;
	if (count === 0) return [];
	const which =
		orders.length === 1
			? 'this order is a draft'
			: `${count} of ${orders.length} orders are drafts`;
	return [
		hint(
			'warning',
			`Look at what 'toReview' lists: ${which} and not confirmed because of it. Confirm it then with the operation 'Confirm', or cancel it`,
		),
	];
}

const draftHint = (orders: IDataObject[]): NodeExecutionHint[] =>
	orders.some((order) => isDraft(order) && !isToReview(order))
		? [
				hint(
					'info',
					"An order with the status 'draft' is produced once it is confirmed: pass it on to this node with the operation 'Confirm'",
				),
			]
		: [];

function existingHint(orders: IDataObject[]): NodeExecutionHint[] {
	const count = orders.filter((order) => hasOutcome(order, 'existing')).length;
	if (count === 0) return [];
	const which = orders.length === 1 ? 'This order' : `${count} of ${orders.length} orders`;
	return [
		hint(
			'info',
			`${which} already existed, with the same content under the same 'External ID': ${count === 1 ? 'it was' : 'they were'} returned, and nothing was placed again`,
		),
	];
}

const checkOnlyHint = (outputs: IDataObject[]): NodeExecutionHint[] =>
	outputs.some((output) => hasOutcome(output, 'checked'))
		? [
				hint(
					'info',
					"Nothing was placed, because 'Check Only' is on: turn it off to place the order shown in 'wouldSend'",
				),
			]
		: [];

/** Warnings that a hint shows; the items have them all. */
const MAX_SHOWN_WARNINGS = 3;

function warningsHint(outputs: IDataObject[]): NodeExecutionHint[] {
	const warnings = outputs.flatMap((output) =>
		Array.isArray(output.warnings) ? output.warnings.map(String) : [],
	);
	if (warnings.length === 0) return [];
	const lines = warnings.slice(0, MAX_SHOWN_WARNINGS);
	const others = warnings.length - lines.length;
	if (others > 0) lines.push(`${others} more under 'warnings'`);
	return [hint('warning', forEditor(lines.join('\n')))];
}

/**
 * Returns the hints for the output of an execution of Create or Reprint. Hints in the node's description would also appear
 * when the order was rejected, because their condition does not see the result.
 *
 * @param outputs the JSON of all output items
 */
export const outputHints = (outputs: IDataObject[]): NodeExecutionHint[] => [
	...warningsHint(outputs),
	...reviewHint(outputs),
	...checkOnlyHint(outputs),
	...existingHint(outputs),
	...draftHint(outputs),
];
