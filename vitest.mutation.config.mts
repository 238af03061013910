import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const require = createRequire(import.meta.url);

/** Most mutants fail a small test of their own file: the run against services with a limit, the longest, comes last. */
class LimiterLast extends BaseSequencer {
	async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isLong = ({ moduleId }: TestSpecification): boolean =>
			moduleId.endsWith('/adaptiveRateLimiter.test.ts');
		return await Promise.resolve(files.toSorted((a, b) => Number(isLong(a)) - Number(isLong(b))));
	}
}

/** Folders of test/unit: those that cover what is mutated, see scripts/mutation.ts. */
const folders =
	process.env.MUTATION_TESTS ?? 'api,execution,listSearch,order,resources,transport,trigger';

/** The tests that `npm run mutation` runs. */
export default defineConfig({
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		include: folders.split(',').map((folder) => `test/unit/${folder}/**/*.test.ts`),
		// They try many cases for a third of the time of all tests, and notice hardly a mutant that the others do not.
		// Those of speed fill 100,000 entries and judge a time.
		exclude: ['**/adaptiveRateLimiter{Simulation,Refusals}.test.ts', '**/*Speed.test.ts'],
		setupFiles: 'test/support/seed.ts',
		env: { TEST_CASES: '25', TEST_SEQUENCES: '75', TEST_SHRINK: 'no' },
		sequence: { sequencer: LimiterLast },
		// Loading n8n-workflow takes longer than most tests: once per mutant, not once per file.
		isolate: false,
		// A mutant that waits forever is given up soon; the slowest test takes a few seconds.
		testTimeout: 20_000,
	},
});
