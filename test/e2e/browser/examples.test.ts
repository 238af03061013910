import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/n8n/paths.ts';
import { createWorkflow, type WorkflowFile } from '../../../scripts/n8n/workflows.ts';
import { withCredentials } from '../../../scripts/start/workflow.ts';
import { connect } from '../support/n8n.ts';
import { hiddenByNotes, nodesOf, notesOf } from './support/canvas.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('POD Fulfilment account');
const folder = join(root, 'examples');
const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));

describe('An example on the canvas', () => {
	it.each(names)('no note of %s covers a node or its name, or hides its own end', async (name) => {
		const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as WorkflowFile;
		const { editor } = browser;
		const { id } = await createWorkflow(connect(), withCredentials(file));
		await editor.openWorkflow(id);
		const notes = await notesOf(editor.page);
		const nodes = await nodesOf(editor.page);
		const picture = `example-${name.replace('.json', '')}`;
		await editor.takeScreenshot(picture);
		await editor.takeReadmePicture(picture, ...notes, ...nodes.flatMap(({ parts }) => parts));

		expect(notes.length).toBeGreaterThan(0);
		expect(await hiddenByNotes(editor.page)).toEqual([]);
	});
});
