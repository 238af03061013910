import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES, startAction } from '../core/engine/execution.ts';
import { nodeType } from '../core/engine/nodes.ts';
import { credentialFor } from '../core/engine/run.ts';
import { serveTrigger } from '../core/engine/webhook.ts';
import { runNode, withoutBackOff } from '../core/orderRuns.ts';
import { HOUR, MINUTE, pass, usePolling } from '../core/pollingSupport.ts';
import { fromShop, shirt, shopifyLineOf, wooCommerceLineOf } from '../core/shopOrders.ts';
import { createParameters, locate } from '../core/support.ts';
import { CASES } from '../support/seed.ts';
import { shopifyLine, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { wooCommerceLine, wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { sendJson, useServers } from './support/servers.ts';

// Workflows send texts of items on in mails, which n8n's mail nodes send as HTML.

const polling = usePolling();
const listen = useServers();
withoutBackOff();

const MARKUP = '<img src=x onerror=alert(1)>';

/** As a shop writes what a customer typed: names and addresses lose tags, and get this back. */
const ENTITIES = MARKUP.replace('<', '&lt;').replace('>', '&gt;');

/** The fields of an item that are written for a person. */
const TEXTS = [
	...['warnings', 'toReview', 'problems', 'reason', 'error', 'message', 'currentError'],
	...['recipientLine', 'itemLines'],
];

/** The texts of an item, those of the orders in it too. */
function textsOf(json: IDataObject): string[] {
	const { order, current } = json as { order?: IDataObject; current?: { order?: IDataObject } };
	return [json, order ?? {}, current?.order ?? {}].flatMap((object) =>
		TEXTS.flatMap((name) => (object[name] as string[] | string | undefined) ?? []),
	);
}

/** @returns how many texts repeat the markup, as text */
function expectWithoutMarkup(items: readonly IDataObject[]): number {
	const texts = items.flatMap(textsOf);
	for (const text of texts) expect(text).not.toMatch(/[<>]/);
	return texts.filter((text) => text.includes('‹img')).length;
}

/** Changes every text in a value, at any depth. */
function eachText(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((entry) => eachText(entry, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, eachText(entry, change)]),
	);
}

/** How many texts there are in a value. */
function textCount(value: unknown): number {
	let count = 0;
	eachText(value, (text) => {
		count += 1;
		return text;
	});
	return count;
}

/** An order of a shop in which any of the texts is markup, or has it at its end. */
const shopOrders = () => {
	const { sku } = shirt(polling.sandbox);
	const wooCommerce = {
		shop: 'wooCommerce',
		order: wooCommerceOrder([wooCommerceLineOf(sku), wooCommerceLine({ sku: 'NONE', id: 9 })]),
	};
	const shopify = {
		shop: 'shopify',
		order: shopifyOrder([shopifyLineOf(sku, { id: 8 }), shopifyLine({ sku: 'NONE', id: 9 })]),
	};
	return fc.constantFrom(wooCommerce, shopify).chain(({ shop, order }) =>
		fc
			.array(
				fc.record({
					at: fc.nat({ max: textCount(order) - 1 }),
					appended: fc.boolean(),
					markup: fc.constantFrom(MARKUP, ENTITIES),
				}),
				{ maxLength: 6 },
			)
			.map((chosen) => {
				const changes = new Map(chosen.map((change) => [change.at, change]));
				let index = -1;
				const changed = eachText(order, (text) => {
					index += 1;
					const change = changes.get(index);
					if (!change) return text;
					return change.appended ? text + change.markup : change.markup;
				}) as IDataObject;
				return { shop, order: changed };
			}),
	);
};

/** An order of the service with markup in every text but those that decide what it is. */
const markedOrder = (status: string): IDataObject => ({
	'@type': 'Order',
	...{ id: '1', externalId: `A-1${MARKUP}`, status, shipping: 'STANDARD' },
	recipient: { name: `Ada ${MARKUP}`, address1: MARKUP, city: MARKUP, zip: '1', countryCode: 'DE' },
	...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
	orderItems: [
		{
			...{ id: '2', externalId: MARKUP, variantId: `v${MARKUP}`, quantity: 1, name: MARKUP },
			...{ sku: MARKUP, errors: [{ code: 2001, message: `${MARKUP} is too small` }] },
		},
	],
	errors: [{ code: 1001, message: `${MARKUP} is unknown` }],
});

const violations = {
	violations: [
		{ propertyPath: `recipient.${MARKUP}`, message: `${MARKUP} is too long` },
		{ propertyPath: MARKUP, message: MARKUP },
	],
	detail: `${MARKUP} is not allowed`,
};

/** Each operation of the action node. */
const operations = (): Array<{ resource: string; operation: string }> =>
	nodeType('podFulfilment')
		.description.properties.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				options.map((option) => ({
					resource: String(resource),
					operation: 'value' in option ? String(option.value) : '',
				})),
			),
		);

