import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../n8n/paths.ts';
import { N8nAnswer, type N8nRest } from '../n8n/rest.ts';
import {
	createWorkflow,
	getWorkflow,
	updateWorkflow,
	type Workflow,
	type WorkflowFile,
} from '../n8n/workflows.ts';

/** What was imported at an earlier start, by the example's file name. */
type Imported = Record<string, { id: string; versionId: string; hash: string }>;

const remembered = async (file: string): Promise<Imported> => {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as Imported;
	} catch {
		return {};
	}
};

const findWorkflow = async (rest: N8nRest, id: string): Promise<Workflow | undefined> => {
	try {
		const workflow = await getWorkflow(rest, id);
		return workflow.isArchived ? undefined : workflow;
	} catch (error) {
		if (error instanceof N8nAnswer && [403, 404].includes(error.status)) return undefined;
		throw error;
	}
};

/**
 * Imports a workflow of examples/ once. At a later start the one in n8n is used; it takes over a changed example, unless
 * the user has edited it.
 *
 * @param name of the file in examples/
 */
export async function importSample(
	rest: N8nRest,
	userFolder: string,
	name: string,
): Promise<{ workflow: Workflow; told: string }> {
	const content = await readFile(join(root, 'examples', name), 'utf8');
	const file = JSON.parse(content) as WorkflowFile;
	const hash = createHash('sha256').update(content).digest('hex');
	const stateFile = join(userFolder, 'samples.json');
	const imported = await remembered(stateFile);
	const earlier = imported[name];
	const existing = earlier && (await findWorkflow(rest, earlier.id));

	const remember = async (workflow: Workflow, told: string) => {
		imported[name] = { id: workflow.id, versionId: workflow.versionId, hash };
		await writeFile(stateFile, JSON.stringify(imported, null, 2));
		return { workflow, told };
	};
	if (!existing) return await remember(await createWorkflow(rest, file), 'imported');
	if (earlier.hash === hash) return { workflow: existing, told: 'kept from an earlier start' };
	if (existing.versionId !== earlier.versionId) {
		return { workflow: existing, told: 'kept as you edited it' };
	}
	return await remember(await updateWorkflow(rest, existing.id, file), 'brought up to date');
}
