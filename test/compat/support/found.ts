import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/n8n/paths.ts';
import type { Features } from './features.ts';

/** What was found in a version of n8n. */
export interface Found {
	/** Such as `1.85`. */
	name: string;
	/** Such as `1.85.4`. */
	version: string;
	features: Features;
}

/** What `node scripts/install.mjs older-n8n --run scripts/generate/versions.ts` found, oldest version first. */
export const readFound = (): Found[] =>
	JSON.parse(readFileSync(join(root, 'docs', 'n8n-versions.json'), 'utf8')) as Found[];

/** What was found in the version of this name. */
export function foundIn(name: string): Found {
	const found = readFound().find((one) => one.name === name);
	if (!found)
		throw new Error(
			`docs/n8n-versions.json lacks n8n ${name}: node scripts/install.mjs older-n8n --run scripts/generate/versions.ts`,
		);
	return found;
}
