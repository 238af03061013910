import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/n8n/paths.ts';
import { createWorkflow, type WorkflowFile } from '../../../scripts/n8n/workflows.ts';
import { connect } from '../support/n8n.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('POD Fulfilment account');
const folder = join(root, 'examples');
const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));

/** Where something is on the screen, in pixels. */
interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

async function boxOf(shown: Locator): Promise<Box> {
	const box = await shown.boundingBox();
	if (!box) throw new Error(`${shown.toString()} is not to be seen.`);
	return box;
}

const overlap = (a: Box, b: Box): boolean =>
	a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('An example on the canvas', () => {
	it.each(names)('no note of %s covers a node or its name, or hides its own end', async (name) => {
		const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as WorkflowFile;
		const { editor } = browser;
		const { id } = await createWorkflow(connect(), file);
		await editor.openWorkflow(id);
		const nodes = await Promise.all(
			(await editor.page.getByTestId('canvas-node').all()).map(async (node) => {
				const nodeName = (await node.getAttribute('data-node-name')) ?? '';
				return { nodeName, parts: [node, node.getByText(nodeName, { exact: true })] };
			}),
		);
		const notes = await editor.page.getByTestId('sticky').all();
		const picture = `example-${name.replace('.json', '')}`;
		await editor.takeScreenshot(picture);
		const shown = [...notes, ...nodes.flatMap(({ parts }) => parts)];
		await editor.takeReadmePicture(picture, ...shown);

		expect(notes.length).toBeGreaterThan(0);
		const covered: string[] = [];
		for (const note of notes) {
			const noteBox = await boxOf(note);
			const end = await boxOf(note.locator('p, li').last());
			expect(end.y + end.height).toBeLessThan(noteBox.y + noteBox.height);
			for (const { nodeName, parts } of nodes) {
				const boxes = await Promise.all(parts.map(boxOf));
				if (boxes.some((box) => overlap(box, noteBox))) covered.push(nodeName);
			}
		}
		expect(covered).toEqual([]);
	});
});
