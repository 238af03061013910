// What earlier tries of Retry On Fail made, or may have made, and no item of this try is about: an expression with a time
// or a random value gives another name to each try. Expressions may also give the same names to other items; then
// nothing is abandoned.

import { sleep, type IExecuteData } from 'n8n-workflow';

import type { TrackedWrite } from '../transport/trackedWrite';
import type { AbandonedWrites, OperationCall } from './operation';

type Parameter = OperationCall['parameter'];

/** Items whose parameters are read before n8n does other work. */
const ITEMS_AT_ONCE = 10;

/** Of the try that is under way: n8n hands the same object to all tries. */
const abandonedOf = new WeakMap<IExecuteData, Promise<AbandonedWrites>>();

/** Forgets what was found in the try before. */
export const beginTry = (executeData: IExecuteData): boolean => abandonedOf.delete(executeData);

interface Items {
	/** The last write of each item, in all tries so far. */
	writes: ReadonlyMap<number, TrackedWrite>;
	itemCount: number;
	/** The parameters of one of them. */
	parametersOf(itemIndex: number): Parameter;
}

async function find(
	{ writes, itemCount, parametersOf }: Items,
	subjectOf: (parameter: Parameter) => Promise<string | undefined>,
): Promise<AbandonedWrites> {
	const abandoned = new Map<string, TrackedWrite>();
	for (const write of writes.values()) {
		if (write.progress !== 'notMade') abandoned.set(write.lastSubject, write);
	}
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		if (itemIndex % ITEMS_AT_ONCE === ITEMS_AT_ONCE - 1) await sleep(0);
		try {
			abandoned.delete((await subjectOf(parametersOf(itemIndex))) ?? '');
		} catch {
			// That item is refused when it is taken up.
		}
	}
	return abandoned;
}

/** Finds it once in each try, since the parameters of all items are read. */
export async function abandonedWrites(
	executeData: IExecuteData,
	items: Items,
	subjectOf: (parameter: Parameter) => Promise<string | undefined>,
): Promise<AbandonedWrites> {
	const known = abandonedOf.get(executeData);
	if (known) return await known;
	const found = find(items, subjectOf);
	abandonedOf.set(executeData, found);
	return await found;
}
