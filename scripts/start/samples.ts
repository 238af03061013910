import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../n8n/paths.ts';
import { N8nHttpError, type N8nRest } from '../n8n/rest.ts';
import {
	createWorkflow,
	getWorkflow,
	updateWorkflow,
	type Workflow,
	type WorkflowFile,
} from '../n8n/workflows.ts';

/** The workflows imported so far, by the example's file name. */
type ImportedWorkflows = Record<string, { id: string; versionId: string; hash: string }>;

const readState = async (file: string): Promise<ImportedWorkflows> => {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as ImportedWorkflows;
	} catch {
		return {};
	}
};

const findWorkflow = async (rest: N8nRest, id: string): Promise<Workflow | undefined> => {
	try {
		const workflow = await getWorkflow(rest, id);
		return workflow.isArchived ? undefined : workflow;
	} catch (error) {
		if (error instanceof N8nHttpError && [403, 404].includes(error.status)) return undefined;
		throw error;
	}
};

/**
 * Imports a workflow of examples/ at the first start. At later starts, the workflow in n8n is used, and updated if the
 * example changed, unless the user has edited it.
 *
 * @param name File name in examples/
 * @returns the workflow, and what was done, for the screen
 */
export async function importSample(
	rest: N8nRest,
	userFolder: string,
	name: string,
): Promise<{ workflow: Workflow; detail: string }> {
	const content = await readFile(join(root, 'examples', name), 'utf8');
	const file = JSON.parse(content) as WorkflowFile;
	const hash = createHash('sha256').update(content).digest('hex');
	const stateFile = join(userFolder, 'samples.json');
	const imported = await readState(stateFile);
	const earlier = imported[name];
	const existing = earlier && (await findWorkflow(rest, earlier.id));

	const saveState = async (workflow: Workflow, detail: string) => {
		imported[name] = { id: workflow.id, versionId: workflow.versionId, hash };
		await writeFile(stateFile, JSON.stringify(imported, null, 2));
		return { workflow, detail };
	};
	if (!existing) return await saveState(await createWorkflow(rest, file), 'imported');
	if (earlier.hash === hash) return { workflow: existing, detail: 'kept from an earlier start' };
	if (existing.versionId !== earlier.versionId) {
		return { workflow: existing, detail: 'kept as you edited it' };
	}
	return await saveState(await updateWorkflow(rest, existing.id, file), 'brought up to date');
}
