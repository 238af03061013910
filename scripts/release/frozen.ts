import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** In the folder of a version: what each of its files has to be, as `sha256sum --check` reads it. */
const SUMS = 'SHA256SUMS';

const VERSION = /^\d+\.\d+\.\d+$/;

/** Names of the workflows and expectations in a folder. */
const filesIn = (folder: string): string[] =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.sort();

/** The hash of a text file, whatever ends its lines. */
const hashOf = (file: string): string =>
	createHash('sha256').update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).digest('hex');

/** The frozen hashes by file; empty if nothing is frozen. */
function readSums(folder: string): Map<string, string> {
	const file = join(folder, SUMS);
	if (!existsSync(file)) return new Map();
	const lines = readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean);
	return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** The versions whose saved workflows are frozen, each a folder of that name. */
export const frozenVersions = (corpus: string): string[] =>
	readdirSync(corpus)
		.filter((name) => VERSION.test(name))
		.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** Saved workflows of no version yet. */
export const unfrozenFiles = filesIn;

/** Names what is not as it was frozen in the folder of a version, one sentence each; [] if nothing is. */
export function changedSince(corpus: string, version: string): string[] {
	const folder = join(corpus, version);
	const sums = readSums(folder);
	const files = filesIn(folder);
	return [
		...[...sums.keys()].filter((path) => !files.includes(path)).map((path) => `${path} is gone`),
		...files
			.filter((path) => sums.get(path) !== hashOf(join(folder, path)))
			.map((path) => (sums.has(path) ? `${path} changed` : `${path} was added`)),
	];
}

/**
 * Moves the saved workflows of no version yet into the folder of a version, and notes their hashes there. May be repeated
 * until the version is released: more files are added to the folder.
 *
 * @returns the names of what was frozen
 * @throws Error if the folder is not as it was frozen, or has a file of the same name: nothing is moved then
 */
export function freeze(corpus: string, version: string): string[] {
	if (!VERSION.test(version))
		throw new Error(`${version} is no version that is released: use 0.2.0.`);
	const folder = join(corpus, version);
	mkdirSync(folder, { recursive: true });
	const changed = changedSince(corpus, version);
	if (changed.length > 0) throw new Error(`What is frozen must not change: ${changed.join('; ')}.`);
	const files = unfrozenFiles(corpus);
	const taken = files.filter((file) => existsSync(join(folder, file)));
	if (taken.length > 0) {
		throw new Error(`${version} has these already, give them another name: ${taken.join(', ')}.`);
	}
	for (const file of files) renameSync(join(corpus, file), join(folder, file));
	const lines = filesIn(folder).map((file) => `${hashOf(join(folder, file))}  ${file}\n`);
	writeFileSync(join(folder, SUMS), lines.join(''));
	return files;
}
