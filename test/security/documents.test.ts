import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/n8n/paths.ts';

/** Every Markdown page of the repository, but not of what is installed. */
const pages = globSync('**/*.md', {
	cwd: root,
	exclude: (path) => ['node_modules', '.local', 'dist'].includes(basename(path)),
});

/** The sections of all pages that name n8n's expression engine without isolation. */
const sections = pages.flatMap((path) =>
	readFileSync(join(root, path), 'utf8')
		.split(/^(?=#{1,6} )/m)
		.filter((section) => /`legacy`|=legacy|legacy engine/.test(section))
		.map((section) => ({ path, title: section.split('\n', 1)[0] ?? '', section })),
);

describe("n8n's expression engine `legacy`", () => {
	it('the engine `legacy` is named in several places', () => {
		expect(sections.length).toBeGreaterThan(3);
	});

	it.each(sections)('`legacy` is not named without its warning: $path, "$title"', ({ section }) => {
		expect(section).toContain('n8n advises against');
		expect(section).toContain('without isolation');
	});
});

describe('The published countries.js', () => {
	const file = join(root, 'nodes', 'PodFulfilment', 'spec', 'countries.ts');
	const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as {
		config: { compilerOptions: object };
	};
	const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, dirname(file));
	const published = ts.transpileModule(readFileSync(file, 'utf8'), {
		compilerOptions: options,
	}).outputText;

	it.each(['i18n-iso-countries', 'localized-address-format'])(
		'the published file contains the whole license of %s, from which it was generated',
		(library) => {
			const license = readFileSync(join(root, 'node_modules', library, 'LICENSE'), 'utf8');
			for (const line of license.trim().split('\n')) {
				expect(published).toContain(` * ${line}`.trimEnd());
			}
		},
	);
});
