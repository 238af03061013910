import type { Locator, Page } from 'playwright-core';
import { boxOf, type Box } from './box.ts';

const overlap = (a: Box, b: Box): boolean =>
	a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The notes of the workflow that is open. */
export const notesOf = async (page: Page): Promise<Locator[]> =>
	await page.getByTestId('sticky').all();

/** Its nodes, each with the parts that are to be seen: itself and its name. */
export const nodesOf = async (page: Page) =>
	await Promise.all(
		(await page.getByTestId('canvas-node').all()).map(async (node) => {
			const name = (await node.getAttribute('data-node-name')) ?? '';
			return { name, parts: [node, node.getByText(name, { exact: true })] };
		}),
	);

/** What keeps a person from reading the canvas: nodes that a note covers, and notes longer than their frame. */
export async function hiddenByNotes(page: Page): Promise<string[]> {
	const nodes = await nodesOf(page);
	const hidden: string[] = [];
	for (const note of await notesOf(page)) {
		const noteBox = await boxOf(note);
		const end = await boxOf(note.locator('p, li').last());
		if (end.y + end.height >= noteBox.y + noteBox.height) {
			hidden.push(`the end of "${(await note.innerText()).split('\n')[0]}"`);
		}
		for (const { name, parts } of nodes) {
			const boxes = await Promise.all(parts.map(boxOf));
			if (boxes.some((box) => overlap(box, noteBox))) hidden.push(name);
		}
	}
	return hidden;
}
