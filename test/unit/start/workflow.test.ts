import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/n8n/paths.ts';
import type { WorkflowFile, WorkflowNode } from '../../../scripts/n8n/workflows.ts';
import {
	WORKFLOW_FILE,
	withNotBefore,
	withShortSchedule,
} from '../../../scripts/start/workflow.ts';

const nodeOf = (name: string, type: string, parameters: Record<string, unknown>): WorkflowNode => ({
	id: name,
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1.2,
	position: [0, 0],
	parameters,
});

describe('The workflow that npm start imports', () => {
	it('runs on its schedule twice a minute: two runs bring the numbers in less than two', () => {
		const wait = nodeOf('Wait', 'wait', { amount: 15, unit: 'minutes' });
		const schedule = nodeOf('Schedule', 'scheduleTrigger', {
			rule: { interval: [{ field: 'minutes', minutesInterval: 15 }] },
		});
		const { nodes } = withShortSchedule({ name: 'Day', nodes: [schedule, wait], connections: {} });
		expect(nodes).toEqual([
			{
				...schedule,
				parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 30 }] } },
			},
			wait,
		]);
	});

	it('has a day from which on orders are produced, which the example leaves to its owner', () => {
		const file = JSON.parse(readFileSync(join(root, WORKFLOW_FILE), 'utf8')) as WorkflowFile;
		const daysIn = ({ nodes }: WorkflowFile): unknown[] =>
			nodes.flatMap(({ parameters }) => {
				const { notBefore } = (parameters.options ?? {}) as { notBefore?: unknown };
				return notBefore === undefined ? [] : [notBefore];
			});
		expect(daysIn(file)).toEqual(['']);
		expect(daysIn(withNotBefore(file))).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
	});

	it('is one of the examples, with a trigger that starts it', () => {
		expect(WORKFLOW_FILE).toMatch(/^examples\//);
		const { nodes } = JSON.parse(readFileSync(join(root, WORKFLOW_FILE), 'utf8')) as WorkflowFile;
		expect(nodes.filter(({ type }) => type.endsWith('Trigger'))).not.toEqual([]);
	});
});
