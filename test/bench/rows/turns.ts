import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../support/package.ts';
import { atMost, milliseconds, type Row } from '../support/row.ts';

const run = promisify(execFile);

const TEST = path.join('test', 'security', 'eventLoop.test.ts');

/** Bound of a turn, in ms of processor time: for as long, n8n's webhooks and its other workflows wait. */
const LONGEST_TURN = 100;

interface Report {
	testResults: Array<{
		assertionResults: Array<{
			ancestorTitles: string[];
			title: string;
			meta: { turnMs?: number };
		}>;
	}>;
}

/**
 * The longest turn of the event loop in each group of eventLoop.test.ts, in milliseconds of this machine. The test itself
 * compares its turns with the parsing of an answer, and a round that is short enough ends it; here all rounds of all inputs are
 * done.
 */
export async function turnsRows(): Promise<Row[]> {
	const file = path.join(root, '.local', 'bench', 'turns.json');
	const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
	const reporter = ['--reporter', 'json', `--outputFile.json=${file}`];
	await run(process.execPath, [vitest, 'run', '--project', 'security', TEST, ...reporter], {
		cwd: root,
		env: { ...process.env, TEST_REPETITIONS: 'all', TURNS_OF_ALL_ROUNDS: 'true' },
	}).catch(() => {
		// What failed has no figure in the report, or one that is too large.
	});
	const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report;
	const groups = Map.groupBy(
		testResults.flatMap(({ assertionResults }) => assertionResults),
		({ ancestorTitles, title }) => [...ancestorTitles, title.replace(/: .*/s, '')].join(', '),
	);
	return [...groups].map(([group, tests]) => {
		const turns = tests.map(({ title, meta }) => ({ title, ms: meta.turnMs ?? Infinity }));
		const longest = turns.reduce((one, two) => (two.ms > one.ms ? two : one));
		return atMost(1, {
			name: `${group}: processor time of the longest turn / bound`,
			ours: longest.ms,
			reference: LONGEST_TURN,
			format: milliseconds,
			note: longest.title.replace(/^.*?: /s, ''),
		});
	});
}
