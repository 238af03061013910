import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Sandbox } from '../../sandbox/index.ts';
import { corpus, expectationOf, type SavedWorkflow } from '../support/savedWorkflows.ts';
import { runSavedWorkflow, type Expectation } from './savedWorkflows/run.ts';
import { startSavedWorkflowSandbox } from './savedWorkflows/sandbox.ts';

let sandbox: Sandbox | undefined;
beforeAll(async () => {
	sandbox = await startSavedWorkflowSandbox();
});
afterAll(async () => {
	await sandbox?.close();
});

async function run(workflow: SavedWorkflow): Promise<Record<string, Expectation>> {
	if (!sandbox) throw new Error('The sandbox runs inside of tests only');
	return await runSavedWorkflow(sandbox, workflow);
}

/** What a node sends has to be the same to the letter; its items may have more fields than they had. */
function expectAsBefore(actual: Expectation | undefined, expected: Expectation): void {
	// Nothing may fail that did not, for example.
	expect(Object.keys(actual ?? {}).sort()).toEqual(Object.keys(expected).sort());
	expect(actual).toMatchObject(expected);
	if ('requests' in expected) expect(actual).toHaveProperty('requests', expected.requests);
}

describe('A saved workflow', () => {
	it.each(corpus)('does what it did when it was saved: $path', async (workflow) => {
		const expected = expectationOf<Expectation>(workflow) ?? {};
		const actual = await run(workflow);
		expect(Object.keys(actual)).toEqual(Object.keys(expected));
		for (const [node, expectation] of Object.entries(expected)) {
			expectAsBefore(actual[node], expectation);
		}
	});
});
