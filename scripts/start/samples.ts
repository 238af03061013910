import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../n8n/paths.ts';
import { N8nHttpError, type N8nRest } from '../n8n/rest.ts';
import {
	createWorkflow,
	getWorkflow,
	unpublishWorkflow,
	updateWorkflow,
	type Workflow,
	type WorkflowFile,
} from '../n8n/workflows.ts';

/** A workflow that is imported. */
export interface Sample {
	/** Its file, relative to the project's root folder. */
	file: string;
	/** What is changed in it as a whole. */
	change?: (file: WorkflowFile) => WorkflowFile;
}

/** The workflows imported so far, by the name of their file. */
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

const readSample = async ({ file }: Sample): Promise<string> =>
	await readFile(join(root, file), 'utf8');

/** Unpublishes and forgets what earlier versions of this script imported: it would work on the same orders. */
async function retireOthers(
	rest: N8nRest,
	imported: ImportedWorkflows,
	name: string,
): Promise<void> {
	for (const [other, { id }] of Object.entries(imported)) {
		if (other === name) continue;
		if (await findWorkflow(rest, id)) await unpublishWorkflow(rest, id);
		delete imported[other];
	}
}

/**
 * Imports a workflow at the first start. At later starts, the workflow in n8n is used, and updated if its file changed,
 * unless the user has edited it.
 *
 * @returns the workflow, and what was done, for the screen
 */
export async function importSample(
	rest: N8nRest,
	userFolder: string,
	sample: Sample,
): Promise<{ value: Workflow; detail: string }> {
	const name = basename(sample.file);
	const { change = (unchanged) => unchanged } = sample;
	const file = change(JSON.parse(await readSample(sample)) as WorkflowFile);
	const hash = createHash('sha256').update(JSON.stringify(file)).digest('hex');
	const stateFile = join(userFolder, 'samples.json');
	const imported = await readState(stateFile);
	const save = async () => await writeFile(stateFile, JSON.stringify(imported, null, 2));
	await retireOthers(rest, imported, name);
	await save();
	const earlier = imported[name];
	const existing = earlier && (await findWorkflow(rest, earlier.id));

	const done = (value: Workflow, what: string) => ({ value, detail: `"${value.name}", ${what}` });
	const saveState = async (workflow: Workflow, what: string) => {
		imported[name] = { id: workflow.id, versionId: workflow.versionId, hash };
		await save();
		return done(workflow, what);
	};
	if (!existing) return await saveState(await createWorkflow(rest, file), 'imported');
	if (earlier.hash === hash) return done(existing, 'kept from an earlier start');
	if (existing.versionId !== earlier.versionId) return done(existing, 'kept as you edited it');
	return await saveState(await updateWorkflow(rest, existing.id, file), 'brought up to date');
}
