import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const WORKFLOW = 'bench:n8n-workflow';

/** A module with all that n8n-workflow exports: Node finds no names in its CommonJS, and its ES modules need a bundler. */
function workflowSource(): string {
	const require = createRequire(import.meta.url);
	const names = Object.keys(require('n8n-workflow') as object).filter((name) => name !== 'default');
	return `import { createRequire } from 'node:module';
export const { ${names.join(', ')} } = createRequire(${JSON.stringify(import.meta.url)})('n8n-workflow');`;
}

const isSource = (url = ''): boolean => url.includes('/nodes/PodFulfilment/');

/** Lets this process import the sources of the nodes: they are written for a compiler, and name files without extensions. */
export function registerSources(): void {
	registerHooks({
		resolve(specifier, context, next) {
			if (!isSource(context.parentURL)) return next(specifier, context);
			if (specifier === 'n8n-workflow') return { url: WORKFLOW, shortCircuit: true };
			if (!specifier.startsWith('.')) return next(specifier, context);
			const url = new URL(`${specifier}.ts`, context.parentURL);
			return next(existsSync(fileURLToPath(url)) ? url.href : `${specifier}/index.ts`, context);
		},
		load(url, context, next) {
			if (url === WORKFLOW) {
				return { format: 'module', source: workflowSource(), shortCircuit: true };
			}
			return next(url, isSource(url) ? { ...context, format: 'module-typescript' } : context);
		},
	});
}
