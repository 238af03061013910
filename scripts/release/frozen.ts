import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** In the folder of a version: what each of its files has to be, as `sha256sum --check` reads it. */
const SUMS = 'SHA256SUMS';

const VERSION = /^\d+\.\d+\.\d+$/;

/** Files in a folder and below it, by their path from there. */
const filesIn = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => path !== SUMS)
		.sort();

/** The hash of a text file, whatever ends its lines. */
const hashOf = (file: string): string =>
	createHash('sha256').update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).digest('hex');

/** The frozen hashes by path; empty if nothing is frozen. */
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

/** Saved workflows of no version yet: everything but the document and the folders of versions. */
export const unfrozenFiles = (corpus: string): string[] =>
	filesIn(corpus).filter(
		(path) => path !== 'README.md' && !VERSION.test(path.split('/', 1)[0] ?? ''),
	);

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
 * @returns the paths of what was frozen
 * @throws Error if the folder is not as it was frozen, or has a file of the same name: nothing is moved then
 */
export function freeze(corpus: string, version: string): string[] {
	if (!VERSION.test(version))
		throw new Error(`${version} is no version that is released: use 0.2.0.`);
	const folder = join(corpus, version);
	mkdirSync(folder, { recursive: true });
	const changed = changedSince(corpus, version);
	if (changed.length > 0) throw new Error(`What is frozen must not change: ${changed.join('; ')}.`);
	const paths = unfrozenFiles(corpus);
	const taken = paths.filter((path) => existsSync(join(folder, path)));
	if (taken.length > 0) {
		throw new Error(`${version} has these already, give them another name: ${taken.join(', ')}.`);
	}
	for (const path of paths) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		renameSync(join(corpus, path), join(folder, path));
	}
	for (const name of new Set(paths.map((path) => dirname(path)).filter((name) => name !== '.'))) {
		if (readdirSync(join(corpus, name)).length === 0) rmdirSync(join(corpus, name));
	}
	const lines = filesIn(folder).map((path) => `${hashOf(join(folder, path))}  ${path}\n`);
	writeFileSync(join(folder, SUMS), lines.join(''));
	return paths;
}
