import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { itemExamples } from '../../../../nodes/PodFulfilment/order/compose/itemProperties.ts';
import { parameterOf } from '../../package/description.ts';

const docs = readFileSync(new URL('../../../../docs/composing-orders.md', import.meta.url), 'utf8');

const codeBlocks = [...docs.matchAll(/```text\n(.+)\n```/g)].map(([, block]) => block);

/** A hint with its HTML entities decoded, as the editor shows it. */
const decodedHint = (name: string): string =>
	String(parameterOf('order', 'create', name).hint)
		.replaceAll('&gt;', '>')
		.replaceAll('&lt;', '<')
		.replaceAll('&amp;', '&');

describe('The example expressions', () => {
	it.each(Object.entries(itemExamples))(
		'the example %s is in the documentation',
		(_, expression) => {
			expect(codeBlocks).toContain(expression);
		},
	);

	it.each(Object.entries(itemExamples))(
		'the example %s is in the hint of Items',
		(_, expression) => {
			expect(decodedHint('itemsJson')).toContain(`<code>${expression}</code>`);
		},
	);

	it('the documentation has no other examples for items', () => {
		const documented = [...docs.matchAll(/\*\*Items \(JSON\)\*\*\s+```text\n(.+)\n```/g)];
		expect(documented.map(([, expression]) => expression)).toEqual(Object.values(itemExamples));
	});
});
