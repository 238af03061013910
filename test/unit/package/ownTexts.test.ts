import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { repositoryFiles, textOf } from './documents/repository.ts';

// A text that the nodes compose is for people. Code that reads it again is found in two ways: by what the text is called, and,
// as a text may be called anything, by the words that the code looks for.

/** What the code calls sentences of its own. */
const OWN =
	/^(message|description|warnings?|problems?|text|advice|label|because|reason|headline|sentence|subject)$|Because$/i;

/** Methods of a text that look into it. */
const READS = [
	...['startsWith', 'endsWith', 'includes', 'replace', 'replaceAll', 'match', 'search'],
	...['indexOf', 'lastIndexOf'],
];

/** Methods of a regular expression, and of a set, a map or a list, that look for a text which they are given. */
const TAKES = ['test', 'exec', 'has', 'get', 'includes', 'indexOf'];

/** Places that read texts of others under such a name, or only the form of their own. */
const ALLOWED_BY_NAME: Record<string, string> = {
	'api/difference.ts': 'values of orders',
	'api/order.ts': 'an address that the user entered',
	'input/country.ts': 'values of shops',
	'input/html.ts': 'texts of shops',
	'input/jsonField.ts': "the message of JavaScript's JSON parser",
	'input/normalizedText.ts': 'texts of others',
	'input/timestamp.ts': 'a date that the user entered',
	'input/wording.ts': 'signs of markup, line breaks and full stops of any text',
	'order/hints.ts': 'a full stop',
	'order/shop/shopAddress.ts': 'values of shops',
	'order/shop/rows/cells.ts': 'values of rows',
	'order/shop/sources/shopify/fromGraphql.ts': 'IDs of Shopify',
	'order/shop/values.ts': 'values of shops',
	'transport/errors/serviceError.ts': 'a word that n8n takes for its own cancellation',
	'transport/responseBody.ts': 'bodies of the service',
	'transport/secrets.ts': 'any text, which may hold a secret',
	'trigger/polling/state/schema.ts': 'the stored state',
};

/** Places that look for words which the nodes happen to say, too. */
const ALLOWED_BY_WORDS: Record<string, string> = {
	'order/shop/shippingMethod.ts': "names of a shop's ways of delivery",
};

/** Two words, or one in front of a name in quotation marks. */
const PROSE = /[A-Za-z]{2,},? [A-Za-z"']|[A-Za-z]{2,} "/;

/** What may stand where a template has a value. */
const VALUES = ['x', '7', '"x"', 'x-1'];

type Nodes = ts.SourceFile[];

const parse = (path: string, code: string): ts.SourceFile =>
	ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
	visit(node);
	ts.forEachChild(node, (child) => walk(child, visit));
}

const nameOf = (node: ts.Expression | undefined): string => {
	if (node && ts.isPropertyAccessExpression(node)) return node.name.text;
	return node && ts.isIdentifier(node) ? node.text : '';
};

/** The texts that an expression may be, with `value` for each value in it. */
function textsOf(node: ts.Node | undefined, value = VALUES[0]): string[] {
	if (!node) return [];
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isTemplateExpression(node)) {
		const spans = node.templateSpans.map(({ literal }) => `${value}${literal.text}`);
		return [`${node.head.text}${spans.join('')}`];
	}
	if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, value);
	if (ts.isConditionalExpression(node)) {
		return [node.whenTrue, node.whenFalse].flatMap((part) => textsOf(part, value));
	}
	return [];
}

/** A regular expression that code has, or that is made of a text. */
function patternOf(node: ts.Node): RegExp | undefined {
	try {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
			return new RegExp(source, flags.replace(/[gy]/g, ''));
		}
		if (ts.isNewExpression(node) && nameOf(node.expression) === 'RegExp') {
			const [source] = textsOf(node.arguments?.[0]);
			return source === undefined ? undefined : new RegExp(source);
		}
	} catch {
		// A part of one, that is no expression by itself.
	}
	return undefined;
}

