/** `npm run generate:reference`, after `npm run build`: generates docs/reference.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';
import { root } from '../n8n/paths.ts';
import { referenceOf } from './reference/markdown.ts';
import type { OutputSchema } from './reference/outputs.ts';

const load = createRequire(import.meta.url);
const built = (path: string): object =>
	Object.values(load(join(root, 'dist', path)) as Record<string, new () => object>).map(
		(Class) => new Class(),
	)[0] as object;
const node = (name: string): INodeTypeDescription =>
	(built(`nodes/PodFulfilment/${name}.node.js`) as { description: INodeTypeDescription })
		.description;

const text = await referenceOf({
	action: node('PodFulfilment'),
	polling: node('PodFulfilmentPollingTrigger'),
	webhook: node('PodFulfilmentTrigger'),
	credential: built('credentials/PodFulfilmentApi.credentials.js') as ICredentialType,
	schema: (path) => {
		const file = join(root, 'nodes', 'PodFulfilment', '__schema__', path);
		if (!existsSync(file)) return undefined;
		return JSON.parse(readFileSync(file, 'utf8')) as OutputSchema;
	},
});
writeFileSync(join(root, 'docs', 'reference.md'), text);
console.log('docs/reference.md is written.');
