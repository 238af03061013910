import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** The tests that `npm run mutation` runs: unit tests without those that only check the package and its documents. */
export default defineConfig({
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		include: ['test/unit/**/*.test.ts'],
		exclude: ['test/unit/package/**', '**/signatureFuzz.test.ts'],
		setupFiles: 'test/support/seed.ts',
		testTimeout: 60_000,
	},
});
