import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const require = createRequire(import.meta.url);

/** Most mutants fail a small test of their own file: the simulations of the rate limiter, the longest, come last. */
class SimulationsLast extends BaseSequencer {
	async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isSimulation = ({ moduleId }: TestSpecification): boolean =>
			moduleId.includes('/adaptiveRateLimiter');
		return files.toSorted((a, b) => Number(isSimulation(a)) - Number(isSimulation(b)));
	}
}

/** The tests that `npm run mutation` runs: the unit tests of the folders that it mutates. */
export default defineConfig({
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		include: ['test/unit/{transport,trigger,resources}/**/*.test.ts'],
		exclude: ['**/signatureFuzz.test.ts'],
		setupFiles: 'test/support/seed.ts',
		sequence: { sequencer: SimulationsLast },
		// Loading n8n-workflow takes longer than most tests: once per mutant, not once per file.
		isolate: false,
		// A mutant that waits forever is given up soon; the slowest test takes two seconds.
		testTimeout: 10_000,
	},
});
