import { describe, expect, it } from 'vitest';

import { ItemOutcomes } from '../../../nodes/PodFulfilment/execution/itemOutcomes.ts';
import {
	DoNotRetryError,
	EarlierTryError,
	runSummary,
	type FailedItem,
} from '../../../nodes/PodFulfilment/execution/itemError.ts';
import { PLACING_NOTES } from '../../../nodes/PodFulfilment/order/place/retries.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { TrackedWrite } from '../../../nodes/PodFulfilment/transport/trackedWrite.ts';

const refused = (itemIndex: number): FailedItem => ({
	itemIndex,
	error: new Error('No'),
	text: { message: 'No', description: 'Not this one.' },
});

function writeInDoubt(subject: string): TrackedWrite {
	const write = new TrackedWrite();
	write.begin(subject);
	write.onDoubt();
	return write;
}

const REFUND_NOTES = { done: 'Leave these out.', inDoubt: 'Look at these first.' };

describe('The error of a run that was stopped', () => {
	it('the error names the items that are done, that failed, and that are in doubt', () => {
		const outcomes = new ItemOutcomes();
		for (const item of [0, 1, 2, 5]) outcomes.onDone(item);
		outcomes.onFailed(refused(3));
		outcomes.onFailed(refused(4));
		outcomes.onWrite(6, writeInDoubt('order "A-6"'));
		const summary = runSummary(outcomes, refused(3), 8);
		expect(summary).toContain('4 of 8 items were done (items 0 to 2 and 5)');
		expect(summary).toContain('These failed as well: item 4.');
		expect(summary).toContain('item 6 (order "A-6"). These changes may have been made.');
		expect(summary).toContain('Running the node again is safe');
	});

	it('the error says how the others are done all the same, where the item itself was at fault', () => {
		const outcomes = new ItemOutcomes();
		outcomes.onFailed(refused(0));
		const advice = "set 'On Error' in the node's Settings to Continue";
		expect(runSummary(outcomes, refused(0), 2)).toContain(advice);
		const busy = new ServiceError({ outcome: 'busy', status: 503, message: 'No', description: '' });
		expect(runSummary(outcomes, { ...refused(0), error: busy }, 2)).not.toContain(advice);
		outcomes.onDone(1);
		expect(runSummary(outcomes, refused(0), 2)).not.toContain(advice);
	});

	it('the error names the items that were placed and not confirmed apart from those that are done', () => {
		const outcomes = new ItemOutcomes();
		outcomes.onFailed(refused(0));
		for (const item of [1, 2, 3]) {
			const write = new TrackedWrite();
			write.begin(`order "A-${item}"`);
			write.expectFollowUp();
			write.onMade();
			outcomes.onWrite(item, write);
		}
		const summary = runSummary(outcomes, refused(0), 4, { writeNotes: PLACING_NOTES });
		expect(summary).toContain('0 of 4 items were done');
		expect(summary).toContain('Placed, but not followed to the end: items 1 to 3.');
	});

	it('the error says what another item has to say of an earlier try, and not that the node may be run again', () => {
		const outcomes = new ItemOutcomes();
		outcomes.onFailed(refused(0));
		const message = 'Order "A-1" of an earlier try may have been placed [item 1]';
		const error = new EarlierTryError(message);
		outcomes.onFailed({ itemIndex: 1, error, text: { message, description: '' } });
		const summary = runSummary(outcomes, refused(0), 2);
		expect(summary).toContain(`These failed as well: item 1. ${message}.`);
		expect(summary).not.toContain('safe');
	});

	it('the error says what to do with items that are done and with items in doubt when a second change does harm', () => {
		const outcomes = new ItemOutcomes();
		outcomes.onFailed(refused(0));
		outcomes.onDone(1);
		outcomes.onWrite(2, writeInDoubt('order "A-2"'));
		const summary = runSummary(outcomes, refused(0), 3, { rerunNotes: REFUND_NOTES });
		expect(summary).toMatch(/\(item 1\).*Leave these out\..*item 2 .*Look at these first\.$/s);
		expect(summary).not.toContain('is safe');
	});

	it('the error does not say that running again is safe when its item says not to', () => {
		const outcomes = new ItemOutcomes();
		const failed = { ...refused(0), error: new DoNotRetryError('No') };
		outcomes.onFailed(failed);
		const summary = runSummary(outcomes, failed, 2);
		expect(summary).toContain('0 of 2 items were done');
		expect(summary).not.toContain('Running the node again is safe');
	});

	it('an item counts as done when an earlier attempt made its change, although this attempt failed', () => {
		const outcomes = new ItemOutcomes();
		const made = new TrackedWrite();
		made.begin('order "A-1"');
		made.onMade();
		outcomes.onFailed(refused(0));
		outcomes.onFailed(refused(1));
		outcomes.onWrite(1, new TrackedWrite(made));
		const summary = runSummary(outcomes, refused(0), 2);
		expect(summary).toContain('1 of 2 items were done (item 1)');
		expect(summary).not.toContain('These failed as well');
	});
});

describe('Items under way', () => {
	it('the run waits for items under way before it says what was done', async () => {
		const outcomes = new ItemOutcomes();
		const { promise, resolve } = Promise.withResolvers<void>();
		const item = outcomes.during(async () => {
			await promise;
			outcomes.onDone(0);
		});
		const settled = outcomes.whenEnded().then(() => outcomes.has(0));
		resolve();
		expect(await settled).toBe(true);
		await item;
	});

	it('the run does not wait for an item under way that has failed', async () => {
		const outcomes = new ItemOutcomes();
		const item = outcomes.during(async () => await Promise.reject(new Error('No')));
		await expect(item).rejects.toThrow('No');
		await expect(outcomes.whenEnded()).resolves.toBeUndefined();
	});
});

describe('The error with which a run stops', () => {
	it('a run stops with the error of the first item that failed, whichever failed first in time', () => {
		const outcomes = new ItemOutcomes();
		for (const item of [2, 0, 1]) outcomes.onFailed(refused(item));
		expect(outcomes.firstFailed).toEqual(refused(0));
	});
});
