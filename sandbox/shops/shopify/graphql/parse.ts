import { GraphqlError } from './errors.ts';

/** A value in a document: a constant, or the name of a variable. */
export type Argument =
	| { variable: string }
	| { constant: string | number | boolean | null }
	| { list: Argument[] }
	| { object: Record<string, Argument> };

export interface Selection {
	name: string;
	/** The alias, or the name. */
	key: string;
	args: Record<string, Argument>;
	/** Undefined for a field without braces. */
	selections: Selection[] | undefined;
}

export interface Operation {
	kind: 'query' | 'mutation';
	/** The variables that must be given, and the defaults of the others. */
	variables: Map<string, { isRequired: boolean; default: Argument | undefined }>;
	selections: Selection[];
}

const TOKEN =
	/[\s,]+|#[^\n]*|("""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z_]\w*|\.{3}|[!$()&:=@[\]{}|])/y;

/** Levels of braces in a document. */
const MAXIMUM_DEPTH = 32;

/**
 * Parses a document with one operation, without fragments and directives.
 * @throws GraphqlError
 */
export function parseOperation(document: string): Operation {
	return new Parser(tokensOf(document)).operation();
}

function tokensOf(document: string): string[] {
	const tokens: string[] = [];
	TOKEN.lastIndex = 0;
	while (TOKEN.lastIndex < document.length) {
		const at = TOKEN.lastIndex;
		const match = TOKEN.exec(document);
		if (!match) throw new GraphqlError(`Unexpected character at position ${at}`);
		if (match[1] !== undefined) tokens.push(match[1]);
	}
	return tokens;
}

class Parser {
	private readonly tokens: string[];
	private at = 0;
	private depth = 0;

	constructor(tokens: string[]) {
		this.tokens = tokens;
	}

	operation(): Operation {
		let kind: Operation['kind'] = 'query';
		const variables: Operation['variables'] = new Map();
		if (this.peek() !== '{') {
			const word = this.name();
			if (word !== 'query' && word !== 'mutation') {
				throw new GraphqlError(`The double knows queries and mutations, not '${word}'`);
			}
			kind = word;
			if (/^\w/.test(this.peek() ?? '')) this.next();
			if (this.skip('(')) while (!this.skip(')')) this.variable(variables);
		}
		const selections = this.selections();
		if (this.peek() !== undefined) {
			throw new GraphqlError(`Expected the end of the document, not '${this.peek()}'`);
		}
		return { kind, variables, selections };
	}

	private variable(variables: Operation['variables']): void {
		this.expect('$');
		const name = this.name();
		this.expect(':');
		const isRequired = this.type();
		const fallback = this.skip('=') ? this.value() : undefined;
		variables.set(name, { isRequired: isRequired && fallback === undefined, default: fallback });
	}

	/** @returns whether a value is required */
	private type(): boolean {
		if (this.skip('[')) {
			this.type();
			this.expect(']');
		} else this.name();
		return this.skip('!');
	}

	private selections(): Selection[] {
		this.depth += 1;
		if (this.depth > MAXIMUM_DEPTH) throw new GraphqlError('The query is nested too deeply');
		this.expect('{');
		const selections: Selection[] = [];
		while (!this.skip('}')) selections.push(this.selection());
		if (selections.length === 0) throw new GraphqlError('Expected a field between the braces');
		this.depth -= 1;
		return selections;
	}

	private selection(): Selection {
		if (this.peek() === '...') throw new GraphqlError('The double does not know fragments');
		const first = this.name();
		const name = this.skip(':') ? this.name() : first;
		const args: Record<string, Argument> = {};
		if (this.skip('(')) while (!this.skip(')')) this.member(args);
		return {
			name,
			key: first,
			args,
			selections: this.peek() === '{' ? this.selections() : undefined,
		};
	}

	private member(members: Record<string, Argument>): void {
		const name = this.name();
		this.expect(':');
		members[name] = this.value();
	}

	private value(): Argument {
		const token = this.next();
		if (token === '$') return { variable: this.name() };
		if (token === '[') {
			const list: Argument[] = [];
			while (!this.skip(']')) list.push(this.value());
			return { list };
		}
		if (token === '{') {
			const object: Record<string, Argument> = {};
			while (!this.skip('}')) this.member(object);
			return { object };
		}
		if (token.startsWith('"""')) return { constant: token.slice(3, -3).trim() };
		if (token.startsWith('"')) return { constant: textOf(token) };
		if (/^-?\d/.test(token)) return { constant: Number(token) };
		if (token === 'true' || token === 'false') return { constant: token === 'true' };
		if (token === 'null') return { constant: null };
		// An enumeration's value.
		if (/^\w/.test(token)) return { constant: token };
		throw new GraphqlError(`Expected a value, not '${token}'`);
	}

	private name(): string {
		const token = this.next();
		if (!/^[A-Za-z_]/.test(token)) throw new GraphqlError(`Expected a name, not '${token}'`);
		return token;
	}

	private expect(token: string): void {
		const found = this.next();
		if (found !== token) throw new GraphqlError(`Expected '${token}', not '${found}'`);
	}

	private skip(token: string): boolean {
		if (this.peek() !== token) return false;
		this.at += 1;
		return true;
	}

	private peek(): string | undefined {
		return this.tokens[this.at];
	}

	private next(): string {
		const token = this.tokens[this.at];
		if (token === undefined) throw new GraphqlError('Unexpected end of document');
		this.at += 1;
		return token;
	}
}

function textOf(token: string): string {
	try {
		return JSON.parse(token) as string;
	} catch {
		throw new GraphqlError(`${token} is not a string`);
	}
}
