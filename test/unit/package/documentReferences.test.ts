import { describe, expect, it } from 'vitest';

import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';
import { documents } from './documents/markdown.ts';
import { codeUnder, repositoryFiles, textOf } from './documents/repository.ts';
import {
	brokenLink,
	brokenLinks,
	isValueOf,
	missingPaths,
	staleCounts,
	staleFigures,
	unclearWords,
	unknownCommands,
	unknownLabels,
	unknownNames,
	unknownOptions,
} from './documents/stale.ts';
import {
	FOREIGN_LABELS,
	FOREIGN_NAMES,
	FOREIGN_OPTIONS,
	QUOTED_FIGURES,
} from './documents/vocabulary.ts';

/** A document with this one line, as if it were in docs/decisions/. */
const page = (text: string) => ({ path: 'docs/decisions/page.md', text });

describe('Every document', () => {
	it.each([
		['links only to files and headings that exist', brokenLinks],
		['names only npm scripts, suites, files and options that can be run', unknownCommands],
		['names only paths that exist', missingPaths],
		['names only what the code, n8n or the service calls so', unknownNames],
		['names only labels that the nodes or n8n show', unknownLabels],
		['calls an option only what is one', unknownOptions],
		['quotes constants with their value', staleFigures],
		['counts places of the code only where the count can be compared', staleCounts],
		['says that something exists, not that it stands', unclearWords],
	])('%s', (_rule, check) => {
		expect(documents.flatMap(check)).toEqual([]);
	});
});

describe('A page for users', () => {
	it.each(QUOTED_FIGURES)('%s says "%s" as long as that is %s', (document, words, constant) => {
		expect(textOf(document)).toContain(words);
		expect(isValueOf(constant, words)).toBe(true);
	});
});

describe('A check of documents', () => {
	it.each([
		['a link to a file that is gone', brokenLinks, '[gone](../gone.md)'],
		['a link to a heading that is gone', brokenLinks, '[trigger](../../README.md#trigger)'],
		['an npm script that is gone', unknownCommands, 'Run `npm run gone`'],
		['an option that no script takes', unknownCommands, '`npm start -- --no-such-option`'],
		['a test file that was renamed', missingPaths, '`unit/package/service`'],
		['a file that was renamed', missingPaths, '`execution/gone.ts`'],
		['a function that was renamed', unknownNames, 'as `runOfItem` does'],
		['an environment variable that was renamed', unknownNames, 'from `FUZZ_SEED` (1 by default)'],
		['a label that was renamed', unknownLabels, '_Options → Hand Out_'],
		['an option that became a field', unknownOptions, 'remove the option _Confirm_'],
		['a figure that its constant does not have', staleFigures, 'used at 98% (`MAX_ATTEMPTS.max`)'],
		['a figure of a constant that is gone', staleFigures, 'used at 98% (`GONE`)'],
		['a number of places that are not named', staleCounts, '4 places outside of transport act'],
		['a claim that nothing else does something', staleCounts, 'is the only place that turns'],
		[
			'a use that a document denies',
			staleCounts,
			'`httpRequestWithAuthentication` is used only in `api/pages.ts`',
		],
		['a word that makes a reader stop', unclearWords, 'This order stood already'],
	])('finds %s', (_what, check, text) => {
		expect(check(page(text))).toEqual([expect.stringMatching(/^docs\/decisions\/page\.md:1: /)]);
	});

	it('has no exception that no document needs', () => {
		const exceptions = [FOREIGN_NAMES, FOREIGN_LABELS, FOREIGN_OPTIONS].flatMap(Object.keys);
		expect(
			exceptions.filter((name) => !documents.some(({ text: page }) => page.includes(name))),
		).toEqual([]);
	});

	it('reads headings as GitHub does', () => {
		expect(brokenLink('../../README.md#which-trigger', 'docs/decisions/page.md')).toBeUndefined();
		expect(brokenLink('../performance.md#n8ns-settings', 'docs/decisions/page.md')).toBeUndefined();
	});
});

describe('The length of a document', () => {
	it.each([
		['README.md', 2000],
		['CONTRIBUTING.md', 1400],
		['docs/architecture.md', 1500],
		['docs/shops-day.md', 700],
	])('%s has at most %i words', (document, words) => {
		expect(textOf(document).match(/\S+/g)?.length).toBeLessThanOrEqual(words);
	});
});

describe('README.md', () => {
	it.each(['Install', 'Compatibility', 'Credential', 'Connect your shop'])(
		'has the section %s',
		(heading) => {
			expect(textOf('README.md')).toContain(`\n## ${heading}\n`);
		},
	);
});

describe('A file that is published', () => {
	it('begins with a comment that says what it knows', () => {
		const files = repositoryFiles.filter((path) => /^(nodes|credentials)\/.*\.ts$/.test(path));
		expect(files.length).toBeGreaterThan(100);
		expect(files.filter((path) => !/^\/[/*]/.test(textOf(path)))).toEqual([]);
	});
});

describe('The panels of the editor', () => {
	const links = [
		...codeUnder('nodes/', 'credentials/').flatMap(([path, code]) =>
			[...code.matchAll(/https:\/\/github\.com\/pod-fulfilment\/[^\s"'`<]+/g)].map(([link]) => ({
				path,
				link,
			})),
		),
		{ path: 'credentials', link: new PodFulfilmentApi().documentationUrl },
	];

	it.each(links)('link to a heading that exists: $path', ({ path, link }) => {
		expect(brokenLink(link, path)).toBeUndefined();
	});
});
