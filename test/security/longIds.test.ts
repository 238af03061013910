import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES, startAction } from '../core/engine/execution.ts';
import { nodeType } from '../core/engine/nodes.ts';
import { credentialFor } from '../core/engine/run.ts';
import { withoutBackOff } from '../core/orderRuns.ts';
import { HOUR, MINUTE, pass, usePolling } from '../core/pollingSupport.ts';
import { createParameters, locate, printFile } from '../core/support.ts';
import { sendJson, useServers } from './support/servers.ts';

const polling = usePolling();
const listen = useServers();
withoutBackOff();

/** One character more than any ID may have, and what an expression or a model may give instead of one. */
const LONG_IDS = ['x'.repeat(256), `@${'x'.repeat(255)}`, '/'.repeat(256), 'ü'.repeat(1024 * 1024)];

const LONGEST_ID = 'x'.repeat(255);

const parametersOf = (): INodeProperties[] => {
	// The tests run once the package is built.
	return nodeType('podFulfilment').description.properties;
};

const isShownFor = (
	{ displayOptions }: INodeProperties,
	resource: string,
	operation: string,
): boolean =>
	displayOptions?.show?.resource?.includes(resource) === true &&
	displayOptions.show.operation?.includes(operation) === true;

/** Every field of every operation that takes an ID: those that are resource locators. */
function idFields(): Array<{ resource: string; operation: string; field: INodeProperties }> {
	const properties = parametersOf();
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				options.flatMap((option) => {
					const operation = 'value' in option ? String(option.value) : '';
					return properties
						.filter(
							(property) =>
								property.type === 'resourceLocator' &&
								isShownFor(property, String(resource), operation),
						)
						.map((field) => ({ resource: String(resource), operation, field }));
				}),
			),
		);
}

/** Parameters with which each operation would send something. */
const operable = (resource: string, operation: string, fields: string[]): INodeParameters => ({
	...(operation === 'create' && createParameters(polling.sandbox)),
	...{ resource, operation, externalId: 'NEW-1' },
	...Object.fromEntries(fields.map((name) => [name, locate('id', '1')])),
	updateFields: { quantity: 2, shipping: 'STANDARD' },
});

/** Fields for IDs inside of others. */
const NESTED: Array<[name: string, label: RegExp, parameters: (id: string) => INodeParameters]> = [
	[
		'the variant of an item, in fields',
		/Variant has/,
		(id) => ({
			...createParameters(polling.sandbox),
			items: { item: [{ variantId: locate('id', id), quantity: 1 }] },
		}),
	],
	[
		'the variant of an item, in JSON',
		/Variant has|variantId has/,
		(id) => ({
			...createParameters(polling.sandbox),
			specifyItems: 'json',
			itemsJson: JSON.stringify([{ variantId: id, quantity: 1, files: printFile }]),
		}),
	],
	[
		'the new variant of an item',
		/Variant has/,
		(id) => ({
			...{ resource: 'orderItem', operation: 'update' },
			...{ orderId: locate('id', '1'), orderItemId: locate('id', '2') },
			updateFields: {
				variantId: locate('id', id),
				placements: { placement: [{ url: printFile }] },
			},
		}),
	],
	[
		'the variant of a line, in SKU Mapping',
		/Variant has|variantId is .* must be text of at most 1000 characters/,
		(id) => ({
			...{
				resource: 'order',
				operation: 'create',
				orderFrom: 'shopOrder',
				shop: 'other',
				whichOrders: 'all',
			},
			shopOrder: JSON.stringify({ number: '1', items: [{ sku: 'S', quantity: 1, id: '1' }] }),
			options: {
				skuMappingJson: JSON.stringify([{ shopSku: 'S', variantId: id, printFileUrl: printFile }]),
			},
		}),
	],
];

