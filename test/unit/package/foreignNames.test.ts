import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

import { foreignNames } from '../../../scripts/lint/foreign-names.ts';

const FILE = '/lint/code.ts';

const OPTIONS: ts.CompilerOptions = { strict: true, lib: ['lib.es5.d.ts'], types: [] };

/** What the rule says of code, by the names of its messages. */
function messagesFor(code: string): string[] {
	const host = ts.createCompilerHost(OPTIONS);
	const program = ts.createProgram([FILE], OPTIONS, {
		...host,
		fileExists: (path) => path === FILE || host.fileExists(path),
		readFile: (path) => (path === FILE ? code : host.readFile(path)),
		getSourceFile: (path, version) =>
			path === FILE ? ts.createSourceFile(path, code, version) : host.getSourceFile(path, version),
	});
	const found = new Linter({ cwd: '/lint' }).verify(
		code,
		{
			files: ['**/*.ts'],
			languageOptions: {
				parser: tseslint.parser as Linter.Parser,
				parserOptions: { programs: [program] },
			},
			plugins: { own: { rules: { 'foreign-names': foreignNames } } },
			rules: { 'own/foreign-names': 'error' },
		},
		FILE,
	);
	return found.map(({ messageId, message }) => messageId ?? message);
}

const TABLE = 'declare const table: Record<string, number>;';

describe('The lint rule for names that are not ours', () => {
	it.each([
		['a name that may be any text', 'declare const name: string; table[name];', ['index']],
		['one that may be missing', 'declare const name: string | undefined; table[name!];', ['index']],
		['one of which nothing is known', 'declare const name: any; table[name];', ['index']],
		['a part of a text', "table['Constructor'.toLowerCase()];", ['index']],
		['a name that is put together', 'declare const of: string; table[`${of}_set`];', ['index']],
		['one of a type parameter', 'const of = <T extends string>(n: T) => table[n];', ['index']],
		['a name that is written', 'declare const name: string; table[name] = 1;', ['index']],
		['a name that is looked for', 'declare const name: string; name in table;', ['in']],
		['the names of an object', 'for (const name in table) table[name];', ['index']],
	])('finds %s', (_, code, messages) => {
		expect(messagesFor(`${TABLE} ${code}`)).toEqual(messages);
	});

	it.each([
		["table['front'];"],
		["'front' in table;"],
		["declare const name: 'front' | 'back'; table[name];"],
		['declare const list: number[]; declare const index: number; list[index];'],
		['const of = <T>(object: T, key: keyof T) => object[key];'],
		['declare const name: string; new Map([["front", 1]]).get(name);'],
	])('passes names of ours: %s', (code) => {
		expect(messagesFor(`${TABLE} ${code}`)).toEqual([]);
	});
});
