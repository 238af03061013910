/** The workflows under test/saved-workflows, as users have saved them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import { frozenVersions } from '../../scripts/release/frozen.ts';

export const PACKAGE = 'n8n-nodes-pod-fulfilment';
export const ACTION = `${PACKAGE}.podFulfilment`;
export const TOOL = `${PACKAGE}.podFulfilmentTool`;
export const TRIGGER = `${PACKAGE}.podFulfilmentTrigger`;
export const POLLING_TRIGGER = `${PACKAGE}.podFulfilmentPollingTrigger`;

const root = new URL('../../', import.meta.url);
const FOLDER = 'test/saved-workflows/';
const EXPECTED = '.expected.json';

export interface SavedWorkflow {
	/** Path from the root of the project, without its ending. */
	path: string;
	nodes: INode[];
	connections: IConnections;
	pinData: Record<string, Array<{ json: IDataObject }>>;
}

/** Reads a workflow. @param path from the root of the project, without its ending */
function readSavedWorkflow(path: string): SavedWorkflow {
	const text = readFileSync(new URL(`${path}.json`, root), 'utf8');
	const saved = JSON.parse(text) as Omit<SavedWorkflow, 'path'>;
	return { ...saved, pinData: saved.pinData ?? {}, path };
}

const workflowsIn = (folder: string): SavedWorkflow[] =>
	readdirSync(new URL(folder, root))
		.filter((name) => name.endsWith('.json') && !name.endsWith(EXPECTED))
		.sort()
		.map((name) => readSavedWorkflow(`${folder}${name.slice(0, -'.json'.length)}`));

/** Folders of the corpus: that of what is new, then one for each version of which it is frozen. */
const FOLDERS = [
	FOLDER,
	...frozenVersions(fileURLToPath(new URL(FOLDER, root))).map((version) => `${FOLDER}${version}/`),
];

/** What the corpus has: a workflow for each operation and trigger. */
export const corpus: SavedWorkflow[] = FOLDERS.flatMap(workflowsIn);

/** The examples as they are offered now. */
export const examples: SavedWorkflow[] = workflowsIn('examples/');

/** The nodes of this package in a workflow, of one type or of any. */
export const ourNodes = ({ nodes }: SavedWorkflow, type?: string): INode[] =>
	nodes.filter((node) =>
		type === undefined ? node.type.startsWith(`${PACKAGE}.`) : node.type === type,
	);

/** Items that are pinned to the node in front of a node; undefined where none are. */
export function pinnedInput(
	{ connections, pinData }: SavedWorkflow,
	{ name }: INode,
): IDataObject[] | undefined {
	const [before] = Object.entries(connections).find(([, { main = [] }]) =>
		main.some((output) => output?.some(({ node }) => node === name)),
	) ?? [''];
	return pinData[before]?.map(({ json }) => json);
}

/** Where the expectation of a workflow is. */
export const expectationFile = ({ path }: SavedWorkflow): URL =>
	new URL(`${path}${EXPECTED}`, root);

/** What the nodes of a workflow are expected to do, by their names; undefined where nothing was recorded. */
export function expectationOf<Expectation>(
	workflow: SavedWorkflow,
): Record<string, Expectation> | undefined {
	const file = expectationFile(workflow);
	return existsSync(file)
		? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Expectation>)
		: undefined;
}
