/**
 * `node scripts/install.mjs n8n --run scripts/docs/images.ts`: runs the browser tests and copies the screenshots that they take for the README to
 * docs/images/. Check them before you commit them. With names of tests, e.g. `node scripts/install.mjs n8n --run scripts/docs/images.ts start`, for the
 * pictures of these alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../n8n/paths.ts';
import { imagesFolder, madeFromFile, readmePicturesFolder, screenshotsFolder } from './folders.ts';
import { madeFrom } from './madeFrom.ts';

const browserTests = join('test', 'e2e', 'browser');
const files = process.argv.slice(2).map((name) => join(browserTests, `${name}.test.ts`));
const areAll = files.length === 0;

const largestBytes = 150_000;

async function runBrowserTests(): Promise<void> {
	const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
	const child = spawn(
		process.execPath,
		[vitest, 'run', '--project', 'e2e', ...(areAll ? [browserTests] : files)],
		{ cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
	);
	const [code] = (await once(child, 'close')) as [number | null];
	if (code !== 0) throw new Error('The browser tests did not pass: docs/images/ stays as it is.');
}

await rm(screenshotsFolder, { recursive: true, force: true });
await runBrowserTests();
const names = await readdir(readmePicturesFolder);
const sizes = await Promise.all(
	names.map(async (name) => (await stat(join(readmePicturesFolder, name))).size),
);
const tooLarge = names.filter((_, index) => (sizes[index] ?? 0) > largestBytes);
if (tooLarge.length > 0) {
	throw new Error(`Larger than ${largestBytes / 1000} kB: ${tooLarge.join(', ')}. Cut them down.`);
}
if (areAll) await rm(imagesFolder, { recursive: true, force: true });
await mkdir(imagesFolder, { recursive: true });
for (const [index, name] of names.entries()) {
	await copyFile(join(readmePicturesFolder, name), join(imagesFolder, name));
	console.log(`docs/images/${name}  ${Math.round((sizes[index] ?? 0) / 1000)} kB`);
}
const made = madeFrom();
const kept = areAll ? {} : (JSON.parse(await readFile(madeFromFile, 'utf8')) as typeof made);
const newOnes = Object.entries(made).filter(([name]) => areAll || names.includes(name));
await writeFile(
	madeFromFile,
	`${JSON.stringify({ ...kept, ...Object.fromEntries(newOnes) }, null, '\t')}\n`,
);
