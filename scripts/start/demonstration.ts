import { saveCredential, testCredential } from '../n8n/credentials.ts';
import { itemsOf, waitForExecution } from '../n8n/executions.ts';
import { N8nRest } from '../n8n/rest.ts';
import { activateWorkflow, runWorkflow } from '../n8n/workflows.ts';
import type { StartOptions } from './options.ts';
import { importSample } from './samples.ts';
import { printLine, step } from './screen.ts';
import { startServers } from './servers.ts';
import { Story } from './story.ts';

/** With the sandbox's time scale, an order ships within about ten seconds; the rest is for slow machines. */
const SHIPPED_TIMEOUT_MS = 90_000;

/** The credential name in the workflows of examples/. */
const CREDENTIAL_NAME = 'POD Fulfilment account';

/**
 * Runs the demonstration up to the tracking link, step by step.
 *
 * @throws StepFailed that names the failed step
 */
export async function demonstrate(options: StartOptions) {
	const { secrets, sandbox, n8n } = await startServers(options);
	const rest = new N8nRest(n8n.url);
	const { demo } = sandbox.accounts;

	await step('Sign in', async () => {
		await rest.signIn(secrets.owner);
		return { value: undefined, detail: secrets.owner.email };
	});
	await step('Create and test the credential', async () => {
		const credential = await saveCredential(rest, {
			name: CREDENTIAL_NAME,
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
		return { value: credential, detail: `"${CREDENTIAL_NAME}", ${message}` };
	});
	const place = await step('Import the workflow that places an order', async () => {
		const { workflow, detail } = await importSample(rest, options.folder, 'place-an-order.json');
		return { value: workflow, detail: `"${workflow.name}", ${detail}` };
	});
	const follow = await step('Import the workflow that follows it', async () => {
		const { workflow, detail } = await importSample(rest, options.folder, 'follow-the-parcel.json');
		return { value: workflow, detail: `"${workflow.name}", ${detail}` };
	});
	await step('Activate it and set the webhook URL in the sandbox', async () => {
		const url = `${n8n.url}/${await activateWorkflow(rest, follow)}`;
		await sandbox.control.setWebhook({ url, signingSecret: demo.signingSecret });
		return { value: url, detail: url };
	});

	const story = new Story(sandbox, rest, follow.id);
	await story.skipEarlierExecutions();
	const order = await step('Place an order', async () => {
		const executionId = await runWorkflow(rest, place.id, 'When You Click Execute');
		const execution = await waitForExecution(rest, executionId);
		const { json } = itemsOf(execution, 'Create the Order')[0] ?? {};
		if (execution.status !== 'success' || typeof json?.id !== 'string') {
			throw new Error(execution.error?.message ?? 'The workflow put out no order.');
		}
		const detail = `external ID ${String(json.externalId)}, id ${json.id}, status ${String(json.status)}`;
		return { value: { id: json.id }, detail };
	});
	const trackingLink = await step('Follow it to the doorstep', async () => {
		if (process.stdout.isTTY) process.stdout.write('\n');
		const value = await story.reportUntilShipped(order.id, SHIPPED_TIMEOUT_MS);
		return { value, detail: 'shipped' };
	});
	printLine(`Tracking link: ${trackingLink}`);
	return { n8n, sandbox, story, owner: secrets.owner };
}
