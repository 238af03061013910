/**
 * `npm start`: a real n8n with the nodes of this package, the sandbox as the service, and an order that goes from
 * being placed to its tracking link. Stays up until Ctrl-C; with --once it stops by itself.
 */
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox/index.ts';
import { saveCredential, testCredential } from './n8n/credentials.ts';
import { itemsOf, waitForExecution } from './n8n/executions.ts';
import { buildPackage, installPackage, packPackage } from './n8n/package.ts';
import { choosePort } from './n8n/ports.ts';
import { startN8n, type RunningN8n } from './n8n/process.ts';
import { N8nRest } from './n8n/rest.ts';
import { localSecrets } from './n8n/secrets.ts';
import { activateWorkflow, runWorkflow } from './n8n/workflows.ts';
import { readOptions, usage, type StartOptions } from './start/options.ts';
import { claimFolder } from './start/running.ts';
import { importSample } from './start/samples.ts';
import { StepFailed, step, tell } from './start/screen.ts';
import { Story } from './start/story.ts';

/** Service seconds per second: an order is shipped about ten seconds after it was placed. */
const timeScale = 60;
const shippedTimeout = 90_000;

const credentialName = 'POD Fulfilment account';

/** How to end what was started, the latest first. */
const cleanUps: Array<() => Promise<void>> = [];
async function stopEverything(): Promise<void> {
	for (let cleanUp = cleanUps.pop(); cleanUp; cleanUp = cleanUps.pop()) {
		await cleanUp().catch((error: unknown) => console.error(String(error)));
	}
}

const portNote = (wanted: number, { port, wasTaken }: { port: number; wasTaken: boolean }) =>
	wasTaken ? `port ${wanted} is taken, so on ${port}` : `on port ${port}`;

async function startServers(options: StartOptions) {
	const { folder } = options;
	const secrets = await localSecrets(folder);
	cleanUps.push(await claimFolder(folder));

	await step('Build, pack and install the package', async () => {
		await buildPackage();
		const packed = await packPackage(join(folder, 'package'));
		const isNew = await installPackage(folder, packed);
		const told = `${packed.name} ${packed.version}, ${isNew ? 'installed in n8n as a community package' : 'unchanged'}`;
		return { value: packed, told };
	});
	const sandbox = await step('Start the sandbox', async () => {
		const chosen = await choosePort(options.sandboxPort);
		const value: Sandbox = await startSandbox({ port: chosen.port, timeScale, autoAdvance: true });
		cleanUps.push(async () => await value.close());
		return { value, told: `${portNote(options.sandboxPort, chosen)}, ${value.url}` };
	});
	const n8n = await step('Start n8n', async () => {
		const chosen = await choosePort(options.n8nPort);
		const broker = await choosePort(0);
		const value: RunningN8n = await startN8n({
			userFolder: folder,
			port: chosen.port,
			brokerPort: broker.port,
			encryptionKey: secrets.encryptionKey,
			logFile: join(folder, 'n8n.log'),
		});
		cleanUps.push(async () => await value.stop());
		return { value, told: `${portNote(options.n8nPort, chosen)}, ${value.url}` };
	});
	return { secrets, sandbox, n8n };
}

async function tellTheStory(options: StartOptions) {
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
	return { n8n, story, owner: secrets.owner };
}

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (!options) {
		console.log(usage);
		return 0;
	}
	const interrupted = new AbortController();
	const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	const interruption = new Promise<'interrupted'>((resolve) => {
		for (const signal of signals) {
			process.on(signal, () => {
				// Asked twice: at once. What was started is killed as this process exits.
				if (interrupted.signal.aborted) process.exit(130);
				interrupted.abort();
				resolve('interrupted');
			});
		}
	});

	const told = await Promise.race([tellTheStory(options), interruption]);
	if (told === 'interrupted') {
		console.log('\nStopping everything that was started …');
		await stopEverything();
		return 130;
	}
	const { n8n, story, owner } = told;
	if (options.once) {
		await step('Stop everything', async () => ({ value: await stopEverything() }));
		return 0;
	}

	console.log(
		`\nThe editor: ${n8n.url}\n     email: ${owner.email}\n  password: ${owner.password}`,
	);
	console.log('\nEverything stays up until you press Ctrl-C.\n');
	const ended = await Promise.race([
		story.goOn(interrupted.signal).then(() => 'interrupted' as const),
		n8n.exited.then(() => 'n8n' as const),
	]);
	interrupted.abort();
	console.log('\nStopping everything that was started …');
	await stopEverything();
	if (ended === 'interrupted') return 0;
	console.error(`n8n ended by itself. Its log: ${n8n.logFile}`);
	return 1;
}

try {
	// process.exit rather than exitCode: an interrupted step may still have something open.
	process.exit(await main());
} catch (error) {
	await stopEverything();
	console.error(`\n${error instanceof Error ? error.message : String(error)}`);
	if (error instanceof StepFailed)
		console.error(`The logs are in ${join(readFolder(), 'n8n.log')}`);
	process.exit(1);
}

function readFolder(): string {
	return readOptions(process.argv.slice(2))?.folder ?? '';
}
