/**
 * `npm run generate:schema`, after `npm run build`: generates nodes/PodFulfilment/__schema__, from which n8n previews a
 * node's output before its first execution. The schemas are inferred from the nodes' output against the sandbox.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { root } from '../n8n/paths.ts';

// n8n-core and this script must share one n8n-workflow; its ESM build loads only with a bundler.
const shared = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;
registerHooks({
	resolve: (specifier, context, next) =>
		specifier === 'n8n-workflow' ? { url: shared, shortCircuit: true } : next(specifier, context),
});

const { allSchemas } = await import('./schema/all.ts');
const schemaFiles = await allSchemas();
const folder = join(root, 'nodes', 'PodFulfilment', '__schema__');
rmSync(folder, { recursive: true, force: true });
for (const [path, { schema }] of schemaFiles) {
	const file = join(folder, path);
	mkdirSync(dirname(file), { recursive: true });
	const settings = await resolveConfig(file);
	writeFileSync(file, await format(JSON.stringify(schema), { ...settings, filepath: file }));
}
console.log(`${schemaFiles.size} schemas written to ${folder}`);
