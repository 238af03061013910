// The two lists that are watched, orders and tasks: their paths, and how they differ.

import type { IDataObject } from 'n8n-workflow';

import { mockupTaskPath, orderPath, type ResourcePath } from '../../../api/paths';
import type { Result } from '../../../transport/errors/serviceError';
import { compareOrder, type Compared, compareTask } from '../compare/compareMembers';
import {
	type CompareContext,
	isOrderActive,
	isOrderOver,
	isTaskActive,
	isTaskOver,
} from '../compare/policy';
import type { OrderEntry, TaskEntry } from '../state/state';
import { requestError } from './client';
import type { ReadObject } from './reports';

/** A list of the service that is watched (spec section 4). */
export interface ListSource<Entry> {
	path: string;
	/** What it is called in messages. */
	subject: string;
	/** What its members are, in reports. */
	kind: ReadObject['kind'];
	/** The path of one of its members; an error for an ID that no path can hold. */
	member(id: string): Result<ResourcePath>;
	/** Whether the list shows all of a member, as its own path does. */
	isComplete(member: IDataObject): boolean;
	/** Compares a member with its entry. */
	compare(
		key: string,
		before: Entry | undefined,
		member: IDataObject,
		context: CompareContext,
	): Compared<Entry>;
	/** Whether each poll has to read a member. */
	isActive(entry: Entry, context: CompareContext): boolean;
	/** Whether a member can be forgotten once it is old enough. */
	isOver(entry: Entry, context: CompareContext): boolean;
}

/** The service names its objects: an ID that cannot be used stops the reading of this object, and no other. */
function pathOf(path: typeof orderPath, id: string): Result<ResourcePath> {
	try {
		return path({ __rl: true, mode: 'id', value: id });
	} catch (error) {
		return requestError(error);
	}
}

export const ORDERS: ListSource<OrderEntry> = {
	path: '/api/orders',
	subject: 'the list of orders',
	kind: 'order',
	member: (id) => pathOf(orderPath, id),
	isComplete: ({ orderItems }) => Array.isArray(orderItems),
	compare: compareOrder,
	isActive: isOrderActive,
	isOver: isOrderOver,
};

export const TASKS: ListSource<TaskEntry> = {
	path: '/api/mockup-tasks',
	subject: 'the list of mockup tasks',
	kind: 'mockupTask',
	member: (id) => pathOf(mockupTaskPath, id),
	// The spec does not show a task in a list (section 2). A pending one may have no images yet.
	isComplete: ({ status, createdAt, catalogVariantMockups }) =>
		Array.isArray(catalogVariantMockups) || (status === 'pending' && createdAt !== undefined),
	compare: compareTask,
	isActive: isTaskActive,
	isOver: isTaskOver,
};
