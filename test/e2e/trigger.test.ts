import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { Credential } from '../../scripts/n8n/credentials.ts';
import {
	getExecution,
	hasEnded,
	itemsOf,
	listExecutions,
	type Execution,
} from '../../scripts/n8n/executions.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { saveCredential } from '../../scripts/n8n/credentials.ts';
import {
	activateWorkflow,
	createWorkflow,
	deactivateWorkflow,
} from '../../scripts/n8n/workflows.ts';
import { deliver, orderUpdated, secondsAgo, signedHeaders } from './support/delivery.ts';
import { connect, demoData, n8n, storeCredential } from './support/n8n.ts';
import { triggerWorkflow } from './support/workflows.ts';

const allEvents = ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'];
const isoDate = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

let sandbox: Sandbox;
let rest: N8nRest;
let credential: Credential;
let secret: string;

beforeAll(async () => {
	sandbox = await startSandbox();
	rest = await connect();
	credential = await storeCredential(rest, sandbox, 'Trigger tests');
	secret = sandbox.accounts.demo.signingSecret;
});
afterAll(async () => await sandbox.close());

/** Creates and activates a workflow that starts with the trigger; returns its id and its webhook URL. */
async function listen(name: string, parameters: Record<string, unknown>, used = credential) {
	const workflow = await createWorkflow(rest, triggerWorkflow(name, used, parameters));
	return { id: workflow.id, url: `${n8n.url}/${await activateWorkflow(rest, workflow)}` };
}

/** The executions of a workflow once there are `count` of them and all have ended, oldest first. */
const executionsOf = async (workflowId: string, count: number): Promise<Execution[]> =>
	await poll(`${count} executions that have ended`, async () => {
		const all = await listExecutions(rest, workflowId);
		if (all.length < count || !all.every(hasEnded)) return undefined;
		return await Promise.all(all.reverse().map(async ({ id }) => await getExecution(rest, id)));
	});

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

