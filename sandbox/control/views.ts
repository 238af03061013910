import type { Account, MockupTask, Order, Shipment } from '../state/model.ts';
import { orderView, shipmentView } from '../json-ld/order.ts';
import { mockupTaskView } from '../json-ld/catalog.ts';

/** Stored state as JSON for the control verbs over HTTP, without its circular references. */

export const accountJson = (account: Account) => ({
	id: account.id,
	name: account.name,
	apiKeys: [...account.apiKeys],
	signingSecret: account.signingSecret,
	suspended: account.suspended,
	webhook: account.webhook ?? null,
	creditsIncluded: account.creditsIncluded,
	creditsUsed: account.creditsUsed,
});

export const orderJson = (order: Order) => ({
	...orderView(order),
	accountId: order.accountId,
	shipments: order.shipments.map(shipmentJson),
});

export const shipmentJson = (shipment: Shipment) => ({
	...shipmentView(shipment),
	orderId: shipment.orderId,
});

export const mockupTaskJson = (task: MockupTask) => ({
	...mockupTaskView(task),
	accountId: task.accountId,
});
