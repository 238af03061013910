/**
 * `npm run record:expectation -- order-get-id`: runs a workflow of test/saved-workflows against the sandbox and writes
 * down beside it what its nodes send and hand out. See test/saved-workflows/README.md.
 */
import { writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';

import { buildPackage } from './n8n/package.ts';

// n8n-core and this script must share one n8n-workflow; its ESM build loads only with a bundler.
const shared = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;
registerHooks({
	resolve: (specifier, context, next) =>
		specifier === 'n8n-workflow' ? { url: shared, shortCircuit: true } : next(specifier, context),
});

const { positionals: names, values } = parseArgs({
	allowPositionals: true,
	options: { overwrite: { type: 'boolean', default: false } },
});
if (names.length === 0) {
	console.error('Name the workflows, for example: npm run record:expectation -- order-get-id');
	process.exit(1);
}

const { corpus, expectationFile, expectationOf } =
	await import('../test/support/savedWorkflows.ts');
const workflows = names.map((name) => {
	const workflow = corpus.find(({ path }) => path === `test/saved-workflows/${name}`);
	if (!workflow) {
		throw new Error(
			`There is no test/saved-workflows/${name}.json. Those of released versions do not change.`,
		);
	}
	if (expectationOf(workflow) && !values.overwrite) {
		throw new Error(
			`${workflow.path}.expected.json exists, and is not to change. Before the release, --overwrite writes it anew.`,
		);
	}
	return workflow;
});

await buildPackage();
const { startSavedWorkflowSandbox } = await import('../test/core/savedWorkflows/sandbox.ts');
const { runSavedWorkflow } = await import('../test/core/savedWorkflows/run.ts');
const sandbox = await startSavedWorkflowSandbox();
try {
	for (const workflow of workflows) {
		const file = fileURLToPath(expectationFile(workflow));
		const expectation = JSON.stringify(await runSavedWorkflow(sandbox, workflow));
		const settings = await resolveConfig(file);
		writeFileSync(file, await format(expectation, { ...settings, filepath: file }));
		console.log(`Written: ${workflow.path}.expected.json. Read it before you commit it.`);
	}
} finally {
	await sandbox.close();
}
