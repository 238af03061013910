import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { localFolder } from '../../../../scripts/n8n/paths.ts';

/** Where the browser tests leave a picture of each state. Ignored by git. */
export const screenshotsFolder = join(localFolder, 'screenshots');

/** Writes a picture of the page, or of one part of it, to `.local/screenshots/<name>.png`. */
export async function takeScreenshot(shown: Page | Locator, name: string): Promise<void> {
	await shown.screenshot({
		path: join(screenshotsFolder, `${name}.png`),
		animations: 'disabled',
		caret: 'hide',
	});
}
