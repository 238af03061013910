import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../n8n/paths.ts';

const hashOf = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex');

const contentOf = (...path: string[]): Record<string, unknown> =>
	JSON.parse(readFileSync(join(root, ...path), 'utf8')) as Record<string, unknown>;

/** The outputs that pictures show: those of Create, and of the polling trigger. */
const SHOWN_OUTPUTS = ['v1.0.0/order/create.json', 'v1.0.0.json'];

/**
 * Hashes of what the pictures of the documents show: the canvas of each example, by the name of its picture, and the fields of
 * outputs. `node scripts/install.mjs n8n --run scripts/docs/images.ts` keeps them in docs/images/made-from.json, so that a test knows when the pictures are older.
 */
export function madeFrom(): Record<string, string> {
	const examples = readdirSync(join(root, 'examples'))
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => {
			const { nodes, connections } = contentOf('examples', name);
			return [`example-${name.replace('.json', '.png')}`, hashOf({ nodes, connections })];
		});
	const outputs = SHOWN_OUTPUTS.map((name) => [
		name,
		hashOf(contentOf('nodes', 'PodFulfilment', '__schema__', name)),
	]);
	return Object.fromEntries([...examples, ...outputs]) as Record<string, string>;
}
