/**
 * `node scripts/install.mjs --run scripts/release/set-owner.ts --repository OWNER/NAME --author "Name" --email me@my-domain.org`: replaces the placeholders of
 * this repository, once, before the first release. package.json has all of them; where its repository is repeated, in the
 * links of nodes, documents and forms, and its author in LICENSE, they are replaced, too.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';

interface Manifest {
	homepage: string;
	author: { name: string; email: string };
	repository: { url: string };
}

const { values } = parseArgs({
	options: {
		repository: { type: 'string' },
		author: { type: 'string' },
		email: { type: 'string' },
	},
});
const { repository, author, email } = values;
if (!repository || !/^[\w.-]+\/[\w.-]+$/.test(repository) || !author || !email) {
	throw new Error(
		'Use: node scripts/install.mjs --run scripts/release/set-owner.ts --repository OWNER/NAME --author "Name" --email ADDRESS',
	);
}
const before = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const oldRepository = /github\.com\/([^/]+\/[^/]+?)(\.git)?$/.exec(before.repository.url)?.[1];
if (!oldRepository) throw new Error(`package.json has no repository on GitHub.`);

const replacements: Array<[from: string, to: string]> = [
	[`github.com/${oldRepository}`, `github.com/${repository}`],
	// As regular expressions have it.
	[
		`github\\.com\\/${oldRepository.replace('/', '\\/')}`,
		`github\\.com\\/${repository.replace('/', '\\/')}`,
	],
	[JSON.stringify(before.author.name), JSON.stringify(author)],
	[` ${before.author.name}\n`, ` ${author}\n`],
	[before.author.email, email],
];
const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
const isText = (path: string): boolean =>
	/(\.(md|ts|mts|mjs|json|ya?ml)|^LICENSE)$/.test(path) && !path.endsWith('package-lock.json');
for (const path of tracked.filter(isText)) {
	const text = readFileSync(path, 'utf8');
	// By a function: in a text, $ would have a meaning.
	const replaced = replacements.reduce(
		(result, [from, to]) => result.replaceAll(from, () => to),
		text,
	);
	if (replaced === text) continue;
	const filepath = resolve(path);
	// A longer or shorter address may have to be on a line of its own.
	const isFormatted = path !== 'LICENSE';
	const style = await resolveConfig(filepath);
	writeFileSync(path, isFormatted ? await format(replaced, { ...style, filepath }) : replaced);
	console.log(path);
}
