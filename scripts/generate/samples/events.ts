import type { Clock } from '@sinonjs/fake-timers';
import type { IDataObject, INode } from 'n8n-workflow';

import type { MockupTaskStatus, OrderStatus } from '../../../sandbox/facts.ts';
import type { Sandbox } from '../../../sandbox/index.ts';
import { PollingN8n } from '../../../test/core/engine/polling.ts';
import { credentialFor } from '../../../test/core/engine/run.ts';
import { receive } from '../../../test/core/engine/trigger.ts';
import { TRIGGER } from '../../../test/support/savedWorkflows.ts';
import { placeOrder } from '../placeOrder.ts';

const HOUR_MS = 3_600_000;

/** The way of an order whose every step has an event. */
const WAY: readonly OrderStatus[] = ['pending', 'inprocess', 'fulfilled', 'shipped'];

function stepsTo(status: OrderStatus): readonly OrderStatus[] {
	if (status === 'draft' || status === 'failed') return [];
	return WAY.includes(status) ? WAY.slice(0, WAY.indexOf(status) + 1) : [status];
}

/** What an event is about. */
const dataOf = ({ order, shipment, mockupTask }: IDataObject): IDataObject =>
	(order ?? shipment ?? mockupTask ?? {}) as IDataObject;

const statusOf = (sample: IDataObject): unknown => {
	const { status, shipmentStatus } = dataOf(sample);
	return status ?? shipmentStatus;
};

/** The External ID of the order that a sample is about. */
function externalIdOf(sample: IDataObject): string {
	const current = sample.current as { order: IDataObject } | undefined;
	return String(dataOf(sample).externalId ?? current?.order.externalId ?? 'SHOP-1001');
}

/** Collects what the trigger emits for what happened since the last call. */
type Look = () => Promise<IDataObject[]>;

/** Lets the webhook trigger have each delivery. */
async function listen(sandbox: Sandbox, node: INode): Promise<Look> {
	const { control, accounts } = sandbox;
	const { signingSecret } = accounts.demo;
	await control.setWebhook({ url: 'http://127.0.0.1:9/hook', signingSecret, unreachable: true });
	const { events, options } = node.parameters as { events: string[]; options: object };
	return async () => {
		await control.settled();
		const items: IDataObject[] = [];
		for (const delivery of control.deliveries()) {
			// In the editor, an event that was not chosen is explained.
			const { type } = JSON.parse(delivery.body) as { type: string };
			if (!events.includes(type)) continue;
			items.push(...(await receive(delivery, credentialFor(sandbox), events, { ...options })));
		}
		control.clearRecords();
		return items;
	};
}

/** Lets the polling trigger poll. */
async function poll(sandbox: Sandbox, node: INode): Promise<Look> {
	const n8n = new PollingN8n({ credential: credentialFor(sandbox), parameters: node.parameters });
	await n8n.activate();
	return async () => {
		await sandbox.control.settled();
		const { outputs, error } = await n8n.poll();
		if (error) throw error;
		return (outputs ?? []).flat().map(({ json }) => json);
	};
}

/** Lets happen what a sample is about, and what leads to it. Yields after each change. */
async function* changesFor(sandbox: Sandbox, sample: IDataObject): AsyncGenerator<void> {
	const { control } = sandbox;
	const status = statusOf(sample);
	if (sample.event === 'mockup_task.finished') {
		const { id } = await control.createMockupTask();
		await control.stepMockupTask(id, status as MockupTaskStatus);
		return yield;
	}
	const externalId = externalIdOf(sample);
	await placeOrder(sandbox, { externalId, failing: status === 'failed' });
	yield;
	for (const step of sample.shipment ? WAY : stepsTo(status as OrderStatus)) {
		await control.stepOrder(`@${externalId}`, step);
		yield;
	}
}

/** Times after which an order is waiting, and late. */
const PAUSES_HOURS = [2 * 24, 8 * 24];

/**
 * What a trigger emits for an event like the sample: of the same type, with the same status and External ID.
 *
 * @throws when the trigger emits no such item
 */
export async function eventSample(
	sandbox: Sandbox,
	clock: Clock,
	node: INode,
	sample: IDataObject,
): Promise<IDataObject> {
	const isSame = (item: IDataObject): boolean =>
		item.event === sample.event && statusOf(item) === statusOf(sample);
	const look = node.type === TRIGGER ? await listen(sandbox, node) : await poll(sandbox, node);
	const started = Date.now();
	try {
		let found: IDataObject | undefined;
		const lookThenWait = async (hours: number): Promise<void> => {
			found ??= (await look()).find(isSame);
			clock.setSystemTime(Date.now() + hours * HOUR_MS);
		};
		for await (const _ of changesFor(sandbox, sample)) await lookThenWait(1);
		for (const hours of [...PAUSES_HOURS, 0]) await lookThenWait(hours);
		if (found) return found;
		throw new Error(
			`${node.name} emits no ${String(sample.event)}, ${String(statusOf(sample))}. Cause it in changesFor of scripts/generate/samples/events.ts.`,
		);
	} finally {
		await sandbox.control.reset();
		clock.setSystemTime(started);
	}
}
