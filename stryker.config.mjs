/**
 * Mutation test of the parts that carry the promises: `npm run mutation`. Takes an hour, so it is run by hand and
 * never in CI. One file: `npm run mutation -- --mutate nodes/PodFulfilment/transport/retry.ts`. The report is written to
 * .local/mutation.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	mutate: [
		'nodes/PodFulfilment/transport/**/*.ts',
		'nodes/PodFulfilment/trigger/**/*.ts',
		// Texts of the editor: a mutant of each would run all tests, of which none should repeat the texts.
		'!nodes/PodFulfilment/trigger/events.ts',
		'!nodes/PodFulfilment/trigger/webhook/explanations.ts',
		'!nodes/PodFulfilment/trigger/webhook/parameters.ts',
		'nodes/PodFulfilment/order/place/createOnce.ts',
	],
	testRunner: 'vitest',
	vitest: { configFile: 'vitest.mutation.config.mts' },
	coverageAnalysis: 'perTest',
	ignorePatterns: ['local-n8n', 'dist', '.local'],
	tempDirName: '.local/stryker',
	reporters: ['clear-text', 'progress', 'html', 'json'],
	htmlReporter: { fileName: '.local/mutation/report.html' },
	jsonReporter: { fileName: '.local/mutation/report.json' },
	concurrency: 2,
	// A mutant that hangs costs this time and a new process. Twice the tests' own timeout, which ends most of them first.
	timeoutMS: 20_000,
	thresholds: { high: 95, low: 90, break: 90 },
};
