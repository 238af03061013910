// Consecutive pages of a list, and whether its times only descend.

import type { IDataObject } from 'n8n-workflow';

import { numberedPagePath, pageNumber } from '../../../api/collection';
import { entriesWithoutIdError, pageNameOf, type LargePageError } from '../../../api/listErrors';
import { readPages } from '../../../api/pages';
import { secondsOf } from '../state/state';
import { mustStop, requestError, TooLittleTime, type PollRequests } from './client';

/** Consecutive pages of a list. */
export interface PageRun {
	/** What ended it: the end of the list, the caller, or the deadline or a failure. */
	end: 'list' | 'stopped' | 'interrupted';
	/** When the first page was read, by the clock of the service. */
	startedAt: number;
	/** Path of the next page; undefined at the end of the list. */
	next?: string;
	/** Whether `createdAt` never rose from one member to the next, and how often it fell. */
	isNewestFirst: boolean;
	descents: number;
	/** Pages that were read. */
	pages: number;
	/** Entries that were left out because they have no ID. */
	leftOut: number;
	/** A page was passed over because it is too large. It is reported until it can be read. */
	hasUnread: boolean;
	/** The first page was refused although an earlier page had linked it: the cursor is out of date. */
	isOutOfDate: boolean;
	/** Not even the first page could be read: to go on there with each poll would never show the other pages again. */
	hasNoPage: boolean;
}

/** What one poll reads of a list at most; it holds all of that at once. The next poll goes on behind it. */
const MAX_PAGES_OF_POLL = 2_000;
const MAX_CHARACTERS_OF_POLL = 64 * 1024 * 1024;

/** Statuses that say that a path leads nowhere (spec section 7). */
const REFUSED_PATH = new Set([400, 404, 410]);

/**
 * Reads consecutive pages until the list ends, the caller stops, the deadline passes, the poll has read as much as it may
 * hold, or a request fails. The pages read until then count.
 *
 * @param request `isLinked` where an earlier page linked this path
 * @param onPage gets the members of each page, whether the list is sorted newest first so far, and how many entries of the page
 *   were left out; returns whether to stop
 */
export async function readPagesUntil(
	requests: PollRequests,
	request: { path: string; subject: string; isLinked?: boolean },
	onPage: (members: IDataObject[], isNewestFirst: boolean, leftOut: number) => boolean,
): Promise<PageRun> {
	const run: PageRun = {
		end: 'interrupted',
		startedAt: requests.client.clock.now,
		next: request.path,
		isNewestFirst: true,
		descents: 0,
		pages: 0,
		leftOut: 0,
		hasUnread: false,
		hasNoPage: false,
		isOutOfDate: false,
	};
	if (mustStop(requests)) return run;
	const { reports } = requests;
	const entriesWithoutId = `entries of ${request.subject}`;
	let path: string | undefined = request.path;
	let characters = 0;
	let last: number | undefined;
	const onLargePage = (error: LargePageError, pageName: string): void => {
		run.hasUnread = true;
		reports.fail(pageName, error);
		path = numberedPagePath(path ?? '');
	};
	try {
		const leavesOutEntriesWithoutId = request.isLinked === true ? 'always' : true;
		const list = { ...request, onLargePage, leavesOutEntriesWithoutId } as const;
		for await (const page of readPages(requests.client, list)) {
			requests.failures.noteSuccess();
			const number = pageNumber(path ?? '');
			if (number !== undefined) reports.succeed(pageNameOf(request.subject, number));
			path = page.next;
			if (run.pages === 0) run.startedAt = requests.client.clock.now;
			run.pages += 1;
			characters += page.characters ?? 0;
			if (page.leftOut !== undefined) {
				run.leftOut += page.leftOut;
				reports.fail(entriesWithoutId, entriesWithoutIdError(run.leftOut));
			}
			for (const { createdAt } of page.members) {
				const time = secondsOf(createdAt);
				const previous = last ?? time;
				if (time === undefined || previous === undefined || time > previous)
					run.isNewestFirst = false;
				else if (time < previous) run.descents += 1;
				last = time;
			}
			run.next = page.next;
			const isStopped = onPage(page.members, run.isNewestFirst, page.leftOut ?? 0);
			if (page.next === undefined) break;
			if (isStopped) return { ...run, end: 'stopped' };
			if (requests.client.deadline.isOver) return run;
			if (run.pages >= MAX_PAGES_OF_POLL || characters >= MAX_CHARACTERS_OF_POLL) return run;
		}
		if (run.leftOut === 0 && request.isLinked !== true) reports.succeed(entriesWithoutId);
		return { ...run, end: 'list', next: undefined };
	} catch (error) {
		if (error instanceof TooLittleTime) return run;
		const failure = requestError(error);
		const hasNoPage = run.pages === 0;
		if (hasNoPage && request.isLinked && REFUSED_PATH.has(failure.status)) {
			return { ...run, isOutOfDate: true };
		}
		requests.failures.add(failure, request.subject);
		return { ...run, hasNoPage };
	}
}
