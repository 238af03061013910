import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { placeOrder } from '../../test/e2e/support/service.ts';
import { choosePort } from '../n8n/ports.ts';
import { startN8n } from '../n8n/process.ts';
import { N8nRest } from '../n8n/rest.ts';
import { localSecrets } from '../n8n/secrets.ts';
import { installPublished, type Npm } from './published.ts';
import { runSaved, saveWorkflows, type SavedWorkflows } from './saved.ts';

/** An n8n with the sandbox, in which published versions are tried one after the other. */
export interface Trial {
	/**
	 * Installs a version while n8n is stopped, starts n8n, and runs the workflows that were saved with the first version.
	 *
	 * @returns the version that was installed
	 */
	run(npm: Npm, spec: string): Promise<string>;
	close(): Promise<void>;
}

export async function startTrial(): Promise<Trial> {
	const userFolder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-trial-'));
	const sandbox: Sandbox = await startSandbox();
	const { encryptionKey, owner } = await localSecrets(userFolder);
	// The same for each start: the sandbox and the saved workflows know the address.
	const { port } = await choosePort(0);
	let saved: SavedWorkflows | undefined;
	let round = 0;
	return {
		run: async (npm, spec) => {
			const version = await installPublished(npm, userFolder, spec);
			// Placed while n8n is down, from the second round on.
			const before = saved ? await placeOrder(sandbox) : undefined;
			const n8n = await startN8n({
				userFolder,
				port,
				brokerPort: (await choosePort(0)).port,
				encryptionKey,
				logFile: join(userFolder, 'n8n.log'),
			});
			try {
				const rest = new N8nRest(n8n.url);
				await rest.signIn(owner);
				saved ??= await saveWorkflows(rest, sandbox);
				const newOrderId = before ?? (await placeOrder(sandbox));
				round += 1;
				await runSaved({ rest, url: n8n.url, sandbox }, saved, { round, newOrderId });
			} finally {
				await n8n.stop();
			}
			return version;
		},
		close: async () => {
			await sandbox.close();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
