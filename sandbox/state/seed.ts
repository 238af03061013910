import { exampleOrder } from '../catalog/example-order.ts';
import { ORDER_STATUSES, type OrderStatus } from '../facts.ts';
import { identifierOf } from '../identifiers.ts';
import type { Service } from '../service.ts';
import { timestamp } from '../time/clock.ts';
import { addressErrors } from '../validation/address.ts';
import { chargeCredits } from './accounts.ts';
import { newOrder, type ValidOrderBody } from './compose.ts';
import type { Account, MockupTask, Order } from './model.ts';
import { imagesOf, mockupsOf } from './mockup-life-cycle.ts';
import { newShipment } from './shipping.ts';

export const WEBHOOK_ID = identifierOf('webhook:demo');
const OTHER_ACCOUNT_ORDERS = 2;
const NAMES = [
	'Grace Hopper',
	'Alan Turing',
	'Katherine Johnson',
	'Edsger Dijkstra',
	'Ada Lovelace',
];
const TASK_STATUSES: ReadonlyArray<MockupTask['status']> = [
	'completed',
	'pending',
	'failed',
	'completed',
];

/** Fills a new service. Identifiers are the same in every run; no events are sent. */
export function seed(service: Service): void {
	const demo = service.accounts.named('demo');
	const other = service.accounts.named('other');
	seedOrders(service, demo, service.options.seed.orders);
	seedOrders(service, other, OTHER_ACCOUNT_ORDERS);
	seedMockupTasks(service, demo, service.options.seed.mockupTasks);
	seedMockupTasks(service, other, 1);
}

function seedOrders(service: Service, account: Account, count: number): void {
	const variants = service.catalog.products.flatMap((product) =>
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
			service.catalog,
			service.url,
			`${account.name}-${String(number).padStart(5, '0')}`,
			variantIds,
		);
		body.recipient.name = NAMES[index % NAMES.length] ?? 'Ada Lovelace';
		const order = newOrder(account, body as ValidOrderBody, service.catalog);
		// One order a minute, the last one placed just before the start.
		settle(order, ORDER_STATUSES[index % ORDER_STATUSES.length] ?? 'draft', {
			name: `${account.name}:${number}`,
			createdAt: new Date(started - (count - index) * 60_000),
		});
		service.orders.add(order);
	}
}

/** Gives a seeded order its identifiers, its time and what belongs to its status. */
function settle(
	order: Order,
	status: OrderStatus,
	{ name, createdAt }: { name: string; createdAt: Date },
): void {
	order.id = identifierOf(`order:${name}`);
	order.items.forEach((item, index) => (item.id = identifierOf(`item:${name}:${index}`)));
	order.createdAt = timestamp(createdAt);
	order.updatedAt = order.createdAt;
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
		shipment.shippedAt = timestamp(new Date(createdAt.getTime() + 30_000));
	}
	order.shipments.push(shipment);
}

function seedMockupTasks(service: Service, account: Account, count: number): void {
	const variants = service.catalog.products.map((product) => product.variants[0]?.id ?? '');
	// The one past the last has expired: it answers 410 and is not listed.
	for (let index = 0; index <= count; index++) {
		const expired = index === count;
		const status = expired
			? 'completed'
			: (TASK_STATUSES[index % TASK_STATUSES.length] ?? 'pending');
		const variantIds = [variants[index % variants.length] ?? ''];
		const createdAt = new Date(Date.now() - (count - index + 1) * 60_000);
		const task: MockupTask = {
			id: identifierOf(
				expired ? `mockup-task:${account.name}:expired` : `mockup-task:${account.name}:${index}`,
			),
			accountId: account.id,
			status,
			createdAt: timestamp(createdAt),
			finishedAt: status === 'pending' ? null : timestamp(new Date(createdAt.getTime() + 20_000)),
			failureReasons:
				status === 'failed' ? ['The print file of the mockup could not be read.'] : [],
			variantIds,
			catalogVariantMockups: status === 'completed' ? mockupsOf(variantIds, service) : [],
			expired,
		};
		service.mockupTasks.add(task);
		chargeCredits(account, imagesOf(task));
	}
}
