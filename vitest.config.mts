import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** The nodes and n8n-core must share one copy of n8n-workflow: `instanceof` fails between two. */
const alias = { 'n8n-workflow': require.resolve('n8n-workflow') };

/** Vitest leaves one core to itself, which on two cores would mean one file after another. */
const workers = Math.max(2, availableParallelism() - 1);

const project = (name: string, extra: Record<string, unknown> = {}) => ({
	resolve: { alias },
	test: {
		name,
		include: [`test/${name}/**/*.test.ts`],
		setupFiles: 'test/support/seed.ts',
		// These end what hangs. A slow machine must not reach them: no test is about its own speed.
		testTimeout: 900_000,
		hookTimeout: 900_000,
		expect: { poll: { timeout: 600_000 } },
		...extra,
	},
});

/** A process for each of these many small files would cost more than their tests. */
const sharedProcess = {
	isolate: false,
	setupFiles: ['test/support/freshModules.ts', 'test/support/seed.ts'],
};

export default defineConfig({
	test: {
		// n8n-core prints every error that a test causes on purpose.
		silent: 'passed-only',
		// So that the first line of a failure says what differs.
		chaiConfig: { truncateThreshold: 250 },
		maxWorkers: workers,
		projects: [
			// A unit test that hangs is over soon. All take less than three seconds, and ten times that on a busy machine, but two of
			// random cases with limits of their own. What outlives its test would disturb the next files.
			project('unit', {
				testTimeout: 120_000,
				hookTimeout: 120_000,
				...sharedProcess,
			}),
			project('sandbox', sharedProcess),
			project('core', {
				...sharedProcess,
				// Many of these tests wait, if only for a moment: files beside each other use the time.
				maxWorkers: 2 * workers,
				// Vitest asks for a group of their own.
				sequence: { groupOrder: 1 },
				globalSetup: 'test/core/build.ts',
				setupFiles: [...sharedProcess.setupFiles, 'test/support/explainedMessages.ts'],
			}),
			project('security', { globalSetup: 'test/core/build.ts', ...sharedProcess }),
			project('simulation'),
			project('processes', { globalSetup: 'test/core/build.ts', fileParallelism: false }),
			project('e2e', {
				globalSetup: 'test/e2e/setup.ts',
				fileParallelism: false,
			}),
			project('nightly', {
				globalSetup: 'test/compat/setup.ts',
				fileParallelism: false,
			}),
			project('compat', {
				globalSetup: 'test/compat/setup.ts',
				fileParallelism: false,
			}),
			project('scale', {
				globalSetup: 'test/scale/setup.ts',
				hookTimeout: 1_800_000,
				fileParallelism: false,
			}),
		],
	},
});
