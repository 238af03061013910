/**
 * `npm run simulation -- --count 1000` plays histories one after another and says which invariants were broken;
 * `-- --minutes 5` goes on for so long; `-- --seed N` replays one, with all that happened, and shrinks it when it fails.
 */
import { parseArgs } from 'node:util';

import { NodeSources } from '../test/simulation/engine/nodeProcess.ts';
import { historyOf } from '../test/simulation/seeds.ts';
import { simulate } from '../test/simulation/simulate.ts';

const { values } = parseArgs({
	options: {
		seed: { type: 'string' },
		from: { type: 'string', default: '1' },
		count: { type: 'string' },
		minutes: { type: 'string' },
	},
});

const sources = new NodeSources();

if (values.seed !== undefined) {
	const history = historyOf(Number(values.seed));
	const { log, violations } = await simulate(history, sources, true);
	console.log(JSON.stringify(history, null, 1));
	console.log(log.join('\n'));
	process.exitCode = violations.length > 0 ? 1 : 0;
} else {
	const found = new Map<string, number[]>();
	const startedAt = performance.now();
	let count = 0;
	const first = Number(values.from);
	for (; count < Number(values.count ?? 1000); count += 1) {
		const { violations } = await simulate(historyOf(first + count), sources);
		for (const name of new Set(
			violations.map(({ invariant }) => `${invariant.number} ${invariant.name}`),
		)) {
			found.set(name, [...(found.get(name) ?? []), first + count]);
		}
	}
	const seconds = (performance.now() - startedAt) / 1000;
	for (const [name, seeds] of [...found].sort()) {
		console.log(`${name}: ${seeds.length} histories, such as ${seeds.slice(0, 8).join(', ')}`);
	}
	console.log(
		`${count} histories in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(1)} a second`,
	);
	console.log(process.cpuUsage());
}
