import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { WorkflowNode } from '../../../scripts/n8n/workflows.ts';

/** What a workflow is to do for each change: a call of a system outside n8n. */
export interface Work {
	/** The changes that were done, each as often as it was. */
	readonly done: string[];
	/** The changes whose call was refused. */
	readonly refused: string[];
	/** The changes whose call is left without an answer. */
	readonly held: string[];
	/** What becomes of a call. */
	answer: (changeId: string) => 'done' | 'refused' | 'held';
	/** Parameters and type of an HTTP Request node that calls it with the change of its item. */
	readonly node: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'>;
	close(): Promise<void>;
}

/** Starts the system outside n8n. */
export async function startWork(): Promise<Work> {
	const reply = async (response: ServerResponse, changeId: string): Promise<void> => {
		const answer = work.answer(changeId);
		work[answer].push(changeId);
		if (answer === 'held') return;
		response.writeHead(answer === 'done' ? 200 : 500, { 'content-type': 'application/json' });
		response.end('{"result":"ok"}');
	};
	const server = createServer((request, response) => {
		json(request).then(
			async (body) => await reply(response, (body as { changeId: string }).changeId),
			() => response.destroy(),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const work: Work = {
		done: [],
		refused: [],
		held: [],
		answer: () => 'done',
		node: {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url: `http://127.0.0.1:${port}/`,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={{ JSON.stringify({ changeId: $json.changeId }) }}',
			},
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return work;
}
