import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';

import { Engine } from './support/engine.ts';
import { root, unpackBesideN8n } from './support/package.ts';
import type { Bench, Row } from './support/row.ts';
import { startService } from './support/service.ts';
import { catalogRow, faultsRow, limitedRow } from './rows/create.ts';
import { getRows } from './rows/get.ts';
import { getAllRow } from './rows/getAll.ts';
import { growthRow } from './rows/growth.ts';
import { packageRow } from './rows/package.ts';

const table = (rows: Row[]): string =>
	[
		'| work | figure | to reach | measured | HTTP Request node | |',
		'|---|---|---|---|---|---|',
		...rows.map(
			({ work, figure, toReach, measured, httpRequest = '', reached, note = '' }) =>
				`| ${work} | ${figure} | ${toReach} | ${measured} | ${httpRequest} | ${reached ? 'reached' : `not reached ${note}`.trim()} |`,
		),
	].join('\n');

const packed = await unpackBesideN8n();
const service = await startService();
try {
	const engine = new Engine({ baseUrl: service.url, apiKey: service.apiKey });
	await engine.load(packed.folder);
	const bench: Bench = { engine, service, packed };
	const rows: Row[] = [];
	for (const work of [
		getRows,
		limitedRow,
		faultsRow,
		getAllRow,
		catalogRow,
		packageRow,
		growthRow,
	]) {
		const measured = [await work(bench)].flat();
		rows.push(...measured);
		for (const row of measured) console.log(`${row.work}: ${row.figure}: ${row.measured}`);
	}
	const machine = `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${new Date().toISOString().slice(0, 10)}`;
	console.log(`\n${machine}\n\n${table(rows)}\n`);
	const folder = path.join(root, '.local', 'bench');
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, 'bench.json'), JSON.stringify({ machine, rows }, null, '\t'));
	console.log(JSON.stringify({ machine, rows }));
} finally {
	await service.stop();
}