/** The words of a regular expression. */
const wordsOf = ({ source }: RegExp): string =>
	source.replaceAll(/\\[bBdDsSwWpP](\{[^}]*\})?/g, '#').replaceAll('\\', '');

/** Where code looks into a text: the text that is read, what is looked for, and the whole. */
interface Reading {
	text: ts.Expression | undefined;
	wanted: ts.Node | undefined;
	whole: ts.Node;
}

const EQUALS = [
	...[ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken],
];

function readingsIn(source: ts.SourceFile): Reading[] {
	const found: Reading[] = [];
	walk(source, (whole) => {
		if (ts.isCallExpression(whole) && ts.isPropertyAccessExpression(whole.expression)) {
			const { name, expression } = whole.expression;
			const [argument] = whole.arguments;
			if (READS.includes(name.text)) found.push({ text: expression, wanted: argument, whole });
			if (TAKES.includes(name.text)) found.push({ text: argument, wanted: expression, whole });
		}
		if (ts.isBinaryExpression(whole) && EQUALS.includes(whole.operatorToken.kind)) {
			const { left, right } = whole;
			found.push({ text: left, wanted: right, whole }, { text: right, wanted: left, whole });
		}
		if (ts.isCaseClause(whole)) found.push({ text: undefined, wanted: whole.expression, whole });
	});
	return found;
}

/** Of a comparison, only one with words: whether there is a text is no reading of it. */
function isReadByName({ text, wanted, whole }: Reading): boolean {
	if (!OWN.test(nameOf(text))) return false;
	if (ts.isCallExpression(whole)) {
		const method = (whole.expression as ts.PropertyAccessExpression).name.text;
		return READS.includes(method) ? text !== whole.arguments[0] : ['test', 'exec'].includes(method);
	}
	return textsOf(wanted).some((words) => words !== '');
}

/** Names of constants that are a sentence. */
function sentencesByName(nodes: Nodes): string[] {
	const names = new Set<string>();
	for (const source of nodes) {
		walk(source, (node) => {
			if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return;
			if (textsOf(node.initializer).some((text) => PROSE.test(text))) names.add(node.name.text);
		});
	}
	return [...names];
}

/** Constants in capitals are those that files share. */
const isShared = (name: string): boolean => /^[A-Z][A-Z\d_]+$/.test(name);

/** Texts that a type names: codes that are made to be read, although they have words. */
function codesOf(nodes: Nodes): Set<string> {
	const codes = new Set<string>();
	for (const source of nodes) {
		walk(source, (node) => {
			if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal))
				codes.add(node.literal.text);
		});
	}
	return codes;
}

/** All that nodes say, with several values in the place of each, and how often. */
function saidBy(nodes: Nodes): Map<string, number> {
	const said = new Map<string, number>();
	for (const source of nodes) {
		walk(source, (node) => {
			if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return;
			for (const text of new Set(VALUES.flatMap((value) => textsOf(node, value)))) {
				if (PROSE.test(text)) said.set(text, (said.get(text) ?? 0) + 1);
			}
		});
	}
	return said;
}

const isNothing = (node: ts.Node | undefined): boolean =>
	node === undefined || node.getText() === 'undefined' || node.getText() === "''";

/** The code of each file that looks for words which the nodes say. */
function readByWords(nodes: Nodes, isReader: (source: ts.SourceFile) => boolean): string[] {
	const said = saidBy(nodes);
	const codes = codesOf(nodes);
	const texts = [...said.keys()];
	/** Also elsewhere than where it is looked for. */
	const isOftenSaid = (words: string): boolean =>
		(said.get(words) ?? 0) > 1 || texts.some((text) => text !== words && text.includes(words));
	const shared = sentencesByName(nodes).filter(isShared);
	return nodes.filter(isReader).flatMap((source) => {
		const compared = new Set([...shared, ...sentencesByName([source])]);
		const passed = new Set(shared);
		const found: ts.Node[] = [];
		walk(source, (node) => {
			const pattern = patternOf(node);
			if (!pattern || !PROSE.test(wordsOf(pattern))) return;
			if (texts.some((text) => pattern.test(text))) found.push(node);
		});
		for (const { text, wanted, whole } of readingsIn(source)) {
			// Whole texts are compared, or looked up; else a part of one is looked for.
			const isPart = ts.isCallExpression(whole) && wanted === whole.arguments[0];
			const words = textsOf(wanted).filter((one) => PROSE.test(one) && !codes.has(one));
			const sentences = ts.isCallExpression(whole) ? passed : compared;
			const isSentence = [text, wanted].some((one) => sentences.has(nameOf(one as ts.Expression)));
			if (isSentence && !isNothing(wanted) && !isNothing(text)) found.push(whole);
			else if (words.some((one) => !isPart || isOftenSaid(one))) found.push(whole);
		}
		return described(source, found);
	});
}

