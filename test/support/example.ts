import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/n8n/paths.ts';
import type { WorkflowFile } from '../../scripts/n8n/workflows.ts';
import { withCredentials, withNotBefore } from '../../scripts/start/workflow.ts';

/**
 * Reads an example as its owner completes it: without samples, with credentials and a day from which orders are produced.
 *
 * @param name of its file in examples/, without `.json`
 * @param replaced texts by those that take their place, such as the address of the shop
 */
export async function readExample(
	name: string,
	replaced: Record<string, string> = {},
): Promise<WorkflowFile> {
	const text = Object.entries(replaced).reduce(
		(result, [from, to]) => result.replaceAll(from, to),
		await readFile(join(root, 'examples', `${name}.json`), 'utf8'),
	);
	const file = withCredentials(withNotBefore(JSON.parse(text) as WorkflowFile));
	return { ...file, pinData: {} } as WorkflowFile;
}
