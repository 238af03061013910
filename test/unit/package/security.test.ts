import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../../docs/', import.meta.url);
const page = readFileSync(new URL('security.md', folder), 'utf8');

/** A test as the page names it: a link to its file, then its title in quotation marks. */
const NAMED_TEST = /\[[^\]]+\]\((\.\.\/test\/[^)]+)\) "([^"]+)"/g;

const named = [...page.matchAll(NAMED_TEST)].map(([, file, title]) => ({
	file: String(file),
	title: String(title),
}));

const rows = page
	.split('\n')
	.filter((line) => line.startsWith('|'))
	.slice(2)
	.map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/security.md', () => {
	it('names at least one test in each row, and says how and against whom', () => {
		expect(rows.length).toBeGreaterThan(12);
		for (const [, what, whom, how, shownBy] of rows) {
			for (const cell of [what, whom, how]) expect(cell).toMatch(/\S/);
			expect([...String(shownBy).matchAll(NAMED_TEST)], what).not.toHaveLength(0);
		}
	});

	it.each(named)('names a test that exists: $file "$title"', ({ file, title }) => {
		const path = new URL(file, folder);
		expect(existsSync(path), file).toBe(true);
		const source = readFileSync(path, 'utf8').replaceAll("\\'", "'");
		const titles = ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`);
		expect(titles.some((quoted) => source.includes(quoted))).toBe(true);
	});

	it('links to nothing that is missing', () => {
		for (const [, link] of page.matchAll(/\]\((\.\.\/[^)]+)\)/g)) {
			expect(existsSync(new URL(String(link), folder)), link).toBe(true);
		}
	});
});
