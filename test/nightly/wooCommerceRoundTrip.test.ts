import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { startWooCommerce, type WooCommerce } from '../../sandbox/shops/index.ts';
import { saveCredential } from '../../scripts/n8n/credentials.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import {
	activateWorkflow,
	createWorkflow,
	publishWorkflow,
	type WorkflowFile,
	type WorkflowNode,
} from '../../scripts/n8n/workflows.ts';
import { ownN8n, type OwnN8n } from '../e2e/support/ownN8n.ts';
import { workflowOf, type Link, type NodeOptions } from './support/workflow.ts';
import { demoData } from '../support/demoData.ts';

/** Latency of the shop, so that executions overlap. */
const LATENCY = { fromMilliseconds: 30, toMilliseconds: 150 };

let sandbox: Sandbox;
let shop: WooCommerce;
let n8n: OwnN8n;
let rest: N8nRest;
let credentials: NonNullable<WorkflowNode['credentials']>;

beforeAll(async () => {
	sandbox = await startSandbox();
	shop = await startWooCommerce({ latency: LATENCY });
	n8n = await ownN8n();
	rest = await n8n.start();
	const service = await saveCredential(rest, {
		name: 'POD Fulfilment account',
		type: 'podFulfilmentApi',
		data: demoData(sandbox),
	});
	const { url, consumerKey, consumerSecret } = shop;
	const wooCommerce = await saveCredential(rest, {
		name: 'WooCommerce account',
		type: 'wooCommerceApi',
		data: { url, consumerKey, consumerSecret, includeCredentialsInQuery: true },
	});
	credentials = Object.fromEntries(
		[service, wooCommerce].map(({ type, id, name }) => [type, { id, name }]),
	);
});
afterAll(async () => {
	await n8n.close();
	await shop.close();
	await sandbox.close();
});

const workflow = (name: string, nodes: NodeOptions[], links: Link[]): WorkflowFile =>
	workflowOf(name, nodes, links, credentials);

const condition = (expression: string) => ({
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'loose' },
		conditions: [
			{
				id: randomUUID(),
				leftValue: expression,
				rightValue: '',
				operator: { type: 'boolean', operation: 'true', singleValue: true },
			},
		],
		combinator: 'and',
	},
	options: {},
});

const notesRequest = (further: Record<string, unknown>) => ({
	url: "={{ $('Shop Order').item.json._links.self[0].href }}/notes",
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'wooCommerceApi',
	...further,
});

/** From a sale to the order here. */
const orderWorkflow = () =>
	workflow(
		'Order',
		[
			{
				name: 'Sold',
				type: 'n8n-nodes-base.wooCommerceTrigger',
				typeVersion: 1,
				parameters: { event: 'order.updated' },
			},
			{
				name: 'Create the Order',
				type: 'n8n-nodes-pod-fulfilment.podFulfilment',
				typeVersion: 1,
				parameters: {
					resource: 'order',
					operation: 'create',
					orderFrom: 'shopOrder',
					shop: 'wooCommerce',
					shopOrder: '={{ $json }}',
					orderWithoutLines: 'skip',
					then: 'confirm',
				},
			},
		],
		[['Sold', 'Create the Order']],
	);

const NUMBERS =
	'current.shipments.filter(s => ["shipped"].includes(s.shipmentStatus)).map(s => s.trackingId)';

