import ts from 'typescript';
import { repositoryFiles, textOf } from './repository.ts';

/** A headline in the code, with "X" for what it inserts. */
export interface CodeHeadline {
	/** Where it is, such as `nodes/PodFulfilment/input/checks.ts:24`. */
	at: string;
	text: string;
}

/** The texts that an expression can be, as far as the code itself says. */
function textsOf(expression: ts.Expression | undefined): string[] {
	if (expression === undefined) return [];
	if (ts.isStringLiteralLike(expression)) return [expression.text];
	if (ts.isParenthesizedExpression(expression)) return textsOf(expression.expression);
	if (ts.isConditionalExpression(expression)) {
		return [...textsOf(expression.whenTrue), ...textsOf(expression.whenFalse)];
	}
	if (!ts.isTemplateExpression(expression)) return [];
	return [
		expression.head.text +
			expression.templateSpans.map(({ literal }) => `X${literal.text}`).join(''),
	];
}

const nameOf = (node: ts.Node | undefined): string =>
	node && (ts.isIdentifier(node) || ts.isStringLiteral(node)) ? node.text : '';

const memberOf = (object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined =>
	object.properties.find(
		(member): member is ts.PropertyAssignment =>
			ts.isPropertyAssignment(member) && nameOf(member.name) === name,
	)?.initializer;

/** The headlines that an expression makes: the calls and objects with which the nodes say that something is wrong. */
function headlinesOf(node: ts.Node): string[] {
	if (ts.isCallExpression(node) && nameOf(node.expression) === 'refuse') {
		const [first, what] = node.arguments;
		// In transport/address.ts there is no field: the first argument is the headline.
		if (node.arguments.length === 2) return textsOf(first);
		const fields = nameOf(first) === 'SHOP_ORDER' ? ['Shop Order'] : textsOf(first);
		return (fields.length === 0 ? ['Field'] : fields).flatMap((field) =>
			textsOf(what).map((text) => `${field} ${text}`),
		);
	}
	if (ts.isNewExpression(node)) {
		const [first, second] = node.arguments ?? [];
		if (['UserError', 'StateError'].includes(nameOf(node.expression))) return textsOf(first);
		if (nameOf(node.expression) === 'NodeOperationError') return textsOf(second);
	}
	if (ts.isObjectLiteralExpression(node)) {
		const because = memberOf(node, 'because');
		const shopOrder = textsOf(because).map((text) => `Shop order 1001 ${text}`);
		if (memberOf(node, 'advice')) {
			return [...shopOrder, ...textsOf(memberOf(node, 'what')).map((text) => `Shop Order ${text}`)];
		}
		return memberOf(node, 'description') ? textsOf(memberOf(node, 'message')) : [];
	}
	return [];
}

/** Whether a headline has words of its own: others put together what was said elsewhere. */
const hasWords = (text: string): boolean =>
	/[a-z]{3}/.test(text.replace(/^Field /, '').replaceAll(/, and X more|\[item X\]|, but X$/g, ''));

/** Every headline in the code of the nodes whose words are written there, not handed over. */
export const headlinesInCode = (): CodeHeadline[] =>
	repositoryFiles
		.filter((path) => /^nodes\/.*\.ts$/.test(path))
		.flatMap((path) => {
			const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest);
			const found: CodeHeadline[] = [];
			const visit = (node: ts.Node): void => {
				for (const text of headlinesOf(node).filter(hasWords)) {
					const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
					found.push({ at: `${path}:${line + 1}`, text });
				}
				ts.forEachChild(node, visit);
			};
			visit(source);
			return found;
		});
