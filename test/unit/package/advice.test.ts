import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { INodeProperties } from 'n8n-workflow';

import { description, everyProperty } from './description.ts';
import { documents, sentences } from './documents/markdown.ts';
import { codeUnder, repositoryFiles, textOf } from './documents/repository.ts';

/** Types of fields in which a user enters something that n8n drops, once another field hides them. */
const ENTERED = ['collection', 'fixedCollection', 'json', 'string', 'resourceLocator'];

/** Names of the fields that decide whether others are shown that hold what a user entered. */
const deciding = new Set(
	description.properties
		.filter(({ type }) => ENTERED.includes(type))
		.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}))
		.filter((name) => !name.startsWith('@')),
);

const labels = [
	...new Set(
		description.properties
			.filter(({ name }: INodeProperties) => deciding.has(name))
			.map(({ displayName }) => displayName),
	),
];

/** A sentence, and where it is. */
interface Sentence {
	at: string;
	text: string;
}

const sentencesOf = (at: string, text: string): Sentence[] =>
	text.split(/(?<=[.!?:;])\s+|\n/).map((sentence) => ({ at, text: sentence }));

/** The texts in a file of the code; what is put into one is an ellipsis. */
function textsIn(path: string, code: string): Sentence[] {
	const found: Sentence[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) found.push(...sentencesOf(path, node.text));
		if (ts.isTemplateExpression(node)) {
			const { head, templateSpans } = node;
			const text = [head.text, ...templateSpans.map(({ literal }) => literal.text)].join('…');
			found.push(...sentencesOf(path, text));
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true));
	return found;
}

const textsInJson = (at: string, value: unknown): Sentence[] =>
	typeof value === 'string'
		? sentencesOf(at, value)
		: typeof value === 'object' && value !== null
			? Object.values(value).flatMap((inner) => textsInJson(at, inner))
			: [];

/** All texts that a user reads: of the nodes, the documents and the examples. */
const allSentences: Sentence[] = [
	...codeUnder('nodes/', 'credentials/').flatMap(([path, code]) => textsIn(path, code)),
	...documents.flatMap(sentences),
	...repositoryFiles
		.filter((path) => /^examples\/.*\.json$/.test(path))
		.flatMap((path) => textsInJson(path, JSON.parse(textOf(path)))),
];

/** Says to give one of the deciding fields another value. */
const CHANGES_A_FIELD = new RegExp(
	`\\b(?:[Cc]hange|[Ss]et|[Ss]witch|[Cc]hoose|[Ss]elect|[Tt]urn|[Pp]ick|[Pp]ut|[Uu]se)\\b.{0,60}?\\b(?:${labels.join('|')})\\b(?! [A-Z])`,
);

/** Says to run another operation in the node that says it. */
const CHANGES_THE_OPERATION =
	/\b[Tt]his node\b.*\b[Oo]peration\b|\b[Oo]peration\b.*\bof this node\b/;

/** Another node, or a copy of this one, may have any operation. */
const IN_ANOTHER_NODE =
	/\b(?:[Aa]nother|[Ss]econd|[Nn]ew)\b[^,;]*\bnode\b|\bcopy of\b|\b[Ll]eave this node\b/;

/** Without Markdown's marks of italics and bold text. */
const plain = (text: string): string => text.replaceAll(/[_*]/g, '');

/** Whether a sentence says to change a node that works: n8n drops what its fields hold once they are not shown. */
function changesANode(marked: string): boolean {
	const text = plain(marked);
	return (
		(CHANGES_A_FIELD.test(text) || CHANGES_THE_OPERATION.test(text)) && !IN_ANOTHER_NODE.test(text)
	);
}

/** Sentences that lose nothing, by how they begin, without marks. */
const HARMLESS: Record<string, string> = {
	"To produce a shop's orders, choose Create with Order From": 'a hint for who builds a workflow',
	'Add POD Fulfilment → Create an order to print and ship and set Order From': 'the first steps',
	'For WooCommerce, replace the trigger, and set Shop': "an example that is made one's own",
	'Or set Which Orders to All That Arrive': 'said where Status Field or Order Statuses is empty',
	'set Shop to …': 'between Shopify, WooCommerce and Detect, which show the same fields',
	"For an order of another shop, set Shop to 'Other'": 'from Detect, whose fields Other has, too',
};

const begins = (text: string, beginning: string): boolean =>
	plain(text).trimStart().replace(/^- /, '').startsWith(beginning);

