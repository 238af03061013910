// The newest real examples for Fetch Test Event.

import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { readCurrentOrder, readShipmentsOfExisting } from '../../api/orderWithShipments';
import { tryResource } from '../../api/resource';
import { textOrNumber } from '../../input/text';
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
import {
	dataKeyOf,
	isWanted,
	readParameters,
	watchesOrders,
	watchesTasks,
} from './compare/settings';
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
import { ORDERS, TASKS } from './read/listReader';
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
	isSought(change: ObservedChange): boolean;
}

async function readFirstPages(
	search: Search,
	source: { path: string; subject: string },
): Promise<IDataObject[]> {
	const members: IDataObject[] = [];
	await readPagesUntil(search, source, (page, { pages }) => {
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

/** Those of the last change first. */
const candidatesOf = (orders: readonly IDataObject[], context: CompareContext): Candidate[] =>
	orders
		.flatMap((order) => {
			const entry = compareOrder('', undefined, order, context).after;
			const since = secondsOf(order.updatedAt) ?? secondsOf(order.createdAt) ?? context.now;
			return entry ? [{ order, entry: { ...entry, since } }] : [];
		})
		.sort((a, b) => b.entry.since - a.entry.since);

/** Searches the shipments of some orders. Those that cannot be read are passed over. */
async function searchShipments(
	{ client, failures, isSought }: Search,
	candidates: Candidate[],
	changesOf: (candidate: Candidate, shipments: IDataObject[]) => ObservedChange[],
): Promise<ObservedChange[]> {
	for (const candidate of candidates.slice(0, MAX_ORDERS)) {
		if (client.deadline.isOver) return [];
		const orderId = textOrNumber(candidate.order.id);
		const shipments = await readShipmentsOfExisting(client, orderId).catch(requestError);
		if (shipments instanceof ServiceError) {
			if (!(shipments instanceof TooLittleTime)) failures.add(shipments, 'the shipments of orders');
			continue;
		}
		const found = changesOf(candidate, shipments).filter(isSought);
		if (found.length > 0) return found;
	}
	return [];
}

/** Orders that have waited for too long; where there is none, those that wait, as if they had by now. */
function waitingOrders(candidates: Candidate[], context: CompareContext): ObservedChange[] {
	const tooLong = candidates.flatMap(({ order, entry }) =>
		waitingChanges('', entry, order, context),
	);
	if (tooLong.length > 0) return tooLong;
	return candidates
		.filter(({ entry }) => isWaitingStatus(entry.status))
		.slice(0, 1)
		.map(({ order }) => changeOf(WAITING_EVENT, '', order, undefined, context.now));
}

async function changesOfOrders(search: Search): Promise<ObservedChange[]> {
	const { context } = search;
	const { events } = context.settings;
	const orders = await readFirstPages(search, ORDERS);
	const candidates = candidatesOf(orders, context);
	const parcels = events.includes('shipment.created')
		? await searchShipments(search, candidates, ({ order, entry }, shipments) => {
				return compareParcels('', entry, textOrNumber(order.id), shipments, context).changes;
			})
		: [];
	const overdue = candidates.filter(({ entry }) => mayBeLate(entry, context));
	const late = await searchShipments(search, overdue, ({ order, entry }, shipments) => {
		return compareLateOrder('', entry, order, shipments, context).changes;
	});
	const ofOrders = orders.flatMap((order) => compareOrder('', undefined, order, context).changes);
	return [...ofOrders, ...waitingOrders(candidates, context), ...parcels, ...late];
}

/** The newest example of each chosen event that can be found within the time. */
async function findExamples(search: Search): Promise<ObservedChange[]> {
	const { settings } = search.context;
	const ofOrders = watchesOrders(settings) ? await changesOfOrders(search) : [];
	const tasks = watchesTasks(settings) ? await readFirstPages(search, TASKS) : [];
	const ofTasks = tasks.flatMap((task) => compareTask('', undefined, task, search.context).changes);
	const found = [...ofOrders, ...ofTasks]
		.filter(search.isSought)
		.sort((a, b) => b.timeMs - a.timeMs);
	return settings.events.flatMap((event) => found.find((change) => change.event === event) ?? []);
}

/** The example as its own path shows it, where lists abbreviate their members, or may lack what is wrong with them. */
async function completeExample(
	{ client, context }: Search,
	change: ObservedChange,
): Promise<ObservedChange> {
	const { event, object } = change;
	const key = dataKeyOf(event);
	const objectKey = eventOrderIdOf({ [key]: object });
	const list = { order: ORDERS, mockupTask: TASKS, shipment: undefined }[key];
	const isShown = !list || (list.isComplete(object) && event !== WAITING_EVENT);
	const member = isShown ? undefined : list.member(textOrNumber(object.id));
	if (!member || member instanceof ServiceError) return { ...change, objectKey };
	const result = await tryResource(client, member);
	if (result instanceof ServiceError) return { ...change, objectKey };
	const { resource } = result;
	return { ...changeOf(event, objectKey, resource, undefined, context.now), timeMs: change.timeMs };
}

/** Reads what _Add Current Order_ adds to examples, by the ID of the order. */
async function readCurrentFields(
	{ client }: Search,
	examples: readonly ObservedChange[],
): Promise<Map<string, CurrentFields>> {
	const ids = new Set(examples.flatMap(({ objectKey }) => objectKey || []));
	const read = async (id: string): Promise<[string, CurrentFields]> => [
		id,
		await readCurrentOrder(client, id).then((current) => ({ current }), withoutCurrent),
	];
	return new Map(await Promise.all([...ids].map(read)));
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
			isBeginning: false,
			parcelsSince: 0,
			list: { ...newList(undefined), phase: 'steady' },
		},
		isSought: ({ event, object }) =>
			isWanted(event, object.shipmentStatus ?? object.status, choice),
	};
	const found = await findExamples(search);
	const examples = await Promise.all(found.map(async (one) => await completeExample(search, one)));
	if (examples.length > 0) {
		const fields = addsCurrentOrder ? await readCurrentFields(search, examples) : undefined;
		return await toOutputs(oldestFirst(examples), events, mode, search.client.redact, fields);
	}
	if (failures.worst) throw failures.worst;
	throw new NodeOperationError(context.getNode(), 'There is no example of the chosen events yet', {
		description:
			'Nothing in the account fits the chosen events and filters. Place an order, or choose other events, and fetch again. Once the workflow is published, what changes starts it.',
	});
}
