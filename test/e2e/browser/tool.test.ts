import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type WorkflowNode, createWorkflow } from '../../../scripts/n8n/workflows.ts';
import { createFromJson } from '../../support/createFromJson.ts';
import { connect } from '../support/n8n.ts';
import { actionNode, manualWorkflow } from '../support/workflows.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Agent');

const NOTICE = 'The AI agent can check an order before it is placed';

const FROM_AI = "{{ $fromAI('Shipping', 'STANDARD or DHL_EXPRESS', 'string') }}";

describe('The node as the tool of an AI agent', () => {
	it('has a notice about the agent and a list that is left to the model, and the node itself has no notice', async () => {
		const { editor, sandbox } = browser;
		const example = sandbox.control.exampleOrder({ externalId: 'AGENT-1' });
		const parameters = {
			...createFromJson('AGENT-1', example),
			options: { shipping: `=${FROM_AI}` },
		};
		const agent: WorkflowNode = {
			id: randomUUID(),
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 2,
			position: [220, 0],
			parameters: {},
		};
		const tool = actionNode('Place Orders', browser.storedCredential, parameters, {
			type: 'n8n-nodes-pod-fulfilment.podFulfilmentTool',
			position: [220, 240],
		});
		const file = manualWorkflow('Agent', [agent]);
		const workflow = await createWorkflow(connect(), {
			...file,
			nodes: [...file.nodes, tool],
			connections: {
				...file.connections,
				[tool.name]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
		});
		await editor.openWorkflow(workflow.id);
		const asTool = await editor.openNode(tool.name);
		await asTool.window.getByText(NOTICE).waitFor();
		expect(await asTool.field('Shipping').innerText()).toContain('$fromAI');
		await editor.takeScreenshot('tool-create');

		const asNode = await browser.openAction('Create', parameters);
		await asNode.field('Shipping').waitFor();
		expect(await asNode.window.getByText(NOTICE).count()).toBe(0);
	});
});
