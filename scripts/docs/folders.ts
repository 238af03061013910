import { join } from 'node:path';
import { localFolder, root } from '../n8n/paths.ts';

/** Where the browser tests leave a picture of each state. Ignored by git. */
export const screenshotsFolder = join(localFolder, 'screenshots');

/** The best of them, cut to what matters. Ignored by git, too. */
export const readmePicturesFolder = join(screenshotsFolder, 'readme');

/** The pictures that the README shows. */
export const imagesFolder = join(root, 'docs', 'images');
