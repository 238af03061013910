import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { installPackage } from '../../../scripts/n8n/package.ts';
import { olderN8nFolder } from '../../../scripts/n8n/paths.ts';
import { choosePort } from '../../../scripts/n8n/ports.ts';
import { startN8n } from '../../../scripts/n8n/process.ts';
import { N8nRest } from '../../../scripts/n8n/rest.ts';
import { localSecrets } from '../../../scripts/n8n/secrets.ts';

export interface OlderN8n {
	url: string;
	/** Signed in as the owner. */
	rest: N8nRest;
	/** Stops it and removes its data. */
	stop(): Promise<void>;
}

/**
 * Starts an older n8n with the packed tarball installed in it.
 *
 * @param folder Name of its folder in test/compat/n8n/
 */
export async function startOlderN8n(folder: string): Promise<OlderN8n> {
	const userFolder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-compat-'));
	await installPackage(userFolder, inject('packed'));
	const { encryptionKey, owner } = await localSecrets(userFolder);
	const { port } = await choosePort(0);
	const installedIn = join(olderN8nFolder, folder);
	const n8n = await startN8n({
		installedIn,
		// n8n 1.85 refuses newer ones.
		node: join(installedIn, 'node_modules', '.bin', 'node'),
		userFolder,
		port,
		brokerPort: (await choosePort(0)).port,
		encryptionKey,
		logFile: join(userFolder, 'n8n.log'),
		settings: {
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
