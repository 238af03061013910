import { createRequire } from 'node:module';

/**
 * n8n's packages, all of them through `require`: the nodes are loaded that way too, and both have to share one
 * n8n-workflow.
 */
export const require = createRequire(import.meta.url);

export const n8nWorkflow = require('n8n-workflow') as typeof import('n8n-workflow');

export const n8nCore = require('n8n-core') as typeof import('n8n-core');

/** To be called before a clock is simulated. */
export function prepareN8n(): void {
	const { Container } = require('@n8n/di') as { Container: { get<T>(type: unknown): T } };
	// n8n reports what a node throws or warns of on the console; here it is in the history's log.
	const reporter = Container.get<{ error: () => void }>(n8nCore.ErrorReporter);
	reporter.error = () => {};
	const { Logger } = require(
		require.resolve('@n8n/backend-common', { paths: [require.resolve('n8n-core')] }),
	) as { Logger: unknown };
	Container.get<{ warn: () => void }>(Logger).warn = () => {};
	// Begins with the first execution to look for old connections every minute, which is no part of any history.
	const { SSHClientsManager } = require('n8n-core/dist/execution-engine/ssh-clients-manager') as {
		SSHClientsManager: unknown;
	};
	Container.get(SSHClientsManager);
}