describe.each(ENGINES)('An ID that is too long, on the engine of %s', (engine) => {
	const run = async (parameters: INodeParameters) => {
		const service = await listen((_request, response) => sendJson(response, {}, 404));
		const credential = credentialFor(polling.sandbox, { baseUrl: service.url });
		const { error } = await startAction({ parameters, credential, engine }).finished;
		return { error, requests: service.requests };
	};

	it('is refused by the name of its field before anything is sent, in every operation', async () => {
		const fields = idFields();
		// A list that is empty by mistake would show nothing.
		expect(fields.length).toBeGreaterThan(12);
		for (const { resource, operation, field } of fields) {
			const names = fields
				.filter((one) => one.resource === resource && one.operation === operation)
				.map((one) => one.field.name);
			for (const mode of (field.modes ?? []).map(({ name }) => name)) {
				if (mode === 'sku') continue;
				for (const id of LONG_IDS) {
					const { error, requests } = await run({
						...operable(resource, operation, names),
						[field.name]: locate(mode as 'id', id),
					});
					const what = `${resource} ${operation} ${field.name} ${mode}`;
					expect(error?.message, what).toMatch(
						/^(Order|Original Order|Product|Variant|Mockup Task|Order Item)\b.* has \d+ characters/,
					);
					expect(`${error?.message}${error?.description}`.length, what).toBeLessThan(1_500);
					expect(requests, what).toEqual([]);
				}
			}
		}
	});

	it.each(NESTED)(
		'is refused by the name of its field before anything is sent: %s',
		async (_, label, parameters) => {
			for (const id of LONG_IDS.filter((one) => !one.startsWith('@'))) {
				const { error, requests } = await run(parameters(id));
				expect(`${error?.message} ${error?.description}`).toMatch(label);
				expect(`${error?.message}${error?.description}`.length).toBeLessThan(11_000);
				expect(requests.filter(({ target }) => target.length > 500)).toEqual([]);
				expect(requests.filter(({ target }) => !target.startsWith('GET'))).toEqual([]);
			}
		},
	);

	it('is sent where it is as long as any may be', async () => {
		const { requests } = await run({
			...{ resource: 'order', operation: 'get' },
			orderId: locate('id', LONGEST_ID),
		});
		expect(requests.map(({ target }) => target)).toEqual([`GET /api/orders/${LONGEST_ID}`]);
	});
});

describe('An ID of the service that no path can hold', () => {
	it.each(['..', '.', 'x'.repeat(10_000), 'half \ud800', '@'])(
		'stops no poll and no Fetch Test Event: %j',
		async (id) => {
			const order = (own: string, status: string): IDataObject => ({
				...{ '@type': 'Order', id: own, externalId: 'A', status },
				...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
			});
			let status = 'pending';
			const { url } = await listen((request, response) => {
				const path = new URL(request.url ?? '', 'http://localhost').pathname;
				if (path.endsWith('/shipments')) return sendJson(response, { member: [] });
				if (path === '/api/orders') {
					return sendJson(response, { member: [order(id, status), order('good', status)] });
				}
				return path === '/api/orders/good'
					? sendJson(response, { ...order('good', status), orderItems: [] })
					: sendJson(response, { member: [] }, path === '/api/mockup-tasks' ? 200 : 404);
			});
			for (const addCurrentOrder of [false, true]) {
				status = 'pending';
				const n8n = polling.n8n(
					{
						events: ['order.created', 'order.updated', 'shipment.created', 'order.waiting'],
						options: { addCurrentOrder },
					},
					{ account: credentialFor(polling.sandbox, { baseUrl: url }) },
				);
				await n8n.activate();
				const told: string[] = [];
				// The poll that names what cannot be read leaves what has changed to the next one.
				for (status of ['pending', 'onhold', 'onhold', 'inprocess', 'inprocess']) {
					pass(status === 'pending' ? MINUTE : HOUR);
					const { outputs } = await n8n.poll();
					for (const { json } of (outputs ?? []).flat()) told.push(String(json.changeId));
				}
				expect(told).toContain('order/good/onhold');
				expect(told).toContain('order/good/inprocess');
				expect((await n8n.fetchTestEvent()).flat().length).toBeGreaterThan(0);
			}
		},
	);
});
