import type { IDataObject } from 'n8n-workflow';

import { tryResource } from '../../../api/resource';
import type { ApiClient } from '../../../transport/client';
import type { Deadline } from '../../../transport/deadlineClient';
import { ServiceError } from '../../../transport/errors/serviceError';
import { nameOf } from '../../changeId';
import { type Failures, runJobs, startingBehind } from '../client';
import { newProgress, type ListReading } from '../state/progress';
import { scanList } from './scan';
import { byKey, inSlices } from './slices';
import type { ListSnapshot, TaskEntry } from '../state/state';
import type { ListSource } from './sources';
import { idOfKey, statusKey } from '../state/values';

/** Statuses that say that a resource no longer exists (spec section 7). */
const GONE = new Set([404, 410]);

/** Share of the time for pages. The rest is for members that are read by their ID. */
const PAGES_SHARE = 0.7;

/** When a poll reads a list, and its settings. Seconds. */
interface ListTimes {
	now: number;
	startFrom: number | undefined;
	forgetAfter: number;
}

/** Tells whether a member's status, as the list shows it, is one to emit. */
function hasChange<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	list: ListSnapshot<Entry> | undefined,
	{ now, startFrom, forgetAfter }: ListTimes,
): (key: string, member: IDataObject) => boolean {
	const progress = list?.progress ?? newProgress(now, startFrom);
	const hasStartDate = startFrom !== undefined;
	const context = { now, isFirstPoll: !list, hasStartDate, forgetAfter };
	return (key, member) => {
		const entry = list?.entries.get(key);
		if (entry) {
			return entry.observed !== undefined || statusKey(nameOf(member.status)) !== entry.emitted;
		}
		const classification = source.classify(member, progress, context);
		return classification === 'new' || classification === 'changed';
	};
}

/**
 * Reads what one poll has to know of a list: pages, then active members that were on none of them, by their ID.
 *
 * @returns undefined when nothing could be read
 */
export async function readList<Entry extends TaskEntry>(
	client: ApiClient,
	source: ListSource<Entry>,
	list: ListSnapshot<Entry> | undefined,
	times: ListTimes,
	deadline: Deadline,
	failures: Failures,
): Promise<ListReading | undefined> {
	const { now, forgetAfter } = times;
	const pages = await scanList(
		client,
		source,
		list,
		now,
		forgetAfter,
		deadline.part(PAGES_SHARE),
		failures,
	);
	const { isCovered, scan, highWaterMark } = pages;
	const members = await byKey(pages.members);
	if (!list && members.size === 0 && scan?.isComplete !== true) return undefined;

	const singles = new Map<string, { key: string; id: string }>();
	const addSingle = (key: string, id: string | undefined): void => {
		if (id !== undefined) singles.set(key, { key, id });
	};
	const isToEmit = hasChange(source, list, times);
	await inSlices(members, ([key, member]) => {
		if (!source.isComplete(member) && isToEmit(key, member)) addSingle(key, nameOf(member.id));
	});
	if (isCovered) {
		await inSlices(list?.entries ?? [], ([key, entry]) => {
			if (!members.has(key) && source.isActive(entry, now, forgetAfter)) {
				addSingle(key, idOfKey(key));
			}
		});
	}
	// An incomplete member cannot be emitted, so it does not count as observed until it is read by its ID.
	const incomplete = [...singles.values()].filter(({ key }) => members.delete(key));
	const gone: string[] = [];
	const jobs = startingBehind(list?.progress.lastSingle, [...singles.values()]);
	const lastSingle = await runJobs(jobs, deadline, failures, async ({ key, id }) => {
		const result = await tryResource(client, { method: 'GET', ...source.member(id) });
		if (!(result instanceof ServiceError)) members.set(key, result.resource);
		else if (GONE.has(result.status)) gone.push(id);
		else failures.add(result);
	});
	return {
		members: [...members.values()],
		gone,
		hasUnread: incomplete.some(({ key, id }) => !members.has(key) && !gone.includes(id)),
		...(scan && { scan }),
		...(highWaterMark !== undefined && { highWaterMark }),
		...(lastSingle !== undefined && { lastSingle }),
	};
}
