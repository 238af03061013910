/**
 * `node scripts/install.mjs --run scripts/release/freeze.ts 0.2.0`: freezes the saved workflows that were added since the last release, as those of the
 * version that is about to be released: they move to test/saved-workflows/<version>/, where a test forbids to change them.
 * A version that has its tag was released: nothing is added to it.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { freeze } from './frozen.ts';

const [version] = process.argv.slice(2);
if (version === undefined)
	throw new Error(
		'Name the version: node scripts/install.mjs --run scripts/release/freeze.ts 0.2.0',
	);
const tag = `v${version}`;
if (execFileSync('git', ['tag', '--list', tag], { encoding: 'utf8' }).trim() !== '') {
	throw new Error(`${version} is released: it has the tag ${tag}. Name the next version.`);
}
const paths = freeze(join(process.cwd(), 'test', 'saved-workflows'), version);
for (const path of paths) console.log(path);
console.log(
	paths.length === 0
		? 'There is nothing new to freeze.'
		: `${paths.length} files are frozen in test/saved-workflows/${version}. Commit them.`,
);
