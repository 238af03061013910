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

/** Adds orders in all statuses: one placed each minute, the last one a minute ago. */
export function seedOrders(
	orders: OrderStore,
	catalog: Catalog,
	account: Account,
	count: number,
): void {
	const variants = catalog.products.flatMap((product) =>
		product.variants.filter((variant) => variant.inStock),
	);
	const started = Date.now();
	for (let index = 0; index < count; index++) {
		const number = index + 1;
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
		order.createdAt = timestamp(new Date(started - (count - index) * 60_000));
		order.updatedAt = order.createdAt;
		setStatus(order, ORDER_STATUSES[index % ORDER_STATUSES.length] ?? 'draft');
		orders.add(order);
	}
}

function setIdentifiers(order: Order, name: string): void {
	order.id = identifierOf(`order:${name}`);
	order.items.forEach((item, index) => (item.id = identifierOf(`item:${name}:${index}`)));
}

/** Gives a seeded order its status, and the errors or the shipment of that status. */
function setStatus(order: Order, status: OrderStatus): void {
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
	);
	if (status === 'shipped') {
		shipment.shipmentStatus = 'shipped';
		shipment.shippedAt = timestamp(new Date(Date.parse(order.createdAt) + 30_000));
	}
	order.shipments.push(shipment);
}
