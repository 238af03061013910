/**
 * `npm run generate`: writes all that follows from the descriptions and the output of the nodes: output schemas, tables of
 * README.md, docs/reference.md and docs/public-names.md, the samples in examples/, and what is expected of a workflow in
 * test/saved-workflows that has no expectation yet; and the lists of countries and states, which follow from other packages.
 * With names of such workflows, their expectations anew and nothing else.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPackage } from './n8n/package.ts';
import { root } from './n8n/paths.ts';
import { countriesFile, countriesSource } from './generate/countries.ts';
import { statesFile, statesSource } from './generate/states.ts';

// n8n-core and this script must share one n8n-workflow; its ESM build loads only with a bundler.
const shared = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;
registerHooks({
	resolve: (specifier, context, next) =>
		specifier === 'n8n-workflow' ? { url: shared, shortCircuit: true } : next(specifier, context),
});

// The nodes are built with them.
writeFileSync(countriesFile, countriesSource());
writeFileSync(statesFile, statesSource());
await buildPackage();
const { generatedFiles, outdatedIn } = await import('./generate/generated.ts');
const { expectationFiles } = await import('./generate/expectations.ts');

function write(files: Map<string, string | undefined>, remark = ''): void {
	for (const [path, text] of outdatedIn(files)) {
		const file = join(root, path);
		if (text === undefined) rmSync(file);
		else {
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, text);
		}
		console.log(`${text === undefined ? 'Deleted' : 'Written'}: ${path}${remark}`);
	}
}

const names = process.argv.slice(2);
write(await expectationFiles(names), '. Read it before you commit it.');
if (names.length === 0) for await (const files of generatedFiles()) write(files);
console.log('All else is as it was.');
