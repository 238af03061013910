import { cpus } from 'node:os';
import { poll } from '../../../scripts/n8n/poll.ts';
import { processorSeconds } from './processorTime.ts';
import type { QueueMode } from './queueMode.ts';
import { sendOrderCreated, placeDrafts } from './service.ts';

export interface Throughput {
	workers: number;
	perSecond: number;
	/** CPU seconds by process; empty if the system does not provide them. */
	processor: Record<string, number>;
	/** Share of the machine's CPU time that these processes used, 0 to 1. */
	load: number;
}

/**
 * Measures how fast workers process a queue of events, each of which confirms an order. The events are queued first, then
 * the workers are started. Measured from a third of the orders, when every process has warmed up, to nine tenths.
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
	await sendOrderCreated(sandbox, orders);
	// Otherwise the service would send an event for every confirmed order, and load the webhook process.
	await control.setWebhook({ url: '' });

	const started = await Promise.all(Array.from({ length: workers }, cluster.addWorker));
	const untilConfirmed = async (share: number) =>
		await poll(
			`${share * 100}% of the orders to be confirmed`,
			async () =>
				orders.filter(({ status }) => status === 'pending').length >= share * events || undefined,
			{ timeoutMilliseconds: 240_000, intervalMilliseconds: 20 },
		);
	await untilConfirmed(1 / 3);
	const pids = new Map([...cluster.running].map(([name, { pid }]) => [name, pid] as const));
	const before = processorSeconds(pids);
	const ownBefore = process.cpuUsage();
	const confirmedBefore = orders.filter(({ status }) => status === 'pending').length;
	const startedAt = performance.now();
	await untilConfirmed(9 / 10);
	const seconds = (performance.now() - startedAt) / 1000;
	const confirmed = orders.filter(({ status }) => status === 'pending').length - confirmedBefore;
	const own = process.cpuUsage(ownBefore);
	const processor: Record<string, number> = { 'service and test': (own.user + own.system) / 1e6 };
	for (const [name, used] of processorSeconds(pids)) {
		processor[name] = used - (before.get(name) ?? 0);
	}
	await untilConfirmed(1);
	for (const worker of started) await worker.stop();
	const used = Object.values(processor).reduce((sum, one) => sum + one, 0);
	return {
		workers,
		perSecond: confirmed / seconds,
		processor,
		load: used / (seconds * cpus().length),
	};
}
