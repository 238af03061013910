import { afterAll, beforeAll } from 'vitest';
import { Figures } from './figures.ts';
import { startQueueMode, type QueueMode } from './queueMode.ts';

/**
 * n8n in queue mode for a file of tests, and the figures that it publishes at its end.
 *
 * @param name of the file that the figures are written to, without extension
 * @returns `queueMode` gives what runs, from the first `beforeAll` on
 */
export function useQueueMode(name: string): { figures: Figures; queueMode: () => QueueMode } {
	const figures = new Figures(name);
	let running: QueueMode | undefined;
	beforeAll(async () => {
		running = await startQueueMode();
	});
	afterAll(async () => {
		figures.publish();
		await running?.stop();
	});
	return {
		figures,
		queueMode: () => {
			if (!running) throw new Error('n8n is not running yet');
			return running;
		},
	};
}
