import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './n8n/paths.ts';

/** Suites that need no n8n of their own. */
export const SUITES_WITHOUT_N8N = ['unit', 'sandbox', 'core', 'security', 'simulation'];

/** The files of tests in some suites whose source holds an import, by their paths from the root. */
export const filesThatImport = (source: RegExp, suites = SUITES_WITHOUT_N8N): string[] =>
	globSync(`test/{${suites.join(',')}}/**/*.test.ts`, { cwd: root }).filter((file) =>
		source.test(readFileSync(join(root, file), 'utf8')),
	);
