import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox/index.ts';
import type { Credential } from '../../../../scripts/n8n/credentials.ts';
import { createWorkflow } from '../../../../scripts/n8n/workflows.ts';
import { connect, n8n, storeCredential } from '../../support/n8n.ts';
import { actionNode, manualWorkflow } from '../../support/workflows.ts';
import { Editor } from './editor.ts';
import type { NodeView } from './nodeView.ts';

/** Shared by the tests of one file. */
export interface BrowserTest {
	/** A browser that is signed in. */
	editor: Editor;
	sandbox: Sandbox;
	/** Name of the credential for the sandbox's demo account. */
	credential: string;
	/** The same, as nodes refer to it. */
	storedCredential: Credential;
	/** Opens the action node with these parameters, in a new workflow of its own. */
	openAction(name: string, parameters: Record<string, unknown>): Promise<NodeView>;
}

/**
 * Starts a browser and a sandbox for the tests of one file, and stores a credential. A failed test leaves a screenshot.
 */
export function useEditor(credential: string, options: SandboxOptions = {}): BrowserTest {
	const shared = {
		credential,
		async openAction(name, parameters) {
			const action = actionNode(name, shared.storedCredential, parameters);
			const { id } = await createWorkflow(connect(), manualWorkflow(name, [action]));
			await shared.editor.switchToWorkflow(id, action.id);
			return await shared.editor.openNode(name);
		},
	} as BrowserTest;
	beforeAll(async () => {
		shared.sandbox = await startSandbox(options);
		shared.storedCredential = await storeCredential(connect(), shared.sandbox, credential);
		shared.editor = await Editor.open(n8n);
	});
	beforeEach(({ task, onTestFailed }) => {
		onTestFailed(async () => {
			await shared.editor.takeScreenshot(`not-passed-${task.name.replaceAll(/\W+/g, '-')}`);
		});
	});
	afterAll(async () => {
		await shared.editor?.close();
		await shared.sandbox?.close();
	});
	return shared;
}
