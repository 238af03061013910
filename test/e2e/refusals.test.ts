import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { saveCredential, type Credential } from '../../scripts/n8n/credentials.ts';
import { itemsOf, listExecutions, type Execution } from '../../scripts/n8n/executions.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { deactivateWorkflow } from '../../scripts/n8n/workflows.ts';
import { deliver, orderUpdated, secondsAgo, signedHeaders } from './support/delivery.ts';
import { connect, n8n, storeCredential } from './support/n8n.ts';
import { demoData } from '../support/demoData.ts';
import { executionsOf, activateTrigger } from './support/trigger.ts';

let sandbox: Sandbox;
let rest: N8nRest;
let credential: Credential;
let secret: string;
let activationWithoutSecret: Promise<unknown>;

beforeAll(async () => {
	sandbox = await startSandbox();
	rest = connect();
	credential = await storeCredential(rest, sandbox, 'Refusal tests');
	secret = sandbox.accounts.demo.signingSecret;
	const bare = await storeCredential(rest, sandbox, 'No secret', { signingSecret: '' });
	// n8n tries for 15 seconds, which pass beside the other tests.
	activationWithoutSecret = activateTrigger(rest, 'No secret', bare, {
		events: ['order.updated'],
	}).catch((error: unknown) => error);
});
afterAll(async () => await sandbox.close());

describe('A delivery that must not start anything', () => {
	let workflow: { id: string; url: string };

	beforeAll(async () => {
		workflow = await activateTrigger(rest, 'Refusals', credential, {
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
		const after = await executionsOf(rest, workflow.id, before + 1);
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
	])('a delivery %s gets 401 (section 6, signature verification)', async (_title, headers) => {
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
	])('a delivery that is well signed but %s is answered 400', async (_title, malformed) => {
		const answer = await deliverBeforeGoodOne(malformed, signedHeaders(malformed, secret));
		expect(answer.status).toBe(400);
	});

	it("is one line in n8n's log for each reason, which names the workflow", async () => {
		await deliver(workflow.url, body, signedHeaders(body, 'another-secret'));
		await deliver(workflow.url, body, signedHeaders(body, 'a-third-secret'));
		const log = await readFile(n8n.logFile, 'utf8');
		const lines = log.split('\n').filter((line) => line.includes('in workflow "Refusals"'));
		const reasons = lines.filter((line) => line.includes('The signature of the delivery does not'));
		expect(reasons).toHaveLength(1);
		expect(reasons[0]).toContain('compare Signing Secret and Header Brand in the credential');
	});

	it('a delivery of an event that was not chosen is answered 200', async () => {
		const other = body.replace('order.updated', 'order.created');
		expect((await deliverBeforeGoodOne(other, signedHeaders(other, secret))).status).toBe(200);
	});

	it('a delivery of a status that the filter leaves out is answered 200', async () => {
		const filtered = orderUpdated('pending');
		const answer = await deliverBeforeGoodOne(filtered, signedHeaders(filtered, secret));
		expect(answer.status).toBe(200);
	});

	it('a delivery that was seen before is answered 200, also as a retry with a new signature', async () => {
		const before = (await listExecutions(rest, workflow.id)).length;
		const first = orderUpdated('shipped');
		expect((await deliver(workflow.url, first, signedHeaders(first, secret))).status).toBe(200);
		await executionsOf(rest, workflow.id, before + 1);
		const retry = first.replace('"retries":0', '"retries":1');
		const answer = await deliverBeforeGoodOne(retry, signedHeaders(retry, secret, secondsAgo(1)));
		expect(answer.status).toBe(200);
	});
});

describe('A credential without a signing secret', () => {
	it('a workflow cannot be activated without a signing secret: the message names the field', async () => {
		expect(await activationWithoutSecret).toMatchObject({
			message: expect.stringMatching(/signing secret/i) as string,
		});
	});

	it('every delivery is refused with 401 when the secret was taken away later', async () => {
		const fading = await storeCredential(rest, sandbox, 'Secret taken away');
		const { id, url } = await activateTrigger(rest, 'Secret taken away', fading, {
			events: ['order.updated'],
		});
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
