import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { readmePicturesFolder, screenshotsFolder } from '../../../../scripts/docs/folders.ts';
import { boxOf } from './box.ts';

const STATIC_PAGE = { animations: 'disabled', caret: 'hide' } as const;

/** Space around the elements of a screenshot for the README. */
const MARGIN_PX = 8;

/** Saves a screenshot of the whole page as `.local/screenshots/<name>.png`. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
	await page.screenshot({ ...STATIC_PAGE, path: join(screenshotsFolder, `${name}.png`) });
}

/** Saves a screenshot for the README, cropped to the given elements. */
export async function takeReadmePicture(page: Page, name: string, ...parts: Locator[]) {
	const boxes = await Promise.all(parts.map(boxOf));
	const x = Math.min(...boxes.map((box) => box.x)) - MARGIN_PX;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN_PX;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN_PX;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN_PX;
	await page.screenshot({
		...STATIC_PAGE,
		path: join(readmePicturesFolder, `${name}.png`),
		clip: { x, y, width: right - x, height: bottom - y },
	});
}
