import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { Credential } from '../../scripts/n8n/credentials.ts';
import { itemsOf, type Execution } from '../../scripts/n8n/executions.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { connect, storeCredential } from './support/n8n.ts';
import { executionsOf, activateTrigger } from './support/trigger.ts';

const allEvents = ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'];
const isoDate = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

let sandbox: Sandbox;
let rest: N8nRest;
let credential: Credential;
let secret: string;

beforeAll(async () => {
	sandbox = await startSandbox();
	rest = connect();
	credential = await storeCredential(rest, sandbox, 'Event tests');
	secret = sandbox.accounts.demo.signingSecret;
});
afterAll(async () => await sandbox.close());

/** Takes one order from its placing to its parcel, and one mockup task to its end, one event after the other. */
async function causeEveryEvent({ url, accounts, control }: Sandbox): Promise<void> {
	const order = control.exampleOrder();
	const response = await fetch(`${url}/api/orders`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${accounts.demo.apiKey}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify(order),
	});
	expect(response.status).toBe(201);
	await control.settled();
	for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
		await control.stepOrder(`@${order.externalId}`, status);
		await control.settled();
	}
	const task = await control.createMockupTask();
	await control.settled();
	await control.stepMockupTask(task.id, 'completed');
	await control.settled();
}

describe("The service's own deliveries", () => {
	let workflow: { id: string; url: string };
	let executions: Execution[];

	/** One event of each type, caused at the service; its signed deliveries go to n8n. */
	beforeAll(async () => {
		workflow = await activateTrigger(rest, 'Every event', credential, {
			events: allEvents,
			outputs: 'perEvent',
		});
		await sandbox.control.setWebhook({ url: workflow.url, signingSecret: secret });
		await causeEveryEvent(sandbox);
		executions = await executionsOf(rest, workflow.id, sandbox.control.deliveries().length);
	});

	const itemsOfEvent = (event: string) =>
		executions
			.flatMap((execution) => itemsOf(execution, 'Event'))
			.map(({ json }) => json)
			.filter((json) => json.event === event);

	const envelope = (event: string) => ({
		event,
		eventId: expect.stringMatching(/^\S{16,}$/) as string,
		occurredAt: expect.stringMatching(isoDate) as string,
		retries: 0,
		accountId: sandbox.accounts.demo.id,
		webhookId: expect.stringMatching(/^\S+$/) as string,
	});

	it('all deliveries are answered 200 at the first attempt and start one execution each (section 6)', () => {
		const deliveries = sandbox.control.deliveries();
		expect(new Set(deliveries.map(({ type }) => type))).toEqual(new Set(allEvents));
		for (const { status, attempt } of deliveries) {
			expect({ status, attempt }).toEqual({ status: 200, attempt: 1 });
		}
		expect(executions).toHaveLength(deliveries.length);
		for (const execution of executions) expect(execution.status).toBe('success');
	});

	it('events of order.created become items with the order in camelCase', () => {
		const [item] = itemsOfEvent('order.created');
		expect(item).toMatchObject(envelope('order.created'));
		const [order] = sandbox.control.orders();
		expect(item?.order).toMatchObject({
			id: order?.id,
			externalId: order?.externalId,
			status: expect.stringMatching(/^[a-z]+$/) as string,
			createdAt: expect.stringMatching(isoDate) as string,
			updatedAt: expect.stringMatching(isoDate) as string,
			dashboardUrl: expect.stringMatching(/^https?:/) as string,
			organizationId: expect.stringMatching(/^\S+$/) as string,
		});
		expect(JSON.stringify(item)).not.toMatch(/external_id|created_at|organization_id/);
	});

	it('events of order.updated become items with id, external ID and status', () => {
		const items = itemsOfEvent('order.updated');
		expect(items.map(({ order }) => (order as { status: string }).status)).toContain('inprocess');
		const [order] = sandbox.control.orders();
		for (const item of items) {
			expect(item).toMatchObject(envelope('order.updated'));
			expect(item.order).toMatchObject({ id: order?.id, externalId: order?.externalId });
		}
	});

	it('events of shipment.created become items with the shipment and its order', () => {
		const [item] = itemsOfEvent('shipment.created');
		expect(item).toMatchObject(envelope('shipment.created'));
		expect(item?.shipment).toMatchObject({
			id: expect.stringMatching(/^\S+$/) as string,
			orderId: sandbox.control.orders()[0]?.id,
			carrier: expect.stringMatching(/^(DHL|UPS|GLS)$/) as string,
			service: 'STANDARD',
			shipmentStatus: expect.stringMatching(/^[a-z]+$/) as string,
			trackingId: expect.stringMatching(/^\S+$/) as string,
			trackingUrl: expect.stringMatching(/^https?:/) as string,
		});
	});

	it('events of mockup_task.finished become items with the task and the statistics', () => {
		const items = itemsOfEvent('mockup_task.finished');
		expect(items.map(({ mockupTask }) => (mockupTask as { status: string }).status)).toEqual([
			'pending',
			'completed',
		]);
		const item = items.at(-1);
		expect(item).toMatchObject(envelope('mockup_task.finished'));
		expect(item?.mockupTask).toMatchObject({
			id: expect.stringMatching(/^\S+$/) as string,
			status: 'completed',
			catalogVariantMockups: expect.any(Array) as unknown[],
		});
		expect(item?.statistics).toEqual({ countPerMonth: expect.any(Number) as number });
	});

	it('items come out of the output of their event', () => {
		for (const execution of executions) {
			const outputs = execution.runs.Event?.[0]?.data?.main ?? [];
			const [item] = itemsOf(execution, 'Event');
			const filled = outputs.findIndex((output) => (output ?? []).length > 0);
			expect(filled).toBe(allEvents.indexOf(String(item?.json.event)));
		}
	});
});
