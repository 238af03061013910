import { cpus } from 'node:os';
import { poll } from '../../../scripts/n8n/poll.ts';
import { processorSeconds } from './processorTime.ts';
import type { QueueMode } from './queueMode.ts';
import { announce, placeDrafts } from './service.ts';

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
