import type { IDataObject } from 'n8n-workflow';

import { tryResource } from '../../api/resource';
import type { ApiClient } from '../../transport/client';
import { ServiceError } from '../../transport/serviceError';
import { nameOf } from '../changeId';
import type { Deadline } from './deadline';
import type { Failures } from './failures';
import { inTime, rotated } from './inTime';
import { idKey, idOfKey, statusKey } from './keys';
import type { KnownList, KnownTask } from './knowledge';
import { newProgress, type ListReading } from './progress';
import type { ListSource } from './source';
import { readListPages } from './sweep';

/** Statuses that say that a resource is there no more (spec section 7). */
const GONE = new Set([404, 410]);

/** Share of the time that pages may take. The rest is for what is read one by one. */
const PAGES_SHARE = 0.7;

/** A member to read by its ID. */
interface Single {
	key: string;
	id: string;
}

/** When a poll reads a list, and what it was told to. Seconds. */
export interface ListTimes {
	now: number;
	startFrom: number | undefined;
	forgetAfter: number;
}

/** Finds members of which there is something to tell, as far as their status says. */
function tellsOf<Entry extends KnownTask>(
	source: ListSource<Entry>,
	list: KnownList<Entry> | undefined,
	{ now, startFrom, forgetAfter }: ListTimes,
): (key: string, member: IDataObject) => boolean {
	const progress = list?.progress ?? newProgress(now, startFrom);
	const hasStartDate = startFrom !== undefined;
	const times = { now, isFirstPoll: !list, hasStartDate, forgetAfter };
	return (key, member) => {
		const entry = list?.entries.get(key);
		if (entry) {
			return entry.seen !== undefined || statusKey(nameOf(member.status)) !== entry.status;
		}
		const verdict = source.judge(member, progress, times);
		return verdict === 'new' || verdict === 'changed';
	};
}

/**
 * Reads what one poll has to know of a list: pages, then one by one what has to be read and was on none of them.
 *
 * @returns undefined when nothing could be read
 */
export async function readList<Entry extends KnownTask>(
	client: ApiClient,
	source: ListSource<Entry>,
	list: KnownList<Entry> | undefined,
	times: ListTimes,
	deadline: Deadline,
	failures: Failures,
): Promise<ListReading | undefined> {
	const { now, forgetAfter } = times;
	const pages = await readListPages(
		client,
		source,
		list,
		now,
		forgetAfter,
		deadline.part(PAGES_SHARE),
		failures,
	);
	const members = new Map(pages.members.map((member) => [idKey(nameOf(member.id)), member]));
	const isEmptyHanded = members.size === 0 && pages.sweep?.isComplete !== true;
	if (!list && isEmptyHanded) return undefined;

	const singles = new Map<string, Single>();
	const addSingle = (key: string, id: string | undefined): void => {
		if (id !== undefined) singles.set(key, { key, id });
	};
	const tells = tellsOf(source, list, times);
	for (const [key, member] of members) {
		if (!source.isWhole(member) && tells(key, member)) addSingle(key, nameOf(member.id));
	}
	if (pages.isCovered) {
		for (const [key, entry] of list?.entries ?? []) {
			if (!members.has(key) && source.isAwaited(entry, now, forgetAfter))
				addSingle(key, idOfKey(key));
		}
	}
	// Until it is read by its ID, a member that is not whole is not told, and so not taken note of.
	for (const key of singles.keys()) members.delete(key);
	const gone: string[] = [];
	const jobs = rotated([...singles.values()], list?.progress.lastSingle);
	const lastSingle = await inTime(jobs, deadline, failures, async ({ key, id }) => {
		const result = await tryResource(client, { method: 'GET', ...source.member(id) });
		if (!(result instanceof ServiceError)) members.set(key, result.resource);
		else if (GONE.has(result.status)) gone.push(id);
		else failures.add(result);
	});
	return {
		members: [...members.values()],
		gone,
		...(pages.sweep && { sweep: pages.sweep }),
		...(pages.front !== undefined && { front: pages.front }),
		...(lastSingle !== undefined && { lastSingle }),
	};
}
