/** Set up for every file of tests that runs the nodes: what they say names a next step, or is in docs/troubleshooting.md. */
import { afterAll, expect } from 'vitest';
import { collectMessages, isExplained } from './messages.ts';

const { messages, stop } = collectMessages();

afterAll(() => {
	stop();
	const unexplained = [...messages.values()].filter((message) => !isExplained(message));
	expect(
		unexplained,
		'say what to do in the description, or add an entry to docs/troubleshooting.md for each',
	).toEqual([]);
});
