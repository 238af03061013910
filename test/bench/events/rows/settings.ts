import type { Row } from '../support/row.ts';
import { open, type Prepared } from '../support/instance.ts';
import type { Sender } from '../support/sending.ts';
import { median, percentile } from '../support/statistics.ts';
import { SIGNING_SECRET } from '../support/workflows.ts';

const ROUNDS = 3;
const SECONDS_PER_ROUND = 3;

/** n8n's settings that a user may think of for more events a second, alone and together. */
const SETTINGS: Array<Record<string, string>> = [
	{},
	{ N8N_EXPRESSION_ENGINE_POOL_SIZE: '8' },
	{ N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true' },
	{ N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	{ N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true', N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true' },
	{ N8N_EXPRESSION_ENGINE: 'quickjs' },
	{ N8N_EXPRESSION_ENGINE: 'legacy' },
	{ N8N_EXPRESSION_ENGINE: 'legacy', EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none' },
	{ N8N_EXPRESSION_ENGINE: 'legacy', N8N_CONCURRENCY_PRODUCTION_LIMIT: '5' },
];

async function settingRow(
	prepared: Prepared,
	sender: Sender,
	settings: Record<string, string>,
): Promise<Row> {
	const instance = await open(prepared, settings);
	try {
		const { ours } = prepared;
		const send = async (count: number, secret: string) => {
			const begin = performance.now();
			const { latencies } = await sender.send({
				url: instance.url(ours),
				count,
				secret,
				prefix: 'SETTING',
				connections: 8,
			});
			await instance.database.ended(ours.id);
			return { perSecond: (count * 1000) / (performance.now() - begin), latencies };
		};
		const { perSecond: first } = await send(60, SIGNING_SECRET);
		const count = Math.ceil(first * SECONDS_PER_ROUND);
		const accepted: Array<{ perSecond: number; latencies: number[] }> = [];
		const refused: number[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			accepted.push(await send(count, SIGNING_SECRET));
			refused.push((await send(count, 'forged')).perSecond);
		}
		const p99 = percentile(
			accepted.flatMap(({ latencies }) => latencies),
			0.99,
		);
		return {
			work:
				Object.entries(settings)
					.map(([name, value]) => `${name}=${value}`)
					.join(' ') || "n8n's defaults",
			figure: 'events a second; 99% answered within; forged refused a second',
			toReach: 'stated',
			measured: `${median(accepted.map(({ perSecond }) => perSecond)).toFixed(0)}/s; ${p99.toFixed(0)} ms; ${median(refused).toFixed(0)}/s`,
			reached: true,
		};
	} finally {
		await instance.close();
	}
}

/** What each of n8n's settings is worth for our trigger. */
export async function settingRows(prepared: Prepared, sender: Sender): Promise<Row[]> {
	const rows: Row[] = [];
	for (const settings of SETTINGS) rows.push(await settingRow(prepared, sender, settings));
	return rows;
}
