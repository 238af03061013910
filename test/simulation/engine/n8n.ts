import { createRequire } from 'node:module';

/**
 * n8n's packages, all of them through `require`: the nodes are loaded that way too, and both have to share one
 * n8n-workflow.
 */
export const require = createRequire(import.meta.url);

export const n8nWorkflow = require('n8n-workflow') as typeof import('n8n-workflow');

export const n8nCore = require('n8n-core') as typeof import('n8n-core');

/** n8n reports what a node throws on the console; here it stands in the history's log. */
export function silenceReports(): void {
	const { Container } = require('@n8n/di') as { Container: { get<T>(type: unknown): T } };
	const reporter = Container.get<{ error: () => void }>(n8nCore.ErrorReporter);
	reporter.error = () => {};
}
