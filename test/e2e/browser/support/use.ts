import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox/index.ts';
import { connect, n8n, storeCredential } from '../../support/n8n.ts';
import { Editor } from './editor.ts';

/** Shared by the tests of one file. */
export interface BrowserTest {
	/** A browser that is signed in. */
	editor: Editor;
	sandbox: Sandbox;
	/** Name of the credential for the sandbox's demo account. */
	credential: string;
}

/**
 * Starts a browser and a sandbox for the tests of one file, and stores a credential. A failed test leaves a screenshot.
 */
export function useEditor(credential: string, options: SandboxOptions = {}): BrowserTest {
	const shared = { credential } as BrowserTest;
	beforeAll(async () => {
		shared.sandbox = await startSandbox(options);
		await storeCredential(connect(), shared.sandbox, credential);
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
