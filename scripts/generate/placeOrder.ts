import type { Sandbox } from '../../sandbox/index.ts';

/**
 * Places an order at the sandbox.
 *
 * @param failing without a street, so that its validation fails
 * @returns what identifies it
 */
export async function placeOrder(
	{ control, accounts, url }: Sandbox,
	{ externalId, failing = false }: { externalId: string; failing?: boolean },
): Promise<{ id: string; externalId: string }> {
	const body = control.exampleOrder({ externalId });
	if (failing) body.recipient.address1 = ' ';
	const response = await fetch(`${url}/api/orders`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			authorization: `Bearer ${accounts.demo.apiKey}`,
		},
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`The sandbox refused the order: ${await response.text()}`);
	return { id: control.order(`@${externalId}`).id, externalId };
}
