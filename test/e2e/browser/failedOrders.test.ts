import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { activateWorkflow, createWorkflow } from '../../../scripts/n8n/workflows.ts';
import { createFromJson } from '../../support/createFromJson.ts';
import { connect, n8n } from '../support/n8n.ts';
import { executionsOf } from '../support/trigger.ts';
import { actionNode, shopWebhook } from '../support/workflows.ts';
import type { NodeView } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Failed orders');
const rest = connect();

const byExternalId = (value: string) => ({ __rl: true, mode: 'externalId', value });

/** Parameters that place an order of one Harbour Tee, whose print file is `<file>.png` of the sandbox. */
function harbourTee(
	externalId: string,
	file: string,
	{ then = 'draft', ...options }: INodeParameters,
): Record<string, unknown> {
	const { url, control } = browser.sandbox;
	const variant = control.variants().find(({ sku }) => sku === 'T-S001-NAVY-M');
	const { recipient } = control.exampleOrder({ externalId });
	const files = `${url}/_sandbox/files/${file}.png`;
	const item = { variantId: variant?.id, quantity: 1, name: 'Harbour Tee', files };
	const order = createFromJson(externalId, { recipient, orderItems: [item] });
	return { ...order, then, options };
}

/** Executes a node in a workflow of its own, and returns the node while it is open. */
async function execute(name: string, parameters: Record<string, unknown>): Promise<NodeView> {
	const node = await browser.openAction(name, parameters);
	await node.execute();
	return node;
}

const onOrder = (operation: string, externalId: string) => ({
	resource: 'order',
	operation,
	orderId: byExternalId(externalId),
});

const WAYS_OUT =
	'Correct it with Order Item → Update → Print File, then Confirm. If it stays failed, order again under another External ID.';
const WHY = 'HAND-2 failed: the print file of item 1 (Harbour Tee) cannot be read.';
const FAILED = `${WHY} ${WAYS_OUT}`;
/** Where it was entered by hand. */
const FAILED_BY_HAND = `${WHY} It is not produced: correct the fields of this node, enter another External ID, and run it again. Or correct that order with another node, Order Item → Update → Print File, then Confirm.`;

describe('A failed order is never green without a word', () => {
	beforeAll(async () => {
		const { sandbox } = browser;
		// Placed without waiting: it fails seconds later.
		await execute('Create', harbourTee('HAND-1', 'front', {}));
		await execute('Create', harbourTee('HAND-2', 'missing', {}));
		await sandbox.control.settled();
		expect(sandbox.control.order('@HAND-2').status).toBe('failed');
	});

	it.each([
		['Get', () => onOrder('get', 'HAND-2'), FAILED, FAILED],
		[
			'Get Many',
			() => ({ resource: 'order', operation: 'getAll' }),
			'1 of 2 orders failed:',
			FAILED,
		],
		['Create', () => harbourTee('HAND-2', 'missing', {}), FAILED_BY_HAND, FAILED_BY_HAND],
	])(
		'%s of a failed order says in a hint why it failed and what to do',
		async (name, parameters, hint, warning) => {
			const node = await execute(name, parameters());
			await node.output.getByText(hint).first().waitFor();
			await browser.editor.takeScreenshot(`failed-${name.replace(' ', '-').toLowerCase()}`);
			expect(await node.output.innerText()).toContain(warning);
		},
	);

	it('Confirm of a failed order is refused with its name, and says why it failed', async () => {
		const node = await execute('Confirm failed', onOrder('confirm', 'HAND-2'));
		await browser.editor.takeScreenshot('failed-confirm');
		const { message, description } = await node.shownError();
		expect(message).toContain(
			'HAND-2 cannot be confirmed: it failed, because the print file of item 1 (Harbour Tee) cannot be read',
		);
		expect(description).toContain(WAYS_OUT);
	});

	it('Create with Wait for Validation ends with the reason in the message that a mail shows', async () => {
		const node = await execute('Wait', harbourTee('HAND-3', 'missing', { waitForValidation: 30 }));
		await browser.editor.takeScreenshot('failed-wait-for-validation');
		expect((await node.shownError()).message).toContain(
			'HAND-3 is not produced: the print file of item 1 (Harbour Tee) cannot be read',
		);
	});

	it('Create with Wait for Validation names two reasons in the message, and counts the rest', async () => {
		const parameters = harbourTee('HAND-8', 'missing', { waitForValidation: 30 });
		const [item] = JSON.parse(String(parameters.itemsJson)) as object[];
		const itemsJson = JSON.stringify([item, item, item]);
		const node = await execute('Wait for three', { ...parameters, itemsJson });
		const { message } = await node.shownError();
		expect(message).toContain('HAND-8 is not produced: the print file of item 1 (Harbour Tee)');
		expect(message).toContain('the print file of item 2 (Harbour Tee)');
		expect(message).not.toContain('item 3');
		expect(message).toContain('and 1 more');
		await browser.editor.takeScreenshot('failed-three-reasons');
	});

	it('Create with Confirm alone says in a hint that the order is not yet validated', async () => {
		const node = await execute('Confirm it', harbourTee('HAND-4', 'front', { then: 'confirm' }));
		await node.output
			.getByText(
				'HAND-4 is confirmed. The service checks its address and print files only now: add Wait for Validation to be told here if one cannot be used.',
			)
			.waitFor();
		await browser.editor.takeScreenshot('not-yet-validated');
	});

	it('Confirm of a shipped order says that it is shipped', async () => {
		const { control } = browser.sandbox;
		for (const status of ['inprocess', 'fulfilled', 'shipped'] as const) {
			await control.stepOrder('@HAND-4', status);
		}
		const node = await execute('Confirm shipped', onOrder('confirm', 'HAND-4'));
		// The hint: the same text under `warnings` is far to the right.
		await node.output
			.getByTestId('run-data-hints')
			.getByText('HAND-4 is shipped: it was confirmed before, and nothing changed.')
			.waitFor();
		await browser.editor.takeScreenshot('confirm-shipped');
	});

	it('Check Only says its result in a hint, and its problems come first', async () => {
		const parameters = harbourTee('HAND-5', 'front', { then: 'check' });
		const fine = await execute('Check', parameters);
		await fine.output.getByText('No problems found. Print files were not opened.').waitFor();
		await browser.editor.takeScreenshot('check-only-nothing-found');
		const wrong = await execute('Check again', {
			...parameters,
			recipientJson: '{ "name": "Mia" }',
		});
		await wrong.output
			.getByText(/\d problems?, nothing was sent: /)
			.first()
			.waitFor();
		await browser.editor.takeScreenshot('check-only-problems');
		const shown = await wrong.output.innerText();
		expect(shown.indexOf('problems')).toBeLessThan(shown.indexOf('wouldSend'));
	});
});

