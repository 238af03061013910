import { sleep } from 'n8n-workflow';

/** Work on this many entries takes a few milliseconds. */
const SLICE = 1000;

/**
 * Works on many entries, and lets n8n do something else after each thousand: an account may have tens of thousands of
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
