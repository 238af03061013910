/** Set up for every file of tests that runs the nodes: what they say has to be in docs/troubleshooting.md. */
import { afterAll, expect } from 'vitest';
import { collectHeadlines, isExplained } from './headlines.ts';

const { headlines, stop } = collectHeadlines();

afterAll(() => {
	stop();
	const unexplained = [...headlines].filter((headline) => !isExplained(headline));
	expect(unexplained, 'add an entry to docs/troubleshooting.md for each').toEqual([]);
});