const described = ({ fileName }: ts.SourceFile, found: ts.Node[]): string[] => [
	...new Set(found.map((node) => `${fileName}: ${node.getText()}`)),
];

const nodeFiles = repositoryFiles
	.filter((path) => path.startsWith('nodes/PodFulfilment/') && path.endsWith('.ts'))
	.map((path) => parse(path.replace('nodes/PodFulfilment/', ''), textOf(path)));

const foundByName = (source: ts.SourceFile): string[] =>
	described(
		source,
		readingsIn(source)
			.filter(isReadByName)
			.map(({ whole }) => whole),
	);

describe('Sentences of the nodes', () => {
	it('are not read by code under what they are called', () => {
		const found = nodeFiles
			.filter(({ fileName }) => !Object.hasOwn(ALLOWED_BY_NAME, fileName))
			.flatMap(foundByName);
		expect(found).toEqual([]);
	});

	it('are not read by code under any name, by their words', () => {
		const found = readByWords(
			nodeFiles,
			({ fileName }) => !Object.hasOwn(ALLOWED_BY_WORDS, fileName),
		);
		expect(found).toEqual([]);
	});

	it.each([
		'label.replace(/^Recipient/, address)',
		"error.message.startsWith('The service')",
		'description?.endsWith(LAST_RESORT)',
		"line.leftOutBecause?.includes('refunded')",
		'/^Line /.test(problem)',
		'LINE.exec(error.message)',
		"text.replace(LINE, () => 'line ').replace(OF_ORDER, number)",
		"line.leftOutBecause === 'refunded'",
		'PAGE.test(subject)',
	])('are found where they are read: %s', (code) => {
		expect(foundByName(parse('example.ts', code))).toHaveLength(1);
	});

	it.each([
		'const MANY = [[/^the shipments of order "/, many]]; MANY.find(([name]) => name.test(one))',
		"parts.map(([name]) => name.replace(/^the shipments of /, ''))",
		'new RegExp(`^the shipments of order "`).test(one)',
		'/^page (\\d+) of the list$/.exec(one)',
		"one.startsWith('the shipments of ')",
		"known.includes('it is not shipped')",
		"one === 'it is not shipped'",
		'one !== NOT_SHIPPED',
		'KNOWN.has(NOT_SHIPPED)',
		"switch (one) { case 'it is not shipped': }",
	])('are found under any name, by their words: %s', (code) => {
		const composed = parse(
			'composed.ts',
			'const NOT_SHIPPED = \'it is not shipped\'; const name = `the shipments of order "${id}"`; const page = `page ${number} of the list`;',
		);
		const reader = parse('reader.ts', code);
		expect(readByWords([composed, reader], (source) => source === reader)).not.toEqual([]);
	});

	it.each([
		"name.startsWith('pick up at')",
		'/^the shipments$/.test(value)',
		"value.split(', ')",
		'quantity === undefined',
		'message !== undefined',
	])('are not taken for what is read elsewhere: %s', (code) => {
		const reader = parse('reader.ts', code);
		const composed = parse('composed.ts', 'const name = `the shipments of order "${id}"`;');
		expect(readByWords([composed, reader], (source) => source === reader)).toEqual([]);
		expect(foundByName(reader)).toEqual([]);
	});
});
