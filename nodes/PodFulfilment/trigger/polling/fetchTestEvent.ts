// The newest real examples for Fetch Test Event.

import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { readCurrentOrder, readShipmentsOfExisting } from '../../api/orderWithShipments';
import { tryResource } from '../../api/resource';
import { millisecondsOf } from '../../input/timestamp';
import type { EventDataKey } from '../../spec/service';
import { CREDENTIAL } from '../../transport/credential';
import { deadlineIn } from '../../transport/deadlineClient';
import { ServiceError } from '../../transport/errors/serviceError';
import { orderIdOf, withoutCurrent, type CurrentFields } from '../currentFields';
import { LATE_EVENT, WAITING_EVENT, type PolledEvent } from '../events';
import type { EventFilters } from '../eventFilters';
import { changeOf, oldestFirst, type ObservedChange } from './compare/changes';
import { taskChangedAt } from './compare/compareMembers';
import { DRAFT, isHandedOver, isInProduction, isWaitingStatus } from './compare/statuses';
import { toOutputs } from './items';
import {
	createPollClient,
	Failures,
	requestError,
	ServiceClock,
	TooLittleTime,
	type PollRequests,
} from './read/client';
import { readPagesUntil } from './read/readPages';
import { Reports } from './read/reports';
import { ORDERS, TASKS } from './read/sources';
import {
	choiceOf,
	dataKeyOf,
	isWanted,
	type PollingOptions,
	type PollingSettings,
	pollingSettingsOf,
} from './state/settings';
import { ownValue, textOrNumber } from '../../input/guards';

/** Somebody is waiting in the editor. */
const TIME_MS = 15_000;

/** Pages of each list that are searched for an example. */
const MAX_PAGES = 5;

/** Orders whose shipments are searched for an example. */
const MAX_ORDERS = 10;

/** The list of each object that has a path of its own. */
const LISTS: Partial<Record<EventDataKey, Pick<typeof ORDERS, 'isComplete' | 'member'>>> = {
	order: ORDERS,
	mockupTask: TASKS,
};

/** When the change of an example happened, where a field of its object says so. */
const TIME_FIELDS: Partial<Record<PolledEvent, string>> = {
	'order.created': 'createdAt',
	'order.updated': 'updatedAt',
	'shipment.created': 'shippedAt',
	'mockup_task.finished': 'finishedAt',
};

/** A search for examples: how it asks the service, and what it looks for. */
interface Search extends PollRequests {
	settings: PollingSettings;
	/** Since 1970. */
	nowSeconds: number;
	isWanted(change: ObservedChange): boolean;
}

/** Sorts by a time, newest first. */
const newestFirst = (members: IDataObject[], field: string): IDataObject[] =>
	members
		.map((member) => ({ member, timeMs: millisecondsOf(ownValue(member, field)) ?? 0 }))
		.sort((a, b) => b.timeMs - a.timeMs)
		.map(({ member }) => member);

async function readFirstPages(
	search: Search,
	source: { path: string; subject: string },
): Promise<IDataObject[]> {
	const members: IDataObject[] = [];
	let pages = 0;
	await readPagesUntil(search, source, (page) => {
		pages += 1;
		for (const member of page) members.push(member);
		return pages === MAX_PAGES;
	});
	return members;
}

/** Searches the shipments of some orders. Those that cannot be read are passed over. */
async function searchShipments(
	{ client, failures }: Search,
	orders: IDataObject[],
	find: (order: IDataObject, shipments: IDataObject[]) => ObservedChange | undefined,
): Promise<ObservedChange | undefined> {
	for (const order of orders.slice(0, MAX_ORDERS)) {
		if (client.deadline.isOver) return undefined;
		const shipments = await readShipmentsOfExisting(client, textOrNumber(order.id)).catch(
			requestError,
		);
		if (shipments instanceof ServiceError) {
			if (!(shipments instanceof TooLittleTime)) failures.add(shipments, 'the shipments of orders');
			continue;
		}
		const found = find(order, shipments);
		if (found) return found;
	}
	return undefined;
}

/** The first of some objects that the filters let through, as a change. */
function firstOf(
	search: Search,
	event: PolledEvent,
	objects: IDataObject[],
	timeOf: (object: IDataObject) => unknown,
): ObservedChange | undefined {
	return objects
		.map((object) => changeOf(event, '', object, timeOf(object), search.nowSeconds))
		.find(search.isWanted);
}

const findShipment = async (
	search: Search,
	orders: IDataObject[],
): Promise<ObservedChange | undefined> =>
	await searchShipments(search, orders, (order, shipments) => {
		const objects = newestFirst(shipments, 'shippedAt').map((shipment) => ({
			...shipment,
			orderId: textOrNumber(order.id),
		}));
		return firstOf(search, 'shipment.created', objects, ({ shippedAt }) => shippedAt);
	});

/** Since when an order has its status, as far as it says so, in milliseconds since 1970. */
const changedMs = ({ updatedAt, createdAt }: IDataObject, { nowSeconds }: Search): number =>
	millisecondsOf(updatedAt) ?? millisecondsOf(createdAt) ?? nowSeconds * 1000;

async function findLateOrder(
	search: Search,
	orders: IDataObject[],
): Promise<ObservedChange | undefined> {
	const { nowSeconds, settings } = search;
	const dueMs = (order: IDataObject): number =>
		changedMs(order, search) + settings.lateAfterSeconds * 1000;
	const late = orders.filter(
		(order) => isInProduction(textOrNumber(order.status)) && dueMs(order) < nowSeconds * 1000,
	);
	return await searchShipments(search, late, (order, shipments) =>
		shipments.some(({ shipmentStatus }) => isHandedOver(textOrNumber(shipmentStatus)))
			? undefined
			: firstOf(search, LATE_EVENT, [order], dueMs),
	);
}

