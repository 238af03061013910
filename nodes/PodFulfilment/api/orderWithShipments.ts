// Reads the shipments of an order, page by page within bounds; sums them up for 'Add Parcels' (how many there are, how many
// left, whether all did, and the tracking numbers as a text); and reads an order with them, both simplified, as 'Add Current
// Order' of the triggers shows them. Refuses an order that is not whole, or too large for an event.

import type { IDataObject } from 'n8n-workflow';

import { oneLine, serviceText, upperFirst, withLookalikes } from '../input/wording';
import { answersYes, hasLeft } from '../spec/statuses';
import type { ApiClient } from '../transport/client';
import { unexpectedResponseError } from '../transport/errors/connectionErrors';
import { isNotFound, unwrap } from '../transport/errors/serviceError';
import { listTooLongError, UnboundedListError, type ListBounds } from './listErrors';
import { isDraft, isWholeOrder, orderReferenceOf, tryOrder, type OrderReference } from './order';
import { readPages, readWholeList } from './pages';
import { simplifyOrder, simplifyShipment } from './simplify';

const MEGABYTE = 1024 * 1024;

const referenceOf = (orderId: string): OrderReference =>
	orderReferenceOf({ __rl: true, mode: 'id', value: orderId });

/** An order has one parcel, or a few. Reading a list without an end would take all the time and the memory of a poll. */
const SHIPMENT_BOUNDS: ListBounds = { pages: 20, members: 1_000, megabytes: 4 };

/**
 * Reads all shipments of an order that is known to exist (spec section 4, GET /api/orders/{id}/shipments): 404 and 410 then
 * say that it has none yet. On a later page they are errors, or what was read before would count as all.
 *
 * @param readList decides whether fewer shipments than the service says there are count as all
 * @throws ServiceError when they cannot be read, or exceed the bounds
 */
export async function readShipmentsOfExisting(
	client: ApiClient,
	orderId: string,
	bounds = SHIPMENT_BOUNDS,
	readList = readPages,
): Promise<IDataObject[]> {
	const order = referenceOf(orderId);
	const { path, subject } = order;
	const shipments: IDataObject[] = [];
	let pages = 0;
	let characters = 0;
	const readAll = async (): Promise<void> => {
		for await (const page of readList(client, { ...order, path: `${path}/shipments` })) {
			for (const shipment of page.members) shipments.push(shipment);
			pages += 1;
			characters += JSON.stringify(page.members).length;
			const isTooLong =
				shipments.length > bounds.members ||
				characters > bounds.megabytes * MEGABYTE ||
				(pages >= bounds.pages && page.next !== undefined);
			if (isTooLong) throw listTooLongError(`the shipments of ${subject}`, bounds);
		}
	};
	await readAll().catch((error: unknown) => {
		if (shipments.length > 0 || !isNotFound(error)) throw error;
	});
	return shipments;
}

// Parcels

/** What the option _Add Parcels_ adds to an order. */
interface Parcels extends IDataObject {
	/** Number of parcels without the cancelled ones, which never leave. */
	all: number;
	left: number;
	/** Whether nothing more is to come: the order is shipped or fulfilled, and each of its parcels left. */
	allLeft: boolean;
	/** A line for each parcel that left: 'DHL 0034…, https://…'. For the customer, so it has no markup. */
	trackingText: string;
	/** All shipments, simplified. */
	list: IDataObject[];
}

const isCanceled = ({ shipmentStatus }: IDataObject): boolean => shipmentStatus === 'canceled';

const part = (value: unknown): string => oneLine(withLookalikes(serviceText(value)));

function trackingLine({ carrier, trackingId, trackingUrl }: IDataObject): string {
	const number = [part(carrier), part(trackingId)].filter(Boolean).join(' ');
	return [number, part(trackingUrl)].filter(Boolean).join(', ');
}

/** Sums up the shipments of an order. An order that is shipped but shows no parcel yet has not all left. */
export function parcelsOf(order: IDataObject, shipments: readonly IDataObject[]): Parcels {
	const parcels = shipments.filter((shipment) => !isCanceled(shipment));
	const left = parcels.filter(({ shipmentStatus }) => hasLeft(shipmentStatus));
	return {
		all: parcels.length,
		left: left.length,
		allLeft:
			answersYes(order.status, 'isProduced') && left.length > 0 && left.length === parcels.length,
		trackingText: left.map(trackingLine).filter(Boolean).join('\n'),
		list: shipments.map((shipment) =>
			simplifyShipment({ orderId: order.id, orderExternalId: order.externalId, ...shipment }),
		),
	};
}

/**
 * Reads the parcels of an order: one request, or one for each page of many. None for a draft, which has none.
 *
 * @throws ServiceError when they cannot be read, or are fewer than the service says
 */
export async function readParcels(client: ApiClient, order: IDataObject): Promise<Parcels> {
	const shipments = isDraft(order)
		? []
		: await readShipmentsOfExisting(client, String(order.id), undefined, readWholeList);
	return parcelsOf(order, shipments);
}

// With their order

export interface CurrentOrder extends IDataObject {
	order: IDataObject;
	/** Each with its `orderId`. */
	shipments: IDataObject[];
}

/** Of one event: up to 50 are read at once, and n8n stores each with its execution. */
const BOUNDS = { pages: 2, members: 100, megabytes: 1 };
const MAX_CHARACTERS = BOUNDS.megabytes * MEGABYTE;

const tooLargeForEventError = (subject: string): UnboundedListError =>
	new UnboundedListError({
		outcome: 'unreadable',
		message: `${upperFirst(subject)} is too large for an event`,
		description: `With its shipments it takes more than ${BOUNDS.megabytes} MB. Read it with the operation Get.`,
	});

/** What is known of an order already. */
export interface KnownParts {
	/** As its own path shows it. */
	order?: IDataObject;
	/** All of them, read after the order. */
	shipments?: readonly IDataObject[];
}

/**
 * Reads an order by its ID.
 *
 * @throws ServiceError when the order cannot be read, and for one without a status or a list of items: it says nothing of
 *   how the order is now
 * @throws UserError for an ID that cannot be used in a path
 */
export async function readWholeOrder(client: ApiClient, orderId: string): Promise<IDataObject> {
	const reference = referenceOf(orderId);
	const order = unwrap(await tryOrder(client, reference));
	if (isWholeOrder(order, reference)) return order;
	const { path } = reference;
	throw unexpectedResponseError(
		client,
		{ method: 'GET', path },
		'the whole order, with its status and items',
	);
}

/**
 * Reads an order, then its shipments, which are therefore at least as new as its status.
 *
 * @param known is not read again
 * @throws ServiceError when the order or its shipments cannot be read, are larger than any are, or are fewer than the
 *   service says
 * @throws UserError for an ID that cannot be used in a path
 */
export async function readCurrentOrder(
	client: ApiClient,
	orderId: string,
	known: KnownParts = {},
): Promise<CurrentOrder> {
	const reference = referenceOf(orderId);
	const order = known.order ?? unwrap(await tryOrder(client, reference));
	const shipments =
		known.shipments ?? (await readShipmentsOfExisting(client, orderId, BOUNDS, readWholeList));
	if (shipments.length > BOUNDS.members) {
		throw listTooLongError(`the shipments of ${reference.subject}`, BOUNDS);
	}
	const current = {
		order: simplifyOrder(order),
		shipments: shipments.map((shipment) => simplifyShipment({ ...shipment, orderId })),
	};
	if (JSON.stringify(current).length > MAX_CHARACTERS)
		throw tooLargeForEventError(reference.subject);
	return current;
}