/** From a parcel to a note for the customer, and to the completed order once all parcels left. */
const parcelWorkflow = () =>
	workflow(
		'Parcel',
		[
			{
				name: 'Parcel',
				type: 'n8n-nodes-pod-fulfilment.podFulfilmentTrigger',
				typeVersion: 1.1,
				parameters: {
					events: ['shipment.created'],
					outputs: 'single',
					filters: { shipmentStatuses: ['shipped'] },
					options: { addCurrentOrder: true, acknowledge: 'afterFinish' },
				},
			},
			{
				name: 'Shop Order',
				type: 'n8n-nodes-base.wooCommerce',
				typeVersion: 1,
				parameters: {
					resource: 'order',
					operation: 'get',
					orderId: "={{ $json.current.order.externalId.replace('woo-', '') }}",
				},
			},
			{
				name: 'Notes',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: notesRequest({
					options: { response: { response: { fullResponse: true } } },
				}),
			},
			{
				name: 'Not Told Yet',
				type: 'n8n-nodes-base.filter',
				typeVersion: 2,
				parameters: condition(
					"={{ !$json.body.some(n => n.note.includes($('Parcel').item.json.shipment.trackingId)) }}",
				),
			},
			{
				name: 'Tell the Customer',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: notesRequest({
					method: 'POST',
					sendBody: true,
					specifyBody: 'json',
					jsonBody:
						"={{ JSON.stringify({ customer_note: true, note: 'Your parcel is on its way: ' + $('Parcel').item.json.shipment.trackingId }) }}",
				}),
			},
			{
				name: 'All Sent',
				type: 'n8n-nodes-base.filter',
				typeVersion: 2,
				parameters: condition(
					`={{ $('Shop Order').item.json.status === 'processing' && ['fulfilled', 'shipped'].includes($('Parcel').item.json.current.order.status) && $('Parcel').item.json.current.shipments.every(s => s.shipmentStatus === 'shipped') && $('Parcel').item.json.${NUMBERS}.every(t => t === $('Parcel').item.json.shipment.trackingId || $json.body.some(n => n.note.includes(t))) }}`,
				),
			},
			{
				name: 'Complete',
				type: 'n8n-nodes-base.wooCommerce',
				typeVersion: 1,
				parameters: {
					resource: 'order',
					operation: 'update',
					orderId: "={{ $('Shop Order').item.json.id }}",
					updateFields: { status: 'completed' },
				},
			},
		],
		[
			['Parcel', 'Shop Order'],
			['Shop Order', 'Notes'],
			['Notes', 'Not Told Yet'],
			['Not Told Yet', 'Tell the Customer'],
			['Notes', 'All Sent'],
			['All Sent', 'Complete'],
		],
	);

describe('A round trip through WooCommerce', () => {
	it('an order in the shop becomes an order here, and its parcels come back once each, in spite of duplicated webhooks', async () => {
		await publishWorkflow(rest, await createWorkflow(rest, orderWorkflow()));
		const path = await activateWorkflow(rest, await createWorkflow(rest, parcelWorkflow()));
		await sandbox.control.setWebhook({ url: `${n8n.url}/${path}` });
		shop.control.setWebhookFaults({ duplicated: 1 });

		const { id } = shop.control.order({
			lines: [
				{ sku: 'T-S001-WHITE-M' },
				{ sku: 'MUG003-WHITE-325-ML', printFile: 'https://print-files.example/mug.png' },
			],
		});
		const reference = `@woo-${id}`;
		await poll('the order to be confirmed here', async () =>
			sandbox.control
				.orders()
				.some((order) => order.externalId === `woo-${id}` && order.status === 'pending')
				? true
				: undefined,
		);
		await sandbox.control.settled();
		expect(sandbox.control.orders()).toHaveLength(1);

		for (const status of ['inprocess', 'partial', 'fulfilled'] as const) {
			await sandbox.control.stepOrder(reference, status);
		}
		const parcels = sandbox.control.shipments(reference);
		expect(parcels.length).toBe(2);
		for (const { id: parcel } of parcels) {
			await sandbox.control.stepShipment(parcel, 'shipped');
			await sandbox.control.settled();
		}
		await poll('the order to be completed in the shop', async () =>
			shop.control.getOrder(id).status === 'completed' ? true : undefined,
		);
		for (const { trackingId } of sandbox.control.shipments(reference)) {
			expect(shop.control.customerNotes(id, trackingId)).toHaveLength(1);
			expect(shop.control.mails(trackingId)).toHaveLength(1);
		}
		expect(shop.control.mails().filter(({ kind }) => kind === 'completed')).toHaveLength(1);
		expect(sandbox.control.orders()).toHaveLength(1);
	});
});
