import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from '../../../sandbox/index.ts';
import { saveCredential } from '../../../scripts/n8n/credentials.ts';
import type { N8nRest } from '../../../scripts/n8n/rest.ts';
import type { WorkflowFile, WorkflowNode } from '../../../scripts/n8n/workflows.ts';
import { actionNode, manualWorkflow } from '../../e2e/support/workflows.ts';
import { run } from './workflows.ts';
import { demoData } from '../../support/demoData.ts';

interface ModelRequest {
	messages: Array<{ role: string }>;
	tools?: Array<{ function: { name: string } }>;
}

/** What a chat model answers that calls its only tool once, and then ends. */
function answerTo({ messages, tools = [] }: ModelRequest): object {
	const [tool] = tools;
	const isFirst = tool !== undefined && !messages.some(({ role }) => role === 'tool');
	const call = {
		id: 'call_1',
		type: 'function',
		function: { name: tool?.function.name, arguments: '{}' },
	};
	return {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: 0,
		model: 'fake',
		choices: [
			{
				index: 0,
				message: isFirst
					? { role: 'assistant', content: null, tool_calls: [call] }
					: { role: 'assistant', content: 'Done' },
				finish_reason: isFirst ? 'tool_calls' : 'stop',
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

/** A chat model on this machine, as OpenAI's API has it. */
async function startModel(): Promise<{ url: string; close(): Promise<void> }> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString() || '{"messages":[]}';
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answerTo(JSON.parse(body) as ModelRequest)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const langchainNode = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
): WorkflowNode => ({
	id: randomUUID(),
	name,
	type: `@n8n/n8n-nodes-langchain.${type}`,
	typeVersion,
	position: [220, 0],
	parameters,
});

/**
 * Lets an AI agent call the action node as its tool, with a model that always does.
 *
 * @param agentVersion version of n8n's AI Agent node
 * @returns whether the call reached the service
 */
export async function agentReachesService(
	rest: N8nRest,
	sandbox: Sandbox,
	agentVersion: number,
): Promise<boolean> {
	const model = await startModel();
	try {
		const openAi = await saveCredential(rest, {
			name: 'Model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
		const service = await saveCredential(rest, {
			name: 'Agent',
			type: 'podFulfilmentApi',
			data: demoData(sandbox),
		});
		const agent = langchainNode('Agent', 'agent', agentVersion, {
			promptType: 'define',
			text: 'Read the order',
			options: {},
		});
		const chat = langchainNode('Model', 'lmChatOpenAi', 1, { model: 'gpt-4o-mini', options: {} });
		const tool = actionNode('Tool', service, {
			resource: 'order',
			operation: 'get',
			orderId: { __rl: true, mode: 'externalId', value: 'ASKED-BY-AGENT' },
		});
		const workflow = manualWorkflow('Agent', [agent]);
		const link = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
		const file: WorkflowFile = {
			...workflow,
			nodes: [
				...workflow.nodes,
				{ ...chat, credentials: { openAiApi: { id: openAi.id, name: openAi.name } } },
				{ ...tool, type: `${tool.type}Tool` },
			],
			connections: {
				...workflow.connections,
				Model: link('ai_languageModel'),
				Tool: link('ai_tool'),
			},
		};
		await run(rest, file);
		return sandbox.control.requests().some(({ path }) => path.endsWith('@ASKED-BY-AGENT'));
	} finally {
		await model.close();
	}
}
