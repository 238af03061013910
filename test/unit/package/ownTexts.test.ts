import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { repositoryFiles, textOf } from './documents/repository.ts';

/** What the code calls sentences of its own. */
const OWN =
	/^(message|description|warnings?|problems?|text|advice|label|because|reason|headline|sentence)$|Because$/i;

const READS = ['startsWith', 'endsWith', 'includes', 'replace', 'replaceAll', 'match', 'search'];

/** Places that read texts of others under such a name, or only the form of their own. */
const ALLOWED: Record<string, string> = {
	'api/difference.ts': 'values of orders',
	'api/order.ts': 'an address that the user entered',
	'input/entities.ts': 'texts of shops',
	'input/isoDateTime.ts': 'a date that the user entered',
	'input/jsonField.ts': "the message of JavaScript's JSON parser",
	'input/wording.ts': 'signs of markup, line breaks and full stops of any text',
	'order/outputHints.ts': 'a full stop',
	'order/shop/shopAddress.ts': 'values of shops',
	'order/shop/shopify/fromGraphql.ts': 'IDs of Shopify',
	'order/shop/values.ts': 'values of shops',
	'transport/errors/nodeError.ts': 'a word that n8n takes for its own cancellation',
	'transport/errors/serviceMessages.ts': 'messages of the service',
	'transport/responseBody.ts': 'bodies of the service',
	'transport/secrets.ts': 'any text, which may hold a secret',
	'trigger/polling/state/schema.ts': 'the stored state',
};

const nameOf = (node: ts.Expression | undefined): string => {
	if (node && ts.isPropertyAccessExpression(node)) return node.name.text;
	return node && ts.isIdentifier(node) ? node.text : '';
};

/** The calls in a file that look into a text which is called like a sentence. */
function readsIn(path: string, code: string): string[] {
	const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
			const { name, expression } = node.expression;
			const read = ['test', 'exec'].includes(name.text) ? node.arguments[0] : expression;
			const isRead = read !== expression || READS.includes(name.text);
			if (isRead && OWN.test(nameOf(read))) found.push(`${path}: ${node.getText()}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

describe('Sentences of the nodes', () => {
	it('are not read by code', () => {
		const found = repositoryFiles
			.filter((path) => path.startsWith('nodes/PodFulfilment/') && path.endsWith('.ts'))
			.filter((path) => !Object.hasOwn(ALLOWED, path.replace('nodes/PodFulfilment/', '')))
			.flatMap((path) => readsIn(path, textOf(path)));
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
	])('are found where they are read: %s', (code) => {
		expect(readsIn('example.ts', code)).toHaveLength(1);
	});
});