describe("the service's own deliveries", () => {
	let workflow: { id: string; url: string };
	let executions: Execution[];

	/** One event of each type, caused at the service; its signed deliveries go to n8n. */
	beforeAll(async () => {
		workflow = await listen('Every event', { events: allEvents, outputs: 'perEvent' });
		await sandbox.control.setWebhook({ url: workflow.url, signingSecret: secret });
		await causeEveryEvent(sandbox);
		executions = await executionsOf(workflow.id, sandbox.control.deliveries().length);
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

	it('are answered 200 at the first attempt and start one execution each (section 6)', () => {
		const deliveries = sandbox.control.deliveries();
		expect(new Set(deliveries.map(({ type }) => type))).toEqual(new Set(allEvents));
		for (const { status, attempt } of deliveries) {
			expect({ status, attempt }).toEqual({ status: 200, attempt: 1 });
		}
		expect(executions).toHaveLength(deliveries.length);
		for (const execution of executions) expect(execution.status).toBe('success');
	});

	it('of order.created become items with the order in camelCase', () => {
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

	it('of order.updated become items with id, external ID and status', () => {
		const items = itemsOfEvent('order.updated');
		expect(items.map(({ order }) => (order as { status: string }).status)).toContain('inprocess');
		const [order] = sandbox.control.orders();
		for (const item of items) {
			expect(item).toMatchObject(envelope('order.updated'));
			expect(item.order).toMatchObject({ id: order?.id, externalId: order?.externalId });
		}
	});

	it('of shipment.created become items with the shipment and its order', () => {
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

	it('of mockup_task.finished become items with the task and the statistics', () => {
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

	it('come out of the output of their event', () => {
		for (const execution of executions) {
			const outputs = execution.runs.Event?.[0]?.data?.main ?? [];
			const [item] = itemsOf(execution, 'Event');
			const filled = outputs.findIndex((output) => (output ?? []).length > 0);
			expect(filled).toBe(allEvents.indexOf(String(item?.json.event)));
		}
	});
});

describe('a delivery that must not start anything', () => {
	let workflow: { id: string; url: string };

	beforeAll(async () => {
		workflow = await listen('Refusals', {
			events: ['order.updated'],
			filters: { orderStatuses: ['shipped', 'inprocess'] },
		});
	});

	/** Delivers and proves that nothing was stored: one good delivery afterwards is the only new execution. */
	async function deliverBeforeGoodOne(body: string, headers: Record<string, string>) {
		const before = (await listExecutions(rest, workflow.id)).length;
		const answer = await deliver(workflow.url, body, headers);
		const good = orderUpdated();
		expect((await deliver(workflow.url, good, signedHeaders(good, secret))).status).toBe(200);
		const after = await executionsOf(workflow.id, before + 1);
		expect(after).toHaveLength(before + 1);
		expect(after.every(({ status }) => status === 'success')).toBe(true);
		const [newest] = itemsOf(after.at(-1) as Execution, 'Event');
		expect(newest?.json.order).toMatchObject({
			externalId: (JSON.parse(good) as { data: { order: { external_id: string } } }).data.order
				.external_id,
		});
		return answer;
	}

	const body = orderUpdated('shipped');
	const without = (name: string) => {
		const { [name]: _left, ...others } = signedHeaders(body, secret);
		return others;
	};

	it.each([
		['signed with another secret', () => signedHeaders(body, 'another-secret')],
		['without a signature', () => without('x-service-request-signature')],
		['without a timestamp', () => without('x-service-request-timestamp')],
		['older than the tolerance, well signed', () => signedHeaders(body, secret, secondsAgo(1300))],
		['with a timestamp that is no number', () => signedHeaders(body, secret, '12abc')],
		[
			'with a signature of the wrong length',
			() => ({ ...signedHeaders(body, secret), 'x-service-request-signature': 'abc123' }),
		],
		[
			'with a signature that is not hex',
			() => ({ ...signedHeaders(body, secret), 'x-service-request-signature': 'z'.repeat(64) }),
		],
		[
			'whose body was changed after it was signed',
			() => signedHeaders(body.replace('shipped', 'failed'), secret),
		],
	])('%s is refused with 401 (section 6, signature verification)', async (_title, headers) => {
		const answer = await deliverBeforeGoodOne(body, headers());
		expect(answer.status).toBe(401);
		expect(answer.text).not.toContain(secret);
		expect(answer.text).not.toMatch(/[0-9a-f]{64}/);
		expect(answer.text).not.toMatch(/timestamp|stale|too old|length|hex/i);
	});

	it.each([
		['an array', '[]'],
		['an object without a type', '{"data":{"order":{"id":"1","status":"shipped"}}}'],
		['an object without data', '{"type":"order.updated","retries":0}'],
	])('that is well signed but %s is answered 400', async (_title, malformed) => {
		const answer = await deliverBeforeGoodOne(malformed, signedHeaders(malformed, secret));
		expect(answer.status).toBe(400);
	});

	it('of an event that was not chosen is answered 200', async () => {
		const other = body.replace('order.updated', 'order.created');
		expect((await deliverBeforeGoodOne(other, signedHeaders(other, secret))).status).toBe(200);
	});

	it('of a status that the filter leaves out is answered 200', async () => {
		const filtered = orderUpdated('pending');
		const answer = await deliverBeforeGoodOne(filtered, signedHeaders(filtered, secret));
		expect(answer.status).toBe(200);
	});

	it('that was seen before is answered 200, also as a retry with a new signature', async () => {
		const before = (await listExecutions(rest, workflow.id)).length;
		const first = orderUpdated('shipped');
		expect((await deliver(workflow.url, first, signedHeaders(first, secret))).status).toBe(200);
		await executionsOf(workflow.id, before + 1);
		const retry = first.replace('"retries":0', '"retries":1');
		const answer = await deliverBeforeGoodOne(retry, signedHeaders(retry, secret, secondsAgo(1)));
		expect(answer.status).toBe(200);
	});
});

describe('a credential without a signing secret', () => {
	it('cannot activate a workflow: the message names the field', async () => {
		const bare = await storeCredential(rest, sandbox, 'No secret', { signingSecret: '' });
		await expect(listen('No secret', { events: ['order.updated'] }, bare)).rejects.toThrow(
			/signing secret/i,
		);
	});

	it('refuses every delivery with 401 when the secret was taken away later', async () => {
		const fading = await storeCredential(rest, sandbox, 'Secret taken away');
		const { id, url } = await listen('Secret taken away', { events: ['order.updated'] }, fading);
		await saveCredential(rest, {
			name: fading.name,
			type: fading.type,
			data: { ...demoData(sandbox), signingSecret: '' },
		});
		const body = orderUpdated();
		for (const key of [secret, '']) {
			expect((await deliver(url, body, signedHeaders(body, key))).status).toBe(401);
		}
		await deactivateWorkflow(rest, id);
		expect(await listExecutions(rest, id)).toHaveLength(0);
	});
});
