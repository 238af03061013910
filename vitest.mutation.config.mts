import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** The tests that `npm run mutation` runs: unit tests without those that only check the package and its documents. */
export default defineConfig({
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		include: ['test/unit/{transport,trigger,resources}/**/*.test.ts'],
		exclude: ['**/signatureFuzz.test.ts'],
		setupFiles: 'test/support/seed.ts',
		// Loading n8n-workflow takes longer than most tests: once per mutant, not once per file.
		isolate: false,
		// A mutant that waits forever is given up soon; the slowest test takes two seconds.
		testTimeout: 10_000,
	},
});