const isHarmless = (text: string): boolean =>
	Object.keys(HARMLESS).some((beginning) => begins(text, beginning));

describe('An advice', () => {
	it('knows the fields that decide which others are shown', () => {
		expect(labels).toEqual(expect.arrayContaining(['Resource', 'Operation', 'Order From', 'Shop']));
		expect(allSentences.length).toBeGreaterThan(10_000);
	});

	it('never says to change a node that works', () => {
		const found = allSentences.filter(({ text }) => changesANode(text) && !isHarmless(text));
		expect(found).toEqual([]);
	});

	it('is excepted only where it is', () => {
		const unused = Object.keys(HARMLESS).filter(
			(beginning) =>
				!allSentences.some(({ text }) => changesANode(text) && begins(text, beginning)),
		);
		expect(unused).toEqual([]);
	});

	it.each([
		"Change this node's Operation to Update:",
		"set this node's _Operation_ to that, since a node behind one that stops does not run",
		'To order it all the same, set Order From to Fields.',
		'To order one all the same, set _Order From_ to _Fields_',
		"pass it on to this node with the operation 'Confirm'",
		"for example with the Aggregate node, and set 'Specify Items' to 'Using JSON'.",
		'Switch the Resource to Order Item.',
		'Use the operation Update of this node.',
		'Choose WooCommerce as the Shop.',
	])('is found where it does: %s', (text) => {
		expect(changesANode(text)).toBe(true);
		expect(isHarmless(text)).toBe(false);
	});

	it.each([
		'To order it all the same, use another node with Order From set to Fields.',
		'Use another POD Fulfilment node for that, behind the same node as this one.',
		'Add the option Order Statuses, or use Order → Update.',
		'give each shop its own name with the option "Shop Name"',
		'Set _Then_ to _Place and Confirm_.',
	])('is not found where it does not: %s', (text) => {
		expect(changesANode(text)).toBe(false);
	});
});

/** Labels of the options that n8n adds switched off. */
const SWITCHES = everyProperty()
	.filter(({ property: { type }, path }) => type === 'boolean' && path.includes(' > options > '))
	.filter(({ property }) => property.default === false)
	.map(({ property }) => property.displayName);

const SWITCH = `(?:${SWITCHES.join('|')})`;

/** Whether a sentence says to add a switch, and not to turn it on. */
function addsASwitchOff(marked: string): boolean {
	const text = plain(marked);
	return (
		new RegExp(`\\b(?:add|Add|adding|Adding)\\b (?!Parcels|Current Order).*\\b${SWITCH}\\b`).test(
			text,
		) && !/\b[Tt]urn\b.*\bon\b/.test(text)
	);
}

describe('An option that n8n adds switched off', () => {
	it('is never only to be added', () => {
		expect(SWITCHES).toEqual(expect.arrayContaining(['Add Parcels', 'Expect Existing Order']));
		expect(allSentences.filter(({ text }) => addsASwitchOff(text))).toEqual([]);
	});

	it.each([
		['add the options _Add Parcels_ and _Expect Existing Order_', true],
		['Add the option Send Test Orders.', true],
		['Add _Expect Existing Order_, and turn it on', false],
		['turn on _Add Current Order_', false],
	])('is found where it is: %s', (text, isFound) => {
		expect(addsASwitchOff(text)).toBe(isFound);
	});
});

/** A text without the service's value: in backticks or quotes, or alone. */
const withoutValues = (text: string): string =>
	text.replaceAll(/`[^`]*`/g, '').replaceAll(/'canceled'|"canceled"/g, '');

/** Where the word is one of n8n, of a shop or a value of the service. */
const FOREIGN_SPELLINGS: Record<string, string> = {
	'nodes/PodFulfilment/order/shop/rows/headings.ts': 'headings of sheets',
	'nodes/PodFulfilment/transport/errors/serviceError.ts': "n8n's word",
	'examples/etsy.json': "a parameter of Etsy's API",
	'docs/reference.md': "the service's value, in lists",
};

describe("The word 'cancelled'", () => {
	it("has two l, but in the service's value and in words of others", () => {
		const found = allSentences
			.filter(({ text }) => /canceled/i.test(withoutValues(text)) && text !== 'canceled')
			.filter(({ at }) => !Object.keys(FOREIGN_SPELLINGS).some((place) => at.startsWith(place)));
		expect(found).toEqual([]);
	});
});
