import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { localFolder } from '../../../scripts/n8n/paths.ts';
import type { Row } from './support/row.ts';
import { killedRows } from './rows/killed.ts';
import { rememberingRows } from './rows/remembering.ts';
import { settingRows } from './rows/settings.ts';
import { steadyRows } from './rows/steady.ts';
import { throughputRows, type Plan } from './rows/throughput.ts';
import { prepare, type Prepared } from './support/instance.ts';
import { startSender, type Sender } from './support/sending.ts';

const ROUNDS = 30;

const QUICK = '--quick';
const names = process.argv.slice(2).filter((argument) => argument !== QUICK);

/** With `--quick` a tenth of everything: to see that it works, the figures mean little. */
const scale = process.argv.includes(QUICK) ? 0.1 : 1;

type Part = (prepared: Prepared, sender: Sender) => Promise<Row[]>;

const throughput =
	(plan: Omit<Plan, 'rounds'>): Part =>
	async (prepared, sender) =>
		await throughputRows(prepared, sender, { ...plan, rounds: ROUNDS * scale });

const steady =
	(name: string, settings: Record<string, string>, count: number, perSecond: number): Part =>
	async (prepared, sender) =>
		await steadyRows(prepared, sender, { name, settings, count: count * scale, perSecond });

const legacy = { N8N_EXPRESSION_ENGINE: 'legacy' };
const lazy = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

/** Each part starts its own n8n, and can be run alone: `node scripts/install.mjs n8n --run --expose-gc test/bench/events/run.ts steady killed`. */
const PARTS: Record<string, Part> = {
	throughput: throughput({ name: "n8n's defaults", settings: {}, perRound: 32, refusals: 2 }),
	'throughput-legacy': throughput({
		name: 'N8N_EXPRESSION_ENGINE=legacy',
		settings: legacy,
		perRound: 200,
		refusals: 2,
	}),
	// No isolate is taken for a delivery then but by n8n itself, for the execution.
	'throughput-lazy': throughput({
		name: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
		settings: lazy,
		perRound: 120,
		refusals: 5,
		ofWebhookNode: 0.9,
	}),
	steady: steady('N8N_EXPRESSION_ENGINE=legacy', legacy, 10_000, 70),
	killed: async (prepared) => await killedRows(prepared),
	remembering: rememberingRows,
	settings: settingRows,
};

const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
	console.error(`There is no ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}`);
	process.exit(1);
}

const table = (rows: Row[]): string =>
	[
		'| work | figure | to reach | measured | |',
		'|---|---|---|---|---|',
		...rows.map(
			({ work, figure, toReach, measured, reached, note = '' }) =>
				`| ${work} | ${figure} | ${toReach} | ${measured} | ${reached ? 'reached' : `not reached ${note}`.trim()} |`,
		),
	].join('\n');

const prepared = await prepare();
const sender = startSender();
const rows: Row[] = [];
try {
	for (const [name, part] of Object.entries(PARTS)) {
		if (names.length > 0 && !names.includes(name)) continue;
		const measured = await part(prepared, sender);
		rows.push(...measured);
		for (const row of measured) console.log(`${row.work}: ${row.figure}: ${row.measured}`);
	}
} finally {
	await sender.stop();
}
const machine = `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${new Date().toISOString().slice(0, 10)}`;
console.log(`\n${machine}\n\n${table(rows)}\n`);
const folder = join(localFolder, 'bench');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'events.json'), JSON.stringify({ machine, rows }, null, '\t'));