const continued = { onError: 'continueRegularOutput' } as const;

describe.each(ENGINES)('Markup of a customer, on the engine of %s', (engine) => {
	it('is text wherever an item says something of an order of a shop', async () => {
		const outcomes = new Set<unknown>();
		let marked = 0;
		await fc.assert(
			fc.asyncProperty(
				shopOrders(),
				fc.record({
					unknownLines: fc.constantFrom('stop', 'leaveOut'),
					orderWithoutLines: fc.constantFrom('stop', 'skip'),
					then: fc.constantFrom('check', 'draft'),
					sendUnpaidOrders: fc.boolean(),
				}),
				async ({ shop, order }, { sendUnpaidOrders, ...parameters }) => {
					const options = { sendUnpaidOrders };
					const { json, hints } = await runNode(
						polling,
						fromShop(shop, { ...parameters, options }),
						{ items: [order], engine, settings: continued },
					);
					expect(json).toHaveLength(1);
					marked += expectWithoutMarkup(json);
					for (const { message } of hints) {
						expect(message.replaceAll('<br>', '')).not.toMatch(/[<>]/);
					}
					outcomes.add(json[0]?.outcome ?? 'error');
				},
			),
			{ numRuns: Math.min(CASES, 150) },
		);
		expect([...outcomes].sort()).toEqual(expect.arrayContaining(['checked', 'error', 'placed']));
		expect(marked).toBeGreaterThan(10);
	});

	it('is text in the reason why an order of a shop is skipped', async () => {
		let marked = 0;
		for (const order of [
			wooCommerceOrder([wooCommerceLine({ sku: MARKUP, name: MARKUP })]),
			wooCommerceOrder([wooCommerceLine({ sku: 'NONE' })], { number: `727${MARKUP}` }),
			wooCommerceOrder([wooCommerceLine({ sku: 'NONE' })], { status: `on-hold${MARKUP}` }),
		]) {
			const { json } = await runNode(
				polling,
				fromShop('wooCommerce', { unknownLines: 'leaveOut', orderWithoutLines: 'skip' }),
				{ items: [order], engine, settings: continued },
			);
			expect(json[0]?.outcome).toBe('skipped');
			expect(json[0]?.reason).toMatch(/\S/);
			marked += expectWithoutMarkup(json);
		}
		expect(marked).toBeGreaterThan(1);
	});
});

describe.each(ENGINES)('Markup of the service, on the engine of %s', (engine) => {
	it.each([
		['refuses all', 422],
		['refuses all by its gateway', 503],
		['finds nothing', 404],
		['has failed orders', 200],
	])('is text in the items of every operation where it %s', async (_, status) => {
		let marked = 0;
		for (const { resource, operation } of operations()) {
			const { url } = await listen(({ url: path = '', method }, response) => {
				if (status !== 200) return sendJson(response, violations, status);
				const order = markedOrder('failed');
				if (path.includes('/shipments')) return sendJson(response, { member: [] });
				if (path.startsWith('/api/orders?')) return sendJson(response, { member: [order] });
				return sendJson(response, order, method === 'POST' ? 201 : 200);
			});
			const parameters: INodeParameters = {
				...createParameters(polling.sandbox, `A-1${MARKUP}`),
				...{ resource, operation, externalId: `A-1${MARKUP}`, output: 'simplified' },
				...Object.fromEntries(
					['orderId', 'orderItemId', 'productId', 'variantId', 'mockupTaskId'].map((name) => [
						name,
						locate('id', operation === 'refund' ? MARKUP : '1'),
					]),
				),
				updateFields: { quantity: 2, shipping: 'STANDARD' },
				options: { maxAttempts: 1, maxWaitSeconds: 0, fillFromCatalog: false },
			};
			const credential = credentialFor(polling.sandbox, { baseUrl: url });
			for (const settings of [continued, { onError: 'continueErrorOutput' } as const]) {
				const { json } = await startAction({ parameters, credential, engine, settings }).finished;
				marked += expectWithoutMarkup(json);
			}
		}
		expect(marked).toBeGreaterThan(status === 503 || status === 404 ? 0 : 5);
	});

	it('stays in the data of an order, such as the name of its recipient', async () => {
		const { url } = await listen((_request, response) => sendJson(response, markedOrder('failed')));
		const credential = credentialFor(polling.sandbox, { baseUrl: url });
		const parameters = { resource: 'order', operation: 'get', orderId: locate('id', '1') };
		const { json } = await startAction({
			parameters: { ...parameters, output: 'simplified' },
			credential,
			engine,
		}).finished;
		expect(json[0]).toMatchObject({
			externalId: `A-1${MARKUP}`,
			recipientLine: expect.stringContaining('Ada ‹img') as string,
			recipient: { name: `Ada ${MARKUP}` },
			validationErrors: expect.arrayContaining([
				expect.objectContaining({ message: `${MARKUP} is unknown` }),
			]) as unknown,
		});
	});

	it('leaves each hint as it is, which is told by the texts of the items', async () => {
		const { url } = await listen((_request, response) => sendJson(response, markedOrder('failed')));
		const credential = credentialFor(polling.sandbox, { baseUrl: url });
		const { hints } = await startAction({
			parameters: { resource: 'order', operation: 'get', orderId: locate('id', '1') },
			credential,
			items: [{}, {}],
		}).finished;
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^2 of 2 orders failed:<br>\n.*‹img/) as string,
		]);
	});
});

