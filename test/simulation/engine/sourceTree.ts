import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Something with a name at the top level of a file, or a member of a class there. */
export interface Declaration {
	/** E.g. `sendWithRetry`, `DEFAULT_TIMEOUT_MS` or `AccountLimits.send`. */
	name: string;
	/** Absolute path. */
	file: string;
	node: ts.Node;
	source: ts.SourceFile;
}

const NODES = fileURLToPath(new URL('../../../nodes/PodFulfilment', import.meta.url));

const nameOf = ({ name }: { name?: ts.Node }): string | undefined =>
	name && ts.isIdentifier(name) ? name.text : undefined;

/** The names that a statement at the top level of a file declares, with those of a class's members. */
function* namedNodes(statement: ts.Statement): Generator<[name: string | undefined, ts.Node]> {
	if (ts.isVariableStatement(statement)) {
		for (const variable of statement.declarationList.declarations) {
			yield [nameOf(variable), variable];
		}
	}
	if (ts.isFunctionDeclaration(statement)) yield [nameOf(statement), statement];
	if (!ts.isClassDeclaration(statement)) return;
	const className = nameOf(statement);
	yield [className, statement];
	for (const member of statement.members) {
		const name = nameOf(member);
		yield [name && `${className}.${name}`, member];
	}
}

/** The sources of the nodes, in which code is found by its name, whatever file it is in. */
export class SourceTree {
	private readonly declarations: Declaration[] = [];

	/** @param texts the source files by their absolute paths */
	constructor(texts: ReadonlyMap<string, string>) {
		for (const [file, text] of texts) {
			const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
			for (const statement of source.statements) {
				for (const [name, node] of namedNodes(statement)) {
					if (name !== undefined) this.declarations.push({ name, file, node, source });
				}
			}
		}
	}

	/**
	 * The declaration of a name.
	 *
	 * @param besides another name that the same file declares, where several files declare this one
	 * @throws where no file declares it, or several do
	 */
	declarationOf(name: string, besides?: string): Declaration {
		const isBeside = ({ file }: Declaration): boolean =>
			besides === undefined ||
			this.declarations.some((other) => other.file === file && other.name === besides);
		const [found, ...others] = this.declarations.filter(
			(declaration) => declaration.name === name && isBeside(declaration),
		);
		const shown = besides === undefined ? name : `${name} (besides ${besides})`;
		if (!found) throw new Error(`No source file of the nodes declares ${shown}`);
		if (others.length > 0) {
			const files = [found, ...others].map(({ file }) => file).join(', ');
			throw new Error(`Several source files declare ${shown}: ${files}`);
		}
		return found;
	}
}

let nodeSourceTree: SourceTree | undefined;

/** All sources of the nodes, read and parsed once. */
export function nodesTree(): SourceTree {
	nodeSourceTree ??= new SourceTree(
		new Map(
			globSync('**/*.ts', { cwd: NODES }).map((path) => {
				const file = join(NODES, path);
				return [file, readFileSync(file, 'utf8')];
			}),
		),
	);
	return nodeSourceTree;
}
