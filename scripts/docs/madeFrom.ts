import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../n8n/paths.ts';

const hashOf = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The JSON files in a folder and below, by their path in it. */
function jsonFilesIn(...folder: string[]): Array<[name: string, content: unknown]> {
	const path = join(root, ...folder);
	return readdirSync(path, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name) => name.replaceAll('\\', '/'))
		.sort()
		.map((name) => [name, JSON.parse(readFileSync(join(path, name), 'utf8'))]);
}

/**
 * Hashes of what the pictures of the documents show: the canvas of each example, by the name of its picture, and the fields of the
 * outputs. `npm run docs:images` keeps them in docs/images/made-from.json, so that a test knows when the pictures are older.
 */
export function madeFrom(): Record<string, string> {
	const examples = jsonFilesIn('examples').map(([name, example]) => {
		const { nodes, connections } = example as Record<string, unknown>;
		return [`example-${name.replace('.json', '.png')}`, hashOf({ nodes, connections })];
	});
	const outputs = hashOf(jsonFilesIn('nodes', 'PodFulfilment', '__schema__'));
	return { ...(Object.fromEntries(examples) as Record<string, string>), outputs };
}
