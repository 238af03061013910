// The newest real examples for Fetch Test Event.

import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { readCurrentOrder, readShipmentsOfExisting } from '../../api/orderWithShipments';
import { tryResource } from '../../api/resource';
import { ownValue } from '../../input/objects';
import { textOrNumber } from '../../input/text';
import { millisecondsOf } from '../../input/timestamp';
import { CREDENTIAL } from '../../transport/credential';
import { deadlineIn } from '../../transport/deadlineClient';
import { ServiceError } from '../../transport/errors/serviceError';
import { type CurrentFields, eventOrderIdOf, withoutCurrent } from '../currentOrder';
import { WAITING_EVENT } from '../events';
import { changeOf, oldestFirst, type ObservedChange } from './compare/changes';
import {
	compareLateOrder,
	compareOrder,
	compareParcels,
	compareTask,
	waitingChanges,
} from './compare/compareMembers';
import { isWaitingStatus, mayBeLate, type CompareContext } from './compare/policy';
import { toOutputs } from './items';
import {
	createPollClient,
	Failures,
	requestError,
	ServiceClock,
	TooLittleTime,
	type PollRequests,
} from './read/client';
import { Reports } from './read/reports';
import { readPagesUntil } from './read/scan';
import { ORDERS, TASKS } from './read/sources';
import {
	dataKeyOf,
	isWanted,
	readParameters,
	watchesOrders,
	watchesTasks,
} from './compare/settings';
import { newList, secondsOf, type OrderEntry } from './state/state';

/** Somebody is waiting in the editor. */
const TIME_MS = 15_000;

/** Pages of each list that are searched for an example. */
const MAX_PAGES = 5;

/** Orders whose shipments are searched for an example. */
const MAX_ORDERS = 10;

