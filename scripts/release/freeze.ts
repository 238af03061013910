/**
 * `npm run freeze:workflows`: freezes the saved workflows that were added since the last release, as those of the version
 * in package.json: they move to test/saved-workflows/<version>/, where a test forbids to change them. Another version is
 * frozen with `npm run freeze:workflows -- 0.2.0`, before `npm version` sets it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeze } from './frozen.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const [version = manifest.version] = process.argv.slice(2);
const paths = freeze(join(process.cwd(), 'test', 'saved-workflows'), version);
for (const path of paths) console.log(path);
console.log(
	paths.length === 0
		? 'There is nothing new to freeze.'
		: `${paths.length} files are frozen in test/saved-workflows/${version}. Commit them.`,
);
