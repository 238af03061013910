/**
 * `npm run generate:samples`, after `npm run build`: writes what is pinned to this package's nodes in examples/ anew, as
 * they emit it today. With names of examples, for these alone.
 */
import { writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { root } from '../n8n/paths.ts';

// n8n-core and this script must share one n8n-workflow; its ESM build loads only with a bundler.
const shared = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;
registerHooks({
	resolve: (specifier, context, next) =>
		specifier === 'n8n-workflow' ? { url: shared, shortCircuit: true } : next(specifier, context),
});

const { examples } = await import('../../test/support/savedWorkflows.ts');
const { samplesOf } = await import('./samples/samples.ts');

const names = process.argv.slice(2);
for (const { path, ...example } of examples) {
	if (names.length > 0 && !names.includes(path.replace('examples/', ''))) continue;
	const pinData = await samplesOf({ path, ...example });
	const file = join(root, `${path}.json`);
	const settings = await resolveConfig(file);
	const text = JSON.stringify({ ...example, pinData }, null, '\t');
	writeFileSync(file, await format(text, { ...settings, filepath: file }));
	console.log(`Samples written to ${path}.json`);
}
