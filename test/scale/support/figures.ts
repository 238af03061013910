import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { localFolder } from '../../../scripts/n8n/paths.ts';

interface Figure {
	work: string;
	figure: string;
	measured: string;
}

/** Collects the measurements of a run: formatted rows for people, and raw numbers for programs. */
export class Figures {
	private readonly name: string;

	private readonly rows: Figure[] = [];

	private readonly numbers: Record<string, unknown> = {};

	/** @param name Name of the file to write, without extension */
	constructor(name: string) {
		this.name = name;
	}

	add(work: string, figure: string, measured: string): void {
		this.rows.push({ work, figure, measured });
	}

	/** Adds the raw numbers behind one or more rows. */
	keep(name: string, numbers: unknown): void {
		this.numbers[name] = numbers;
	}

	/** Prints the rows as a table, and writes rows and numbers to `.local/scale/<name>.json`. */
	publish(): void {
		const machine = `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${new Date().toISOString().slice(0, 10)}`;
		const table = [
			'| work | figure | measured |',
			'|---|---|---|',
			...this.rows.map(({ work, figure, measured }) => `| ${work} | ${figure} | ${measured} |`),
		].join('\n');
		// Not with console.log, which the test runner hides for passing tests.
		process.stdout.write(`\n${machine}\n\n${table}\n\n`);
		const folder = join(localFolder, 'scale');
		mkdirSync(folder, { recursive: true });
		const content = { machine, rows: this.rows, ...this.numbers };
		writeFileSync(join(folder, `${this.name}.json`), JSON.stringify(content, null, '\t'));
	}
}

/** Formats CPU seconds by process, highest first, e.g. 'webhook 3.2, worker 1 1.4'. Omits those below 0.1 s. */
export const formatSeconds = (seconds: Record<string, number>): string =>
	Object.entries(seconds)
		.filter(([, used]) => used >= 0.1)
		.sort(([, one], [, other]) => other - one)
		.map(([name, used]) => `${name} ${used.toFixed(1)}`)
		.join(', ');
