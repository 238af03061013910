import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../n8n/paths.ts';

/** A text as the linter wants it in a file, by its path from the root. */
export async function formatted(path: string, text: string): Promise<string> {
	const filepath = join(root, path);
	return await format(text, { ...(await resolveConfig(filepath)), filepath });
}
