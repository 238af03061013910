import type { IDataObject } from 'n8n-workflow';

import { readPages } from '../../api/pages';
import type { ApiClient } from '../../transport/client';
import type { Deadline } from './deadline';
import { requestError, type Failures } from './failures';
import { secondsOf } from './time';

/** Pages of a list that were read in a row. */
export interface PageRun {
	/** Whether the list ended, the caller stopped, or time or a failure did. */
	end: 'list' | 'stopped' | 'interrupted';
	/** Path of the page that would be next; undefined at the end of the list. */
	next?: string;
	/** Whether `createdAt` never rose from one member to the next, and how often it fell. */
	isFalling: boolean;
	falls: number;
	/** Members of the whole list, as far as the service says. */
	total?: number;
	/** The first page was refused, although an earlier page had led there: the path is out of date. */
	isOutOfDate?: boolean;
}

/** Statuses that say that a path leads nowhere (spec section 7). */
const REFUSED_PATH = new Set([400, 404, 410]);

/** Checks that times fall from one to the next. */
class FallingOrder {
	isFalling = true;

	falls = 0;

	private last: number | undefined;

	add(time: number | undefined): void {
		const { last = time } = this;
		if (time === undefined || last === undefined || time > last) this.isFalling = false;
		else if (time < last) this.falls += 1;
		this.last = time;
	}
}

/**
 * Reads pages in a row, until the list ends, the caller wants no more, the time is over or a request fails. What was read
 * until then counts.
 *
 * @param request `isLinked` where an earlier page led to its path
 * @param onPage gets the members of each page, and whether `createdAt` rose nowhere so far; returns whether to stop
 */
export async function readPagesInTime(
	client: ApiClient,
	request: { path: string; about: string; isLinked?: boolean },
	deadline: Deadline,
	failures: Failures,
	onPage: (members: IDataObject[], isFalling: boolean) => boolean,
): Promise<PageRun> {
	const order = new FallingOrder();
	const run: PageRun = { end: 'interrupted', next: request.path, isFalling: true, falls: 0 };
	let isFirst = true;
	if (deadline.isOver || failures.isHopeless) return run;
	try {
		for await (const page of readPages(client, request)) {
			isFirst = false;
			for (const { createdAt } of page.members) order.add(secondsOf(createdAt));
			run.isFalling = order.isFalling;
			run.falls = order.falls;
			run.total = page.total ?? run.total;
			run.next = page.next;
			const isStopped = onPage(page.members, order.isFalling);
			if (page.next === undefined) break;
			if (isStopped) return { ...run, end: 'stopped' };
			if (deadline.isOver) return run;
		}
		return { ...run, end: 'list', next: undefined };
	} catch (error) {
		const failure = requestError(error);
		if (isFirst && request.isLinked && REFUSED_PATH.has(failure.status)) {
			return { ...run, isOutOfDate: true };
		}
		failures.add(failure);
		return run;
	}
}
