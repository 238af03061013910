// The hints beside the output of a run, made from its items and from what was noted of each: failed orders, drafts to
// review or confirm, warnings, existing orders, the result of Check Only; what was changed, what can still be done, and
// which confirmed orders may still fail.

import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { isDraft } from '../api/order';
import type { ItemResult } from '../execution/operation';
import { firstReasons, forEditor, quote, quotedList, withFullStop } from '../input/wording';
import { answersYes } from '../spec/statuses';
import type { ItemOutcome } from './composedOrder';
import { ORDER_AGAIN } from './failedOrder';
import type { FindingKind, Remark } from './findings';

/** The items of a run, in their order. */
type Items = ReadonlyArray<ItemResult<Remark>>;

/** A hint with a message; none without. */
const hint = (type: 'info' | 'warning', message: string | false): NodeExecutionHint[] =>
	message === false ? [] : [{ type, message: forEditor(message), location: 'outputPane' }];

const outputsOf = (items: Items): IDataObject[] => items.flatMap(({ outputs }) => outputs);

const notesOf = (items: Items, kinds: readonly FindingKind[]): Remark[] =>
	items.flatMap(({ notes }) =>
		notes.filter(({ kind }) => kind !== undefined && kinds.includes(kind)),
	);

const textsIn = (remarks: readonly Remark[]): string[] => remarks.map(({ text }) => text);

/** Of an existing order that was not compared its warning says what to do: nothing else is known of it. */
const isCompared = ({ compared }: IDataObject): boolean => compared !== false;

const hasOutcome = ({ outcome }: IDataObject, wanted: ItemOutcome): boolean => outcome === wanted;

const isToReview = ({ toReview }: IDataObject): boolean =>
	Array.isArray(toReview) && toReview.length > 0;

function reviewHint(orders: IDataObject[]): NodeExecutionHint[] {
	const count = orders.filter((order) => isDraft(order) && isToReview(order)).length;
	const which =
		orders.length === 1
			? 'this order is a draft'
			: `${count} of ${orders.length} orders are drafts`;
	return hint(
		'warning',
		count > 0 &&
			`Look at what 'toReview' lists: ${which} and not confirmed because of it. Confirm it then with the operation 'Confirm' of another node, or cancel it`,
	);
}

/** Whether an item has a draft that only has to be confirmed. One that was confirmed may be shown as the draft it was. */
const hasDraft = (item: ItemResult<Remark>): boolean =>
	item.outputs.some((order) => isDraft(order) && isCompared(order) && !isToReview(order)) &&
	notesOf([item], ['unseenConfirmation']).length === 0;

const draftHint = (items: Items, howToConfirm: string): NodeExecutionHint[] =>
	hint(
		'info',
		items.some(hasDraft) &&
			`An order with the status 'draft' is produced once it is confirmed: ${howToConfirm}`,
	);

const CONFIRM_CHANGED = 'Order → Confirm does it, in another node';

function existingHint(orders: IDataObject[]): NodeExecutionHint[] {
	const count = orders.filter((order) => hasOutcome(order, 'existing') && isCompared(order)).length;
	const which = orders.length === 1 ? 'This order' : `${count} of ${orders.length} orders`;
	return hint(
		'info',
		count > 0 &&
			`${which} already existed, with the same content under the same 'External ID': ${count === 1 ? 'it was' : 'they were'} returned, and nothing was placed again`,
	);
}

/** Whether an item that gave these outputs was done: one that was only checked was not. */
export const isDone = (outputs: IDataObject[]): boolean =>
	!outputs.some((output) => hasOutcome(output, 'checked'));

const withoutFullStop = (sentence: string): string => sentence.replace(/\.$/, '');

