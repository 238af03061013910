import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as examples from '../../../nodes/PodFulfilment/compose/itemExamples.ts';
import { parameterOf } from '../package/description.ts';

const docs = readFileSync(new URL('../../../docs/composing-orders.md', import.meta.url), 'utf8');

const blocks = [...docs.matchAll(/```text\n(.+)\n```/g)].map(([, block]) => block);

/** A hint as the editor shows it. */
const shownHint = (name: string): string =>
	String(parameterOf('order', 'create', name).hint)
		.replaceAll('&gt;', '>')
		.replaceAll('&lt;', '<')
		.replaceAll('&amp;', '&');

describe('The expressions for shops', () => {
	it.each(Object.entries(examples))('%s stands in the documentation', (_, expression) => {
		expect(blocks).toContain(expression);
	});

	it.each(Object.entries(examples))('%s stands in the hint of the items', (_, expression) => {
		expect(shownHint('itemsJson')).toContain(`<code>${expression}</code>`);
	});

	it('are all that the documentation gives for the items', () => {
		const given = [...docs.matchAll(/\*\*Items \(JSON\)\*\*\s+```text\n(.+)\n```/g)];
		expect(given.map(([, expression]) => expression)).toEqual(Object.values(examples));
	});
});
