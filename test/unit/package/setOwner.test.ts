import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, resolveConfig } from 'prettier';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/n8n/paths.ts';

const COPIED = [
	'.prettierrc.js',
	'package.json',
	'LICENSE',
	'credentials/PodFulfilmentApi.credentials.ts',
	'.github/ISSUE_TEMPLATE/config.yml',
	'test/unit/package/documents/stale.ts',
];

/** Of nobody, whoever owns the repository by then: what replaces a placeholder must not contain one. */
const EMAIL = 'owner@set-owner-test.invalid';

interface Manifest {
	author: { name: string; email: string };
	repository: { url: string };
}

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
const manifestIn = (folder: string): Manifest =>
	JSON.parse(read(folder, 'package.json')) as Manifest;

describe('node scripts/install.mjs --run scripts/release/set-owner.ts', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'pod-fulfilment-owner-'));
		for (const path of COPIED) cpSync(join(root, path), join(folder, path));
		execFileSync('git', ['init', '--quiet'], { cwd: folder });
		execFileSync('git', ['add', '.'], { cwd: folder });
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	const setOwner = (repository: string, author: string): void => {
		const script = join(root, 'scripts', 'release', 'set-owner.ts');
		const options = ['--repository', repository, '--author', author, '--email', EMAIL];
		execFileSync(process.execPath, [script, ...options], { cwd: folder, stdio: 'pipe' });
	};

	it.each([
		['q9/z', 'Quilla Zett'],
		['an-organisation-with-a-long-name/n8n-nodes-pod-fulfilment', 'Quilla Zett'],
		['q9-account/nodes.of-mine', `Jane "JJ" O'Neil, $& \\ Sons`],
	])('replaces every placeholder, and leaves files formatted: %s, %s', async (name, author) => {
		const before = manifestIn(folder);
		const oldRepository = /github\.com\/(.+)\.git$/.exec(before.repository.url)?.[1] ?? '';
		setOwner(name, author);
		expect(manifestIn(folder)).toMatchObject({
			author: { name: author, email: EMAIL },
			repository: { url: `git+https://github.com/${name}.git` },
		});
		expect(read(folder, 'LICENSE')).toContain(author);
		for (const path of COPIED) {
			const text = read(folder, path).replaceAll('\\', '');
			for (const placeholder of [
				`github.com/${oldRepository}`,
				before.author.name,
				before.author.email,
			]) {
				expect(text, path).not.toContain(placeholder);
			}
			if (path === 'LICENSE') continue;
			const filepath = join(folder, path);
			const style = await resolveConfig(join(root, path));
			expect(await check(read(folder, path), { ...style, filepath }), path).toBe(true);
		}
	});

	it('is refused without a repository and its owner, and changes nothing', () => {
		expect(() => setOwner('only-a-name', 'Quilla Zett')).toThrow(
			'Use: node scripts/install.mjs --run scripts/release/set-owner.ts',
		);
		expect(read(folder, 'package.json')).toBe(readFileSync(join(root, 'package.json'), 'utf8'));
	});
});
