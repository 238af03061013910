import type { INodeParameters } from 'n8n-workflow';

/** What the sandbox shows as an order to copy. */
export interface ExampleOrder {
	recipient: object;
	orderItems: object[];
}

/**
 * Parameters of Order → Create with the order as JSON.
 *
 * @param externalId may be an expression, e.g. `={{ $json.number }}`
 */
export const createFromJson = (
	externalId: string,
	{ recipient, orderItems }: ExampleOrder,
): INodeParameters => ({
	resource: 'order',
	operation: 'create',
	externalId,
	specifyRecipient: 'json',
	recipientJson: JSON.stringify(recipient),
	specifyItems: 'json',
	itemsJson: JSON.stringify(orderItems),
});
