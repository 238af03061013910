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
import type { ListReading } from './progress';
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

/** Whether a member has something to tell, as far as its status says. */
function mayTell<Entry extends KnownTask>(entry: Entry | undefined, member: IDataObject): boolean {
	if (!entry || entry.seen !== undefined) return true;
	return statusKey(nameOf(member.status)) !== entry.status;
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
	{ now, forgetAfter }: { now: number; forgetAfter: number },
	deadline: Deadline,
	failures: Failures,
): Promise<ListReading | undefined> {
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
	for (const [key, member] of members) {
		// At the first poll all members are noted, and hardly any of them is told.
		if (!list || source.isWhole(member) || !mayTell(list.entries.get(key), member)) continue;
		addSingle(key, nameOf(member.id));
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
