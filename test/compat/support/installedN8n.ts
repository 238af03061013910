import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackage, type PackedPackage } from '../../../scripts/n8n/package.ts';
import { n8nFolder, olderN8nFolder } from '../../../scripts/n8n/paths.ts';
import { choosePort } from '../../../scripts/n8n/ports.ts';
import { startN8n } from '../../../scripts/n8n/process.ts';
import { N8nRest } from '../../../scripts/n8n/rest.ts';
import { localSecrets } from '../../../scripts/n8n/secrets.ts';

/** Where a version of n8n is installed. */
export interface InstalledN8n {
	/** As people say it, such as `1.85`. */
	name: string;
	/** As package.json pins it, such as `1.85.4`. */
	version: string;
	folder: string;
	/** The Node that runs it: n8n 1.85 refuses newer ones. */
	node: string;
	/** Whether its settings have the names that they have today. */
	isNewest: boolean;
}

export interface VersionOfN8n {
	url: string;
	/** Signed in as the owner. */
	rest: N8nRest;
	/** Stops it and removes its data. */
	stop(): Promise<void>;
}

function installedIn(folder: string, isNewest: boolean): InstalledN8n {
	const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	const version = manifest.dependencies.n8n;
	return {
		name: version.split('.').slice(0, 2).join('.'),
		version,
		folder,
		node: isNewest ? process.execPath : join(folder, 'node_modules', '.bin', 'node'),
		isNewest,
	};
}

/** The versions in test/compat/n8n/, oldest first. */
export const olderVersions = readdirSync(olderN8nFolder)
	.map((name) => installedIn(join(olderN8nFolder, name), false))
	.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));

/** The version that all other tests run. */
export const newestVersion = installedIn(n8nFolder, true);

/** Starts a version of n8n with the packed package installed in it. */
export async function startVersion(
	installed: InstalledN8n,
	packed: PackedPackage,
): Promise<VersionOfN8n> {
	const userFolder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-compat-'));
	await installPackage(userFolder, packed);
	const { encryptionKey, owner } = await localSecrets(userFolder);
	const { port } = await choosePort(0);
	const n8n = await startN8n({
		installedIn: installed.folder,
		node: installed.node,
		userFolder,
		port,
		brokerPort: (await choosePort(0)).port,
		encryptionKey,
		logFile: join(userFolder, 'n8n.log'),
		settings: installed.isNewest
			? {}
			: {
					// The name of N8N_WEBHOOK_URL in n8n 1.
					WEBHOOK_URL: `http://127.0.0.1:${port}/`,
					// Older versions do not know this module, and do not start if it is disabled.
					N8N_DISABLED_MODULES: undefined,
				},
	});
	const rest = new N8nRest(n8n.url);
	await rest.signIn(owner);
	return {
		url: n8n.url,
		rest,
		stop: async () => {
			await n8n.stop();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
