import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { SUITES_WITHOUT_N8N } from '../../../scripts/testFiles.ts';

const folder = new URL('../../../docs/', import.meta.url);
const page = readFileSync(new URL('security.md', folder), 'utf8');

/** How the page names a test: a link to its file, then its title in quotation marks. */
const NAMED_TEST = /\[[^\]]+\]\((\.\.\/test\/[^)]+)\) "([^"]+)"/g;

const namedTests = [...page.matchAll(NAMED_TEST)].map(([, file, title]) => ({
	file: String(file),
	title: String(title),
}));

/** Each threat is one entry of a list: what could be done, in bold; what stops it, and its limit; a test. */
const threats = page
	.split(/^## What you decide$/m)[0]!
	.split('\n')
	.filter((line) => line.startsWith('- '));

/** Folders of the suites of `npm test`. */
const SHORT_SUITES = SUITES_WITHOUT_N8N.map((name) => `/test/${name}/`);

describe('docs/security.md', () => {
	it('docs/security.md says of each threat in a few sentences what stops it, with a test', () => {
		expect(threats.length).toBeGreaterThan(40);
		for (const line of threats) {
			const [, threat = '', protection = ''] =
				/^- \*\*(.+?\.)\*\* (.*) \[[^\]]+\]\(\.\.\/test\/[^)]+\) "/.exec(line) ?? [];
			expect(threat, line).toMatch(/\w/);
			expect(protection, line).toMatch(/\w.*\.$/);
			expect(protection.length, line).toBeLessThanOrEqual(400);
			expect([...line.matchAll(NAMED_TEST)], line).not.toHaveLength(0);
		}
	});

	it.each(namedTests)('docs/security.md names a real test: $file "$title"', ({ file, title }) => {
		const path = new URL(file, folder);
		expect(existsSync(path), file).toBe(true);
		const source = readFileSync(path, 'utf8').replaceAll("\\'", "'");
		const titles = ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`);
		expect(titles, `${file} has no test "${title}"`).toSatisfy((quoted: string[]) =>
			quoted.some((text) => source.includes(text)),
		);
	});

	it('docs/security.md has for each threat a test that npm test runs, unless it needs a whole n8n', () => {
		const isRun = (file: string): boolean => SHORT_SUITES.some((suite) => file.includes(suite));
		const others = threats.filter(
			(line) => ![...line.matchAll(NAMED_TEST)].some(([, file]) => isRun(String(file))),
		);
		expect(others).toEqual([expect.stringMatching(/^- \*\*The link that `npm start` ends with/)]);
	});

	it('docs/security.md links to existing files only', () => {
		for (const [, link] of page.matchAll(/\]\((\.\.\/[^)]+)\)/g)) {
			expect(existsSync(new URL(String(link), folder)), link).toBe(true);
		}
	});
});
