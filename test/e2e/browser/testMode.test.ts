import { beforeAll, describe, expect, it } from 'vitest';
import { createWorkflow } from '../../../scripts/n8n/workflows.ts';
import { deliver, orderUpdated, secondsAgo, signedHeaders } from '../support/delivery.ts';
import { connect, storeCredential } from '../support/n8n.ts';
import { triggerWorkflow } from '../support/workflows.ts';
import type { NodeView, ShownError } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Test events');

/** What n8n answers the caller then, whatever the reason: nothing of it helps to forge a delivery. */
const ANSWER = {
	status: 500,
	text: JSON.stringify({
		code: 0,
		message: 'Workflow Webhook Error: Workflow could not be started!',
	}),
};

const PARAMETERS = {
	events: ['order.updated'],
	filters: { orderStatuses: ['shipped', 'inprocess'] },
};

/** A workflow with the trigger, opened in the editor. */
async function openTrigger(name: string, credentialData: Record<string, string> = {}) {
	const { editor, sandbox } = browser;
	const rest = connect();
	const credential = await storeCredential(rest, sandbox, name, credentialData);
	const { id } = await createWorkflow(rest, triggerWorkflow(name, credential, PARAMETERS));
	await editor.openWorkflow(id);
	return await editor.openNode('Event');
}

describe('The editor while it listens for a test event', () => {
	let node: NodeView;
	let url: string;
	let secret: string;

	beforeAll(async () => {
		secret = browser.sandbox.accounts.demo.signingSecret;
		node = await openTrigger('Test events');
		url = await node.copyTestUrl();
	});

	const shipped = orderUpdated('shipped');
	const created = orderUpdated('draft').replace('order.updated', 'order.created');
	const signed = (body: string) => signedHeaders(body, secret);
	const without = (name: string) => {
		const { [name]: _left, ...others } = signed(shipped);
		return others;
	};
	const ofBrandAcme = () =>
		Object.fromEntries(
			Object.entries(signed(shipped)).map(([name, value]) => [
				name.replace('x-service-', 'x-acme-'),
				value,
			]),
		);

	let shown: ShownError | undefined;

	/** The explanation that the editor shows for a delivery, another one than for the delivery before. */
	async function shownFor(name: string, body: string, headers: Record<string, string>) {
		await node.listen();
		const answer = await deliver(url, body, headers);
		await node.ended();
		await browser.editor.takeScreenshot(`test-mode-${name}`);
		expect(answer).toEqual(ANSWER);
		shown = await node.shownError(shown);
		const expected = signed(body)['x-service-request-signature'];
		for (const text of Object.values(shown)) {
			expect(text).not.toContain(secret);
			expect(text).not.toContain(expected);
		}
		return shown;
	}

	it('the editor shows that a signature does not match, and the likely cause', async () => {
		const headers = signedHeaders(shipped, 'another-secret');
		expect(await shownFor('wrong-signature', shipped, headers)).toEqual({
			message: 'The signature of the delivery does not match',
			description: expect.stringContaining(
				'the Signing Secret in the credential differs',
			) as string,
		});
	});

	it('the editor shows how old a delivery is, and by how much too old', async () => {
		const headers = signedHeaders(shipped, secret, secondsAgo(3 * 3600));
		const { message } = await shownFor('too-old', shipped, headers);
		expect(message).toMatch(
			/^The delivery is 3 hours( and \d seconds?)? old, 2 hours and 40 minutes more than the tolerance$/,
		);
	});

	it('the editor shows which header is missing, made with the Header Brand', async () => {
		const { message, description } = await shownFor(
			'no-signature',
			shipped,
			without('x-service-request-signature'),
		);
		expect(message).toBe('The delivery has no header X-Service-Request-Signature');
		expect(description).toContain('Header Brand');
	});

	it('the editor shows which Header Brand to enter for the headers that came', async () => {
		const { description } = await shownFor('another-brand', shipped, ofBrandAcme());
		expect(description).toContain('enter acme as Header Brand');
	});

	it('the editor shows that a signed body is no event', async () => {
		const body = '{"hello":"world"}';
		const { message } = await shownFor('no-event', body, signed(body));
		expect(message).toBe('The body of the delivery is not an event of the service');
	});

	it('the editor shows which event is not chosen', async () => {
		const { message } = await shownFor('event-not-chosen', created, signed(created));
		expect(message).toBe('Order Created is not one of the chosen events');
	});

	it('the editor shows which status was filtered', async () => {
		const draft = orderUpdated('draft');
		const { message } = await shownFor('status-filtered', draft, signed(draft));
		expect(message).toBe('The status Draft is not in the filter Order Statuses');
	});

	it('the editor goes on listening after more events of a kind that it has shown, until the awaited one comes', async () => {
		await node.listen();
		for (const body of [created, orderUpdated('draft')]) {
			const { status, text } = await deliver(url, body, signed(body));
			expect(status).toBe(200);
			expect(JSON.parse(text)).toEqual({
				message: 'Received, this workflow does not use this event',
			});
		}
		expect((await deliver(url, shipped, signed(shipped))).status).toBe(200);
		await node.ended();
		await browser.editor.takeScreenshot('test-mode-awaited');
		expect(await node.output.innerText()).toContain('shipped');
	});
});

describe('A credential without a signing secret', () => {
	it('the editor asks for the signing secret instead of listening', async () => {
		const { editor } = browser;
		const node = await openTrigger('No signing secret', { signingSecret: '' });
		await node.executeButton.click();
		const alert = editor.page.getByRole('alert').filter({ hasText: 'Problem running' });
		await alert.waitFor();
		await editor.takeScreenshot('test-mode-no-secret');
		expect(await alert.innerText()).toMatch(
			/copy the secret from the webhook settings .+ then listen again\./,
		);
	});
});
