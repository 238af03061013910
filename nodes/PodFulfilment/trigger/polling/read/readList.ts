import type { IDataObject } from 'n8n-workflow';

import { tryResource } from '../../../api/resource';
import { ServiceError } from '../../../transport/errors/serviceError';
import { idOrStatusText } from '../../changeId';
import type { ListContext } from '../state/pollContext';
import type { ListReading } from '../state/scanProgress';
import { byKey, inSlices } from '../state/slices';
import type { ListSnapshot, TaskEntry } from '../state/state';
import { idOfKey, statusKey } from '../state/values';
import { runJobs, startingAfter } from './jobs';
import { isDeleted, withShareOfTime, type PollRequests } from './requests';
import { scanList } from './scan';
import type { ListSource } from './sources';

/** Share of the time for pages. The rest is for members that are read by their ID. */
const PAGES_SHARE = 0.7;

/** A member that is read by its ID. */
interface SingleRead {
	key: string;
	id: string;
}

/** Tells whether a member's status, as the list shows it, is one to emit. */
const isToEmit = <Entry extends TaskEntry>(
	source: ListSource<Entry>,
	member: IDataObject,
	entry: Entry | undefined,
	context: ListContext,
): boolean => {
	if (entry) {
		const status = statusKey(idOrStatusText(member.status));
		return entry.observed !== undefined || status !== entry.emitted;
	}
	const classification = source.classify(member, context);
	return classification === 'new' || classification === 'changed';
};

/**
 * Members to read by their ID: those to emit that the list shows incompletely, and those that have to be read and that no
 * further page will show.
 */
async function singleReads<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	list: ListSnapshot<Entry> | undefined,
	members: ReadonlyMap<string, IDataObject>,
	isCovered: boolean,
	context: ListContext,
): Promise<SingleRead[]> {
	const singles = new Map<string, SingleRead>();
	const add = (key: string, id: string | undefined): void => {
		if (id !== undefined) singles.set(key, { key, id });
	};
	await inSlices(members, ([key, member]) => {
		if (source.isComplete(member)) return;
		if (isToEmit(source, member, list?.entries.get(key), context)) {
			add(key, idOrStatusText(member.id));
		}
	});
	if (isCovered) {
		await inSlices(list?.entries ?? [], ([key, entry]) => {
			if (!members.has(key) && source.isActive(entry, context)) add(key, idOfKey(key));
		});
	}
	return [...singles.values()];
}

/**
 * Reads what one poll has to know of a list: pages, then active members that were on none of them, by their ID.
 *
 * @param list what the last poll knew of it
 * @returns undefined when nothing could be read
 */
export async function readList<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	list: ListSnapshot<Entry> | undefined,
	context: ListContext,
	requests: PollRequests,
): Promise<ListReading | undefined> {
	const pages = await scanList(source, list, context, withShareOfTime(requests, PAGES_SHARE));
	const { isCovered, scan, highWaterMark } = pages;
	const members = await byKey(pages.members);
	if (!list && members.size === 0 && scan?.isComplete !== true) return undefined;

	const singles = await singleReads(source, list, members, isCovered, context);
	// An incomplete member cannot be emitted, so it does not count as observed until it is read by its ID.
	const incomplete = singles.filter(({ key }) => members.delete(key));
	const deletedIds: string[] = [];
	const jobs = startingAfter(list?.scanProgress.lastSingle, singles);
	const lastReadByIdKey = await runJobs(jobs, requests, async ({ key, id }) => {
		const result = await tryResource(requests.client, { method: 'GET', ...source.member(id) });
		if (!(result instanceof ServiceError)) members.set(key, result.resource);
		else if (isDeleted(result)) deletedIds.push(id);
		else requests.failures.add(result);
	});
	return {
		members: [...members.values()],
		deletedIds,
		hasUnread: incomplete.some(({ key, id }) => !members.has(key) && !deletedIds.includes(id)),
		...(scan && { scan }),
		...(highWaterMark !== undefined && { highWaterMark }),
		...(lastReadByIdKey !== undefined && { lastReadByIdKey }),
	};
}
