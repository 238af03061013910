import type { Locator } from 'playwright-core';
import { poll } from '../../../../scripts/n8n/poll.ts';

/** Where something is on the screen, in pixels. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Where an element is, as soon as it is to be seen: n8n draws the canvas anew after an execution. */
export const boxOf = async (shown: Locator): Promise<Box> =>
	await poll(
		`${shown.toString()} to be seen`,
		async () => (await shown.boundingBox()) ?? undefined,
	);
