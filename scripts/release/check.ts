/**
 * `node scripts/install.mjs --run scripts/release/check.ts v0.2.0`: whether this commit can be published under a tag: version, lockfile, changelog, no saved
 * workflow that may still change, and no placeholder left. `.github/workflows/publish.yml` runs it before everything else.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unfrozenFiles } from './frozen.ts';
import { releaseProblems } from './problems.ts';

const [tag] = process.argv.slice(2);
if (tag === undefined)
	throw new Error('Name the tag: node scripts/install.mjs --run scripts/release/check.ts v0.2.0');
const read = (name: string): string => readFileSync(join(process.cwd(), name), 'utf8');
const problems = releaseProblems({
	tag,
	manifest: read('package.json'),
	lockfile: read('package-lock.json'),
	changelog: read('CHANGELOG.md'),
	unfrozen: unfrozenFiles(join(process.cwd(), 'test', 'saved-workflows')),
});
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `${tag} can be published.` : `${tag} cannot be published.`);
process.exitCode = problems.length === 0 ? 0 : 1;
