import { cpus } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { saveCredential, type Credential } from '../../../scripts/n8n/credentials.ts';
import { localFolder } from '../../../scripts/n8n/paths.ts';
import { poll } from '../../../scripts/n8n/poll.ts';
import { startCluster, type Cluster } from '../../../scripts/n8n/queue-mode/cluster.ts';
import { activateWorkflow, createWorkflow } from '../../../scripts/n8n/workflows.ts';
import { processorSeconds } from './processorTime.ts';
import { announce, placeDrafts } from './service.ts';
import { confirmWorkflow } from './workflow.ts';

/** What one worker runs at once: n8n's own default. */
export const CONCURRENCY = 10;

/** The settings that docs/queue-mode.md recommends for every process. */
const RECOMMENDED = {
	N8N_EXPRESSION_ENGINE: 'legacy',
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '1000',
};

export const logFolder = join(localFolder, 'scale', 'logs');

/** n8n in queue mode and the service, each with what it needs of the other. */
export interface QueueMode {
	cluster: Cluster;
	sandbox: Sandbox;
	credential: Credential;
}

/** Nothing of the service's clock is shortened: its retries come when they would come in earnest. */
export async function startQueueMode(): Promise<QueueMode> {
	const sandbox = await startSandbox({ timeScale: 1 });
	const cluster = await startCluster({
		logFolder,
		concurrency: CONCURRENCY,
		settings: RECOMMENDED,
	});
	const credential = await saveCredential(cluster.rest, {
		name: 'Shop',
		type: 'podFulfilmentApi',
		data: {
			baseUrl: sandbox.url,
			apiKey: sandbox.accounts.demo.apiKey,
			signingSecret: sandbox.accounts.demo.signingSecret,
			headerBrand: 'Service',
		},
	});
	return { cluster, sandbox, credential };
}

/** Creates and activates the workflow; returns its id and the address that the webhook process takes events at. */
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

export interface Throughput {
	workers: number;
	perSecond: number;
	/** Processor seconds of each process; empty where the system does not tell. */
	processor: Record<string, number>;
	/** Share of all the machine's cores that these processes used, 0 to 1. */
	load: number;
}

/**
 * How fast workers get through a queue: from a third of the orders confirmed, when every process has loaded and
 * compiled what it needs, to nine tenths. The events come in before; then the workers are started.
 */
export async function drain(
	{ cluster, sandbox }: QueueMode,
	url: string,
	{ prefix, workers, events }: { prefix: string; workers: number; events: number },
): Promise<Throughput> {
	const { control } = sandbox;
	await control.setWebhook({ url: '' });
	const orders = await placeDrafts(sandbox, prefix, events);
	await control.setWebhook({ url });
	await announce(sandbox, orders);
	// Else the service would tell of every confirmed order, and the webhook process would have work, too.
	await control.setWebhook({ url: '' });

	const started = await Promise.all(Array.from({ length: workers }, cluster.addWorker));
	const until = async (share: number) =>
		await poll(
			`${share * 100}% of the orders to be confirmed`,
			async () =>
				orders.filter(({ status }) => status === 'pending').length >= share * events || undefined,
			{ timeoutMilliseconds: 240_000, intervalMilliseconds: 20 },
		);
	await until(1 / 3);
	const pids = new Map([...cluster.running].map(([name, { pid }]) => [name, pid] as const));
	const before = processorSeconds(pids);
	const ownBefore = process.cpuUsage();
	const confirmedBefore = orders.filter(({ status }) => status === 'pending').length;
	const startedAt = performance.now();
	await until(9 / 10);
	const seconds = (performance.now() - startedAt) / 1000;
	const confirmed = orders.filter(({ status }) => status === 'pending').length - confirmedBefore;
	const own = process.cpuUsage(ownBefore);
	const processor: Record<string, number> = { 'service and test': (own.user + own.system) / 1e6 };
	for (const [name, used] of processorSeconds(pids)) {
		processor[name] = used - (before.get(name) ?? 0);
	}
	await until(1);
	for (const worker of started) await worker.stop();
	const used = Object.values(processor).reduce((sum, one) => sum + one, 0);
	return {
		workers,
		perSecond: confirmed / seconds,
		processor,
		load: used / (seconds * cpus().length),
	};
}
