import { describe, expect, it } from 'vitest';
import { changesOf, releaseProblems } from '../../../scripts/release/problems.ts';
import { SCENES } from '../../../scripts/release/video/scenes.ts';
import { rowsOfTable } from '../../../scripts/release/video/table.ts';
import { codeUnder, textOf } from './documents/repository.ts';

const version = (text: string): string => JSON.stringify({ version: text });
const ready = {
	tag: 'v0.2.0',
	manifest: version('0.2.0'),
	lockfile: version('0.2.0'),
	changelog: '# Changelog\n\n## 0.2.0\n\n- A filter\n\n## 0.1.0\n\n- Everything\n',
	unfrozen: [],
};

describe('A release', () => {
	it('can be published when tag, version, lockfile and changelog agree', () => {
		expect(releaseProblems(ready)).toEqual([]);
	});

	it('can be published as a beta of the version that the changelog describes', () => {
		const beta = version('0.2.0-beta.1');
		expect(
			releaseProblems({
				...ready,
				...{ tag: 'v0.2.0-beta.1', manifest: beta, lockfile: beta, unfrozen: ['order-get.json'] },
			}),
		).toEqual([]);
	});

	it.each([
		['the tag names another version', { tag: 'v0.3.0' }, 'The tag is v0.3.0'],
		['the tag has no v', { tag: '0.2.0' }, 'The tag is 0.2.0'],
		['the lockfile was forgotten', { lockfile: version('0.1.0') }, 'package-lock.json has'],
		['the changelog has no section', { changelog: '# Changelog\n' }, 'says nothing of 0.2.0'],
		['saved workflows may still change', { unfrozen: ['a.json', 'b.json'] }, '2 saved workflows'],
		['the section is empty', { changelog: '## 0.2.0\n\n## 0.1.0\n- Old' }, 'says nothing of 0.2.0'],
		[
			'only a longer version is described',
			{ changelog: '## 0.2.01\n\n- Other' },
			'says nothing of 0.2.0',
		],
		[
			'a placeholder is left',
			{ manifest: JSON.stringify({ version: '0.2.0', author: 'me@pod-fulfilment.example' }) },
			'still has a placeholder',
		],
		[
			'the repository was forgotten',
			{
				manifest: JSON.stringify({
					version: '0.2.0',
					homepage: 'https://github.com/pod-fulfilment/n8n-nodes-pod-fulfilment',
				}),
			},
			'still has a placeholder',
		],
		['the version is none', { tag: 'v1', manifest: version('1'), lockfile: version('1') }, 'use 0'],
	])('is refused when %s', (_case, change, problem) => {
		expect(releaseProblems({ ...ready, ...change }).join('\n')).toContain(problem);
	});
});

describe('The version in package.json', () => {
	it('is described by the changelog', () => {
		const manifest = JSON.parse(textOf('package.json')) as { version: string };
		expect(changesOf(textOf('CHANGELOG.md'), manifest.version)).toMatch(/^- /m);
	});
});

describe('The placeholders of the owner', () => {
	it('are each noticed as long as package.json has them', () => {
		const { author, repository } = JSON.parse(textOf('package.json')) as {
			author: { name: string; email: string };
			repository: { url: string };
		};
		const isOwned = !author.email.endsWith('.example');
		for (const left of [author.name, author.email, repository.url]) {
			const manifest = JSON.stringify({ version: '0.2.0', left });
			expect(releaseProblems({ ...ready, manifest }), left).toHaveLength(isOwned ? 0 : 1);
		}
	});

	it('are in package.json alone; elsewhere only its repository is repeated', () => {
		const manifest = JSON.parse(textOf('package.json')) as {
			author: { email: string };
			repository: { url: string };
			homepage: string;
		};
		const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');
		expect(manifest.homepage).toBe(`${repository}#readme`);
		for (const [path, code] of codeUnder('nodes/', 'credentials/', '.github/')) {
			expect(path === 'package.json' || !code.includes(manifest.author.email), path).toBe(true);
			for (const { index } of code.matchAll(/https:\/\/github\.com\//g)) {
				expect(code.slice(index, index + repository.length), path).toBe(repository);
			}
		}
	});
});

describe('The video of a release', () => {
	it('has a scene for each row of its table, and each row names what is on the screen', () => {
		const rows = rowsOfTable(textOf('RELEASING.md'));
		expect(rows).toHaveLength(SCENES.length);
		expect(rows[0]?.texts.slice(0, 2)).toEqual(['Settings', 'Community nodes']);
		expect(rows[3]?.texts).toEqual([
			...['Then', 'Check Only', 'Execute step', 'Print File', 'Execute step'],
		]);
	});
});
