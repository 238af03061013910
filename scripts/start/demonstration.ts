import type { Sandbox } from '../../sandbox/index.ts';
import type { WooCommerce } from '../../sandbox/shops/index.ts';
import { saveCredential, testCredential } from '../n8n/credentials.ts';
import { hasEnded, listExecutions } from '../n8n/executions.ts';
import { poll } from '../n8n/poll.ts';
import { N8nRest } from '../n8n/rest.ts';
import { publishWorkflow } from '../n8n/workflows.ts';
import { orderOnPage, trackingLinkOf } from './customer.ts';
import type { StartOptions } from './options.ts';
import { importSample } from './samples.ts';
import { step } from './screen.ts';
import { startServers } from './servers.ts';
import { Story, type OrderRun } from './story.ts';
import { withCredentials, withNotBefore, withShortSchedule, WORKFLOW_FILE } from './workflow.ts';

/** For two runs of the workflow; the rest is for slow machines. */
const TOLD_TIMEOUT_MS = 180_000;

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
 * Sets everything up: the workflow brings what is ordered on the shop's page to the service, and its tracking number back.
 * With `once`, a customer orders there, and gets it.
 *
 * @throws StepFailed that names the failed step
 */
export async function demonstrate(options: StartOptions) {
	const { secrets, sandbox, shop, n8n } = await startServers(options);
	const rest = new N8nRest(n8n.url);

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
	const workflow = await step(
		'Import the workflow of the shop',
		async () =>
			await importSample(rest, options.folder, {
				file: WORKFLOW_FILE,
				change: (imported) => withCredentials(withNotBefore(withShortSchedule(imported))),
			}),
	);
	const canvas = `${n8n.url}/workflow/${workflow.id}`;
	const runs = `${canvas}/executions`;
	const setLinks = (newest = '', ofOrders: readonly OrderRun[] = []): void =>
		shop.control.setLinks([
			{ text: 'Workflow on Its Canvas', url: canvas },
			{ text: 'Its Runs', url: newest === '' ? runs : `${runs}/${newest}` },
			...ofOrders.map(({ orderId, what, run }) => ({
				...{ orderId, url: `${runs}/${run}` },
				text: `Its Run: ${what}`,
			})),
		]);
	const story = new Story(shop, rest, workflow.id, setLinks);
	await story.skipEarlierRuns();
	await step('Publish it', async () => {
		await publishWorkflow(rest, workflow);
		setLinks();
		return { value: undefined, detail: canvas };
	});
	if (options.once) {
		const order = await orderAndFollow(shop);
		await step('Complete the order', async () => ({
			value: await poll(`order ${order} to be completed, and its runs to end`, async () => {
				if (shop.control.getOrder(order).status !== 'completed') return undefined;
				return (await listExecutions(rest, workflow.id)).every(hasEnded) || undefined;
			}),
		}));
	}
	return { n8n, sandbox, shop, story, owner: secrets.owner };
}

/** Does what the user is meant to do: orders on the shop's page, and follows the parcel. Returns the order's number. */
async function orderAndFollow(shop: WooCommerce): Promise<number> {
	const order = await step("Order on the shop's page", async () => {
		const value = await orderOnPage(shop);
		const { lines } = shop.control.getOrder(value);
		const bought = lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
		return { value, detail: `order ${value}, ${bought}` };
	});
	const link = await step('Get the tracking link by mail', async () => {
		const value = await trackingLinkOf(shop, order, TOLD_TIMEOUT_MS);
		return { value, detail: value };
	});
	await step('Follow the parcel', async () => {
		const { status } = await fetch(link);
		if (status !== 200) throw new Error(`Its page answered ${status}.`);
		return { value: undefined };
	});
	return order;
}
