import type { IDataObject } from 'n8n-workflow';

import { mockupTaskPath, orderPath, type ResourcePath } from '../../api/paths';
import type { KnownOrder, KnownTask } from './knowledge';
import { isAwaited, isTaskOver } from './lifeCycle';
import type { PollTimes, Verdict } from './newcomer';
import { judgeOrder } from './noteOrders';
import { judgeTask } from './noteTasks';
import type { ListProgress } from './state';

/** A list of the service that is followed (spec section 4). */
export interface ListSource<Entry> {
	path: string;
	/** What it is called in messages. */
	about: string;
	/** The path of one of its members. */
	member(id: string): ResourcePath;
	/** Whether a member has to be read by each poll. */
	isAwaited(entry: Entry, now: number, forgetAfter: number): boolean;
	/** Judges a member that is not in the state. */
	judge(member: IDataObject, progress: ListProgress, times: PollTimes): Verdict;
	/** Whether a member of a page is all that its own path would show. */
	isWhole(member: IDataObject): boolean;
}

export const orderPathOf = (id: string): ResourcePath =>
	orderPath({ __rl: true, mode: 'id', value: id });

export const ORDERS: ListSource<KnownOrder> = {
	path: '/api/orders',
	about: 'the list of orders',
	member: orderPathOf,
	isAwaited,
	judge: (order, progress, times) => judgeOrder(order, progress, times).verdict,
	isWhole: ({ orderItems }) => Array.isArray(orderItems),
};

export const TASKS: ListSource<KnownTask> = {
	path: '/api/mockup-tasks',
	about: 'the list of mockup tasks',
	member: (id) => mockupTaskPath({ __rl: true, mode: 'id', value: id }),
	isAwaited: (task) => !task.isGone && (!isTaskOver(task) || task.seen !== undefined),
	judge: judgeTask,
	// What a task looks like in a list is not shown (spec section 2); one that is not finished may have no images yet.
	isWhole: ({ status, createdAt, catalogVariantMockups }) =>
		Array.isArray(catalogVariantMockups) || (status === 'pending' && createdAt !== undefined),
};
