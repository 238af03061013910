// The hints beside the output of a run, made from its items: failed orders, drafts to review or confirm, warnings,
// existing orders, the result of Check Only; also for orders and items that were changed.

import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { isDraft } from '../api/order';
import { firstReasons, forEditor, withFullStop } from '../input/wording';
import type { Run } from '../transport/run';
import type { ItemOutcome } from './composedOrder';
import { unvalidatedHints } from './unvalidated';
import { warningKindsOf, type WarningKind } from './warningKinds';

/** Of an existing order that was not compared its warning says what to do: nothing else is known of it. */
const isCompared = ({ compared }: IDataObject): boolean => compared !== false;

const hasOutcome = ({ outcome }: IDataObject, wanted: ItemOutcome): boolean => outcome === wanted;

const hint = (type: 'info' | 'warning', message: string): NodeExecutionHint => ({
	type,
	message,
	location: 'outputPane',
});

const withoutFullStop = (text: string): string => text.replace(/\.$/, '');

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
			`Look at what 'toReview' lists: ${which} and not confirmed because of it. Confirm it then with the operation 'Confirm' of another node, or cancel it`,
		),
	];
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Whether one of the warnings of an output is of a kind. */
const hasWarning = (run: Run, { warnings }: IDataObject, wanted: WarningKind['kind']): boolean =>
	textsIn(warnings).some((text) => warningKindsOf(run).of(text)?.kind === wanted);

const draftHint = (orders: IDataObject[], run: Run): NodeExecutionHint[] =>
	orders.some(
		(order) =>
			isDraft(order) &&
			isCompared(order) &&
			!isToReview(order) &&
			// A confirmed order may be shown as the draft that it was.
			!hasWarning(run, order, 'unseenConfirmation'),
	)
		? [
				hint(
					'info',
					"An order with the status 'draft' is produced once it is confirmed: pass it on to another node with the operation 'Confirm'",
				),
			]
		: [];

function existingHint(orders: IDataObject[]): NodeExecutionHint[] {
	const count = orders.filter((order) => hasOutcome(order, 'existing') && isCompared(order)).length;
	if (count === 0) return [];
	const which = orders.length === 1 ? 'This order' : `${count} of ${orders.length} orders`;
	return [
		hint(
			'info',
			`${which} already existed, with the same content under the same 'External ID': ${count === 1 ? 'it was' : 'they were'} returned, and nothing was placed again`,
		),
	];
}

/** Whether an item that gave these outputs was done: one that was only checked was not. */
export const isDone = (outputs: IDataObject[]): boolean =>
	!outputs.some((output) => hasOutcome(output, 'checked'));

/** The result of Check Only. */
function checkOnlyHint(outputs: IDataObject[], run: Run): NodeExecutionHint[] {
	const checked = outputs.filter((output) => hasOutcome(output, 'checked'));
	if (checked.length === 0) return [];
	const problems = checked.flatMap((output) => textsIn(output.problems));
	if (problems.length > 0) {
		const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
		const found = `${count}, nothing was sent: ${firstReasons(problems.map(withoutFullStop))}`;
		return [hint('warning', forEditor(withFullStop(found)))];
	}
	const isNew = (output: IDataObject): boolean =>
		output.wouldSend !== null && !hasWarning(run, output, 'existsAsSent');
	const next = checked.some(isNew)
		? " To place the order, set Then to 'Place as a Draft' or 'Place and Confirm'."
		: '';
	return [hint('info', `No problems found. Print files were not opened.${next}`)];
}

/** Warnings that a hint shows; the items have them all. */
const MAX_SHOWN_WARNINGS = 3;

function warningsHint(warnings: string[], heading: string[] = []): NodeExecutionHint[] {
	if (warnings.length === 0) return [];
	const lines = [...heading, ...warnings.slice(0, MAX_SHOWN_WARNINGS)];
	const others = warnings.length - MAX_SHOWN_WARNINGS;
	if (others > 0) lines.push(`${others} more under 'warnings'`);
	return [hint('warning', forEditor(lines.join('\n')))];
}

/**
 * Returns the hint on failed orders, with what to do. From their warnings: an output may be without its status.
 *
 * @param outputs the JSON of all output items of an operation on orders
 */
export function failureHints(outputs: IDataObject[], run: Run): NodeExecutionHint[] {
	const kinds = warningKindsOf(run);
	const failed = outputs.map(({ warnings }) =>
		textsIn(warnings).filter((text) => kinds.of(text)?.kind === 'failedOrder'),
	);
	const count = failed.filter((warnings) => warnings.length > 0).length;
	// An item that was refused under Continue on Fail is no order.
	const orderCount = outputs.filter(({ error }) => error === undefined).length;
	const heading = orderCount > 1 ? [`${count} of ${orderCount} orders failed:`] : [];
	return warningsHint(failed.flat(), heading);
}

/** Returns the hints on all that items have under `warnings`, the failed orders first, and on orders that may still fail. */
export function warningHints(outputs: IDataObject[], run: Run): NodeExecutionHint[] {
	const kinds = warningKindsOf(run);
	const others = outputs
		.flatMap((output) => textsIn(output.warnings))
		.filter((text) => kinds.of(text)?.kind !== 'failedOrder');
	return [...failureHints(outputs, run), ...warningsHint(others), ...unvalidatedHints(run)];
}

/** Returns the hints for orders that were changed: what was corrected is a draft again. */
export const changeHints = (outputs: IDataObject[], run: Run): NodeExecutionHint[] => [
	...failureHints(outputs, run),
	...draftHint(outputs, run),
];

/** Likewise for items that were changed, which have the status of their order. */
export const itemChangeHints = (outputs: IDataObject[], run: Run): NodeExecutionHint[] =>
	draftHint(
		outputs.map(({ orderStatus }) => ({ status: orderStatus })),
		run,
	);

/**
 * Returns the hints for the output of an execution of Create or Reprint. Hints in the node's description would also appear
 * when the order was rejected, because their condition does not see the result.
 *
 * @param outputs the JSON of all output items
 */
export const outputHints = (outputs: IDataObject[], run: Run): NodeExecutionHint[] => [
	...warningHints(outputs, run),
	...reviewHint(outputs),
	...checkOnlyHint(outputs, run),
	...existingHint(outputs),
	...draftHint(outputs, run),
];
