import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { NodeTypes, nodeType } from './nodes.ts';
import { additionalDataWith } from './run.ts';

export interface ListeningOptions {
	credential: ICredentialDataDecryptedObject;
	parameters: INodeParameters;
	/** `manual` while the editor listens for a test event. */
	mode?: 'webhook' | 'manual';
}

/** The webhook trigger as it listens for deliveries. */
export interface ListeningTrigger {
	url: string;
	/** What the workflow was started with, one item for each start. */
	readonly items: IDataObject[];
	/** The same by output, for each start. */
	readonly starts: IDataObject[][][];
	close(): Promise<void>;
}

/** Express' response, as far as n8n and the node use it. */
type Response = ServerResponse & {
	status(code: number): Response;
	json(body: unknown): void;
};

const asExpress = (response: ServerResponse): Response =>
	Object.assign(response, {
		status(code: number) {
			response.statusCode = code;
			return response as Response;
		},
		json(body: unknown) {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(body));
		},
	});

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

let triggers = 0;

/**
 * Serves the trigger at an address of this machine, with n8n's own context of a webhook; an execution is noted, and
 * answered with 200 at once.
 */
export async function serveTrigger({
	credential,
	parameters,
	mode = 'webhook',
}: ListeningOptions): Promise<ListeningTrigger> {
	triggers += 1;
	const stored: INode = {
		id: `trigger-${triggers}`,
		name: 'Trigger',
		type: 'n8n-nodes-pod-fulfilment.podFulfilmentTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		parameters,
		credentials: { podFulfilmentApi: { id: '1', name: 'Demo Shop' } },
	};
	const items: IDataObject[] = [];
	const starts: IDataObject[][][] = [];

	const receive = async (request: IncomingMessage, response: Response): Promise<void> => {
		const workflow = new Workflow({
			id: `listening-${triggers}`,
			nodes: [stored],
			connections: {},
			active: true,
			nodeTypes: new NodeTypes(),
		});
		const context = new WebhookContext(
			workflow,
			workflow.getNode(stored.name) ?? stored,
			{
				...additionalDataWith(credential),
				httpRequest: Object.assign(request, { rawBody: await bodyOf(request) }),
				httpResponse: response,
			} as unknown as IWorkflowExecuteAdditionalData,
			mode,
			{} as IWebhookData,
			[],
			null,
		);
		const result = await nodeType('podFulfilmentTrigger').webhook?.call(context);
		if (result?.workflowData === undefined) return;
		const outputs = result.workflowData.map((output) => output.map(({ json }) => json));
		starts.push(outputs);
		items.push(...outputs.flat());
		response.end();
	};
	const server = createServer((request, response) => {
		receive(request, asExpress(response)).catch((error: unknown) => {
			// As n8n answers what a node throws.
			asExpress(response)
				.status(500)
				.json({ message: String(error) });
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		items,
		starts,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
