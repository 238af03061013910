import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType, IWebhookFunctions } from 'n8n-workflow';
import { root } from '../../../../scripts/n8n/paths.ts';
import { SIGNING_SECRET } from './workflows.ts';

const require = createRequire(import.meta.url);

/** The trigger as it is published. */
export function loadTrigger(): INodeType {
	const file = join(root, 'dist', 'nodes', 'PodFulfilment', 'PodFulfilmentTrigger.node.js');
	const loaded = require(file) as { PodFulfilmentTrigger: new () => INodeType };
	return new loaded.PodFulfilmentTrigger();
}

/**
 * Hands one genuine delivery of an event of its own to the trigger, with no n8n around it, and answers it with 200 as
 * n8n does. Returns whether it would have started the workflow.
 */
export async function call(trigger: INodeType, number: number): Promise<boolean> {
	const rawBody = Buffer.from(
		JSON.stringify({
			data: { order: { id: String(number), status: 'inprocess', external_id: `CALL-${number}` } },
			type: 'order.updated',
			retries: 0,
			occurred_at: new Date().toISOString(),
		}),
	);
	const timestamp = String(Math.floor(Date.now() / 1000));
	const signature = createHmac('sha256', SIGNING_SECRET)
		.update(`${timestamp}.`)
		.update(rawBody)
		.digest('hex');
	const response = Object.assign(new EventEmitter(), {
		statusCode: 200,
		writableEnded: false,
		destroyed: false,
		status: () => response,
		json: () => {},
	});
	const parameters: Record<string, unknown> = { events: ['order.updated'] };
	const context = {
		getRequestObject: () => ({
			rawBody,
			headers: {
				'x-service-request-signature': signature,
				'x-service-request-timestamp': timestamp,
			},
		}),
		getResponseObject: () => response,
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => ({ signingSecret: SIGNING_SECRET, headerBrand: 'Service' }),
		getMode: () => 'webhook',
		getWorkflow: () => ({ id: 'pWfQxK3yTz8aBcDe' }),
		getNode: () => ({ id: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d' }),
		logger: { debug: () => {}, warn: () => {} },
	} as unknown as IWebhookFunctions;
	const { workflowData } = (await trigger.webhook?.call(context)) ?? {};
	response.writableEnded = true;
	response.destroyed = true;
	response.emit('close');
	return workflowData !== undefined;
}
