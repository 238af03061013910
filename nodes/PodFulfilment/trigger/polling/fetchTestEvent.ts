import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { tryResource } from '../../api/resource';
import type { EventDataKey } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import { ServiceError } from '../../transport/serviceError';
import { nameOf } from '../changeId';
import type { EventFilters } from '../filters';
import { changeOf, dataKeyOf, oldestFirst, type Change } from './change';
import { createPollClient } from './client';
import { deadlineIn, type Deadline } from './deadline';
import { Failures } from './failures';
import { isWanted, toOutputs } from './items';
import { isHandedOver, isInProduction } from './lifeCycle';
import { DRAFT } from './noteOrders';
import { pollingSettingsOf, type PollingOptions } from './options';
import { outageError } from './outageError';
import { readPagesInTime } from './readPagesInTime';
import { readShipments } from './readShipments';
import { LATE_EVENT, type PollingEvent, type PollingSettings } from './settings';
import { ORDERS, TASKS } from './source';
import { millisecondsOf } from './time';

/** Somebody is waiting in front of the editor. */
const TEST_TIME_MS = 15_000;

/** Pages of each list in which an example is looked for. */
const MAX_PAGES = 5;

/** Orders whose shipments are read to find an example. */
const MAX_ORDERS = 10;

/** The list of each object that has a path of its own. */
const SOURCES: Partial<Record<EventDataKey, Pick<typeof ORDERS, 'isWhole' | 'member'>>> = {
	order: ORDERS,
	mockupTask: TASKS,
};

/** When a change of an example happened. */
const TIME_FIELDS: Record<PollingEvent, string> = {
	'order.created': 'createdAt',
	'order.updated': 'updatedAt',
	'order.late': 'updatedAt',
	'shipment.created': 'shippedAt',
	'mockup_task.finished': 'finishedAt',
};

/** What the examples are looked for with. */
interface Search {
	client: ApiClient;
	deadline: Deadline;
	failures: Failures;
	settings: PollingSettings;
	isWanted(change: Change): boolean;
}

/** By the time of a field, newest first. */
const newestFirst = (members: IDataObject[], field: string): IDataObject[] =>
	members
		.map((member) => ({ member, time: millisecondsOf(member[field]) ?? 0 }))
		.sort((a, b) => b.time - a.time)
		.map(({ member }) => member);

async function readSome(
	{ client, deadline, failures }: Search,
	source: { path: string; about: string },
): Promise<IDataObject[]> {
	const members: IDataObject[] = [];
	let pages = 0;
	await readPagesInTime(client, source, deadline, failures, (page) => {
		pages += 1;
		members.push(...page);
		return pages === MAX_PAGES;
	});
	return members;
}

/** Goes through the shipments of some orders until there is an example. */
async function inShipments(
	{ client, deadline }: Search,
	orders: IDataObject[],
	find: (order: IDataObject, shipments: IDataObject[]) => Change | undefined,
): Promise<Change | undefined> {
	for (const order of orders.slice(0, MAX_ORDERS)) {
		if (deadline.isOver) return undefined;
		const found = find(order, await readShipments(client, nameOf(order.id)));
		if (found) return found;
	}
	return undefined;
}

/** The newest change of each chosen event that can be found in short time. */
async function findExamples(search: Search, events: string[], now: number): Promise<Change[]> {
	const { settings } = search;
	const found: Array<Change | undefined> = [];
	const isAbout = (...names: string[]): boolean => names.some((name) => events.includes(name));
	const first = (changes: Change[]): Change | undefined => changes.find(search.isWanted);

	if (isAbout('order.created', 'order.updated', 'shipment.created', LATE_EVENT)) {
		const orders = await readSome(search, ORDERS);
		const updated = newestFirst(orders, 'updatedAt').filter(({ status }) => status !== DRAFT);
		if (isAbout('order.created')) {
			const created = newestFirst(orders, 'createdAt').map((order) =>
				changeOf('order.created', '', order, order.createdAt, now),
			);
			found.push(first(created));
		}
		if (isAbout('order.updated')) {
			found.push(
				first(updated.map((order) => changeOf('order.updated', '', order, order.updatedAt, now))),
			);
		}
		if (isAbout('shipment.created')) {
			found.push(
				await inShipments(search, updated, (order, shipments) =>
					first(
						newestFirst(shipments, 'shippedAt').map((shipment) => {
							const object = { ...shipment, orderId: nameOf(order.id) };
							return changeOf('shipment.created', '', object, shipment.shippedAt, now);
						}),
					),
				),
			);
		}
		if (isAbout(LATE_EVENT)) {
			const late = updated.filter(({ status, updatedAt, createdAt }) => {
				const since = millisecondsOf(updatedAt) ?? millisecondsOf(createdAt) ?? now * 1000;
				return isInProduction(nameOf(status)) && since / 1000 + settings.lateAfter < now;
			});
			found.push(
				await inShipments(search, late, (order, shipments) =>
					shipments.some(({ shipmentStatus }) => isHandedOver(nameOf(shipmentStatus)))
						? undefined
						: first([changeOf(LATE_EVENT, '', order, order.updatedAt, now)]),
				),
			);
		}
	}
	if (isAbout('mockup_task.finished')) {
		const tasks = newestFirst(await readSome(search, TASKS), 'createdAt');
		found.push(
			first(
				tasks.map((task) =>
					changeOf('mockup_task.finished', '', task, task.finishedAt ?? task.createdAt, now),
				),
			),
		);
	}
	return found.filter((change) => change !== undefined);
}

/** The object of an example as its own path shows it, where lists abbreviate their members. */
async function wholeExample({ client }: Search, change: Change, now: number): Promise<Change> {
	const { event, subject, object } = change;
	const source = SOURCES[dataKeyOf(event)];
	if (!source || source.isWhole(object)) return change;
	const result = await tryResource(client, { method: 'GET', ...source.member(nameOf(object.id)) });
	if (result instanceof ServiceError) return change;
	const { resource } = result;
	return changeOf(event, subject, resource, resource[TIME_FIELDS[event]] ?? change.at, now);
}

/**
 * Finds the newest real example of each chosen event, for 'Fetch Test Event' in the editor. Neither reads nor changes the
 * state of the trigger.
 *
 * @throws NodeApiError when the service cannot be read
 * @throws NodeOperationError when there is no example yet
 */
export async function fetchTestEvent(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const events = context.getNodeParameter('events', []) as string[];
	const filters = context.getNodeParameter('filters', {}) as EventFilters;
	const mode = context.getNodeParameter('outputs', 'single') as string;
	const options = context.getNodeParameter('options', {}) as PollingOptions;
	const deadline = deadlineIn(TEST_TIME_MS);
	const failures = new Failures();
	const search: Search = {
		client: await createPollClient(context, deadline),
		deadline,
		failures,
		settings: pollingSettingsOf(events, options, context.getTimezone()),
		isWanted: (change) => isWanted(change, events, filters),
	};
	const now = Math.floor(Date.now() / 1000);
	const examples = await findExamples(search, events, now);
	const changes = await Promise.all(
		examples.map(async (example) => await wholeExample(search, example, now)),
	);
	if (changes.length > 0) return toOutputs(oldestFirst(changes), events, mode);
	if (failures.worst) throw outageError(context.getNode(), failures.worst, Date.now(), true);
	throw new NodeOperationError(context.getNode(), 'There is no example of the chosen events yet', {
		description:
			'Nothing in the account fits the chosen events and filters. Place an order, or choose other events, and fetch again. Once the workflow is published, what changes starts it.',
	});
}
