import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { localFolder } from '../../../scripts/n8n/paths.ts';
import type { Row } from '../support/row.ts';
import { killedRows } from './rows/killed.ts';
import { rememberingRows } from './rows/remembering.ts';
import { settingRows } from './rows/settings.ts';
import { steadyRows } from './rows/steady.ts';
import { throughputRows } from './rows/throughput.ts';
import { prepare, type Prepared } from './support/instance.ts';
import { startSender, type Sender } from './support/sending.ts';

/** Each part starts its own n8n, and can be run alone: `npm run bench:events -- throughput steady`. */
const PARTS: Record<string, (prepared: Prepared, sender: Sender) => Promise<Row[]>> = {
	throughput: async (prepared, sender) =>
		await throughputRows(prepared, sender, {
			name: 'default expression engine',
			settings: {},
			rounds: Number(process.env.ROUNDS ?? 40),
			perRound: 32,
		}),
	'throughput-legacy': async (prepared, sender) =>
		await throughputRows(prepared, sender, {
			name: 'N8N_EXPRESSION_ENGINE=legacy',
			settings: { N8N_EXPRESSION_ENGINE: 'legacy' },
			rounds: Number(process.env.ROUNDS ?? 40),
			perRound: 200,
		}),
	'throughput-lazy': async (prepared, sender) =>
		await throughputRows(prepared, sender, {
			name: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
			settings: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
			rounds: Number(process.env.ROUNDS ?? 40),
			perRound: 32,
		}),
	steady: async (prepared, sender) => [
		...(await steadyRows(prepared, sender, {
			name: 'N8N_EXPRESSION_ENGINE=legacy',
			settings: { N8N_EXPRESSION_ENGINE: 'legacy' },
			count: Number(process.env.COUNT ?? 10_000),
			perSecond: 70,
		})),
	],
	killed: async (prepared) => await killedRows(prepared),
	remembering: rememberingRows,
	settings: settingRows,
};

const names = process.argv.slice(2);
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
