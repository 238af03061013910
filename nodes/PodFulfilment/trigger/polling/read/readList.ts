import type { IDataObject } from 'n8n-workflow';

import { tryResource } from '../../../api/resource';
import { ServiceError } from '../../../transport/errors/serviceError';
import { idOrStatusText } from '../../changeId';
import type { ListContext } from '../state/pollContext';
import { clockAheadSeconds, type ListReading, type ScanResult } from '../state/scanProgress';
import { byKey, inSlices } from '../state/slices';
import type { ListSnapshot, TaskEntry } from '../state/state';
import { idOfKey, statusKey } from '../state/values';
import { interleaved, lastStarted, runJobs, startingAfter, type Job } from './jobs';
import {
	asTooLittleTime,
	isMissing,
	TooLittleTime,
	withShareOfTime,
	type PollRequests,
} from './requests';
import { scanList } from './scan';
import type { ListSource } from './sources';

/** Share of the time for pages. The rest is for members that are read by their ID. */
const PAGES_SHARE = 0.7;

/** Chooses some of the members of a list, by the keys of their IDs. */
type MemberChoice = (
	members: ReadonlyMap<string, IDataObject>,
	scan: ScanResult | undefined,
) => ReadonlySet<string> | Promise<ReadonlySet<string>>;

/** A member that is read by its ID. */
interface SingleRead extends Job {
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
	return classification !== 'existing' && classification !== 'ignored';
};

/** Members to read by their ID. */
interface SingleReads {
	/** To emit, and the list does not show all of them. */
	urgent: SingleRead[];
	/** To be looked at, and no further page will show them. */
	routine: SingleRead[];
}

async function singleReads<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	list: ListSnapshot<Entry> | undefined,
	members: ReadonlyMap<string, IDataObject>,
	isCovered: boolean,
	withDetails: ReadonlySet<string>,
	context: ListContext,
): Promise<SingleReads> {
	const urgent = new Map<string, SingleRead>();
	const routine = new Map<string, SingleRead>();
	const add = (singles: Map<string, SingleRead>, key: string, id: string | undefined): void => {
		if (id === undefined || urgent.has(key)) return;
		const member = source.member(id);
		const subject =
			member instanceof ServiceError ? `an entry of ${source.subject}` : member.subject;
		singles.set(key, { key, id, subject });
	};
	await inSlices(members, ([key, member]) => {
		if (withDetails.has(key)) add(urgent, key, idOrStatusText(member.id));
		if (source.isComplete(member)) return;
		if (isToEmit(source, member, list?.entries.get(key), context)) {
			add(urgent, key, idOrStatusText(member.id));
		}
	});
	if (isCovered) {
		for (const key of withDetails) {
			if (!members.has(key) && list?.entries.has(key) === true) {
				add(urgent, key, idOfKey(key));
			}
		}
		await inSlices(list?.entries ?? [], ([key, entry]) => {
			if (!members.has(key) && source.isActive(entry, context)) add(routine, key, idOfKey(key));
		});
	}
	return { urgent: [...urgent.values()], routine: [...routine.values()] };
}

/**
 * Reads what one poll has to know of a list: pages, then active members that were on none of them, by their ID.
 *
 * @param list what the last poll knew of it
 * @param context its progress is given in times of the service here, if earlier polls could not learn these
 * @param needingDetails chooses, of the members on pages, those to read by their ID as well, because lists may show less
 * @returns undefined when nothing could be read
 */
export async function readList<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	list: ListSnapshot<Entry> | undefined,
	context: ListContext,
	requests: PollRequests,
	needingDetails: MemberChoice = () => new Set(),
): Promise<ListReading | undefined> {
	const pages = await scanList(source, list, context, withShareOfTime(requests, PAGES_SHARE));
	const { isCovered, scan, highWaterMark, hasNoPage } = pages;
	const aheadSeconds = clockAheadSeconds(context, scan);
	if (aheadSeconds !== 0) {
		const { newFrom, emitFrom } = context.scanProgress;
		context.scanProgress = {
			...context.scanProgress,
			newFrom: newFrom + aheadSeconds,
			emitFrom: emitFrom + aheadSeconds,
		};
	}
	const members = await byKey(pages.members);
	// A page without members has at least told what the clock of the service says.
	const hasRead = members.size > 0 || scan?.isComplete === true || scan?.serviceTime !== undefined;
	if (!list && !hasRead) return undefined;

	const withDetails = await needingDetails(members, scan);
	const { urgent, routine } = await singleReads(
		source,
		list,
		members,
		isCovered,
		withDetails,
		context,
	);
	// An incomplete member cannot be emitted, so it does not count as observed until it is read by its ID.
	const incomplete = new Map<string, IDataObject>();
	for (const { key } of urgent) {
		const member = members.get(key);
		if (!member || source.isComplete(member)) continue;
		incomplete.set(key, member);
		members.delete(key);
	}
	const isListed = (key: string): boolean => members.has(key) || incomplete.has(key);
	const deletedIds = new Set<string>();
	// What the list shows as changed is not left behind all that may have changed.
	const inTurn = (some: SingleRead[]): SingleRead[] =>
		startingAfter(list?.scanProgress.lastSingle, some, context.nowSeconds);
	const jobs = interleaved(inTurn(urgent), inTurn(routine));
	const started = await runJobs(jobs, requests, async ({ key, id }) => {
		const member = source.member(id);
		if (member instanceof ServiceError) return member;
		const result = await tryResource(requests.client, { method: 'GET', ...member }).catch(
			asTooLittleTime,
		);
		if (result instanceof TooLittleTime) return result;
		if (!(result instanceof ServiceError)) members.set(key, result.resource);
		// What the list shows is not gone.
		else if (!isMissing(result) || isListed(key)) return result;
		else deletedIds.add(id);
		return undefined;
	});
	const unread = [...incomplete].filter(([key]) => !members.has(key));
	const lastReadByIdKey = lastStarted(routine.length > 0 ? routine : urgent, started, requests);
	return {
		members: [...members.values()],
		deletedIds: [...deletedIds],
		withDetails,
		hasUnread: pages.hasUnread || unread.length > 0,
		...(unread.length > 0 && { unread: unread.map(([, member]) => member) }),
		...(scan && { scan }),
		...(hasNoPage === true && { hasNoPage }),
		...(highWaterMark !== undefined && { highWaterMark }),
		...(lastReadByIdKey !== undefined && { lastReadByIdKey }),
	};
}
