import { shownRun, type Check } from './played.ts';

/** No run keeps the event loop from turning. */
export const eventLoopTurns: Check = ({ runs, lastRuns }) =>
	[...runs, ...lastRuns]
		.filter(({ ending }) => ending === 'frozen')
		.map((run) => `${shownRun(run)} froze the event loop`);