/** The result of Check Only. */
function checkOnlyHint(items: Items): NodeExecutionHint[] {
	const checked = items.filter(({ outputs }) => !isDone(outputs));
	if (checked.length === 0) return [];
	const problems = outputsOf(checked).flatMap((output) =>
		Array.isArray(output.problems) ? output.problems.map(String) : [],
	);
	if (problems.length > 0) {
		const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
		const reasons = firstReasons(problems.map(withoutFullStop));
		return hint('warning', withFullStop(`${count}, nothing was sent: ${reasons}`));
	}
	const isNew = (item: ItemResult<Remark>): boolean =>
		item.outputs.some(({ wouldSend }) => wouldSend !== null) &&
		notesOf([item], ['existsAsSent']).length === 0;
	const next = checked.some(isNew)
		? " To place the order, set Then to 'Place as a Draft' or 'Place and Confirm'."
		: '';
	const isUnread = notesOf(checked, ['readFiles']).length === 0;
	const files = isUnread ? ' Print files were not opened.' : '';
	const drafts = outputsOf(checked).filter(isToReview).length;
	const which = checked.length === 1 ? 'this order' : `${drafts} of ${checked.length} orders`;
	const review =
		drafts > 0
			? ` Until somebody has looked at what 'toReview' lists, ${which} would not be confirmed.`
			: '';
	const isDue = outputsOf(checked).some(({ whyNotDue }) => whyNotDue === undefined);
	const found = isDue ? `No problems found.${files}` : 'No order would be placed.';
	return hint(drafts > 0 ? 'warning' : 'info', `${found}${review}${next}`);
}

/** Warnings that a hint shows; the items have them all. */
const MAX_SHOWN_WARNINGS = 3;

function warningsHint(warnings: readonly Remark[], heading: string[] = []): NodeExecutionHint[] {
	if (warnings.length === 0) return [];
	const lines = [...heading, ...textsIn(warnings).slice(0, MAX_SHOWN_WARNINGS)];
	const others = warnings.length - MAX_SHOWN_WARNINGS;
	if (others > 0) lines.push(`${others} more under 'warnings'`);
	return hint('warning', lines.join('\n'));
}

/** The hint on failed orders, with what to do. */
export function failureHints(items: Items): NodeExecutionHint[] {
	const failed = notesOf(items, ['failed']);
	// An item that was refused under Continue on Fail is no order.
	const orderCount = outputsOf(items).filter(({ error }) => error === undefined).length;
	const heading = orderCount > 1 ? [`${failed.length} of ${orderCount} orders failed:`] : [];
	return warningsHint(failed, heading);
}

/** What a hint says of what was noted: of one thing by its name, or of several. */
const counted =
	(one: (name: string) => string, many: (count: number, names: string[]) => string) =>
	(notes: readonly Remark[]): string => {
		const names = textsIn(notes);
		return names.length === 1 ? one(names.join()) : many(names.length, names);
	};

const firstNames = (names: string[]): string => firstReasons(names, ', ');

/** The hints on orders that were confirmed and may still fail (spec section 3) after the execution is green. */
export function mayFailHints(items: Items): NodeExecutionHint[] {
	const unvalidated = notesOf(items, ['unvalidated', 'unvalidatedInSpiteOfWait']);
	const verb = unvalidated[0]?.kind === 'unvalidated' ? 'add' : 'raise';
	const advice = `${verb} Wait for Validation to be told here if one cannot be used.`;
	const textOf = counted(
		(name) =>
			`${name} is confirmed. The service checks its address and print files only now: ${advice}`,
		(count, names) =>
			`${count} orders are confirmed: ${firstNames(names)}. The service checks their addresses and print files only now: ${advice}`,
	);
	return [
		...hint('info', unvalidated.length > 0 && textOf(unvalidated)),
		...noticeHints(items, 'young'),
	];
}

/** Returns the hints on all that items have under `warnings`, the failed orders first, and on orders that may still fail. */
function warningHints(items: Items): NodeExecutionHint[] {
	const others = items.flatMap(({ notes }) =>
		notes.filter(({ level, kind }) => level !== 'notice' && kind !== 'failed'),
	);
	return [...failureHints(items), ...warningsHint(others), ...mayFailHints(items)];
}

/** What can still be done about orders that were confirmed. */
function releasedText(orders: readonly Remark[]): string {
	const count = orders.length;
	const cancelable = orders.filter(({ status }) => answersYes(status, 'isBeforeProduction')).length;
	const released =
		count === 1 ? 'Released for production' : `${count} orders were released for production`;
	if (cancelable === 0) return released;
	const which = count === 1 ? 'It' : cancelable === count ? 'They' : `${cancelable} of them`;
	return `${released}. ${which} can still be cancelled with the operation 'Cancel' of another node`;
}

const ENTER_NAME = '. Where a name says which variant it was, enter Name under Update Fields too';

