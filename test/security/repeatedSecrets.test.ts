import { createHmac } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startAction } from '../core/engine/execution.ts';
import { credentialFor } from '../core/engine/run.ts';
import { serveTrigger } from '../core/engine/webhook.ts';
import { withoutBackOff } from '../core/orderRuns.ts';
import { HOUR, MINUTE, pass, usePolling } from '../core/pollingSupport.ts';
import { locate } from '../core/support.ts';
import { sendJson, useServers } from './support/servers.ts';

// The service knows the API key and the signing secrets. Its words, such as what a validation found, may repeat them.

const polling = usePolling();
const listen = useServers();
withoutBackOff();

const API_KEY = 'sk_live_c0ffee/7+x';
const NEW_SECRET = 'whsec_5ecret/new+1';
const OLD_SECRET = 'whsec_former/old+2';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const SECRETS: Array<[name: string, secret: string]> = [
	['the API key', API_KEY],
	['the signing secret', NEW_SECRET],
	['the signing secret before it', OLD_SECRET],
];

const FORMS: Array<[form: string, write: (secret: string) => string]> = [
	['as it is', (secret) => secret],
	['in base64', base64],
	['in base64 for URLs, without padding', (secret) => Buffer.from(secret).toString('base64url')],
	['in base64 behind one letter', (secret) => base64(`a${secret}zz`)],
	['in base64 with its scheme', (secret) => base64(`Bearer ${secret}`)],
];

/** Parts that no text may hold, whatever else is in it. */
const forbidden = SECRETS.flatMap(([, secret]) => [
	secret,
	...['', 'a', 'ab'].map((before) => base64(before + secret).slice(4, 16)),
]);

/** Findings of every shape that repeat a text: as message, as code, and as the name of a field. */
const findingsWith = (text: string): IDataObject => ({
	errors: [{ code: 2001, message: `Key ${text} is unknown` }],
	validation: { [`violations`]: { [text]: [`${text} is unknown`] } },
});

const orderWith = (text: string, status: string): IDataObject => ({
	'@type': 'Order',
	...{ id: '1', externalId: 'A-1', status, shipping: 'STANDARD', recipient: { name: 'Ada' } },
	...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
	orderItems: [{ id: '2', variantId: 'v', quantity: 1, ...findingsWith(text) }],
	...findingsWith(text),
});

/** A service with one order whose findings repeat a text, and a mockup task that failed with it. */
async function serviceThatSays(text: string, status: () => string) {
	return await listen((request, response) => {
		const path = request.url ?? '';
		const order = orderWith(text, status());
		if (path.includes('/shipments')) return sendJson(response, { member: [] });
		if (path.startsWith('/api/orders/')) return sendJson(response, order);
		if (path.startsWith('/api/orders')) return sendJson(response, { member: [order] });
		const task = { id: '3', status: 'failed', error: `Key ${text} is unknown` };
		return sendJson(response, { member: [task] });
	});
}

const credentialOf = (baseUrl: string) =>
	credentialFor(polling.sandbox, {
		baseUrl,
		apiKey: API_KEY,
		signingSecret: `${NEW_SECRET}, ${OLD_SECRET}`,
		headerBrand: 'Service',
	});

function expectWithoutSecrets(items: readonly unknown[]): void {
	expect(items.length).toBeGreaterThan(0);
	const text = JSON.stringify(items);
	expect(text).toContain('left out, because it repeats the API key or a signing secret');
	for (const part of forbidden) expect(text).not.toContain(part);
}

describe.each(SECRETS)('%s in a finding of the validation', (_, secret) => {
	it.each(FORMS)('is in no item of the webhook trigger: %s', async (_form, write) => {
		const text = write(secret);
		const { url } = await serviceThatSays(text, () => 'failed');
		for (const options of [{}, { addCurrentOrder: true }]) {
			const trigger = await serveTrigger({
				credential: credentialOf(url),
				parameters: { events: ['order.updated', 'mockup_task.finished'], options },
			});
			const events = [
				{ type: 'order.updated', data: { order: orderWith(text, 'failed') } },
				// Its own order says nothing: what repeats the secret is the current one.
				{ type: 'order.updated', data: { order: { id: '1', status: 'failed' } } },
				{
					type: 'mockup_task.finished',
					data: { mockup_task: { id: '3', status: 'failed', error: `Key ${text} is unknown` } },
				},
			];
			for (const event of events) {
				const time = new Date().toISOString();
				const body = JSON.stringify({ ...event, occurred_at: time, retries: 5 });
				const timestamp = String(Math.floor(Date.now() / 1000));
				const { ok } = await fetch(trigger.url, {
					method: 'POST',
					headers: {
						'content-type': 'application/json',
						'x-service-request-timestamp': timestamp,
						'x-service-request-signature': createHmac('sha256', NEW_SECRET)
							.update(`${timestamp}.${body}`)
							.digest('hex'),
					},
					body,
				});
				expect(ok).toBe(true);
			}
			await trigger.close();
			expect(trigger.items).toHaveLength(events.length);
			expectWithoutSecrets(trigger.items);
		}
	});

	it.each(FORMS)('is in no item of the polling trigger: %s', async (_form, write) => {
		let status = 'draft';
		const { url } = await serviceThatSays(write(secret), () => status);
		for (const addCurrentOrder of [false, true]) {
			const parameters: INodeParameters = {
				events: ['order.created', 'order.updated', 'order.waiting', 'mockup_task.finished'],
				options: { addCurrentOrder, waitingAfter: 1 },
			};
			status = 'draft';
			const n8n = polling.n8n(parameters, { account: credentialOf(url) });
			await n8n.activate();
			const items: IDataObject[] = [];
			const poll = async (): Promise<void> => {
				const { outputs } = await n8n.poll();
				for (const { json } of (outputs ?? []).flat()) items.push(json);
			};
			pass(MINUTE);
			await poll();
			status = 'failed';
			for (let hour = 0; hour < 30; hour += 6) {
				pass(6 * HOUR);
				await poll();
			}
			expectWithoutSecrets(items);
			const examples = (await n8n.fetchTestEvent()).flat().map(({ json }) => json);
			expectWithoutSecrets(examples);
		}
	});

	it.each(FORMS)('is in no item of the action: %s', async (_form, write) => {
		const { url } = await serviceThatSays(write(secret), () => 'failed');
		const own = { resource: 'order', orderId: locate('id', '1') };
		const runs: INodeParameters[] = [
			{ ...own, operation: 'get', output: 'raw' },
			{ ...own, operation: 'get', output: 'selected', fields: ['errors', 'validation'] },
			{ ...own, operation: 'get', output: 'simplified' },
			{ resource: 'order', operation: 'getAll', returnAll: true, output: 'simplified' },
			{ resource: 'mockupTask', operation: 'getAll', returnAll: true, output: 'raw' },
		];
		for (const parameters of runs) {
			const credential = credentialOf(url);
			const { json, error } = await startAction({ parameters, credential }).finished;
			expect(error).toBeUndefined();
			expectWithoutSecrets(json);
		}
	});
});

describe('A secret in an answer that is refused', () => {
	it.each(SECRETS)('is not in the error: %s', async (_, secret) => {
		const { url } = await listen((_request, response) =>
			sendJson(response, { message: `Key ${secret} is unknown` }, 400),
		);
		const parameters = { resource: 'order', operation: 'get', orderId: locate('id', '1') };
		const credential = credentialOf(url);
		const { error } = await startAction({ parameters, credential }).finished;
		expectWithoutSecrets([error?.message, error?.description]);
	});
});