describe('A failed order is repaired by hand', () => {
	it('after its print file was changed, the old execution is refused with what to do, and Confirm releases it', async () => {
		const { editor, sandbox } = browser;
		await execute('Create', harbourTee('HAND-6', 'missing', {}));
		await sandbox.control.settled();
		const { status, items } = sandbox.control.order('@HAND-6');
		expect(status).toBe('failed');

		const placement = {
			url: `${sandbox.url}/_sandbox/files/front.png`,
			type: { __rl: true, mode: 'name', value: 'front' },
		};
		const update = await execute('Repair', {
			resource: 'orderItem',
			operation: 'update',
			orderId: byExternalId('HAND-6'),
			orderItemId: { __rl: true, mode: 'id', value: items[0]?.id },
			updateFields: { placements: { placement: [placement] } },
		});
		await update.output.getByText('HAND-6').first().waitFor();
		await editor.takeScreenshot('repair-changed');

		const again = await execute('Create again', harbourTee('HAND-6', 'missing', {}));
		await editor.takeScreenshot('repair-not-again');
		const { message, description } = await again.shownError();
		expect(message).toContain('Order "HAND-6" exists already with other content');
		expect(description).toContain(
			'leave this one as it is. After the change, run Order → Confirm in the same way. Do not retry this execution.',
		);

		const confirm = await execute('Release', onOrder('confirm', 'HAND-6'));
		await confirm.output.getByText('pending').first().waitFor();
		await editor.takeScreenshot('repair-confirmed');
		expect(sandbox.control.order('@HAND-6').status).toBe('pending');
	});
});

describe('A change that comes too early or too late', () => {
	it('Reprint of a draft, and Cancel and Update of a shipped order say what the order is', async () => {
		const { editor, sandbox } = browser;
		await execute('Create', harbourTee('HAND-7', 'front', {}));
		await sandbox.control.settled();
		const refused = async (name: string, parameters: Record<string, unknown>) => {
			const node = await execute(name, parameters);
			await editor.takeScreenshot(`refused-${name.toLowerCase()}`);
			return (await node.shownError()).message;
		};
		const reprint = { ...onOrder('reprint', 'HAND-7'), externalId: 'HAND-7-R' };
		expect(await refused('Reprint', reprint)).toContain(
			'HAND-7 cannot be reprinted: it is a draft',
		);
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await sandbox.control.stepOrder('@HAND-7', status);
		}
		expect(await refused('Cancel', onOrder('cancel', 'HAND-7'))).toContain(
			'HAND-7 cannot be cancelled: it is shipped',
		);
		const update = {
			...onOrder('update', 'HAND-7'),
			updateFields: { recipient: { values: { city: 'Hamburg' } } },
		};
		expect(await refused('Update', update)).toContain('HAND-7 cannot be changed: it is shipped');
	});
});

describe('A service that is down at night', () => {
	it('the execution that gave up names the order, and Retry in the editor places it once', async () => {
		const { editor, sandbox } = browser;
		const path = randomUUID();
		const webhook = shopWebhook(path);
		// Seconds in place of a minute: an outage is waited for no longer than Max Waiting Time.
		const options = { maxWaitSeconds: 3 };
		const order = actionNode(
			'Order It',
			browser.storedCredential,
			harbourTee('NIGHT-1', 'front', options),
		);
		const workflow = await createWorkflow(rest, {
			name: 'At night',
			nodes: [webhook, order],
			connections: { Shop: { main: [[{ node: 'Order It', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		});
		const url = `${n8n.url}/${await activateWorkflow(rest, workflow)}`;
		sandbox.control.injectFault({ status: 503 });
		await fetch(url, { method: 'POST' });
		const [gaveUp] = await executionsOf(rest, workflow.id, 1);
		expect(gaveUp?.status).toBe('error');
		expect(gaveUp?.error?.message).toContain('Order "NIGHT-1"');
		sandbox.control.clearFaults();

		const { page } = editor;
		await page.goto(`${n8n.url}/workflow/${workflow.id}/executions/${gaveUp?.id}`);
		await page.getByTestId('execution-preview-retry-button').click();
		await editor.takeScreenshot('night-gave-up');
		await page.getByText(/original workflow/).click();
		const executions = await executionsOf(rest, workflow.id, 2);
		expect(executions.map(({ status }) => status)).toEqual(['error', 'success']);
		expect(
			sandbox.control.orders().filter(({ externalId }) => externalId === 'NIGHT-1'),
		).toHaveLength(1);
		await page.goto(`${n8n.url}/workflow/${workflow.id}/executions/${executions[1]?.id}`);
		await page.getByTestId('canvas-node-status-success').last().waitFor();
		await editor.takeScreenshot('night-retried');
	});
});