/** A search for examples: how it asks the service, and what it looks for. */
interface Search extends PollRequests {
	/** All that is read counts as new: it finds what a poll tells of it. */
	context: CompareContext;
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

/** An order with its entry, as if the trigger had watched it since its last change. */
interface Candidate {
	order: IDataObject;
	entry: OrderEntry;
}

function candidateOf(order: IDataObject, context: CompareContext): Candidate[] {
	const entry = compareOrder('', undefined, order, context).after;
	const since = secondsOf(order.updatedAt) ?? secondsOf(order.createdAt) ?? context.now;
	return entry ? [{ order, entry: { ...entry, since } }] : [];
}

/** Searches the shipments of some orders. Those that cannot be read are passed over. */
async function searchShipments(
	{ client, failures, isWanted: isSought }: Search,
	candidates: Candidate[],
	find: (candidate: Candidate, orderId: string, shipments: IDataObject[]) => ObservedChange[],
): Promise<ObservedChange[]> {
	for (const candidate of candidates.slice(0, MAX_ORDERS)) {
		if (client.deadline.isOver) return [];
		const orderId = textOrNumber(candidate.order.id);
		const shipments = await readShipmentsOfExisting(client, orderId).catch(requestError);
		if (shipments instanceof ServiceError) {
			if (!(shipments instanceof TooLittleTime)) failures.add(shipments, 'the shipments of orders');
			continue;
		}
		const found = find(candidate, orderId, shipments).filter(isSought);
		if (found.length > 0) return found;
	}
	return [];
}

/** The newest order that has waited for too long; where there is none, one that waits, as if it had by now. */
function findWaitingOrders(candidates: Candidate[], context: CompareContext): ObservedChange[] {
	const tooLong = candidates.flatMap(({ order, entry }) =>
		waitingChanges('', entry, order, context),
	);
	const waiting = candidates.filter(({ entry }) => isWaitingStatus(entry.status));
	return [
		...tooLong,
		...waiting.map(({ order }) => changeOf(WAITING_EVENT, '', order, undefined, context.now)),
	];
}

async function findOfOrders(search: Search): Promise<ObservedChange[]> {
	const { context } = search;
	const { events } = context.settings;
	const orders = await readFirstPages(search, ORDERS);
	const changesOf = (field: string, event: string): ObservedChange[] =>
		newestFirst(orders, field)
			.flatMap((order) => compareOrder('', undefined, order, context).changes)
			.filter((change) => change.event === event);
	const candidates = newestFirst(orders, 'updatedAt').flatMap((one) => candidateOf(one, context));
	const parcels = await searchShipments(
		search,
		events.includes('shipment.created') ? candidates : [],
		({ entry }, orderId, shipments) =>
			compareParcels('', entry, orderId, newestFirst(shipments, 'shippedAt'), context).changes,
	);
	const late = await searchShipments(
		search,
		candidates.filter(({ entry }) => mayBeLate(entry, context)),
		({ order, entry }, _orderId, shipments) =>
			compareLateOrder('', entry, order, shipments, context).changes,
	);
	return [
		...changesOf('createdAt', 'order.created'),
		...changesOf('updatedAt', 'order.updated'),
		...findWaitingOrders(candidates, context),
		...parcels,
		...late,
	];
}

/** The newest example of each chosen event that can be found within the time. */
async function findExamples(search: Search): Promise<ObservedChange[]> {
	const { settings } = search.context;
	const ofOrders = watchesOrders(settings) ? await findOfOrders(search) : [];
	const tasks = watchesTasks(settings) ? await readFirstPages(search, TASKS) : [];
	const ofTasks = newestFirst(tasks, 'createdAt').flatMap(
		(task) => compareTask('', undefined, task, search.context).changes,
	);
	const wanted = [...ofOrders, ...ofTasks].filter(search.isWanted);
	return settings.events.flatMap((event) => wanted.find((change) => change.event === event) ?? []);
}

/** The example as its own path shows it, where lists abbreviate their members, or may lack what is wrong with them. */
async function completeExample(
	{ client, context }: Search,
	change: ObservedChange,
): Promise<ObservedChange> {
	const { event, object, timeMs } = change;
	const list = { order: ORDERS, mockupTask: TASKS, shipment: undefined }[dataKeyOf(event)];
	if (!list || (list.isComplete(object) && event !== WAITING_EVENT)) return change;
	const member = list.member(textOrNumber(object.id));
	if (member instanceof ServiceError) return change;
	const result = await tryResource(client, member);
	if (result instanceof ServiceError) return change;
	const { resource } = result;
	const { changes } = list.compare('', undefined, resource, context);
	return (
		changes.find((one) => one.event === event) ?? changeOf(event, '', resource, timeMs, context.now)
	);
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
	const { events, mode, addsCurrentOrder, settings, choice } = readParameters(context);
	const failures = new Failures();
	const credential = await context.getCredentials(CREDENTIAL);
	const clock = new ServiceClock();
	const search: Search = {
		client: createPollClient(context, credential, deadlineIn(TIME_MS), clock),
		failures,
		reports: new Reports(),
		context: {
			settings: { ...settings, emitAfterSeconds: 0 },
			get now() {
				return clock.now;
			},
			isFirstPoll: false,
			isBeginning: false,
			parcelsSince: 0,
			list: { ...newList(undefined), phase: 'steady' },
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
			objectKey: eventOrderIdOf({ [dataKeyOf(change.event)]: change.object }),
		}));
		const orderIds = shown.map(({ objectKey }) => objectKey);
		const fields = addsCurrentOrder ? await readCurrentFields(search, orderIds) : undefined;
		return await toOutputs(shown, events, mode, search.client.redact, fields);
	}
	if (failures.worst) throw failures.worst;
	throw new NodeOperationError(context.getNode(), 'There is no example of the chosen events yet', {
		description:
			'Nothing in the account fits the chosen events and filters. Place an order, or choose other events, and fetch again. Once the workflow is published, what changes starts it.',
	});
}
