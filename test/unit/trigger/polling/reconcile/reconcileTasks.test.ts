import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { ObservedChange } from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/changes.ts';
import { reconcileTasks } from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/reconcileTasks.ts';
import { createPollContext } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type {
	ListSnapshot,
	ScanProgress,
	TaskEntry,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { changeIds, SETTINGS } from '../poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const DAY = 24 * 3600;

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const STEADY: ScanProgress = {
	phase: 'steady',
	emitFrom: NOW - DAY,
	newFrom: NOW - DAY,
	forgottenBefore: NOW - 35 * DAY,
	knownBefore: NOW - DAY,
};
const VERIFICATION: ScanProgress = { ...STEADY, phase: 'verification' };

const PENDING: TaskEntry = {
	emitted: 'pending',
	since: NOW - DAY,
	createdAt: NOW - 2 * DAY,
	isDeletedAtService: false,
};

/** What a poll makes of tasks that it read, by the entries that it knew. */
async function reconciled(
	known: Record<string, TaskEntry>,
	tasks: IDataObject[],
	emitAfterSeconds = 0,
	scanProgress = STEADY,
): Promise<{ list: ListSnapshot<TaskEntry>; changes: ObservedChange[] }> {
	const before = { tasks: { entries: new Map(Object.entries(known)), scanProgress } };
	const context = createPollContext(before, NOW * 1000, { ...SETTINGS, emitAfterSeconds });
	return await reconcileTasks(
		{ members: tasks, deletedIds: [], hasUnread: false, withDetails: new Set() },
		context,
	);
}

describe('A known mockup task', () => {
	it('a task is emitted when its status changes, with the time when it finished', async () => {
		const finishedAt = iso(NOW - 60);
		const { list, changes } = await reconciled({ m: PENDING }, [
			{ id: 'm', status: 'completed', createdAt: iso(NOW - DAY), finishedAt },
		]);
		expect(changes).toMatchObject([
			{ changeId: 'mockupTask/m/completed', timeMs: (NOW - 60) * 1000, objectKey: 'm' },
		]);
		expect(list.entries.get('m')).toEqual({ ...PENDING, emitted: 'completed', since: NOW });
	});

	it('a task is not emitted while its status is the same, or is none', async () => {
		for (const status of ['pending', '']) {
			const { list, changes } = await reconciled({ m: PENDING }, [{ id: 'm', status }]);
			expect(changes).toEqual([]);
			expect(list.entries.get('m')).toEqual(PENDING);
		}
	});

	it('a task that comes back is no longer deleted, and shows its creation', async () => {
		const deleted = { ...PENDING, createdAt: undefined, isDeletedAtService: true };
		const { list } = await reconciled({ m: deleted }, [
			{ id: 'm', status: 'pending', createdAt: iso(NOW - DAY) },
		]);
		expect(list.entries.get('m')).toEqual({ ...PENDING, createdAt: NOW - DAY });
	});

	it('a finished task that is pending again waits for a second poll, as a replica may be behind', async () => {
		const done = { ...PENDING, emitted: 'completed' };
		const task = { id: 'm', status: 'pending' };
		const first = await reconciled({ m: done }, [task]);
		expect(first.changes).toEqual([]);
		const doubted = first.list.entries.get('m');
		expect(doubted).toEqual({ ...done, doubted: 'pending' });
		const again = await reconciled({ m: doubted ?? done }, [task]);
		expect(changeIds(again.changes)).toEqual(['mockupTask/m/pending']);
		expect(again.list.entries.get('m')).toEqual({ ...done, emitted: 'pending', since: NOW });
		const back = await reconciled({ m: doubted ?? done }, [{ ...task, status: 'completed' }]);
		expect(back.changes).toEqual([]);
		expect(back.list.entries.get('m')).toEqual(done);
	});

	it('a task whose status waits to be read again is emitted with no other', async () => {
		const waiting = { ...PENDING, emitted: 'pending', observed: 'completed', since: 0 };
		const { list, changes } = await reconciled({ m: waiting }, [{ id: 'm', status: 'pending' }]);
		expect(changes).toEqual([]);
		expect(list.entries.get('m')).toEqual({ ...waiting, doubted: 'pending' });
	});

	it('a task that changes from one finished status to another is emitted at once', async () => {
		const done = { ...PENDING, emitted: 'completed' };
		const { changes } = await reconciled({ m: done }, [{ id: 'm', status: 'failed' }]);
		expect(changeIds(changes)).toEqual(['mockupTask/m/failed']);
	});

	it('a task is no longer missing once it was read', async () => {
		const missing = { ...PENDING, missing: { atSeconds: NOW - 60, count: 2 } };
		const { list } = await reconciled({ m: missing }, [{ id: 'm', status: 'pending' }]);
		expect(list.entries.get('m')?.missing).toBeUndefined();
	});

	it('a task is kept while its last status was not emitted, however old it is', async () => {
		const old = { ...PENDING, createdAt: NOW - 40 * DAY, since: NOW };
		const task = { id: 'm', status: 'completed' };
		const waiting = await reconciled({ m: { ...old, observed: 'completed' } }, [task], 60);
		expect([...waiting.list.entries.keys()]).toEqual(['m']);
		const emitted = await reconciled({ m: { ...old, emitted: 'completed' } }, [task], 60);
		expect([...emitted.list.entries.keys()]).toEqual([]);
	});
});

describe('An unknown mockup task', () => {
	it('a task that is new is emitted and tracked', async () => {
		const { list, changes } = await reconciled({}, [
			{ id: 'm', status: 'pending', createdAt: iso(NOW - 60) },
		]);
		expect(changeIds(changes)).toEqual(['mockupTask/m/pending']);
		expect(list.entries.get('m')).toEqual({
			emitted: 'pending',
			since: NOW,
			createdAt: NOW - 60,
			isDeletedAtService: false,
		});
	});

	it('a task that was there before is tracked and not emitted', async () => {
		const task = { id: 'm', status: 'pending', createdAt: iso(NOW - 2 * DAY) };
		const { list, changes } = await reconciled({}, [task], 0, VERIFICATION);
		expect(changes).toEqual([]);
		expect(list.entries.get('m')).toMatchObject({ emitted: 'pending', since: NOW });
	});

	it('a task without a status is tracked and not emitted until it has one', async () => {
		const { list, changes } = await reconciled({}, [{ id: 'm', createdAt: iso(NOW - 60) }]);
		expect(changes).toEqual([]);
		expect(list.entries.get('m')).toMatchObject({ emitted: '' });
		expect(list.entries.get('m')).not.toHaveProperty('observed');
	});

	it('a task that was finished and forgotten is not tracked again', async () => {
		const { list, changes } = await reconciled({}, [
			{ id: 'm', status: 'completed', createdAt: iso(NOW - 40 * DAY) },
		]);
		expect({ changes, keys: [...list.entries.keys()] }).toEqual({ changes: [], keys: [] });
	});

	it('a task waits for Emit After before it is emitted', async () => {
		const { list, changes } = await reconciled(
			{},
			[{ id: 'm', status: 'pending', createdAt: iso(NOW - 60) }],
			60,
		);
		expect(changes).toEqual([]);
		expect(list.entries.get('m')).toMatchObject({ emitted: '', observed: 'pending', since: NOW });
	});
});
