import type { Row } from '../support/row.ts';
import { INSPECTABLE, memoryOf } from '../support/heap.ts';
import { open, type Prepared } from '../support/instance.ts';
import type { Sender } from '../support/sending.ts';
import { percentile } from '../support/statistics.ts';
import { SIGNING_SECRET } from '../support/workflows.ts';

/** Events before the first look at the memory, so that what n8n loads once is loaded. */
const WARM_UP = 500;

export interface Steady {
	name: string;
	settings: Record<string, string>;
	count: number;
	perSecond: number;
}

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

/** Many events at a steady rate below what n8n can take: each executed once, and n8n as large after as before. */
export async function steadyRows(
	prepared: Prepared,
	sender: Sender,
	{ name, settings, count, perSecond }: Steady,
): Promise<Row[]> {
	const instance = await open(prepared, { ...settings, ...INSPECTABLE });
	try {
		const { ours } = prepared;
		const stream = { url: instance.url(ours), secret: SIGNING_SECRET, connections: 8, perSecond };
		await sender.send({ ...stream, count: WARM_UP, prefix: 'WARM' });
		await instance.database.ended(ours.id);
		const before = await memoryOf(instance.n8n);
		const { latencies, statuses } = await sender.send({ ...stream, count, prefix: 'STEADY' });
		await instance.database.ended(ours.id);
		const after = await memoryOf(instance.n8n);

		const executions = new Map<string, number>();
		for (const { externalId, status } of instance.database.received(ours.id)) {
			if (status !== 'success' || !externalId.startsWith('STEADY-')) continue;
			executions.set(externalId, (executions.get(externalId) ?? 0) + 1);
		}
		const once = [...executions.values()].filter((times) => times === 1).length;
		const work = `${count.toLocaleString('en')} events at ${perSecond}/s, ${name}`;
		return [
			{
				work,
				figure: 'executed exactly once',
				toReach: `all ${count.toLocaleString('en')}`,
				measured: `${once}, answered ${JSON.stringify(statuses)}`,
				reached: once === count && executions.size === count && statuses['200'] === count,
			},
			{
				work,
				figure: 'answered within: half, 99%, all of them',
				toReach: 'under 60 s (spec)',
				measured: [0.5, 0.99, 1]
					.map((share) => `${percentile(latencies, share).toFixed(0)} ms`)
					.join(', '),
				reached: percentile(latencies, 1) < 60_000,
			},
			{
				work,
				figure: "n8n's heap without garbage, before and after; resident",
				toReach: 'stated',
				measured: `${megabytes(before.heapUsed)} and ${megabytes(after.heapUsed)} MiB; ${megabytes(before.rss)} and ${megabytes(after.rss)} MiB`,
				reached: true,
			},
		];
	} finally {
		await instance.close();
	}
}
