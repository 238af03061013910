import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSavedWorkflow } from '../../test/core/savedWorkflows/run.ts';
import { startSavedWorkflowSandbox } from '../../test/core/savedWorkflows/sandbox.ts';
import {
	corpus,
	expectationFile,
	expectationOf,
	type SavedWorkflow,
} from '../../test/support/savedWorkflows.ts';
import { root } from '../n8n/paths.ts';
import { formatted } from './formatted.ts';

/** The workflows of no release by their names. @throws Error if one of them is unknown */
const named = (names: string[]): SavedWorkflow[] =>
	names.map((name) => {
		const workflow = corpus.find(({ path }) => path === `test/saved-workflows/${name}`);
		if (workflow) return workflow;
		throw new Error(
			`There is no test/saved-workflows/${name}.json. Those of released versions do not change.`,
		);
	});

/**
 * What saved workflows send and hand out against the sandbox: the named ones, or those of which it is not known yet. See
 * test/saved-workflows/README.md.
 */
export async function expectationFiles(names: string[]): Promise<Map<string, string>> {
	const workflows =
		names.length > 0 ? named(names) : corpus.filter((workflow) => !expectationOf(workflow));
	const files = new Map<string, string>();
	if (workflows.length === 0) return files;
	const sandbox = await startSavedWorkflowSandbox();
	try {
		for (const workflow of workflows) {
			const path = relative(root, fileURLToPath(expectationFile(workflow)));
			const expectation = JSON.stringify(await runSavedWorkflow(sandbox, workflow));
			files.set(path, await formatted(path, expectation));
		}
	} finally {
		await sandbox.close();
	}
	return files;
}
