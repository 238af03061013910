import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	startShopify,
	startWooCommerce,
	type Shopify,
	type WooCommerce,
} from '../../sandbox/shops/index.ts';
import { saveCredential, testCredential, type Credential } from '../../scripts/n8n/credentials.ts';
import { itemsOf, type Execution } from '../../scripts/n8n/executions.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import {
	createWorkflow,
	deactivateWorkflow,
	publishWorkflow,
	type WorkflowFile,
} from '../../scripts/n8n/workflows.ts';
import { ownN8n, type OwnN8n } from '../e2e/support/ownN8n.ts';
import { credentialsOfShops } from '../e2e/support/shopsDay.ts';
import { startShopifyProxy, type ShopifyProxy } from '../e2e/support/shopifyProxy.ts';
import { executionsOf } from '../e2e/support/trigger.ts';
import { workflowOf, type Link, type NodeOptions } from './support/workflow.ts';

let wooCommerce: WooCommerce;
let shopify: Shopify;
let proxy: ShopifyProxy;
let n8n: OwnN8n;
let rest: N8nRest;

beforeAll(async () => {
	wooCommerce = await startWooCommerce();
	shopify = await startShopify();
	proxy = await startShopifyProxy(shopify.url);
	n8n = await ownN8n({ settings: proxy.settings });
	rest = await n8n.start();
});
afterAll(async () => {
	await n8n.close();
	await proxy.close();
	await shopify.close();
	await wooCommerce.close();
});

/** Saves the credential of a shop, by its type. */
async function saveCredentialOf(type: string): Promise<Credential> {
	const credential = credentialsOfShops({ wooCommerce, shopify }).find((one) => one.type === type);
	if (!credential) throw new Error(`No credential is a ${type}`);
	return await saveCredential(rest, credential);
}

/** A workflow of these nodes in a row, all with the same credential. */
function chain(name: string, credential: Credential, nodes: NodeOptions[]): WorkflowFile {
	const links = nodes.slice(1).map((node, index): Link => [nodes[index]?.name ?? '', node.name]);
	const { id, type } = credential;
	return workflowOf(name, nodes, links, { [type]: { id, name: credential.name } });
}

/** Runs a workflow in production while a customer orders, and returns the execution that follows. */
async function executionAfter(file: WorkflowFile, order: () => unknown): Promise<Execution> {
	const workflow = await createWorkflow(rest, file);
	await publishWorkflow(rest, workflow);
	order();
	const [execution] = await executionsOf(rest, workflow.id, 1);
	await deactivateWorkflow(rest, workflow.id);
	return execution as Execution;
}

describe("n8n's own nodes at the double of WooCommerce", () => {
	it('the credential passes its test, a sale starts the workflow, and a note reaches the customer', async () => {
		const credential = await saveCredentialOf('wooCommerceApi');
		expect(await testCredential(rest, credential)).toMatchObject({ status: 'OK' });
		const execution = await executionAfter(
			chain('WooCommerce', credential, [
				{
					name: 'Sold',
					type: 'n8n-nodes-base.wooCommerceTrigger',
					typeVersion: 1,
					parameters: { event: 'order.updated' },
				},
				{
					name: 'List',
					type: 'n8n-nodes-base.wooCommerce',
					typeVersion: 1,
					parameters: { resource: 'order', operation: 'getAll', returnAll: true, options: {} },
				},
				{
					name: 'Write a Note',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: {
						method: 'POST',
						url: '={{ $json._links.self[0].href }}/notes',
						authentication: 'predefinedCredentialType',
						nodeCredentialType: 'wooCommerceApi',
						sendBody: true,
						specifyBody: 'json',
						jsonBody: '={{ JSON.stringify({ note: "Parcel N1", customer_note: true }) }}',
					},
				},
			]),
			() => wooCommerce.control.order(),
		);
		expect(execution.status, execution.error?.message).toBe('success');
		const [order] = wooCommerce.control.orders();
		expect(itemsOf(execution, 'Sold')[0]?.json).toMatchObject({
			id: order?.id,
			status: 'processing',
		});
		expect(wooCommerce.control.customerNotes(order?.id ?? 0, 'N1')).toHaveLength(1);
		// The workflow was deactivated, and with it the webhook went.
		await wooCommerce.control.waitForRequest(({ method }) => method === 'DELETE', 60_000);
		expect(wooCommerce.control.webhooks()).toEqual([]);
	});
});

describe("n8n's own nodes at the double of Shopify", () => {
	it('the credential passes its test, a sale starts the workflow, and the order is fulfilled', async () => {
		const credential = await saveCredentialOf('shopifyAccessTokenApi');
		expect(await testCredential(rest, credential)).toMatchObject({ status: 'OK' });
		const graphql = (query: string): NodeOptions['parameters'] => ({
			method: 'POST',
			url: `https://${shopify.shopSubdomain}.myshopify.com/admin/api/2026-10/graphql.json`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'shopifyAccessTokenApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: query,
		});
		const execution = await executionAfter(
			chain('Shopify', credential, [
				{
					name: 'Sold',
					type: 'n8n-nodes-base.shopifyTrigger',
					typeVersion: 1,
					parameters: { authentication: 'accessToken', topic: 'orders/paid' },
				},
				{
					name: 'List',
					type: 'n8n-nodes-base.shopify',
					typeVersion: 1,
					parameters: {
						authentication: 'accessToken',
						resource: 'order',
						operation: 'getAll',
						returnAll: false,
						limit: 250,
						options: { status: 'any' },
					},
				},
				{
					name: 'Ask',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: graphql(
						'={{ JSON.stringify({ query: "query ($id: ID!) { order(id: $id) { fulfillmentOrders(first: 20) { nodes { id } } } }", variables: { id: $json.admin_graphql_api_id } }) }}',
					),
				},
				{
					name: 'Fulfil',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: graphql(
						'={{ JSON.stringify({ query: "mutation ($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) { userErrors { message } } }", variables: { fulfillment: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: $json.data.order.fulfillmentOrders.nodes[0].id }], trackingInfo: { numbers: ["N1"] }, notifyCustomer: true } } }) }}',
					),
				},
			]),
			() => shopify.control.order(),
		);
		expect(execution.status, execution.error?.message).toBe('success');
		const [order] = shopify.control.orders();
		expect(order).toMatchObject({ fulfillmentStatus: 'fulfilled' });
		expect(shopify.control.trackingNumbers(order?.id ?? 0)).toEqual(['N1']);
		expect(shopify.control.mails('N1')).toHaveLength(1);
		await shopify.control.waitForRequest(({ method }) => method === 'DELETE', 60_000);
		expect(shopify.control.webhooks()).toEqual([]);
		// Nothing went anywhere else through the proxy.
		expect(new Set(proxy.hosts)).toEqual(new Set([`${shopify.shopSubdomain}.myshopify.com:443`]));
	});
});