describe('Markup of the service in the item of a trigger', () => {
	/** A service with one order, whose shipments cannot be read. */
	const serviceWith = async (status: () => string, code: number) =>
		await listen((request, response) => {
			const path = request.url ?? '';
			if (path.includes('/shipments')) return sendJson(response, violations, code);
			if (path.startsWith('/api/orders/')) return sendJson(response, markedOrder(status()));
			if (path.startsWith('/api/orders')) {
				return sendJson(response, { member: [markedOrder(status())] });
			}
			return sendJson(response, { member: [] });
		});

	it('is text in what the webhook trigger says of an order that it could not read', async () => {
		const signingSecret = 'whsec_markup';
		const { url } = await serviceWith(() => 'failed', 400);
		const trigger = await serveTrigger({
			credential: credentialFor(polling.sandbox, { baseUrl: url, signingSecret }),
			parameters: { events: ['order.updated'], options: { addCurrentOrder: true } },
		});
		const time = new Date().toISOString();
		const body = JSON.stringify({
			...{ type: 'order.updated', occurred_at: time, retries: 5 },
			data: { order: markedOrder('failed') },
		});
		const timestamp = String(Math.floor(Date.now() / 1000));
		const { ok } = await fetch(trigger.url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'x-service-request-timestamp': timestamp,
				'x-service-request-signature': createHmac('sha256', signingSecret)
					.update(`${timestamp}.${body}`)
					.digest('hex'),
			},
			body,
		});
		expect(ok).toBe(true);
		await trigger.close();
		const items = trigger.items as unknown as IDataObject[];
		expect(items).toHaveLength(1);
		expect(items[0]).toHaveProperty('currentError');
		expect(items[0]).toMatchObject({ order: { recipient: { name: `Ada ${MARKUP}` } } });
		expect(expectWithoutMarkup(items)).toBeGreaterThan(0);
	});

	it('is text in what the polling trigger says of an order', async () => {
		let status = 'draft';
		const { url } = await serviceWith(() => status, 400);
		const n8n = polling.n8n(
			{
				events: ['order.created', 'order.updated', 'order.waiting'],
				options: { addCurrentOrder: true, waitingAfter: 1 },
			},
			{ account: credentialFor(polling.sandbox, { baseUrl: url }) },
		);
		await n8n.activate();
		const items: IDataObject[] = [];
		for (let hour = 0; hour < 30; hour += 6) {
			status = hour === 0 ? 'draft' : 'failed';
			pass(hour === 0 ? MINUTE : 6 * HOUR);
			const { outputs } = await n8n.poll();
			for (const { json } of (outputs ?? []).flat()) items.push(json);
		}
		items.push(...(await n8n.fetchTestEvent()).flat().map(({ json }) => json));
		expect(items.length).toBeGreaterThan(0);
		expect(expectWithoutMarkup(items)).toBeGreaterThan(0);
	});
});
