import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { saveCredential } from '../../../../scripts/n8n/credentials.ts';
import { buildPackage, installPackage, packPackage } from '../../../../scripts/n8n/package.ts';
import { localFolder, root } from '../../../../scripts/n8n/paths.ts';
import { choosePort } from '../../../../scripts/n8n/ports.ts';
import { startN8n, type RunningN8n } from '../../../../scripts/n8n/process.ts';
import { N8nRest } from '../../../../scripts/n8n/rest.ts';
import { localSecrets } from '../../../../scripts/n8n/secrets.ts';
import {
	activateWorkflow,
	createWorkflow,
	type WorkflowFile,
} from '../../../../scripts/n8n/workflows.ts';
import { N8nDatabase } from './database.ts';
import {
	credential,
	emptyCredentialTrigger,
	emptyTrigger,
	eventWorkflow,
	ourTrigger,
	webhookNode,
} from './workflows.ts';

const folder = join(localFolder, 'bench-events');
const emptyTriggerPackage = fileURLToPath(new URL('../emptyTrigger', import.meta.url));

/** A workflow that waits for deliveries; `path` is below n8n's URL. */
export interface Listening {
	id: string;
	path: string;
}

/** A user folder of n8n that has been through its migrations and holds the workflows to compare. */
export interface Prepared {
	userFolder: string;
	/** Of the packages that are installed in it, and of the version of n8n. */
	hash: string;
	credentialId: string;
	ours: Listening;
	empty: Listening;
	emptyCredential: Listening;
	webhook: Listening;
}

/** A running n8n on a copy of the prepared user folder. */
export interface Instance {
	n8n: RunningN8n;
	rest: N8nRest;
	database: N8nDatabase;
	prepared: Prepared;
	/** Ends n8n without notice and starts it again on the same port. */
	restart(): Promise<void>;
	listen(file: WorkflowFile): Promise<Listening>;
	url(listening: Listening): string;
	close(): Promise<void>;
}

async function start(userFolder: string, port: number, settings: Record<string, string>) {
	const { encryptionKey, owner } = await localSecrets(userFolder);
	const n8n = await startN8n({
		userFolder,
		port,
		brokerPort: (await choosePort(0)).port,
		encryptionKey,
		logFile: join(userFolder, 'n8n.log'),
		settings: { EXECUTIONS_DATA_PRUNE: 'false', ...settings },
	});
	const rest = new N8nRest(n8n.url);
	await rest.signIn(owner);
	return { n8n, rest };
}

async function listen(rest: N8nRest, file: WorkflowFile): Promise<Listening> {
	const workflow = await createWorkflow(rest, file);
	return { id: workflow.id, path: await activateWorkflow(rest, workflow) };
}

/** Builds, packs and installs both packages and sets up the workflows; what stands from before is used again. */
export async function prepare(): Promise<Prepared> {
	await mkdir(folder, { recursive: true });
	await buildPackage();
	const packages = [
		await packPackage(join(folder, 'packages')),
		await packPackage(join(folder, 'packages'), emptyTriggerPackage),
	];
	const hash = createHash('sha256')
		.update(packages.map((packed) => packed.hash).join())
		.update(await readFile(join(root, 'local-n8n', 'package.json')))
		.digest('hex');
	const file = join(folder, 'prepared.json');
	const earlier = await readFile(file, 'utf8').then(
		(text) => JSON.parse(text) as Prepared,
		() => undefined,
	);
	if (earlier?.hash === hash) return earlier;

	const userFolder = join(folder, 'prepared');
	await rm(userFolder, { recursive: true, force: true });
	await mkdir(userFolder, { recursive: true });
	for (const packed of packages) await installPackage(userFolder, packed);
	const { n8n, rest } = await start(userFolder, (await choosePort(0)).port, {});
	try {
		const { id: credentialId } = await saveCredential(rest, credential);
		const prepared: Prepared = {
			userFolder,
			hash,
			credentialId,
			ours: await listen(rest, eventWorkflow('Ours', ourTrigger(credentialId))),
			empty: await listen(rest, eventWorkflow('Empty', emptyTrigger())),
			emptyCredential: await listen(
				rest,
				eventWorkflow('Empty, credential', emptyCredentialTrigger(credentialId)),
			),
			webhook: await listen(rest, eventWorkflow('Webhook', webhookNode())),
		};
		await n8n.stop();
		await writeFile(file, JSON.stringify(prepared, null, '\t'));
		return prepared;
	} finally {
		await n8n.stop();
	}
}

/**
 * Starts n8n on a copy of the prepared user folder.
 *
 * @param settings environment variables of n8n
 */
export async function open(
	prepared: Prepared,
	settings: Record<string, string> = {},
): Promise<Instance> {
	const userFolder = join(folder, 'run');
	await rm(userFolder, { recursive: true, force: true });
	await cp(prepared.userFolder, userFolder, { recursive: true, verbatimSymlinks: true });
	const { port } = await choosePort(0);
	const databaseFile = join(userFolder, '.n8n', 'database.sqlite');
	let running = await start(userFolder, port, settings);
	let database = new N8nDatabase(databaseFile);
	return {
		prepared,
		get n8n() {
			return running.n8n;
		},
		get rest() {
			return running.rest;
		},
		get database() {
			return database;
		},
		restart: async () => {
			database.close();
			await running.n8n.kill();
			running = await start(userFolder, port, settings);
			database = new N8nDatabase(databaseFile);
		},
		listen: async (file) => await listen(running.rest, file),
		url: ({ path }) => `http://127.0.0.1:${port}/${path}`,
		close: async () => {
			database.close();
			await running.n8n.stop();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
