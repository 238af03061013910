import { saveCredential, testCredential } from '../n8n/credentials.ts';
import { itemsOf, waitForExecution } from '../n8n/executions.ts';
import { N8nRest } from '../n8n/rest.ts';
import { activateWorkflow, runWorkflow } from '../n8n/workflows.ts';
import type { StartOptions } from './options.ts';
import { importSample } from './samples.ts';
import { step, tell } from './screen.ts';
import { startServers } from './servers.ts';
import { Story } from './story.ts';

const shippedTimeout = 90_000;

/** The name that the workflows of examples/ refer to. */
const credentialName = 'POD Fulfilment account';

/**
 * Does everything up to the tracking link, step by step.
 *
 * @throws StepFailed naming the step that did not work
 */
export async function demonstrate(options: StartOptions) {
	const { secrets, sandbox, n8n } = await startServers(options);
	const rest = new N8nRest(n8n.url);
	const { demo } = sandbox.accounts;

	await step('Sign in', async () => {
		await rest.signIn(secrets.owner);
		return { value: undefined, told: secrets.owner.email };
	});
	await step('Create and test the credential', async () => {
		const credential = await saveCredential(rest, {
			name: credentialName,
			type: 'podFulfilmentApi',
			data: {
				baseUrl: sandbox.url,
				apiKey: demo.apiKey,
				signingSecret: demo.signingSecret,
				headerBrand: 'Service',
			},
		});
		const { status, message } = await testCredential(rest, credential);
		if (status !== 'OK') throw new Error(`The credential was refused: ${message}`);
		return { value: credential, told: `"${credentialName}", ${message}` };
	});
	const place = await step('Import the workflow that places an order', async () => {
		const { workflow, told } = await importSample(rest, options.folder, 'place-an-order.json');
		return { value: workflow, told: `"${workflow.name}", ${told}` };
	});
	const follow = await step('Import the workflow that follows it', async () => {
		const { workflow, told } = await importSample(rest, options.folder, 'follow-the-parcel.json');
		return { value: workflow, told: `"${workflow.name}", ${told}` };
	});
	await step('Activate it and set the webhook URL in the sandbox', async () => {
		const url = `${n8n.url}/${await activateWorkflow(rest, follow)}`;
		await sandbox.control.setWebhook({ url, signingSecret: demo.signingSecret });
		return { value: url, told: url };
	});

	const story = new Story(sandbox, rest, follow.id);
	await story.skipThePast();
	const order = await step('Place an order', async () => {
		const executionId = await runWorkflow(rest, place.id, 'When You Click Execute');
		const execution = await waitForExecution(rest, executionId);
		const { json } = itemsOf(execution, 'Create the Order')[0] ?? {};
		if (execution.status !== 'success' || typeof json?.id !== 'string') {
			throw new Error(execution.error?.message ?? 'The workflow put out no order.');
		}
		const told = `external ID ${String(json.externalId)}, id ${json.id}, status ${String(json.status)}`;
		return { value: { id: json.id }, told };
	});
	const trackingLink = await step('Follow it to the doorstep', async () => {
		if (process.stdout.isTTY) process.stdout.write('\n');
		const value = await story.untilShipped(order.id, shippedTimeout);
		return { value, told: 'shipped' };
	});
	tell(`Tracking link: ${trackingLink}`);
	return { n8n, sandbox, story, owner: secrets.owner };
}
