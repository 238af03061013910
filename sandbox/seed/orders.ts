import type { Catalog } from '../catalog/catalog.ts';
import { exampleOrder } from '../catalog/example-order.ts';
import { ORDER_STATUSES, type OrderStatus } from '../facts.ts';
import { identifierOf } from '../identifiers.ts';
import type { Account, Order } from '../state/model.ts';
import { newOrder, type ValidOrderBody } from '../state/new-order.ts';
import { newShipment } from '../state/new-shipment.ts';
import type { OrderStore } from '../state/orders.ts';
import { timestamp } from '../time/clock.ts';
import { addressErrors } from '../validation/address.ts';

const NAMES = [
	'Grace Hopper',
	'Alan Turing',
	'Katherine Johnson',
	'Edsger Dijkstra',
	'Ada Lovelace',
];

const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 24 * 60 * MINUTE_MILLISECONDS;

/** Orders to be added at once. */
export interface AddedOrders {
	count: number;
	/** Statuses in turn. Default: all. */
	statuses?: readonly OrderStatus[];
	/** Days from the creation of the first one to that of the last one. Default: one is placed each minute. */
	spreadDays?: number;
	/** Days since the last one was created. Default: a minute. */
	newestDaysAgo?: number;
}

/** Adds orders to an account, in the order of their creation. No events are sent. */
export function seedOrders(
	orders: OrderStore,
	catalog: Catalog,
	account: Account,
	{ count, statuses = ORDER_STATUSES, spreadDays, newestDaysAgo }: AddedOrders,
): Order[] {
	const variants = catalog.products.flatMap((product) =>
		product.variants.filter((variant) => variant.inStock),
	);
	const newest =
		newestDaysAgo === undefined ? MINUTE_MILLISECONDS : newestDaysAgo * DAY_MILLISECONDS;
	const interval =
		spreadDays === undefined
			? MINUTE_MILLISECONDS
			: (spreadDays * DAY_MILLISECONDS) / Math.max(1, count - 1);
	const started = Date.now();
	const first = orders.nextNumber(account.id);
	const added: Order[] = [];
	for (let index = 0; index < count; index++) {
		const number = first + index;
		const itemCount = 1 + (index % 2);
		const variantIds = Array.from(
			{ length: itemCount },
			(_, position) => variants[(index * 7 + position * 13) % variants.length]?.id ?? '',
		);
		const body = exampleOrder(
			catalog,
			`${account.name}-${String(number).padStart(5, '0')}`,
			variantIds,
		);
		body.recipient.name = NAMES[index % NAMES.length] ?? 'Ada Lovelace';
		const order = newOrder(account, body as ValidOrderBody, catalog);
		setIdentifiers(order, `${account.name}:${number}`);
		order.createdAt = timestamp(new Date(started - newest - (count - 1 - index) * interval));
		order.updatedAt = order.createdAt;
		setStatus(order, statuses[index % statuses.length] ?? 'draft', catalog.baseUrl);
		orders.add(order);
		added.push(order);
	}
	return added;
}

function setIdentifiers(order: Order, name: string): void {
	order.id = identifierOf(`order:${name}`);
	order.items.forEach((item, index) => (item.id = identifierOf(`item:${name}:${index}`)));
}

/** Gives a seeded order its status, and the errors or the shipment of that status. */
function setStatus(order: Order, status: OrderStatus, url: string): void {
	order.status = status;
	if (status === 'onhold') order.heldFrom = 'pending';
	if (status === 'failed') {
		delete order.recipient.address1;
		order.errors = addressErrors(order.recipient);
	}
	if (status !== 'partial' && status !== 'fulfilled' && status !== 'shipped') return;
	const items = status === 'partial' ? order.items.slice(0, 1) : order.items;
	const shipment = newShipment(
		order,
		items.map((item) => item.id),
		url,
	);
	if (status === 'shipped') {
		shipment.shipmentStatus = 'shipped';
		shipment.shippedAt = timestamp(new Date(Date.parse(order.createdAt) + 30_000));
	}
	order.shipments.push(shipment);
}
