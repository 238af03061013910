import type { INodePropertyCollection } from 'n8n-workflow';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
import { labelOf, OPTIONS, type Field } from '../../../nodes/PodFulfilment/input/field.ts';
import { itemsField } from '../../../nodes/PodFulfilment/order/compose/itemProperties.ts';
import { itemsFromRows } from '../../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import { recipientOf } from '../../../nodes/PodFulfilment/order/compose/recipient.ts';
import { recipientFields } from '../../../nodes/PodFulfilment/order/compose/recipientFields.ts';
import * as fields from '../../../nodes/PodFulfilment/order/fields.ts';
import { orderFilters } from '../../../nodes/PodFulfilment/resources/order/getAll.ts';
import { description } from './description.ts';
import { repositoryFiles, textOf } from './documents/repository.ts';

// A message calls a field as the editor does. A label that is written in the code, in place of being read from its field,
// is found here when the field is called otherwise.

/** What messages call parts of a shop's order or of JSON, which are no fields of the editor. */
const NO_FIELDS = ['Address', 'Line ID', 'Price', 'SKU'];

/** All that the editor calls a field, a row, a mode, a resource, an operation or a value. */
function namesIn(value: unknown, names: Set<string>): Set<string> {
	if (Array.isArray(value)) for (const entry of value) namesIn(entry, names);
	else if (typeof value === 'object' && value !== null) {
		const { displayName, name } = value as Record<string, unknown>;
		if (typeof displayName === 'string') names.add(labelOf({ displayName }));
		else if (typeof name === 'string' && 'value' in value) names.add(name);
		for (const entry of Object.values(value)) namesIn(entry, names);
	}
	return names;
}

const names = namesIn(
	[
		description.properties,
		new PodFulfilmentTrigger().description.properties,
		new PodFulfilmentPollingTrigger().description.properties,
	],
	new Set(),
);

/** Labels are in Title Case; a sentence has other words. */
const isSentence = (text: string): boolean =>
	/(?:^| )(?!(?:of|from|for|on|by|without)(?: |$))[a-z]/.test(text) || /[.:;]/.test(text);

const wordsIn = (text: string): string[] => text.split(/(?<=\w)(?=[^\w()])|(?<=[^\w()])(?=[\w(])/);

/** Whether a name stands at the beginning, or at the end, of a sentence. */
const hasName = (sentence: string, side: 'beginning' | 'end'): boolean => {
	const words = wordsIn(sentence);
	return words.some((_, index) =>
		names.has((side === 'beginning' ? words.slice(0, index + 1) : words.slice(index)).join('')),
	);
};

/** Whether a part of a path is called as in the editor. A sentence may lead to the first of them, or follow the last. */
function isCalledRight(label: string, index: number, { length }: string[]): boolean {
	// '… → Row …': a template has its values in place of parts of it.
	const own = label.replace(/ ?…+$/, '');
	if (own === '' || names.has(own) || NO_FIELDS.includes(own)) return true;
	if (!isSentence(label)) return false;
	if (!/[A-Za-z]/.test(label)) return true;
	return (
		(index === 0 || hasName(label, 'beginning')) && (index === length - 1 || hasName(label, 'end'))
	);
}

/** A literal as a message has it, with '…' for its values; undefined for anything else. */
function literalOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** The labels that a file writes otherwise than the editor: the parts of a path, and what is refused. */
function wrongLabelsIn(code: string): string[] {
	const labels: string[] = [];
	const visit = (node: ts.Node): void => {
		const text = literalOf(node);
		const isPath = text?.includes(' → ') === true;
		const isRefused =
			text !== undefined &&
			ts.isCallExpression(node.parent) &&
			['refuse', 'refuseFor'].includes(node.parent.expression.getText()) &&
			// `refuseFor` has the cause in front.
			node.parent.arguments.at(node.parent.expression.getText() === 'refuse' ? 0 : 1) === node;
		if (text !== undefined && (isPath || isRefused)) {
			const parts = text.split(' → ');
			labels.push(...parts.filter((label, index) => !isCalledRight(label, index, parts)));
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true));
	return labels;
}

const code = repositoryFiles.filter((path) => /^nodes\/PodFulfilment\/.*\.ts$/.test(path));

/** The label that a refused value is reported with. */
function refusedAs(read: () => unknown): string {
	try {
		read();
	} catch (error) {
		return (error as Error).message.replace(/ (?:is|are|contains|has|must|") ?.*$/s, '');
	}
	return 'not refused';
}

const WRONG = { wrong: true };

const readers = (Object.values(fields) as unknown[]).filter(
	(value): value is Field<unknown> =>
		typeof value === 'object' && value !== null && 'read' in value && 'property' in value,
);

describe('The labels in messages', () => {
	it('are those that the editor shows, where the code writes them', () => {
		const wrong = code.flatMap((path) =>
			wrongLabelsIn(textOf(path)).map((label) => `${path}: ${label}`),
		);
		expect(wrong).toEqual([]);
	});

	it.each([
		["refuse('Quantities', 'is empty', '')", 'Quantities'],
		["refuse('Options → Shop Named', 'is wrong', '')", 'Shop Named'],
		['`${field} → Placement Type`', 'Placement Type'],
		["'Correct it with Order → Updating.'", 'Updating.'],
	])('are found where they are others: %s', (statement, label) => {
		expect(wrongLabelsIn(statement)).toEqual([label]);
	});

	it.each(readers.map((field) => [field.property.displayName, field] as const))(
		'begin with the label of the field: %s',
		(_, { property, read }) => {
			expect(refusedAs(() => read(WRONG))).toBe(labelOf(property));
			expect(refusedAs(() => read(WRONG, OPTIONS))).toBe(`Options → ${labelOf(property)}`);
		},
	);

	it.each(recipientFields.map(({ name, displayName }) => [displayName, name]))(
		'begin with the label of a part of the recipient: %s',
		(displayName, name) => {
			expect(refusedAs(() => recipientOf({ [name]: WRONG }))).toBe(`Recipient → ${displayName}`);
		},
	);

	it.each(
		['externalId', 'name', 'quantity', 'retailPrice', 'printFile'].map((name) => [name] as const),
	)('begin with the label of a part of an item: %s', (name) => {
		const [{ values }] = itemsField.options as [INodePropertyCollection];
		const displayName = values.find((property) => property.name === name)?.displayName;
		const row = { variantId: 'v1', quantity: 1, printFile: 'https://files.example.com/1.png' };
		expect(refusedAs(() => itemsFromRows({ item: [{ ...row, [name]: WRONG }] }))).toBe(
			`Items → Item 1 → ${displayName}`,
		);
	});

	it.each(orderFilters.filters.map(({ property, read }) => [property.displayName, read] as const))(
		'begin with the label of a filter: %s',
		(displayName, read) => {
			expect(refusedAs(() => read(WRONG, 'UTC'))).toBe(`Filters → ${displayName}`);
		},
	);
});