const AGAIN = ', as by a schedule: a webhook comes once';

const LIST_HOSTS = "list the hosts that they come from in the option 'Print File Hosts'";

/** What a hint says of each kind of notice. */
const NOTICES = {
	young: counted(
		(name) =>
			`${name} is confirmed, and was placed just now: it may still fail. Read it again in a minute with Order → Get.`,
		(count, names) =>
			`${count} orders are confirmed, and were placed just now: ${firstNames(names)}. They may still fail: read them again in a minute with Order → Get Many.`,
	),
	confirmed: releasedText,
	cancelled: counted(
		() => `Cancelled: it is not produced. ${ORDER_AGAIN}`,
		(count) => `${count} orders were cancelled: they are not produced. ${ORDER_AGAIN}`,
	),
	refunded: counted(
		() => 'Refunded. It is not refunded again by this node',
		(count) => `${count} orders were refunded. None is refunded again by this node`,
	),
	repeated: (notes) => withFullStop(firstReasons(textsIn(notes).map(withoutFullStop))),
	held: counted(
		(name) => `Hold keeps ${name}: it is placed once it is read again${AGAIN}`,
		(count, names) =>
			`Hold keeps ${count} orders: ${firstNames(names)}. They are placed once they are read again${AGAIN}`,
	),
	keptName: counted(
		(name) => `The item has another variant, and keeps its name ${quote(name)}${ENTER_NAME}`,
		(count, names) =>
			`${count} items have another variant, and keep their names: ${quotedList(names)}${ENTER_NAME}`,
	),
	// A sheet has columns of its own, and one of them may say what is due.
	unreadColumn: (notes) =>
		`Not read: ${quotedList([...new Set(textsIn(notes))])}. If one of them decides, name it in the option Column Names`,
	unreadFiles: () =>
		`Print files of line properties were not opened, since customers can enter such properties too: ${LIST_HOSTS}`,
	unreadColumnFiles: () =>
		`Print files of the column Print File were not opened, since customers can fill it in a form: ${LIST_HOSTS}`,
} satisfies Partial<Record<FindingKind, (notes: readonly Remark[]) => string>>;

/** Hints on what was noted of these kinds. */
const noticeHints = (items: Items, ...kinds: Array<keyof typeof NOTICES>): NodeExecutionHint[] =>
	kinds.flatMap((kind) => {
		const notes = notesOf(items, [kind]);
		return hint('info', notes.length > 0 && NOTICES[kind](notes));
	});

/** Hints on what was changed and what can still be done, and one line on what was changed before. */
export const changeNotices = (items: Items): NodeExecutionHint[] =>
	noticeHints(items, 'confirmed', 'cancelled', 'refunded', 'repeated');

/** The hints on orders that were confirmed, cancelled or refunded. */
export const stateChangeHints = (items: Items): NodeExecutionHint[] => [
	...warningHints(items),
	...changeNotices(items),
];

/** The hints on orders that were changed: what was corrected is a draft again. */
export const changeHints = (items: Items): NodeExecutionHint[] => [
	...failureHints(items),
	...draftHint(items, CONFIRM_CHANGED),
];

/** Likewise for items that were changed, which have the status of their order, and may keep their names. */
export const itemChangeHints = (items: Items): NodeExecutionHint[] => [
	...draftHint(
		items.map(({ outputs, notes }) => ({
			outputs: outputs.map(({ orderStatus }) => ({ status: orderStatus })),
			notes,
		})),
		CONFIRM_CHANGED,
	),
	...noticeHints(items, 'keptName'),
];

/**
 * The hints of Create and Reprint. Hints in the node's description would also appear when the order was rejected, because
 * their condition does not see the result.
 */
export function createHints(items: Items): NodeExecutionHint[] {
	const outputs = outputsOf(items);
	return [
		...warningHints(items),
		...reviewHint(outputs),
		...checkOnlyHint(items),
		...noticeHints(items, 'unreadFiles', 'unreadColumnFiles'),
		...existingHint(outputs),
		...noticeHints(items, 'held'),
		...draftHint(
			items,
			"set 'Then' to Place and Confirm, or pass it on to another node with the operation 'Confirm'",
		),
		...changeNotices(items),
		...noticeHints(items, 'unreadColumn'),
	];
}
