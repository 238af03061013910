/**
 * `node scripts/install.mjs n8n release-tools --run scripts/release/rehearse.ts`: makes three releases of a copy of the last commit, 0.1.0, 0.2.0-beta.1 and 0.2.0, after a
 * first pre-release by hand, as RELEASING.md says, and publishes them to a registry on this machine. Then it installs 0.1.0 from there into a real n8n,
 * saves workflows, updates to 0.2.0, runs them again, and ends with `node scripts/install.mjs n8n --run scripts/release/smoke.ts`. With `--without-n8n` it
 * leaves out what needs n8n.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmEnvironment } from '../install/npm.mjs';
import { root } from '../n8n/paths.ts';
import { runCommand } from '../n8n/run-command.ts';
import { installPublished } from './published.ts';
import { startRegistry, type Registry } from './registry.ts';
import { startTrial } from './trial.ts';

const NAME = 'n8n-nodes-pod-fulfilment';
const folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-rehearsal-'));
const copy = join(folder, 'repository');

const say = (line: string): void => console.log(`✓ ${line}`);
const inCopy = async (command: string, ...args: string[]): Promise<string> =>
	await runCommand(command, args, { cwd: copy, env: npmEnvironment() });
const node = async (script: string, ...args: string[]): Promise<string> =>
	await inCopy(process.execPath, join(copy, 'scripts', 'release', script), ...args);

/** Clones the last commit, without the tags of releases that were made. */
async function cloneRepository(): Promise<void> {
	await runCommand('git', ['clone', '--quiet', '--no-tags', root, copy], { cwd: folder });
	await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
	await inCopy('git', 'config', 'user.name', 'Rehearsal');
	await inCopy('git', 'config', 'user.email', 'rehearsal@localhost');
	const { author, repository } = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8')) as {
		author: { email: string };
		repository: { url: string };
	};
	const address = repository.url.replace(/^git\+https:\/\/|\.git$/g, '');
	const placeholders = [author.email, address].flatMap((text) => ['-e', text]);
	await node(
		'set-owner.ts',
		...['--repository', 'rehearsal/nodes', '--author', 'Rehearsal', '--email', 'me@localhost'],
	);
	await inCopy('git', 'commit', '--quiet', '--all', '--message', 'Owner');
	const left = await inCopy('git', 'grep', '--fixed-strings', ...placeholders)
		.then(String)
		.catch(() => '');
	assert.equal(left, '', 'a placeholder was left');
	say('The placeholders were replaced.');
}

/** Adds a section to the changelog, as the one who makes a release does. */
async function describe(version: string): Promise<void> {
	const file = join(copy, 'CHANGELOG.md');
	const text = await readFile(file, 'utf8');
	await writeFile(file, text.replace('\n## ', `\n## ${version}\n\n- Rehearsed\n\n## `));
	await inCopy('git', 'commit', '--quiet', '--all', '--message', `Changelog of ${version}`);
}

/** Freezes the saved workflows, as the one who makes a release does. */
async function freezeWorkflows(version: string): Promise<void> {
	await node('freeze.ts', version);
	await inCopy('git', 'add', '--all', 'test/saved-workflows');
	const staged = await inCopy('git', 'diff', '--cached', '--name-only');
	if (staged !== '') {
		await inCopy('git', 'commit', '--quiet', '--message', `Saved workflows of ${version}`);
	}
}

const build = async (): Promise<string> =>
	await inCopy(process.execPath, join(root, 'node_modules', 'gulp', 'bin', 'gulp.js'), 'build');

/** Publishes a pre-release by hand, so that the package exists. */
async function publishByHand(registry: Registry, version: string): Promise<void> {
	await build();
	await registry.npm(['version', version, '--no-git-tag-version'], copy);
	await node('check.ts', `v${version}`);
	await registry.npm(['publish', '--access', 'public', '--tag', 'beta'], copy);
	await inCopy('git', 'restore', 'package.json', 'package-lock.json');
	say(`${version} was published by hand, and left no change.`);
}

/** Version, tag, check, build, pack and publish. */
async function release(registry: Registry, version: string, channel: string): Promise<void> {
	if (channel === 'latest') await freezeWorkflows(version);
	const manifest = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8')) as {
		version: string;
	};
	if (manifest.version === version) await inCopy('git', 'tag', `v${version}`);
	else await registry.npm(['version', version], copy);
	assert.equal((await inCopy('git', 'describe', '--tags', '--exact-match')).trim(), `v${version}`);
	await node('check.ts', `v${version}`);
	await assert.rejects(node('check.ts', 'v9.9.9'), /The tag is v9\.9\.9/);
	await build();
	const packed = await mkdtemp(join(folder, 'package-'));
	await registry.npm(['pack', '--pack-destination', packed], copy);
	// Where nothing of the repository is, as the workflow does it.
	const archive = `./${NAME}-${version}.tgz`;
	await registry.npm(
		['publish', archive, '--ignore-scripts', '--access', 'public', '--tag', channel],
		packed,
	);
	say(`${version} was tagged, checked, built and published under ${channel}.`);
}

const tagsOf = async (registry: Registry): Promise<Record<string, string>> =>
	JSON.parse(await registry.npm(['view', NAME, 'dist-tags', '--json'], folder)) as Record<
		string,
		string
	>;

const withoutN8n = process.argv.includes('--without-n8n');
let registry: Registry | undefined;
try {
	await cloneRepository();
	registry = await startRegistry(folder);
	await publishByHand(registry, '0.1.0-beta.0');
	// Also with another tag, the first version of a package is `latest`.
	assert.deepEqual(await tagsOf(registry), { latest: '0.1.0-beta.0', beta: '0.1.0-beta.0' });
	await release(registry, '0.1.0', 'latest');
	await describe('0.2.0');
	await release(registry, '0.2.0-beta.1', 'beta');
	assert.deepEqual(await tagsOf(registry), { latest: '0.1.0', beta: '0.2.0-beta.1' });
	say('A beta is not what everybody installs.');

	const trial = withoutN8n ? undefined : await startTrial();
	try {
		if (trial) {
			assert.equal(await trial.run(registry.npm, 'latest'), '0.1.0');
			say('0.1.0 installs from the registry, and a saved workflow with each node works.');
		}
		await release(registry, '0.2.0', 'latest');
		if (trial) {
			assert.equal(await trial.run(registry.npm, 'latest'), '0.2.0');
			say(
				'After the update to 0.2.0 the workflows saved with 0.1.0 work, and no order was placed twice.',
			);
		}
	} finally {
		await trial?.close();
	}
	const other = join(folder, 'other');
	await mkdir(other);
	for (const [spec, version] of [
		['0.1.0', '0.1.0'],
		['beta', '0.2.0-beta.1'],
		['latest', '0.2.0'],
	] as const) {
		assert.equal(await installPublished(registry.npm, other, spec), version);
	}
	say('Each version installs, and going back to an older one does.');
	if (!withoutN8n) {
		await runCommand(process.execPath, [join(import.meta.dirname, 'smoke.ts'), 'v0.2.0'], {
			cwd: folder,
			env: registry.environment,
		});
		say('node scripts/install.mjs n8n --run scripts/release/smoke.ts finds 0.2.0 and passes.');
	}
} finally {
	await registry?.stop();
	await rm(folder, { recursive: true, force: true });
}
