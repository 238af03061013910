import type { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Progress } from '../../../nodes/PodFulfilment/execution/progress.ts';
import { Change } from '../../../nodes/PodFulfilment/transport/change.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { caller } from '../transport/caller.ts';

const refusal = (): NodeApiError =>
	new ServiceError(caller, { outcome: 'refused', message: 'No', description: 'Not this one.' });

function changeInDoubt(about: string): Change {
	const change = new Change();
	change.begin(about);
	change.onDoubt();
	return change;
}

const REFUND_NOTES = { done: 'Leave these out.', inDoubt: 'Look at these first.' };

describe('The error of a run that was stopped', () => {
	it('names the items that are done, that failed, and that are in doubt', () => {
		const progress = new Progress();
		const error = refusal();
		for (const item of [0, 1, 2, 5]) progress.onDone(item);
		progress.onFailed(3, error);
		progress.onFailed(4, refusal());
		progress.onChange(6, changeInDoubt('order "A-6"'));
		const { description } = progress.describe(error, 8);
		expect(description).toContain('4 of 8 items were done (items 0 to 2 and 5)');
		expect(description).toContain('These failed as well: item 4.');
		expect(description).toContain('item 6 (order "A-6"). These changes may have been made.');
		expect(description).toContain('Running the node again is safe');
	});

	it('names the items that were placed and not confirmed apart from those that are done', () => {
		const progress = new Progress();
		const error = refusal();
		progress.onFailed(0, error);
		for (const item of [1, 2, 3]) {
			const change = new Change();
			change.begin(`order "A-${item}"`);
			change.follow();
			change.onDone();
			progress.onChange(item, change);
		}
		const { description } = progress.describe(error, 4);
		expect(description).toContain('0 of 4 items were done');
		expect(description).toContain('Placed, but not followed to the end: items 1 to 3.');
	});

	it('says what to do with items that are done and with items in doubt where a second change does harm', () => {
		const progress = new Progress();
		const error = refusal();
		progress.onFailed(0, error);
		progress.onDone(1);
		progress.onChange(2, changeInDoubt('order "A-2"'));
		const { description } = progress.describe(error, 3, REFUND_NOTES);
		expect(description).toMatch(/\(item 1\).*Leave these out\..*item 2 .*Look at these first\.$/s);
		expect(description).not.toContain('is safe');
	});

	it('counts an item as done whose change was made by an earlier try, although it failed in this one', () => {
		const progress = new Progress();
		const error = refusal();
		const made = new Change();
		made.begin('order "A-1"');
		made.onDone();
		progress.onFailed(0, error);
		progress.onFailed(1, refusal());
		progress.onChange(1, new Change(made));
		const { description } = progress.describe(error, 2);
		expect(description).toContain('1 of 2 items were done (item 1)');
		expect(description).not.toContain('These failed as well');
	});
});

describe('Items under way', () => {
	it('are waited for before the run says what was done', async () => {
		const progress = new Progress();
		const { promise, resolve } = Promise.withResolvers<void>();
		const item = progress.during(async () => {
			await promise;
			progress.onDone(0);
		});
		const settled = progress.settled().then(() => progress.has(0));
		resolve();
		expect(await settled).toBe(true);
		await item;
	});

	it('that fail are no reason to wait any longer', async () => {
		const progress = new Progress();
		const item = progress.during(async () => await Promise.reject(new Error('No')));
		await expect(item).rejects.toThrow('No');
		await expect(progress.settled()).resolves.toBeUndefined();
	});
});

describe('The error with which a run stops', () => {
	it('is that of the first item that failed, whichever failed first in time', () => {
		const progress = new Progress();
		const errors = [refusal(), refusal(), refusal()] as const;
		progress.onFailed(2, errors[2]);
		progress.onFailed(0, errors[0]);
		progress.onFailed(1, errors[1]);
		expect(progress.firstError).toBe(errors[0]);
	});
});
