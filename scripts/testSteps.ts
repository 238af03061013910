// The steps of `npm test` and what adds to it.

/** npm scripts by the name of the step; any other step is a suite of tests. */
export const CHECK_SCRIPTS: Record<string, string> = {
	build: 'build',
	lint: 'lint',
	scan: 'scan',
};
/**
 * In the order in which they begin: first those that take long and one core alone, beside `core`, so that both cores have
 * work until the end.
 */
const SHORT_STEPS = ['core', 'lint', 'simulation', 'scan', 'security', 'unit', 'sandbox'];
const LONG_STEPS = ['e2e', 'processes'];
const N8N_STEPS_WHEN_NAMED = ['scale', 'compat', 'nightly'];
/** Steps that start an n8n. */
export const NEEDS_N8N = [...LONG_STEPS, ...N8N_STEPS_WHEN_NAMED];

const ALL_STEPS = ['build', 'e2e', ...SHORT_STEPS, 'processes'];
/** What runs where no step is named, in order. */
export const GROUPS: Record<string, string[]> = {
	short: ['build', ...SHORT_STEPS],
	long: ['build', ...LONG_STEPS],
	all: ALL_STEPS,
};
/** All that can be named. */
export const STEPS = [...ALL_STEPS, 'repetitions', ...N8N_STEPS_WHEN_NAMED];
