import type { IDataObject } from 'n8n-workflow';

import { mockupTaskPath, orderPath, type ResourcePath } from '../../../api/paths';
import type { Result } from '../../../transport/errors/serviceError';
import { classifyOrder, classifyTask, type Classification } from '../reconcile/classify';
import { isOrderActive, isTaskActive } from '../reconcile/lifeCycle';
import type { ListContext } from '../state/pollContext';
import type { OrderEntry, TaskEntry } from '../state/state';
import { requestError } from './requests';

/** A list of the service that is watched (spec section 4). */
export interface ListSource<Entry> {
	path: string;
	/** What it is called in messages. */
	subject: string;
	/** The path of one of its members; an error for an ID that no path can hold. */
	member(id: string): Result<ResourcePath>;
	/** Whether each poll has to read a member. */
	isActive(entry: Entry, context: ListContext): boolean;
	/** Classifies a member that is not in the snapshot. */
	classify(member: IDataObject, context: ListContext): Classification;
	/** Whether the list shows all of a member, as its own path does. */
	isComplete(member: IDataObject): boolean;
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
	member: (id) => pathOf(orderPath, id),
	isActive: isOrderActive,
	classify: (order, context) => classifyOrder(order, context).classification,
	isComplete: ({ orderItems }) => Array.isArray(orderItems),
};

export const TASKS: ListSource<TaskEntry> = {
	path: '/api/mockup-tasks',
	subject: 'the list of mockup tasks',
	member: (id) => pathOf(mockupTaskPath, id),
	isActive: isTaskActive,
	classify: classifyTask,
	// The spec does not show a task in a list (section 2). A pending one may have no images yet.
	isComplete: ({ status, createdAt, catalogVariantMockups }) =>
		Array.isArray(catalogVariantMockups) || (status === 'pending' && createdAt !== undefined),
};
