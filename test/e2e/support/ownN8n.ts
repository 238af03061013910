import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackage, packPackage, type PackedPackage } from '../../../scripts/n8n/package.ts';
import { choosePort } from '../../../scripts/n8n/ports.ts';
import { startN8n, type RunningN8n } from '../../../scripts/n8n/process.ts';
import { N8nRest } from '../../../scripts/n8n/rest.ts';
import { runCommand } from '../../../scripts/n8n/run-command.ts';
import { localSecrets } from '../../../scripts/n8n/secrets.ts';

/** An n8n for one test file only, so that it may be killed. */
export interface OwnN8n {
	/** Stays the same after a restart. */
	url: string;
	/** Starts it unless it is running, and signs in. A restart keeps its data. */
	start(): Promise<N8nRest>;
	/** Kills it with SIGKILL. */
	kill(): Promise<void>;
	/** Stops it and removes its data. */
	close(): Promise<void>;
}

/** Puts the files of the package into the folder from which n8n loads private nodes. */
export async function installInCustomFolder(userFolder: string, packed: PackedPackage) {
	const custom = join(userFolder, '.n8n', 'custom');
	await mkdir(custom, { recursive: true });
	await runCommand('tar', ['-xzf', packed.file, '-C', custom], { cwd: userFolder });
}

export interface OwnN8nOptions {
	/** How the package gets into the user folder; by default as a community package. */
	install?: (userFolder: string, packed: PackedPackage) => Promise<unknown>;
	/** Additional environment variables. */
	settings?: NodeJS.ProcessEnv;
}

/** Installs the package into a new user folder; n8n itself is not started yet. */
export async function ownN8n({
	install = installPackage,
	settings = {},
}: OwnN8nOptions = {}): Promise<OwnN8n> {
	const userFolder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-own-'));
	await install(userFolder, await packPackage(join(userFolder, 'package')));
	const { encryptionKey, owner } = await localSecrets(userFolder);
	const { port } = await choosePort(0);
	let running: RunningN8n | undefined;
	return {
		url: `http://127.0.0.1:${port}`,
		start: async () => {
			running ??= await startN8n({
				userFolder,
				port,
				brokerPort: (await choosePort(0)).port,
				encryptionKey,
				logFile: join(userFolder, 'n8n.log'),
				settings,
			});
			const rest = new N8nRest(running.url);
			await rest.signIn(owner);
			return rest;
		},
		kill: async () => {
			await running?.kill();
			running = undefined;
		},
		close: async () => {
			await running?.stop();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
