import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { readmePicturesFolder, screenshotsFolder } from '../../../../scripts/docs/folders.ts';

const settled = { animations: 'disabled', caret: 'hide' } as const;

/** Pixels around what a picture for the README shows. */
const margin = 8;

/** Writes a picture of the whole page to `.local/screenshots/<name>.png`. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
	await page.screenshot({ ...settled, path: join(screenshotsFolder, `${name}.png`) });
}

/** Writes a picture for the README: the part of the page in which the given things are, without what lies around. */
export async function takeReadmePicture(page: Page, name: string, ...parts: Locator[]) {
	const boxes = await Promise.all(
		parts.map(async (part) => {
			const box = await part.boundingBox();
			if (!box) throw new Error(`${part.toString()} is not to be seen.`);
			return box;
		}),
	);
	const x = Math.min(...boxes.map((box) => box.x)) - margin;
	const y = Math.min(...boxes.map((box) => box.y)) - margin;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + margin;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + margin;
	await page.screenshot({
		...settled,
		path: join(readmePicturesFolder, `${name}.png`),
		clip: { x, y, width: right - x, height: bottom - y },
	});
}
