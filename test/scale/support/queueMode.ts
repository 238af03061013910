import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { saveCredential, type Credential } from '../../../scripts/n8n/credentials.ts';
import { localFolder } from '../../../scripts/n8n/paths.ts';
import { startCluster, type Cluster } from '../../../scripts/n8n/queue-mode/cluster.ts';
import { activateWorkflow, createWorkflow } from '../../../scripts/n8n/workflows.ts';
import { ADDED_SETTINGS } from './settings.ts';
import { confirmWorkflow } from './workflow.ts';
import { demoData } from '../../support/demoData.ts';

/** Executions that a worker runs at once: n8n's default. */
export const CONCURRENCY = 10;

const logFolder = join(localFolder, 'scale', 'logs');

/** n8n in queue mode and the sandbox as the service, with a credential for it. */
export interface QueueMode {
	cluster: Cluster;
	sandbox: Sandbox;
	credential: Credential;
	stop(): Promise<void>;
}

/** Starts n8n in queue mode and the sandbox in real time: the service's retries have their real delays. */
export async function startQueueMode(): Promise<QueueMode> {
	const sandbox = await startSandbox({ timeScale: 1 });
	let cluster: Cluster | undefined;
	const stop = async () => {
		await cluster?.stop();
		await sandbox.close();
	};
	try {
		cluster = await startCluster({
			logFolder,
			concurrency: CONCURRENCY,
			settings: ADDED_SETTINGS,
		});
		const credential = await saveCredential(cluster.rest, {
			name: 'Shop',
			type: 'podFulfilmentApi',
			data: demoData(sandbox),
		});
		return { cluster, sandbox, credential, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Creates and activates the workflow. Returns its ID and its webhook URL at the webhook process. */
export async function listen(
	{ cluster, credential }: QueueMode,
	acknowledge: 'immediately' | 'afterFinish',
): Promise<{ id: string; url: string }> {
	const name = `Confirm New Orders, ${acknowledge}`;
	const file = confirmWorkflow(name, credential, acknowledge);
	const workflow = await createWorkflow(cluster.rest, file);
	const path = await activateWorkflow(cluster.rest, workflow);
	return { id: workflow.id, url: `${cluster.webhookUrl}/${path}` };
}
