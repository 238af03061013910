import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.ts';
import type { Credential } from '../../../scripts/n8n/credentials.ts';
import type { WorkflowFile, WorkflowNode } from '../../../scripts/n8n/workflows.ts';
import { actionNode, manualWorkflow } from '../../e2e/support/workflows.ts';
import { shopifyLine, shopifyOrder } from '../../support/shopOrders/shopify.ts';

/** A No Operation node. */
export const noOperation = (name: string, y = 0): WorkflowNode => ({
	id: randomUUID(),
	name,
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	position: [440, y],
	parameters: {},
});

/** 'Start', then the given node, with 'Done' on its success output and 'Refused' on its error output. */
export function withErrorOutput(
	name: string,
	credential: Credential,
	parameters: object,
): WorkflowFile {
	const node = actionNode(
		'Order',
		credential,
		{ ...parameters, options: { maxAttempts: 1 } },
		{ onError: 'continueErrorOutput' },
	);
	const workflow = manualWorkflow(name, [node]);
	const to = (outputName: string) => [{ node: outputName, type: 'main', index: 0 }];
	return {
		...workflow,
		nodes: [...workflow.nodes, noOperation('Done'), noOperation('Refused', 200)],
		connections: { ...workflow.connections, Order: { main: [to('Done'), to('Refused')] } },
	};
}

/** Parameters of Order → Create from an order of Shopify with one line, whose SKU the catalog has. */
export function createFromShopify(
	{ control }: Sandbox,
	number: number,
	sku?: string,
): INodeParameters {
	const variant = control
		.variants()
		.find(
			({ placements, options, inStock }) =>
				inStock &&
				placements.filter(({ required }) => required).length === 1 &&
				options.every(({ required }) => !required),
		);
	if (!variant) throw new Error('The catalog has no variant that needs only a print file');
	const line = shopifyLine({
		sku: sku ?? variant.sku,
		// That of the documentation's line is the title of another variant.
		variant_title: null,
		properties: [{ name: 'Print file', value: 'https://files.example.com/print.png' }],
	});
	return {
		resource: 'order',
		operation: 'create',
		orderFrom: 'shopOrder',
		shop: 'shopify',
		shopOrder: JSON.stringify(
			shopifyOrder([line], { id: number, name: `#${number}`, order_number: number }),
		),
	};
}
