// Notes which orders a run confirmed, cancelled or refunded, and which changes were made before, for the hints beside
// the output: what was released for production, and what can still be cancelled.

import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { firstReasons, forEditor, quote, quotedList } from '../../input/wording';
import type { Run } from '../../transport/run';
import { ORDER_AGAIN } from './stateRefusal';

/** A change that was made. */
type Done = 'confirmed' | 'cancelled' | 'refunded';

/** What is good to know of the changes of a run, and no warning. */
class Notices {
	/** The orders of the changes that were made now. */
	readonly made: Record<Done, IDataObject[]> = { confirmed: [], cancelled: [], refunded: [] };

	/** Sentences on changes that were made before, so that nothing changed. */
	readonly repeated: string[] = [];

	/** Names of items that have another variant now. */
	readonly keptNames: string[] = [];
}

const noticesOfRuns = new WeakMap<Run, Notices>();

function noticesOf(run: Run): Notices {
	const notices = noticesOfRuns.get(run) ?? new Notices();
	noticesOfRuns.set(run, notices);
	return notices;
}

/** Notes that an order was changed, and shows it. */
export function noteChange(run: Run, done: Done, order: IDataObject): void {
	noticesOf(run).made[done].push(order);
}

/** Notes that a change was made before: a repetition does no harm, so it is no warning. */
export function noteRepetition(run: Run, sentence: string): void {
	noticesOf(run).repeated.push(sentence);
}

/** Notes that an item whose variant was changed keeps a name that the catalog did not give. */
export function noteKeptName(run: Run, name: string): void {
	noticesOf(run).keptNames.push(name);
}

/** The hint on items that keep their names. */
export function keptNameHints(run: Run): NodeExecutionHint[] {
	const { keptNames } = noticesOf(run);
	const [first] = keptNames;
	if (first === undefined) return [];
	const who =
		keptNames.length === 1
			? `The item has another variant, and keeps its name ${quote(first)}`
			: `${keptNames.length} items have another variant, and keep their names: ${quotedList(keptNames)}`;
	const message = `${who}. Where a name says which variant it was, enter Name under Update Fields too`;
	return [{ type: 'info', message: forEditor(message), location: 'outputPane' }];
}

/** Statuses of an order whose production has not begun (spec section 3). */
const CANCELABLE = ['pending', 'onhold'];

const CANCEL = "with the operation 'Cancel' of another node";

/** What can still be done about orders that were confirmed. */
function releasedText(orders: readonly IDataObject[]): string {
	const count = orders.length;
	const cancelable = orders.filter(({ status }) => CANCELABLE.includes(String(status))).length;
	const released =
		count === 1 ? 'Released for production' : `${count} orders were released for production`;
	if (cancelable === 0) return released;
	if (count === 1) return `${released}. It can still be cancelled ${CANCEL}`;
	const which = cancelable === count ? 'They' : `${cancelable} of them`;
	return `${released}. ${which} can still be cancelled ${CANCEL}`;
}

const TEXTS: Record<Done, (orders: readonly IDataObject[]) => string> = {
	confirmed: releasedText,
	cancelled: ({ length }) =>
		length === 1
			? `Cancelled: it is not produced. ${ORDER_AGAIN}`
			: `${length} orders were cancelled: they are not produced. ${ORDER_AGAIN}`,
	refunded: ({ length }) =>
		length === 1
			? 'Refunded. It is not refunded again by this node'
			: `${length} orders were refunded. None is refunded again by this node`,
};

/** Hints on what was changed and what can still be done, and one line on what was changed before. */
export function changeNotices(run: Run): NodeExecutionHint[] {
	const { made, repeated } = noticesOf(run);
	const texts = (['confirmed', 'cancelled', 'refunded'] as const)
		.filter((done) => made[done].length > 0)
		.map((done) => TEXTS[done](made[done]));
	const lines = repeated.length === 0 ? texts : [...texts, firstReasons(repeated, ' ')];
	return lines.map((message) => ({
		type: 'info',
		message: forEditor(message),
		location: 'outputPane',
	}));
}
