import { afterAll, beforeAll } from 'vitest';

import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import {
	startShopify,
	startWooCommerce,
	type Shopify,
	type ShopOptions,
	type WooCommerce,
} from '../../../sandbox/shops/index.ts';
import { saveCredential } from '../../../scripts/n8n/credentials.ts';
import { waitForExecution } from '../../../scripts/n8n/executions.ts';
import type { N8nRest } from '../../../scripts/n8n/rest.ts';
import { runWorkflow, type WorkflowFile } from '../../../scripts/n8n/workflows.ts';
import { demoData } from '../../support/demoData.ts';
import { readExample as readPublished } from '../../support/example.ts';
import { TRIGGER } from '../../support/shopDay/day.ts';
import { shopifyDay, wooCommerceDay, type DayShop } from '../../support/shopDay/shop.ts';
import { ownN8n, type OwnN8n } from './ownN8n.ts';

/** What a customer orders: one parcel for each line. */
export const LINES = ['T-S001-WHITE-M', 'MUG003-WHITE-325-ML', 'T-S001-WHITE-L'].map((sku) => ({
	sku,
	printFile: 'https://print-files.example/front.png',
}));

/** The credentials that the examples name. */
export const credentialsOf = ({
	sandbox,
	wooCommerce,
	shopify,
}: Pick<ShopsDay, 'sandbox' | 'wooCommerce' | 'shopify'>) => [
	{ name: 'POD Fulfilment account', type: 'podFulfilmentApi', data: demoData(sandbox) },
	...credentialsOfShops({ wooCommerce, shopify }),
];

/** Those of the shops alone. */
export const credentialsOfShops = ({
	wooCommerce,
	shopify,
}: Pick<ShopsDay, 'wooCommerce' | 'shopify'>) => [
	{
		name: 'WooCommerce account',
		type: 'wooCommerceApi',
		data: {
			url: wooCommerce.url,
			consumerKey: wooCommerce.consumerKey,
			consumerSecret: wooCommerce.consumerSecret,
			includeCredentialsInQuery: true,
		},
	},
	{
		name: 'Shopify account',
		type: 'shopifyAccessTokenApi',
		data: {
			shopSubdomain: shopify.shopSubdomain,
			accessToken: shopify.accessToken,
			appSecretKey: shopify.appSecretKey,
		},
	},
];

/** The service, both shops and an n8n between them. */
export interface ShopsDay {
	sandbox: Sandbox;
	wooCommerce: WooCommerce;
	shopify: Shopify;
	n8n: OwnN8n;
	rest: N8nRest;
	close(): Promise<void>;
}

/** Starts them, with the credentials that the examples name. */
async function startShopsDay(options: ShopOptions): Promise<ShopsDay> {
	const sandbox = await startSandbox({ timeScale: 1000 });
	const wooCommerce = await startWooCommerce(options);
	const shopify = await startShopify(options);
	const n8n = await ownN8n();
	const rest = await n8n.start();
	const credentials = credentialsOf({ sandbox, wooCommerce, shopify });
	for (const credential of credentials) await saveCredential(rest, credential);
	return {
		sandbox,
		wooCommerce,
		shopify,
		n8n,
		rest,
		close: async () => {
			await n8n.close();
			await shopify.close();
			await wooCommerce.close();
			await sandbox.close();
		},
	};
}

/** Starts them for the tests of a file. Returns them, and each shop by its name, once the tests run. */
export function useShopsDay(options: ShopOptions = {}) {
	let day: ShopsDay;
	beforeAll(async () => {
		day = await startShopsDay(options);
	});
	afterAll(async () => await day?.close());
	const shops: Array<[string, () => DayShop]> = [
		['WooCommerce', () => wooCommerceDay(day.wooCommerce)],
		['Shopify', () => shopifyDay(day.shopify)],
	];
	return { day: () => day, shops };
}

/** The example of a shop as it is published: without samples, with the address of the shop. */
export const readShopExample = async (
	name: 'woocommerce' | 'shopify',
	shopify: Shopify,
): Promise<WorkflowFile> =>
	await readPublished(name, { 'https://your-shop.myshopify.com': shopify.url });

/** An order that takes as many steps of the service as its lines need parcels. Returns its parcels. */
export async function produceParcels({ sandbox }: Pick<ShopsDay, 'sandbox'>, externalId: string) {
	const reference = `@${externalId}`;
	for (const status of ['inprocess', 'partial', 'partial', 'fulfilled'] as const) {
		await sandbox.control.stepOrder(reference, status);
	}
	return sandbox.control.shipments(reference);
}

/** Runs an example once. Returns the message of a run that failed, as one does that tells something. */
export async function runOnce(rest: N8nRest, workflowId: string): Promise<string | undefined> {
	const id = await runWorkflow(rest, workflowId, TRIGGER);
	const { status, error } = await waitForExecution(rest, id, 600_000);
	if (status === 'success') return undefined;
	// One with another status, such as canceled, starts no error workflow.
	if (status !== 'error') throw new Error(`The run is ${status}: ${error?.message ?? ''}`);
	return error?.message ?? status;
}
