import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Bench, Row } from '../support/row.ts';

const run = promisify(execFile);

const ROUNDS = 15;

/** In a process of its own, with n8n-workflow loaded as it is in n8n. */
const script = `
const { performance } = require('node:perf_hooks');
require('n8n-workflow');
const begin = performance.now();
require('./dist/nodes/PodFulfilment/PodFulfilment.node.js');
require('./dist/nodes/PodFulfilment/PodFulfilmentTrigger.node.js');
console.log(performance.now() - begin);
`;

/** What the package costs at start and on disk. */
export async function packageRow({ packed }: Bench): Promise<Row> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const { stdout } = await run(process.execPath, ['-e', script], { cwd: packed.folder });
		times.push(Number(stdout));
	}
	// Whatever else the machine does only adds to it.
	const time = Math.min(...times);
	const size = packed.size / 1000;
	return {
		work: 'both nodes',
		figure: `time to require (fastest of ${ROUNDS} processes), packed size`,
		toReach: 'under 15 ms, under 80 kB',
		measured: `${time.toFixed(1)} ms, ${size.toFixed(1)} kB`,
		reached: time < 15 && size < 80,
	};
}
