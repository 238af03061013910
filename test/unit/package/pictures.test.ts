import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { imagesFolder, madeFromFile } from '../../../scripts/docs/folders.ts';
import { madeFrom } from '../../../scripts/docs/madeFrom.ts';

describe('The pictures of the documents', () => {
	it('are made from the outputs and the examples as they are', () => {
		const recorded = JSON.parse(readFileSync(madeFromFile, 'utf8')) as unknown;
		expect(
			recorded,
			'Run node scripts/install.mjs n8n --run scripts/docs/images.ts, and look at the pictures',
		).toEqual(madeFrom());
	});

	it('show the canvas of each example, and none that is gone', () => {
		const pictures = readdirSync(imagesFolder).filter((name) => name.startsWith('example-'));
		const examples = Object.keys(madeFrom()).filter((name) => name.startsWith('example-'));
		expect(pictures.sort(), join('docs', 'images')).toEqual(examples.sort());
	});
});
