import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Installed, generated and temporary files. */
const IGNORED = new Set(['node_modules', '.git', '.local', 'dist', '.stryker-tmp', 'reports']);

function filesIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter(({ name }) => !IGNORED.has(name))
		.flatMap((entry) => {
			const path = join(folder, entry.name);
			return entry.isDirectory() ? filesIn(path) : [relative(root, path)];
		});
}

/** Paths of all files of the repository, from its root. */
export const repositoryFiles = filesIn(root);

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What documents may quote: code and configuration, but neither documents nor this check of them. */
const isCode = (path: string): boolean =>
	!/\.(md|png|svg)$|package-lock\.json$|^test\/unit\/package\/document/.test(path);

const withoutComments = (source: string): string =>
	source.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').replaceAll(/(^|\s)\/\/.*$/gm, ' ');

/** What was read: each file once, and none that no test asks for. */
const codeByPath = new Map<string, string>();

function codeOf(path: string): string {
	const code = codeByPath.get(path) ?? withoutComments(textOf(path));
	codeByPath.set(path, code);
	return code;
}

/** The code without its comments, of the files whose path begins so. */
export const codeUnder = (...folders: string[]): Array<[path: string, code: string]> =>
	repositoryFiles
		.filter((path) => isCode(path) && folders.some((folder) => path.startsWith(folder)))
		.map((path) => [path, codeOf(path)]);

/** Every word of the code: only where a document is checked is all of it read. */
export const codeWords = (): Set<string> =>
	(words ??= new Set(codeUnder('').flatMap(([, code]) => code.match(/[\w$]+/g) ?? [])));

let words: Set<string> | undefined;

/** Scripts of the package, by name. */
export const { scripts: npmScripts } = JSON.parse(textOf('package.json')) as {
	scripts: Record<string, string>;
};

/**
 * The numbers that constants of the nodes with this name are set to, such as `30_000`, `24 * 3600`, or `{ default: 5 }` by
 * its member.
 */
export function constantsOf(name: string): number[] {
	const [constant = '', member] = name.split('.');
	const declaration = new RegExp(`\\bconst ${constant}(?:: \\w+)? = ([^;]+);`);
	return codeUnder('nodes/')
		.map(([, code]) => declaration.exec(code)?.[1] ?? '')
		.map((value) =>
			member === undefined
				? value
				: (new RegExp(`\\b${member}: ([\\d_.]+)`).exec(value)?.[1] ?? ''),
		)
		.filter((expression) => expression !== '')
		.map((expression) =>
			expression
				.replaceAll('_', '')
				.split('*')
				.reduce((product, factor) => product * Number(factor), 1),
		)
		.filter((value) => !Number.isNaN(value));
}
