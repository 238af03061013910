import type { Sandbox } from '../../sandbox/index.ts';
import type { WooCommerce } from '../../sandbox/shops/index.ts';
import { saveCredential, testCredential } from '../n8n/credentials.ts';
import { N8nRest } from '../n8n/rest.ts';
import { runFirstSteps } from './first-steps.ts';
import type { StartOptions } from './options.ts';
import { noteToCustomer, orderInShop, publishRoundTrip } from './round-trip.ts';
import { importSample } from './samples.ts';
import { printLine, step } from './screen.ts';
import { startServers } from './servers.ts';
import { Story } from './story.ts';

/** With the sandbox's time scale, an order ships within a few seconds; the rest is for slow machines. */
const SHIPPED_TIMEOUT_MS = 90_000;

/** The credentials by the names that the workflows have for them. */
const credentialsFor = ({ url, accounts: { demo } }: Sandbox, shop: WooCommerce) => [
	{
		name: 'POD Fulfilment account',
		type: 'podFulfilmentApi',
		data: {
			baseUrl: url,
			apiKey: demo.apiKey,
			signingSecret: demo.signingSecret,
			headerBrand: 'Service',
		},
	},
	{
		name: 'WooCommerce account',
		type: 'wooCommerceApi',
		data: {
			url: shop.url,
			consumerKey: shop.consumerKey,
			consumerSecret: shop.consumerSecret,
			// n8n's test of this credential does not sign in otherwise.
			includeCredentialsInQuery: true,
		},
	},
];

/**
 * Sets everything up, and lets the round trip of the shop happen once: a customer orders, the order is produced, and the
 * tracking number arrives in the shop. With `once`, the workflow to begin with is run as well.
 *
 * @throws StepFailed that names the failed step
 */
export async function demonstrate(options: StartOptions) {
	const { secrets, sandbox, shop, n8n } = await startServers(options);
	const rest = new N8nRest(n8n.url);
	const { folder } = options;

	await step('Sign in', async () => {
		await rest.signIn(secrets.owner);
		return { value: undefined, detail: secrets.owner.email };
	});
	for (const credential of credentialsFor(sandbox, shop)) {
		await step(`Create and test the credential "${credential.name}"`, async () => {
			const saved = await saveCredential(rest, credential);
			const { status, message } = await testCredential(rest, saved);
			if (status !== 'OK') throw new Error(`The credential was refused: ${message}`);
			return { value: saved, detail: message };
		});
	}
	const roundTrip = await step(
		'Import the round trip of the shop',
		async () =>
			await importSample(rest, folder, {
				file: 'examples/woocommerce-round-trip.json',
				replaced: { 'https://shop.example': shop.url },
			}),
	);
	await step('Publish the round trip and set its webhook in the sandbox', async () => {
		const url = await publishRoundTrip(rest, n8n.url, roundTrip, { sandbox, shop });
		return { value: url, detail: url };
	});

	const story = new Story(sandbox, rest, roundTrip.id);
	await story.skipEarlierExecutions();
	const order = await step('A customer orders in the shop', async () => {
		const { id, detail } = orderInShop(shop);
		return { value: id, detail };
	});
	const note = await step('Produce it and bring the tracking number back to the shop', async () => {
		if (process.stdout.isTTY) process.stdout.write('\n');
		const value = await story.reportUntil(
			() => noteToCustomer(shop, order),
			`order ${order} to be completed in the shop`,
			SHIPPED_TIMEOUT_MS,
		);
		return { value, detail: `order ${order} is completed in the shop` };
	});
	printLine(`The tracking number arrived in the shop: ${note}`);
	const firstSteps = await step(
		'Import the workflow to begin with',
		async () =>
			await importSample(rest, folder, {
				file: 'scripts/start/from-shop-to-doorstep.json',
				replaced: {
					ROUND_TRIP_ID: roundTrip.id,
					ORDER_EXECUTION_ID: story.executionOf('Create the Order'),
					PARCEL_EXECUTION_ID: story.executionOf('Tell the Customer'),
				},
			}),
	);
	if (options.once) {
		await step(`Run "${firstSteps.name}"`, async () => {
			const detail = await runFirstSteps(rest, firstSteps.id, SHIPPED_TIMEOUT_MS);
			return { value: undefined, detail };
		});
	}
	return { n8n, sandbox, shop, story, firstSteps, owner: secrets.owner };
}
