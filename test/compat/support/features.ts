import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../../sandbox/index.ts';
import type { N8nRest } from '../../../scripts/n8n/rest.ts';
import { agentReachesService } from './agent.ts';
import type { InstalledN8n } from './installedN8n.ts';

/** n8n's data table, in the version that the examples have: the editor shows a version that it does not know as an unknown node. */
const DATA_TABLE = 'n8n-nodes-base.dataTable';
const DATA_TABLE_VERSION = 1;

/** What a version of n8n has, beside what works in each. */
export interface Features {
	aiTool: boolean;
	humanReview: boolean;
	dataTables: boolean;
	pollBudget: boolean;
	durableCursors: boolean;
}

/** The versions of each type of node that n8n knows, as its editor learns them. */
export async function knownNodes(rest: N8nRest): Promise<Map<string, number[]>> {
	type Known = Array<{ name: string; version: number | number[] }>;
	const types = JSON.parse(await rest.send('GET', '/types/nodes.json')) as Known;
	const known = new Map<string, number[]>();
	for (const { name, version } of types) {
		known.set(name, [...(known.get(name) ?? []), ...[version].flat()]);
	}
	return known;
}

/** Whether a poll is told how long it may take: the context that n8n gives it has that method. */
function hasPollBudget({ folder, node }: InstalledN8n): boolean {
	const script = `
		const { PollContext } = require('n8n-core');
		const workflow = { getStaticData: () => ({}) };
		const context = new PollContext(workflow, { name: 'Poll' }, {}, 'trigger', 'init');
		process.stdout.write(typeof context.getPollBudgetMs);`;
	return execFileSync(node, ['-e', script], { cwd: folder, encoding: 'utf8' }) === 'function';
}

/** Whether n8n has the setting with which it stores the state of a poll together with the execution. */
const hasDurableCursors = ({ folder }: InstalledN8n): boolean => {
	const config = join(folder, 'node_modules', '@n8n', 'config', 'dist', 'configs');
	return readdirSync(config)
		.filter((name) => name.endsWith('.js'))
		.some((name) =>
			readFileSync(join(config, name), 'utf8').includes('N8N_POLLER_DURABLE_CURSORS_ENABLED'),
		);
};

/** Finds out what a running n8n has. */
export async function featuresOf(
	rest: N8nRest,
	installed: InstalledN8n,
	sandbox: Sandbox,
): Promise<Features> {
	const known = await knownNodes(rest);
	const agentVersion = Math.max(...(known.get('@n8n/n8n-nodes-langchain.agent') ?? [1]));
	return {
		aiTool: await agentReachesService(rest, sandbox, agentVersion),
		humanReview: known.has('n8n-nodes-base.slackHitlTool'),
		dataTables: Boolean(known.get(DATA_TABLE)?.includes(DATA_TABLE_VERSION)),
		pollBudget: hasPollBudget(installed),
		durableCursors: hasDurableCursors(installed),
	};
}
