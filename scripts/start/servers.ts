import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { buildPackage, installPackage, packPackage } from '../n8n/package.ts';
import { choosePort } from '../n8n/ports.ts';
import { startN8n, type RunningN8n } from '../n8n/process.ts';
import { localSecrets } from '../n8n/secrets.ts';
import { endLater } from './clean-up.ts';
import type { StartOptions } from './options.ts';
import { claimFolder } from './running.ts';
import { step } from './screen.ts';

/** Service seconds per second: an order is shipped about ten seconds after it was placed. */
const timeScale = 60;

const portNote = (wanted: number, { port, wasTaken }: { port: number; wasTaken: boolean }) =>
	wasTaken ? `port ${wanted} is taken, so on port ${port}` : `on port ${port}`;

/** Builds and installs the package, then starts the sandbox and n8n. */
export async function startServers(options: StartOptions) {
	const { folder } = options;
	const secrets = await localSecrets(folder);
	endLater(await claimFolder(folder));

	await step('Build, pack and install the package', async () => {
		await buildPackage();
		const packed = await packPackage(join(folder, 'package'));
		const isNew = await installPackage(folder, packed);
		const told = `${packed.name} ${packed.version}, ${isNew ? 'installed in n8n as a community package' : 'unchanged'}`;
		return { value: packed, told };
	});
	const sandbox = await step('Start the sandbox', async () => {
		const chosen = await choosePort(options.sandboxPort);
		const value: Sandbox = await startSandbox({
			port: chosen.port,
			timeScale,
			autoAdvance: true,
			// Something to find in the editor's lists, two in each status.
			seed: { orders: 18 },
		});
		endLater(async () => await value.close());
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
		endLater(async () => await value.stop());
		return { value, told: `${portNote(options.n8nPort, chosen)}, ${value.url}` };
	});
	return { secrets, sandbox, n8n };
}
