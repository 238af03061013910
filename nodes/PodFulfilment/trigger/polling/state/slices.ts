import { sleep, type IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import { idKey } from './values';

/** Work on this many entries takes some 10 milliseconds. Each pause between two slices takes one more. */
const SLICE = 2000;

/**
 * Works on many entries, and lets n8n do something else in between: an account may have tens of thousands of
 * orders, and n8n answers no webhook while one function runs.
 */
export async function inSlices<Item>(
	items: Iterable<Item>,
	work: (item: Item) => void,
): Promise<void> {
	let count = 0;
	for (const item of items) {
		if (count > 0 && count % SLICE === 0) await sleep(0);
		work(item);
		count += 1;
	}
}

/** Members of a list by the key of their ID. Where one was read several times, the last reading counts. */
export async function byKey(members: IDataObject[]): Promise<Map<string, IDataObject>> {
	const result = new Map<string, IDataObject>();
	await inSlices(members, (member) => result.set(idKey(idOrStatusText(member.id)), member));
	return result;
}
