/**
 * Settings of `npm run mutation`, which names what to mutate: scripts/mutation.ts.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
const report = process.env.MUTATION_REPORT ?? '.local/mutation/report';

export default {
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/*', './scripts/editorTexts.ts'],
	ignorers: ['editorTexts'],
	vitest: { configFile: 'vitest.mutation.config.mts' },
	coverageAnalysis: 'perTest',
	// The first run, of all tests, notes which of them reaches which mutant.
	testRunnerNodeArgs: ['--max-old-space-size=6144'],
	ignorePatterns: ['local-n8n', 'dist', '.local', 'test/compat/n8n'],
	tempDirName: '.local/stryker',
	reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
	clearTextReporter: { allowColor: false, reportTests: false },
	htmlReporter: { fileName: `${report}.html` },
	jsonReporter: { fileName: `${report}.json` },
	// A mutant that hangs costs this time and a new process. More than the tests' own timeout, which ends most of them first.
	timeoutMS: 30_000,
	thresholds: { high: 95, low: 90, break: null },
};
