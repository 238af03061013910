import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';

import { createAtLimitRows } from './rows/createAtLimit.ts';
import { catalogRow, faultsRow } from './rows/createOrders.ts';
import { growthRow } from './rows/growth.ts';
import { largestInputsRows } from './rows/largestInputs.ts';
import { loadPackageRows } from './rows/loadPackage.ts';
import { parseLargestResponseRows } from './rows/parseLargestResponse.ts';
import { pollRows } from './rows/poll.ts';
import { readAllOrdersRow } from './rows/readAllOrders.ts';
import { readOrdersRows } from './rows/readOrders.ts';
import { turnsRows } from './rows/turns.ts';
import { variantBySkuRows } from './rows/variantBySku.ts';
import type { Bench } from './support/bench.ts';
import { Engine } from './support/engine.ts';
import { root, unpackBesideN8n } from './support/package.ts';
import { ratioText, toTable, type Row } from './support/row.ts';
import { startService } from './support/service.ts';

/** Each part can be run alone: `npm run bench -- read limit`. */
const PARTS: Record<string, (bench: Bench) => Promise<Row | Row[]>> = {
	read: readOrdersRows,
	limit: createAtLimitRows,
	faults: faultsRow,
	getAll: readAllOrdersRow,
	poll: pollRows,
	catalog: catalogRow,
	sku: variantBySkuRows,
	load: loadPackageRows,
	largest: parseLargestResponseRows,
	growth: growthRow,
	inputs: largestInputsRows,
	turns: turnsRows,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
	console.error(`There is no ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}`);
	process.exit(1);
}

// Taken before the bench loads the machine itself: what others do on it spoils the figures.
const [load = 0] = loadavg();
const packed = await unpackBesideN8n();
const service = await startService();
try {
	const engine = new Engine({ baseUrl: service.url, apiKey: service.apiKey });
	await engine.load(packed.folder);
	const rows: Row[] = [];
	for (const [name, part] of Object.entries(PARTS)) {
		if (names.length > 0 && !names.includes(name)) continue;
		const measured = [await part({ engine, service, packed })].flat();
		rows.push(...measured);
		for (const row of measured) console.log(`${row.name}: ${ratioText(row.ratio)}`);
	}
	const machine = `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${new Date().toISOString().slice(0, 16)}Z, load average before the run ${load.toFixed(1)}`;
	console.log(`\n${machine}\n\n${toTable(rows)}\n`);
	const folder = path.join(root, '.local', 'bench');
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, 'bench.json'), JSON.stringify({ machine, rows }, null, '\t'));
} finally {
	await service.stop();
}
