/**
 * Leaves the texts of the editor out of the mutation tests: a test that repeats a label or a description proves nothing.
 * These are the fields of the editor (object literals with a `displayName`), and what an operation shows of itself. A
 * plugin of Stryker, see stryker.config.mjs.
 */

/** What is read of a node of the syntax tree of Babel. */
interface SyntaxNode {
	type: string;
	properties?: SyntaxNode[];
	key?: SyntaxNode;
	callee?: SyntaxNode;
	name?: string;
}

interface SyntaxPath {
	node: SyntaxNode;
	parentPath: SyntaxPath | null;
}

/** Properties of an operation's definition that the editor shows. */
const SHOWN_OF_OPERATION = ['name', 'action', 'description', 'fields'];

const keyOf = ({ type, key }: SyntaxNode): string | undefined =>
	type === 'ObjectProperty' ? key?.name : undefined;

const isEditorField = ({ type, properties = [] }: SyntaxNode): boolean =>
	type === 'ObjectExpression' && properties.some((property) => keyOf(property) === 'displayName');

/** Functions that define an operation. */
const DEFINING = ['defineOperation', 'stateChange'];

/** Whether a node is the call that defines an operation. */
const definesOperation = (call: SyntaxNode | undefined): boolean =>
	call?.type === 'CallExpression' && DEFINING.includes(call.callee?.name ?? '');

const isShownOfOperation = ({ node, parentPath: definition }: SyntaxPath): boolean =>
	SHOWN_OF_OPERATION.includes(keyOf(node) ?? '') && definesOperation(definition?.parentPath?.node);

export const strykerPlugins = [
	{
		kind: 'Ignore',
		name: 'editorTexts',
		value: {
			shouldIgnore: (path: SyntaxPath): string | undefined =>
				isEditorField(path.node) || isShownOfOperation(path) ? 'text of the editor' : undefined,
		},
	},
];
