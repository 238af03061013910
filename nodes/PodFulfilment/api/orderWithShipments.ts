// Reads an order and then its shipments, both simplified, as 'Add Current Order' of the triggers shows them. Refuses an
// order that is not whole, or too large for an event.

import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../transport/client';
import { unexpectedResponseError } from '../transport/errors/connectionErrors';
import { unwrap } from '../transport/errors/serviceError';
import { upperFirst } from '../input/wording';
import { listTooLongError, UnboundedListError } from './listErrors';
import { isWholeOrder, orderReferenceOf, tryOrder, type OrderReference } from './order';
import { readWholeList } from './pages';
import { readShipmentsOfExisting } from './shipments';
import { simplifyOrder, simplifyShipment } from './simplify';

/** An order and its shipments, both simplified; each shipment with its `orderId`. */
export interface CurrentOrder extends IDataObject {
	order: IDataObject;
	shipments: IDataObject[];
}

/** Of one event: up to 50 are read at once, and n8n stores each with its execution. */
const BOUNDS = { pages: 2, members: 100, megabytes: 1 };
const MAX_CHARACTERS = BOUNDS.megabytes * 1024 * 1024;

const tooLargeError = (subject: string): UnboundedListError =>
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

const referenceOf = (orderId: string): OrderReference =>
	orderReferenceOf({ __rl: true, mode: 'id', value: orderId });

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
	const { path, subject } = reference;
	throw unexpectedResponseError(
		client.caller,
		client.address,
		{ method: 'GET', path, subject },
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
	if (JSON.stringify(current).length > MAX_CHARACTERS) throw tooLargeError(reference.subject);
	return current;
}
