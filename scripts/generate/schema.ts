/**
 * Makes nodes/PodFulfilment/__schema__: `npm run generate:schema`, after `npm run build`. n8n shows these files as the
 * preview of a node's output before anything has run. They are made from what the nodes hand back when they run
 * against the sandbox.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { root } from '../n8n/paths.ts';

// n8n-core and this script have to share one n8n-workflow; its other build does not load outside of a bundler.
const shared = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;
registerHooks({
	resolve: (specifier, context, next) =>
		specifier === 'n8n-workflow' ? { url: shared, shortCircuit: true } : next(specifier, context),
});

const { allSchemas } = await import('./schema/all.ts');
const made = await allSchemas();
const folder = join(root, 'nodes', 'PodFulfilment', '__schema__');
rmSync(folder, { recursive: true, force: true });
for (const [path, { schema }] of made) {
	const file = join(folder, path);
	mkdirSync(dirname(file), { recursive: true });
	const settings = await resolveConfig(file);
	writeFileSync(file, await format(JSON.stringify(schema), { ...settings, filepath: file }));
}
console.log(`${made.size} schemas written to ${folder}`);