/** The newest order that has waited for too long; where there is none, one that waits. */
function findWaitingOrder(search: Search, orders: IDataObject[]): ObservedChange | undefined {
	const { nowSeconds, settings } = search;
	const waiting = orders.filter(({ status }) => isWaitingStatus(textOrNumber(status)));
	const dueMs = (order: IDataObject): number =>
		changedMs(order, search) + settings.waitingAfterSeconds * 1000;
	const tooLong = waiting.filter((order) => dueMs(order) <= nowSeconds * 1000);
	return (
		firstOf(search, WAITING_EVENT, tooLong, dueMs) ??
		// As if it had waited for too long by now.
		firstOf(search, WAITING_EVENT, waiting, () => nowSeconds * 1000)
	);
}

/** The newest example of each chosen event that can be found within the time. */
async function findExamples(search: Search): Promise<ObservedChange[]> {
	const { events } = search.settings;
	const found: Array<ObservedChange | undefined> = [];
	if (events.some((event) => event !== 'mockup_task.finished')) {
		const orders = await readFirstPages(search, ORDERS);
		const updated = newestFirst(orders, 'updatedAt').filter(({ status }) => status !== DRAFT);
		if (events.includes('order.created')) {
			const created = newestFirst(orders, 'createdAt');
			found.push(firstOf(search, 'order.created', created, ({ createdAt }) => createdAt));
		}
		if (events.includes('order.updated')) {
			found.push(firstOf(search, 'order.updated', updated, ({ updatedAt }) => updatedAt));
		}
		if (events.includes('shipment.created')) found.push(await findShipment(search, updated));
		if (events.includes(LATE_EVENT)) found.push(await findLateOrder(search, updated));
		if (events.includes(WAITING_EVENT)) {
			found.push(findWaitingOrder(search, newestFirst(orders, 'updatedAt')));
		}
	}
	if (events.includes('mockup_task.finished')) {
		const tasks = newestFirst(await readFirstPages(search, TASKS), 'createdAt');
		found.push(firstOf(search, 'mockup_task.finished', tasks, taskChangedAt));
	}
	return found.filter((change) => change !== undefined);
}

/** The example as its own path shows it, where lists abbreviate their members, or may lack what is wrong with them. */
async function completeExample(
	{ client, nowSeconds }: Search,
	change: ObservedChange,
): Promise<ObservedChange> {
	const { event, objectKey: subject, object, timeMs } = change;
	const list = LISTS[dataKeyOf(event)];
	if (!list || (list.isComplete(object) && event !== WAITING_EVENT)) return change;
	const member = list.member(textOrNumber(object.id));
	if (member instanceof ServiceError) return change;
	const result = await tryResource(client, member);
	if (result instanceof ServiceError) return change;
	const { resource } = result;
	const field = TIME_FIELDS[event];
	const time = field === undefined ? undefined : ownValue(resource, field);
	return changeOf(event, subject, resource, time ?? timeMs, nowSeconds);
}

/** Reads what _Add Current Order_ adds to examples, by the ID of the order. */
async function readCurrentFields(
	{ client }: Search,
	orderIds: readonly string[],
): Promise<Map<string, CurrentFields>> {
	const read = async (orderId: string): Promise<CurrentFields> => {
		try {
			return { current: await readCurrentOrder(client, orderId) };
		} catch (error) {
			return withoutCurrent(error);
		}
	};
	const ids = [...new Set(orderIds)].filter((orderId) => orderId !== '');
	return new Map(
		await Promise.all(
			ids.map(async (id): Promise<[string, CurrentFields]> => [id, await read(id)]),
		),
	);
}

/**
 * Finds the newest real example of each chosen event, for Fetch Test Event in the editor. Neither reads nor changes the
 * state of the trigger.
 *
 * @throws ServiceError when the service cannot be read
 * @throws NodeOperationError when there is no example yet
 */
export async function fetchTestEvent(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const events = context.getNodeParameter('events', []) as string[];
	const filters = context.getNodeParameter('filters', {}) as EventFilters;
	const mode = context.getNodeParameter('outputs', 'single') as string;
	const options = context.getNodeParameter('options', {}) as PollingOptions;
	const failures = new Failures();
	const credential = await context.getCredentials(CREDENTIAL);
	const clock = new ServiceClock();
	const choice = choiceOf(events, filters);
	const search: Search = {
		client: createPollClient(context, credential, deadlineIn(TIME_MS), clock),
		failures,
		reports: new Reports(),
		settings: pollingSettingsOf(events, filters, options, context.getTimezone()),
		get nowSeconds() {
			return clock.now;
		},
		isWanted: ({ event, object }) =>
			isWanted(event, object.shipmentStatus ?? object.status, choice),
	};
	const examples = await findExamples(search);
	const changes = await Promise.all(
		examples.map(async (example) => await completeExample(search, example)),
	);
	if (changes.length > 0) {
		const shown = oldestFirst(changes).map((change) => ({
			...change,
			objectKey: orderIdOf({ [dataKeyOf(change.event)]: change.object }),
		}));
		const orderIds = shown.map(({ objectKey }) => objectKey);
		const fields =
			options.addCurrentOrder === true ? await readCurrentFields(search, orderIds) : undefined;
		return await toOutputs(shown, events, mode, search.client.redact, fields);
	}
	if (failures.worst) throw failures.worst;
	throw new NodeOperationError(context.getNode(), 'There is no example of the chosen events yet', {
		description:
			'Nothing in the account fits the chosen events and filters. Place an order, or choose other events, and fetch again. Once the workflow is published, what changes starts it.',
	});
}
