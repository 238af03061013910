import ts from 'typescript';

import type { Declaration, SourceTree } from './sourceTree.ts';

/**
 * A change of the nodes' code, made in memory only: it shows that the check of a promise can fail. Its place is found in
 * the syntax tree by the names of what is changed, so that neither a renamed file nor other formatting loses it.
 */
export interface CodeChange {
	/** The function, class member or constant that is changed. */
	declaration: string;
	/** Another name that the same file declares, where several files declare this one. */
	besides: string | undefined;
	/** The expression that is replaced, in words. */
	what: string;
	/** Whether an expression of the declaration is the one; of all, exactly one has to be. */
	isReplaced: (node: ts.Node, parent: ts.Node, declaration: ts.Node) => boolean;
	/** The expression that takes its place. */
	becomes: string;
}

/** Characters of a file that are replaced. */
export interface Edit {
	/** Absolute path. */
	file: string;
	start: number;
	end: number;
	text: string;
}

/** A node with the one that it is a part of. */
type Placed = [node: ts.Node, parent: ts.Node];

const partsOf = (node: ts.Node): Placed[] => {
	const parts: Placed[] = [];
	ts.forEachChild(node, (child) => {
		parts.push([child, node], ...partsOf(child));
	});
	return parts;
};

const mentions = (node: ts.Node, names: readonly string[]): boolean => {
	const identifiers = new Set(
		[node, ...partsOf(node).map(([part]) => part)].filter(ts.isIdentifier).map(({ text }) => text),
	);
	return names.every((name) => identifiers.has(name));
};

/** The last part of `this.run.pause`, for example. */
const lastNameOf = (node: ts.Node): string | undefined => {
	if (ts.isIdentifier(node)) return node.text;
	return ts.isPropertyAccessExpression(node) ? node.name.text : undefined;
};

const isCallOf = (node: ts.Node, name: string): node is ts.CallExpression =>
	ts.isCallExpression(node) && lastNameOf(node.expression) === name;

const isConditionOf = (node: ts.Node, parent: ts.Node): boolean =>
	(ts.isIfStatement(parent) && parent.expression === node) ||
	(ts.isConditionalExpression(parent) && parent.condition === node);

/** Whether a node is in a function of its own, within the declaration. */
const isInInnerFunction = (node: ts.Node, declaration: ts.Node): boolean => {
	const own = ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
	return partsOf(declaration).some(
		([part]) =>
			part !== own && ts.isFunctionLike(part) && part.pos <= node.pos && node.end <= part.end,
	);
};

const isResult = (node: ts.Node, parent: ts.Node, declaration: ts.Node): boolean => {
	const isGivenBack =
		(ts.isReturnStatement(parent) && parent.expression === node) ||
		(ts.isArrowFunction(parent) && parent.body === node && !ts.isBlock(node));
	return isGivenBack && !isInInnerFunction(parent, declaration);
};

/** An expression that has been named, and can be replaced. */
interface Place {
	becomes(expression: string): CodeChange;
}

/**
 * The code of a function, a constant or the member of a class, e.g. `sendWithRetry` or `AccountLimits.send`. Where several
 * files declare the name, `besides` is another name that only the right one declares.
 */
export function within(declaration: string, { besides }: { besides?: string } = {}) {
	const place = (what: string, isReplaced: CodeChange['isReplaced']): Place => ({
		becomes: (expression) => ({ declaration, besides, what, isReplaced, becomes: expression }),
	});
	const withNames = (names: string[]): string =>
		names.length > 0 ? ` that mentions ${names.join(' and ')}` : '';
	return {
		/** What a constant is set to. */
		value: () =>
			place(
				'the value',
				(node, parent, found) =>
					parent === found && ts.isVariableDeclaration(parent) && parent.initializer === node,
			),
		/** What a function returns. */
		result: () => place('the result', isResult),
		/** A call of a function or method; of several, the one whose code mentions these identifiers. */
		call: (name: string, ...names: string[]) =>
			place(
				`the call of ${name}${withNames(names)}`,
				(node) => isCallOf(node, name) && mentions(node, names),
			),
		/** The first argument of such a call. */
		argumentOf: (name: string) =>
			place(
				`the first argument of ${name}`,
				(node, parent) => isCallOf(parent, name) && parent.arguments[0] === node,
			),
		/** The condition of an `if` or `?:` that mentions these identifiers. */
		condition: (...names: string[]) =>
			place(
				`the condition${withNames(names)}`,
				(node, parent) => isConditionOf(node, parent) && mentions(node, names),
			),
		/** The value of a property in an object literal. */
		property: (name: string) =>
			place(
				`the property ${name}`,
				(node, parent) =>
					ts.isPropertyAssignment(parent) &&
					parent.initializer === node &&
					lastNameOf(parent.name) === name,
			),
		/** What is assigned to a variable or property. */
		assigned: (name: string) =>
			place(
				`what is assigned to ${name}`,
				(node, parent) =>
					ts.isBinaryExpression(parent) &&
					parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
					parent.right === node &&
					lastNameOf(parent.left) === name,
			),
	};
}

const lineOf = ({ source }: Declaration, node: ts.Node): number =>
	source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;

/**
 * Where a change is made.
 *
 * @throws where the code has no such place, or several
 */
export function editOf(change: CodeChange, tree: SourceTree): Edit {
	const { declaration: name, besides, what, isReplaced, becomes } = change;
	const declaration = tree.declarationOf(name, besides);
	const { file, node: declared, source } = declaration;
	const [found, ...others] = partsOf(declared).flatMap(([node, parent]) =>
		isReplaced(node, parent, declared) ? [node] : [],
	);
	if (!found) throw new Error(`${name} in ${file} does not have ${what}`);
	if (others.length > 0) {
		const lines = [found, ...others].map((node) => lineOf(declaration, node)).join(', ');
		throw new Error(`${name} in ${file} has ${what} several times, in lines ${lines}`);
	}
	return { file, start: found.getStart(source), end: found.end, text: `(${becomes})` };
}
