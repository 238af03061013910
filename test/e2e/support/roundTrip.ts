import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import {
	startShopify,
	startWooCommerce,
	type Shopify,
	type ShopOptions,
	type WooCommerce,
} from '../../../sandbox/shops/index.ts';
import { saveCredential } from '../../../scripts/n8n/credentials.ts';
import {
	hasEnded,
	itemsOf,
	listExecutions,
	waitForExecution,
} from '../../../scripts/n8n/executions.ts';
import { poll } from '../../../scripts/n8n/poll.ts';
import type { N8nRest } from '../../../scripts/n8n/rest.ts';
import {
	createWorkflow,
	publishWorkflow,
	runWorkflow,
	webhookPath,
	type Workflow,
	type WorkflowFile,
} from '../../../scripts/n8n/workflows.ts';
import { demoData } from '../../support/demoData.ts';
import { readExample as readPublished } from '../../support/example.ts';
import { ownN8n, type OwnN8n } from './ownN8n.ts';
import { OFTEN } from './polling.ts';
import { startShopifyProxy, type ShopifyProxy } from './shopifyProxy.ts';

/** The service repeats a delivery after 0.5, 2, 6, 16 and 34 seconds. */
export const TIME_SCALE = 30;

/** Without latency, executions that read and then write never meet. */
export const LATENCY = { fromMilliseconds: 30, toMilliseconds: 150 };

/** What a customer orders: one parcel for each line. */
export const LINES = ['T-S001-WHITE-M', 'MUG003-WHITE-325-ML', 'T-S001-WHITE-L'].map((sku) => ({
	sku,
	printFile: 'https://print-files.example/front.png',
}));

/** The credential of the shop, as the examples name it. */
export const wooCommerceCredential = ({ url, consumerKey, consumerSecret }: WooCommerce) => ({
	name: 'WooCommerce account',
	type: 'wooCommerceApi',
	data: { url, consumerKey, consumerSecret, includeCredentialsInQuery: true },
});

/** The service, both shops and an n8n between them. */
export interface ShopsDay {
	sandbox: Sandbox;
	wooCommerce: WooCommerce;
	shopify: Shopify;
	proxy: ShopifyProxy;
	n8n: OwnN8n;
	rest: N8nRest;
	close(): Promise<void>;
}

/** Starts them, with the credentials that the examples name. */
export async function startShopsDay(
	timeScale = 1000,
	shopOptions: ShopOptions = {},
): Promise<ShopsDay> {
	const sandbox = await startSandbox({ timeScale });
	const wooCommerce = await startWooCommerce({ latency: LATENCY, ...shopOptions });
	const shopify = await startShopify({ latency: LATENCY, ...shopOptions });
	const proxy = await startShopifyProxy(shopify.url);
	const n8n = await ownN8n({ settings: proxy.settings });
	const rest = await n8n.start();
	const { shopSubdomain, accessToken, appSecretKey } = shopify;
	for (const credential of [
		{ name: 'POD Fulfilment account', type: 'podFulfilmentApi', data: demoData(sandbox) },
		wooCommerceCredential(wooCommerce),
		{
			name: 'Shopify account',
			type: 'shopifyAccessTokenApi',
			data: { shopSubdomain, accessToken, appSecretKey },
		},
	]) {
		await saveCredential(rest, credential);
	}
	return {
		sandbox,
		wooCommerce,
		shopify,
		proxy,
		n8n,
		rest,
		close: async () => {
			await n8n.close();
			await proxy.close();
			await shopify.close();
			await wooCommerce.close();
			await sandbox.close();
		},
	};
}

/** An example as it is published: without samples, with the name of the shop. */
export const readExample = async (
	{ shopify, wooCommerce }: ShopsDay,
	name: string,
): Promise<WorkflowFile> =>
	await readPublished(name, {
		'your-shop.myshopify': `${shopify.shopSubdomain}.myshopify`,
		'https://shop.example': wooCommerce.url,
	});

/** The same workflow without these nodes. */
export const withoutNodes = (file: WorkflowFile, names: string[]): WorkflowFile => ({
	...file,
	nodes: file.nodes.filter(({ name }) => !names.includes(name)),
	connections: Object.fromEntries(
		Object.entries(file.connections).filter(([name]) => !names.includes(name)),
	),
});

/** The triggers of a round trip that a webhook starts. */
const STARTED_BY_WEBHOOK = ['An Order Changed', 'An Order Was Paid', 'A Parcel Left'];

/** A round trip without triggers of webhooks, which polls every few seconds. */
export function pollingOnly(file: WorkflowFile): WorkflowFile {
	const left = withoutNodes(file, STARTED_BY_WEBHOOK);
	return {
		...left,
		nodes: left.nodes.map((node) =>
			node.name === 'Found by Polling'
				? { ...node, parameters: { ...node.parameters, pollTimes: OFTEN } }
				: node,
		),
	};
}

