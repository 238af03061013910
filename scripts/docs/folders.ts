import { join } from 'node:path';
import { localFolder, root } from '../n8n/paths.ts';

/** Screenshots of the browser tests. Ignored by git. */
export const screenshotsFolder = join(localFolder, 'screenshots');

/** Cropped screenshots for the README. Ignored by git, too. */
export const readmePicturesFolder = join(screenshotsFolder, 'readme');

/** The images that the README shows. */
export const imagesFolder = join(root, 'docs', 'images');

/** What the images were made from, see madeFrom.ts. */
export const madeFromFile = join(imagesFolder, 'made-from.json');
