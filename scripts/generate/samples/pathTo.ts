import type { SavedWorkflow } from '../../../test/support/savedWorkflows.ts';

/** The names of a node and of all nodes that lead to it. */
export function pathTo({ connections }: Pick<SavedWorkflow, 'connections'>, name: string) {
	const found = new Set([name]);
	for (const node of found) {
		for (const [from, { main = [] }] of Object.entries(connections)) {
			if (main.flat().some((connection) => connection?.node === node)) found.add(from);
		}
	}
	return found;
}