/** Runs a workflow by hand and waits until it has ended. */
export async function runByHand(
	{ rest }: Pick<ShopsDay, 'rest'>,
	id: string,
	trigger: string,
): Promise<void> {
	const { status, error } = await waitForExecution(rest, await runWorkflow(rest, id, trigger));
	if (status !== 'success') throw new Error(`${trigger}: ${status} ${error?.message ?? ''}`);
}

/**
 * Imports, sets up and publishes an example.
 *
 * @param webhookUrl where n8n receives webhooks
 * @returns the workflow, and the URL of its trigger of this name; empty if it has none
 */
export async function publishExample(
	{ rest }: Pick<ShopsDay, 'rest'>,
	webhookUrl: string,
	file: WorkflowFile,
	triggerName: string,
): Promise<{ workflow: Workflow; url: string }> {
	const workflow = await createWorkflow(rest, file);
	await runByHand({ rest }, workflow.id, 'Create the Table Once');
	await publishWorkflow(rest, workflow);
	const trigger = workflow.nodes.find(({ name }) => name === triggerName);
	const url = trigger ? `${webhookUrl}/webhook/${await webhookPath(rest, trigger)}` : '';
	return { workflow, url };
}

/** Publishes a round trip, and leads the service's events to it. */
export async function publishRoundTrip(day: ShopsDay, file: WorkflowFile): Promise<Workflow> {
	const { workflow, url } = await publishExample(day, day.n8n.url, file, 'A Parcel Left');
	await day.sandbox.control.setWebhook({ url });
	return workflow;
}

/** Waits until the order of the shop is confirmed here. */
export async function untilConfirmed(
	{ sandbox }: Pick<ShopsDay, 'sandbox'>,
	externalId: string,
): Promise<void> {
	await poll('the order to be confirmed here', async () =>
		sandbox.control
			.orders()
			.some((order) => order.externalId === externalId && order.status === 'pending')
			? true
			: undefined,
	);
	await sandbox.control.settled();
}

/** Waits until no execution of the workflow runs. Returns the number of those that failed. */
export async function untilIdle({ rest, sandbox }: ShopsDay, { id }: Workflow): Promise<number> {
	await sandbox.control.settled();
	return await poll('the executions to end', async () => {
		const all = await listExecutions(rest, id);
		if (!all.every(hasEnded)) return undefined;
		return all.filter(({ status }) => status !== 'success').length;
	});
}

/** Produces an order of {@link LINES}. Returns its parcels, one for each line. */
export async function produceParcels({ sandbox }: Pick<ShopsDay, 'sandbox'>, externalId: string) {
	const reference = `@${externalId}`;
	for (const status of ['inprocess', 'partial', 'partial', 'fulfilled'] as const) {
		await sandbox.control.stepOrder(reference, status);
	}
	return sandbox.control.shipments(reference);
}

type Parcel = ReturnType<Sandbox['control']['shipments']>[number];

/** Delivers the event that a parcel left, as a new one each time: Ignore Duplicates stops none. */
export async function sendParcelLeft(
	{ control }: Sandbox,
	{ id, carrier, orderId, service, trackingId, trackingUrl }: Parcel,
	attempts: number,
) {
	const shipment = { id, carrier, orderId, service, trackingId, trackingUrl };
	return await control.sendEvent({
		type: 'shipment.created',
		data: { shipment: { ...shipment, shipmentStatus: 'shipped' } },
		attempts,
	});
}

/** The node of a sweep that calls the round trip. */
const CALLED_BY_SWEEP = 'Bring Back What Is Missing';

/** Imports a sweep that calls this round trip. */
export async function createSweep(
	day: ShopsDay,
	name: string,
	roundTrip: Workflow,
): Promise<Workflow> {
	const file = await readExample(day, name);
	const nodes = file.nodes.map((node) =>
		node.name === CALLED_BY_SWEEP
			? {
					...node,
					parameters: {
						...node.parameters,
						workflowId: { __rl: true, mode: 'id', value: roundTrip.id },
					},
				}
			: node,
	);
	return await createWorkflow(day.rest, { ...file, nodes });
}

/**
 * Runs a sweep once. Returns the text of its message, if there is one.
 * @throws Error when it fails, or the round trip that it calls
 */
export async function sweep({ rest }: ShopsDay, { id }: Workflow): Promise<string | undefined> {
	const executionId = await runWorkflow(rest, id, 'Every Hour');
	const execution = await waitForExecution(rest, executionId, 120_000);
	if (execution.status !== 'success') throw new Error(`The sweep: ${execution.error?.message}`);
	const refused = itemsOf(execution, CALLED_BY_SWEEP).find(
		({ json: { error } }) =>
			// A poll may work on the same order, or a run that was killed have been at it: the next sweep comes to it.
			error !== undefined && !String(error).includes('Another run is working on'),
	);
	if (refused) throw new Error(`${CALLED_BY_SWEEP}: ${JSON.stringify(refused.json.error)}`);
	const [message] = itemsOf(execution, 'One Message');
	return message?.json.text as string | undefined;
}
