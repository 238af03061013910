import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { localFolder } from '../../../scripts/n8n/paths.ts';

/** One row: what was done, and what was measured in words. */
export interface Figure {
	work: string;
	figure: string;
	measured: string;
}

/** Everything measured in this run, in words for people and in numbers for programs. */
export class Figures {
	private readonly name: string;

	private readonly rows: Figure[] = [];

	private readonly numbers: Record<string, unknown> = {};

	/** @param name of the file that they are written to */
	constructor(name: string) {
		this.name = name;
	}

	add(work: string, figure: string, measured: string): void {
		this.rows.push({ work, figure, measured });
	}

	/** Keeps the numbers behind one or more rows. */
	keep(name: string, numbers: unknown): void {
		this.numbers[name] = numbers;
	}

	/** Prints the table, and writes it with the numbers to `.local/scale/<name>.json`. */
	publish(): void {
		const machine = `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${new Date().toISOString().slice(0, 10)}`;
		const table = [
			'| work | figure | measured |',
			'|---|---|---|',
			...this.rows.map(({ work, figure, measured }) => `| ${work} | ${figure} | ${measured} |`),
		].join('\n');
		// Past the test runner, which shows what a passing test prints to the console to nobody.
		process.stdout.write(`\n${machine}\n\n${table}\n\n`);
		const folder = join(localFolder, 'scale');
		mkdirSync(folder, { recursive: true });
		const content = { machine, rows: this.rows, ...this.numbers };
		writeFileSync(join(folder, `${this.name}.json`), JSON.stringify(content, null, '\t'));
	}
}

/** `webhook 3.2, worker 1 1.4`, the one that used most first; those below a tenth of a second are left out. */
export const spoken = (seconds: Record<string, number>): string =>
	Object.entries(seconds)
		.filter(([, used]) => used >= 0.1)
		.sort(([, one], [, other]) => other - one)
		.map(([name, used]) => `${name} ${used.toFixed(1)}`)
		.join(', ');
