/**
 * `npm run lint`: the types of all TypeScript, and ESLint. Both need the same programs of TypeScript, and to build one takes
 * as long as all rules together, so they share them.
 *
 * `npm run typecheck` checks the types alone.
 */
import { ESLint } from 'eslint';
import ts from 'typescript';
import { join } from 'node:path';
import { root } from './n8n/paths.ts';

/** In the order in which the parser looks for a file: tools import the nodes, and with them everything. */
const CONFIGURATIONS = ['tsconfig.tools.json', 'tsconfig.json'];

const host: ts.FormatDiagnosticsHost = {
	getCanonicalFileName: (path) => path,
	getCurrentDirectory: () => root,
	getNewLine: () => '\n',
};

function programOf(configuration: string): ts.Program {
	const parsed = ts.getParsedCommandLineOfConfigFile(join(root, configuration), undefined, {
		...ts.sys,
		onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
			throw new Error(ts.formatDiagnostic(diagnostic, host));
		},
	});
	if (!parsed) throw new Error(`${configuration} cannot be read`);
	return ts.createProgram({
		rootNames: parsed.fileNames,
		options: parsed.options,
		configFileParsingDiagnostics: parsed.errors,
	});
}

const programs = CONFIGURATIONS.map(programOf);
// A file of the nodes is in both.
const diagnostics = ts.sortAndDeduplicateDiagnostics(
	programs.flatMap((program) => [...ts.getPreEmitDiagnostics(program)]),
);
if (diagnostics.length > 0) {
	console.error(ts.formatDiagnosticsWithColorAndContext(diagnostics, host));
}

const eslint = new ESLint({
	cwd: root,
	overrideConfig: {
		files: ['**/*.ts'],
		languageOptions: { parserOptions: { project: false, programs } },
	},
});
const results = await eslint.lintFiles('.');
const formatter = await eslint.loadFormatter('stylish');
console.log(await formatter.format(results));

const isClean =
	diagnostics.length === 0 &&
	results.every(({ errorCount, fatalErrorCount }) => errorCount + fatalErrorCount === 0);
if (!isClean) process.exitCode = 1;
