import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { startWooCommerce, type WooCommerce } from '../../sandbox/shops/index.ts';
import { buildPackage, installPackage, packPackage } from '../n8n/package.ts';
import { choosePort } from '../n8n/ports.ts';
import { startN8n, type RunningN8n } from '../n8n/process.ts';
import { localSecrets } from '../n8n/secrets.ts';
import { onStop } from './clean-up.ts';
import { followChanges } from './followChanges.ts';
import type { StartOptions } from './options.ts';
import { productsOf } from './products.ts';
import { claimFolder } from './running.ts';
import { step } from './screen.ts';

/** Seconds of the service's clock per real second: an order ships about five seconds after it was confirmed. */
const TIME_SCALE = 90;

const portDetail = (preferred: number, { port, wasTaken }: { port: number; wasTaken: boolean }) =>
	wasTaken ? `port ${preferred} is taken, so on port ${port}` : `on port ${port}`;

/** Builds and installs the package, then starts the sandbox, the shop and n8n. */
export async function startServers(options: StartOptions) {
	const { folder } = options;
	const secrets = await localSecrets(folder);
	onStop(await claimFolder(folder));

	const packed = await step('Build, pack and install the package', async () => {
		await buildPackage();
		const packed = await packPackage(join(folder, 'package'));
		const isNew = await installPackage(folder, packed);
		const detail = `${packed.name} ${packed.version}, ${isNew ? 'installed in n8n as a community package' : 'unchanged'}`;
		return { value: packed, detail };
	});
	const sandbox = await step('Start the sandbox', async () => {
		const chosen = await choosePort(options.sandboxPort);
		const value: Sandbox = await startSandbox({
			port: chosen.port,
			timeScale: TIME_SCALE,
			autoAdvance: true,
			// Two orders in each status, so that the editor's lists are not empty.
			seed: { orders: 18 },
		});
		onStop(async () => await value.close());
		return { value, detail: `${portDetail(options.sandboxPort, chosen)}, ${value.url}` };
	});
	const shop = await step('Start a WooCommerce shop', async () => {
		const chosen = await choosePort(options.shopPort);
		const value: WooCommerce = await startWooCommerce({
			port: chosen.port,
			products: productsOf(sandbox),
		});
		onStop(async () => await value.close());
		return { value, detail: `${portDetail(options.shopPort, chosen)}, ${value.url}` };
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
			...(options.dev && { settings: { N8N_DEV_RELOAD: 'true' } }),
		});
		onStop(async () => await value.stop());
		return { value, detail: `${portDetail(options.n8nPort, chosen)}, ${value.url}` };
	});
	if (options.dev) followChanges(folder, packed.name);
	return { secrets, sandbox, shop, n8n };
}
