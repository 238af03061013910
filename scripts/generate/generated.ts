import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { CAUSES } from '../../nodes/PodFulfilment/order/causes.ts';
import { credentialType, nodeType } from '../../test/core/engine/nodes.ts';
import { examples } from '../../test/support/savedWorkflows.ts';
import { root } from '../n8n/paths.ts';
import { formatted } from './formatted.ts';
import { publicNamesPage } from './names/names.ts';
import { readmeWithOperations } from './readme.ts';
import { referenceOf } from './reference/reference.ts';
import { samplesOf } from './samples/samples.ts';
import { allSchemas } from './schema/all.ts';
import { OF_N8N, type OutputSchema, type Sources } from './sources.ts';

/** Generated files by their path from the root. A file without a text is to be deleted. */
export type Files = Map<string, string | undefined>;

const SCHEMAS = 'nodes/PodFulfilment/__schema__';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const json = async (path: string, value: unknown, indent?: string): Promise<string> =>
	await formatted(path, JSON.stringify(value, null, indent));

/** What a node itself declares, without what n8n's loader adds. */
function descriptionOf(name: string): INodeTypeDescription {
	const { description } = nodeType(name);
	const own = description.properties.filter((property) => !OF_N8N.includes(property.name));
	return { ...description, properties: own };
}

/** The output schemas, from which n8n previews a node's output before its first execution. */
async function schemaFiles(): Promise<Files> {
	const files: Files = new Map(
		readdirSync(join(root, SCHEMAS), { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.json'))
			.map((path) => [`${SCHEMAS}/${path.replaceAll('\\', '/')}`, undefined]),
	);
	for (const [path, { schema }] of await allSchemas()) {
		files.set(`${SCHEMAS}/${path}`, await json(path, schema));
	}
	return files;
}

/** What is pinned to this package's nodes in examples/, as they emit it today. */
async function sampleFiles(): Promise<Files> {
	const files: Files = new Map();
	for (const { path, ...example } of examples) {
		const pinData = await samplesOf({ path, ...example });
		files.set(`${path}.json`, await json(`${path}.json`, { ...example, pinData }, '\t'));
	}
	return files;
}

/**
 * The documents that repeat the descriptions.
 *
 * @param generated the output schemas, where they were just made
 * @throws Error if a public name went
 */
async function documentFiles(generated: Files): Promise<Files> {
	const sources: Sources = {
		action: descriptionOf('podFulfilment'),
		polling: descriptionOf('podFulfilmentPollingTrigger'),
		webhook: descriptionOf('podFulfilmentTrigger'),
		credential: credentialType('podFulfilmentApi'),
		causes: CAUSES,
		schema: (name) => {
			const path = `${SCHEMAS}/${name}`;
			if (!generated.has(path) && !existsSync(join(root, path))) return undefined;
			return JSON.parse(generated.get(path) ?? textOf(path)) as OutputSchema;
		},
	};
	return new Map([
		['README.md', await readmeWithOperations(textOf('README.md'), sources)],
		['docs/reference.md', referenceOf(sources)],
		['docs/public-names.md', publicNamesPage(textOf('docs/public-names.md'), sources)],
	]);
}

/**
 * All that follows from the descriptions and the output of the nodes as they are built, one part after the other.
 *
 * @throws Error if a public name went
 */
export async function* generatedFiles(): AsyncGenerator<Files> {
	const schemas = await schemaFiles();
	yield schemas;
	yield await documentFiles(schemas);
	yield await sampleFiles();
}

/** Those that are not what they would be today. */
export const outdatedIn = (files: Files): Files =>
	new Map(
		[...files].filter(
			([path, text]) => (existsSync(join(root, path)) ? textOf(path) : undefined) !== text,
		),
	);
