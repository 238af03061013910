import ts from 'typescript';
import { repositoryFiles, textOf } from './repository.ts';

/** A message in the code, with "X" for what it inserts. */
export interface CodeMessage {
	/** Where it is, such as `nodes/PodFulfilment/input/checks.ts:24`. */
	at: string;
	headline: string;
	/** What it says to do, in any of its forms; none where the code puts that together elsewhere. */
	advice: string[];
}

/** What a file itself says of the names that its templates insert. */
interface OwnTexts {
	/** What each function returns. */
	returned: Map<string, ts.Expression[]>;
	/** Texts of constants, and of members that are taken out of an object by their name. */
	named: Map<string, string[]>;
}

const ownTexts = new Map<ts.SourceFile, OwnTexts>();

function collectOwnTexts(source: ts.SourceFile): OwnTexts {
	const returned: OwnTexts['returned'] = new Map();
	const members = new Map<string, string[]>();
	const taken = new Set<string>();
	const add = <Value>(all: Map<string, Value[]>, name: string, value: Value): void => {
		all.set(name, [...(all.get(name) ?? []), value]);
	};
	const visit = (node: ts.Node, functionName: string): void => {
		let inner = functionName;
		if (ts.isFunctionDeclaration(node)) inner = nameOf(node.name);
		if (ts.isVariableDeclaration(node) && node.initializer) {
			const { name, initializer } = node;
			if (ts.isArrowFunction(initializer)) {
				inner = nameOf(name);
				if (!ts.isBlock(initializer.body)) add(returned, inner, initializer.body);
			} else if (ts.isStringLiteral(initializer) && /^[A-Z_]+$/.test(nameOf(name))) {
				add(members, nameOf(name), initializer.text);
				taken.add(nameOf(name));
			}
		}
		if (ts.isReturnStatement(node) && node.expression) add(returned, inner, node.expression);
		if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.initializer)) {
			add(members, nameOf(node.name), node.initializer.text);
		}
		if (ts.isBindingElement(node)) taken.add(nameOf(node.name));
		ts.forEachChild(node, (child) => visit(child, inner));
	};
	visit(source, '');
	return { returned, named: new Map([...members].filter(([name]) => taken.has(name))) };
}

/** The texts that a template inserts, as far as its file says; "X" for any other. */
function insertedTexts(expression: ts.Expression): string[] {
	const source = expression.getSourceFile();
	const own = ownTexts.get(source) ?? collectOwnTexts(source);
	ownTexts.set(source, own);
	if (ts.isIdentifier(expression)) return own.named.get(expression.text) ?? ['X'];
	if (!ts.isCallExpression(expression)) return ['X'];
	const called = nameOf(expression.expression);
	const [argument] = expression.arguments;
	if (called === 'quote') return ['"X"'];
	if (called === 'upperFirst' && argument) {
		return insertedTexts(argument).map((text) => text.charAt(0).toUpperCase() + text.slice(1));
	}
	const texts = (own.returned.get(called) ?? []).flatMap(textsOf);
	return texts.length > 0 ? texts : ['X'];
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
	return expression.templateSpans.reduce(
		(texts, { expression: inserted, literal }) =>
			texts.flatMap((text) =>
				insertedTexts(inserted).map((insertion) => text + insertion + literal.text),
			),
		[expression.head.text],
	);
}

/** The text that a constant before a refusal holds, in the innermost block that has one of its name. */
function constantFor(name: string, from: ts.Node): ts.Expression | undefined {
	for (let node = from.parent; !ts.isSourceFile(node); node = node.parent) {
		if (!ts.isBlock(node)) continue;
		const declared = node.statements
			.filter((statement) => ts.isVariableStatement(statement))
			.flatMap((statement) => [...statement.declarationList.declarations])
			.find((declaration) => nameOf(declaration.name) === name);
		if (declared) return declared.initializer;
	}
	return undefined;
}

const nameOf = (node: ts.Node | undefined): string =>
	node && (ts.isIdentifier(node) || ts.isStringLiteral(node)) ? node.text : '';

function memberOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
	const member = object.properties.find((property) => nameOf(property.name) === name);
	if (member && ts.isShorthandPropertyAssignment(member)) return member.name;
	return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

/** A text that a file has as a constant, or puts together of what it has itself. */
function adviceOf(expression: ts.Expression | undefined): string[] {
	if (expression === undefined) return [];
	if (ts.isIdentifier(expression)) {
		return insertedTexts(expression).filter((text) => text !== 'X');
	}
	// What stands in one place of the code alone says all; what is inserted may say what to do.
	return textsOf(expression).filter((text) => !text.includes('X'));
}

/** The messages that an expression makes: the calls and objects with which the nodes say that something is wrong. */
function messagesOf(node: ts.Node): Array<Omit<CodeMessage, 'at'>> {
	const withAdvice = (headlines: string[], advice: ts.Expression | undefined) =>
		headlines.map((headline) => ({ headline, advice: adviceOf(advice) }));
	const callers = ['refuse', 'refuseFile', 'refuseFor'];
	if (ts.isCallExpression(node) && callers.includes(nameOf(node.expression))) {
		// `refuseFor` has the cause in front.
		const given = node.arguments.slice(nameOf(node.expression) === 'refuseFor' ? 1 : 0);
		const [first, what] = given;
		const isOrder =
			['SHOP_ORDER', 'orderLabel'].includes(nameOf(first)) ||
			(first && ts.isCallExpression(first) && nameOf(first.expression) === 'orderInProblems');
		const said = what && ts.isIdentifier(what) ? constantFor(what.text, node) : what;
		// One that begins with another constant is put together of what is said elsewhere.
		const whats = textsOf(said).filter((text) => said === what || !text.startsWith('X'));
		const fields = isOrder ? ['Shop Order'] : textsOf(first);
		return withAdvice(
			(fields.length === 0 ? ['Field'] : fields).flatMap((field) =>
				whats.map((text) => `${field} ${text}`),
			),
			given[2],
		);
	}
	if (ts.isNewExpression(node)) {
		const [first, second, third] = node.arguments ?? [];
		const described = (settings: ts.Expression | undefined) =>
			settings && ts.isObjectLiteralExpression(settings)
				? memberOf(settings, 'description')
				: undefined;
		// One whose class depends on what was found is made by `new ErrorType`.
		if (
			['UserError', 'StateError', 'ErrorType', 'EarlierTryError'].includes(nameOf(node.expression))
		) {
			return withAdvice(textsOf(first), described(second));
		}
		if (nameOf(node.expression) === 'NodeOperationError') {
			return withAdvice(textsOf(second), described(third));
		}
	}
	if (ts.isObjectLiteralExpression(node)) {
		// In the table of a source it is called otherwise.
		const because = memberOf(node, 'because') ?? memberOf(node, 'noOrder');
		const advice = memberOf(node, 'advice');
		const shopOrder = textsOf(because).map((text) => `Shop order 1001 ${text}`);
		if (advice) {
			const what = textsOf(memberOf(node, 'what')).map((text) => `Shop Order ${text}`);
			return withAdvice([...shopOrder, ...what], advice);
		}
		const description = memberOf(node, 'description');
		return description ? withAdvice(textsOf(memberOf(node, 'message')), description) : [];
	}
	return [];
}

/** Whether a headline has words of its own: others put together what was said elsewhere. */
const hasWords = (text: string): boolean =>
	/[a-z]{3}/.test(text.replace(/^Field /, '').replaceAll(/, and X more|\[item X\]|, but X$/g, ''));

/** Every message in the code of the nodes whose first line is written there, not handed over. */
export const messagesInCode = (): CodeMessage[] =>
	repositoryFiles
		.filter((path) => /^nodes\/.*\.ts$/.test(path))
		.flatMap((path) => {
			const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
			const found: CodeMessage[] = [];
			const visit = (node: ts.Node): void => {
				for (const message of messagesOf(node).filter(({ headline }) => hasWords(headline))) {
					const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
					found.push({ at: `${path}:${line + 1}`, ...message });
				}
				ts.forEachChild(node, visit);
			};
			visit(source);
			return found;
		});
