import { Workflow, type INode } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/index.ts';
import { serveTrigger } from '../engine/webhook.ts';
import { NodeTypes, nodeType } from '../engine/nodes.ts';
import { deliveriesOf } from './deliveries.ts';
import { atStartTime, freshAccount } from './sandbox.ts';
import { stabilizer } from './stable.ts';

/** What a delivery comes to. */
export interface ExpectedAnswer {
	delivery: string;
	status: number;
	/** Items of each output; null where no workflow starts. */
	outputs: unknown[][] | null;
}

export interface ExpectedTrigger {
	/** When n8n answers a delivery that starts the workflow. */
	responseMode: unknown;
	answers: ExpectedAnswer[];
}

/** Evaluates the expression of the description as n8n does. */
function responseModeOf(node: INode): unknown {
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new NodeTypes(),
	});
	const [webhook] = nodeType('podFulfilmentTrigger').description.webhooks ?? [];
	return workflow.expression.getSimpleParameterValue(
		workflow.getNode(node.name) ?? node,
		webhook?.responseMode,
		'internal',
		{},
	);
}

/** Delivers events of every kind to a saved webhook trigger, one after another. */
export async function runSavedTrigger(sandbox: Sandbox, node: INode): Promise<ExpectedTrigger> {
	const credential = await freshAccount(sandbox);
	return await atStartTime(true, async () => {
		const trigger = await serveTrigger({ credential, parameters: node.parameters });
		try {
			const answers: ExpectedAnswer[] = [];
			for (const { name, headers, body } of deliveriesOf(sandbox)) {
				const starts = trigger.starts.length;
				const { status } = await fetch(trigger.url, { method: 'POST', headers, body });
				answers.push({ delivery: name, status, outputs: trigger.starts[starts] ?? null });
			}
			const responseMode = responseModeOf(node);
			return stabilizer(sandbox)({ responseMode, answers }) as ExpectedTrigger;
		} finally {
			await trigger.close();
		}
	});
}
