import { beforeAll, describe, expect, it } from 'vitest';
import { createWorkflow } from '../../../scripts/n8n/workflows.ts';
import { connect } from '../support/n8n.ts';
import { actionNode, manualWorkflow } from '../support/workflows.ts';
import type { ShownError } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Messages');

const entered = (mode: string, value: string | undefined) => ({ __rl: true, mode, value });

describe('The texts that the user sees', () => {
	let missing: ShownError | undefined;

	/** An order of a clock, on the front of which there is no place to print, and without its dial. */
	beforeAll(async () => {
		const { editor, sandbox } = browser;
		const rest = connect();
		const { storedCredential: credential } = browser;
		const clock = sandbox.control.variants().find(({ name }) => name.includes('Clock'));
		const workflow = await createWorkflow(
			rest,
			manualWorkflow('Messages', [
				actionNode('Create', credential, {
					resource: 'order',
					operation: 'create',
					externalId: 'SHOP-1002',
					recipient: {
						name: 'Ada Example',
						address1: 'Musterstrasse 12',
						city: 'Berlin',
						zip: '10115',
						countryCode: 'DE',
					},
					items: {
						item: [
							{
								variantId: entered('id', clock?.id),
								quantity: 1,
								placements: {
									placement: [
										{ url: 'https://print-files.example/dial.png', type: entered('name', 'front') },
									],
								},
							},
						],
					},
				}),
				actionNode(
					'Confirm',
					credential,
					{ resource: 'order', operation: 'confirm', orderId: entered('id', '={{ $json.id }}') },
					{ position: [440, 0] },
				),
			]),
		);
		await editor.openWorkflow(workflow.id);
	});

	it('the input shows the fields that the node before will return, before anything ran', async () => {
		const { editor } = browser;
		const confirm = await editor.openNode('Confirm');
		await confirm.input.getByTestId('schema-preview-warning').waitFor();
		await editor.takeScreenshot('preview-before-run');
		const shown = (await confirm.input.innerText()).split('\n').map((line) => line.trim());
		expect(shown).toEqual(expect.arrayContaining(['id', 'externalId', 'status', 'recipient']));
	});

	it('the error says where a required option is missing and what may be chosen, and nothing is sent', async () => {
		const { editor, sandbox } = browser;
		const create = await editor.openNode('Create');
		await create.execute();
		await editor.takeScreenshot('refused-before-sending');
		await editor.takeReadmePicture(
			'what-is-missing',
			create.output.getByTestId('node-error-message'),
			create.output.getByTestId('node-error-description'),
		);
		missing = await create.shownError();
		const { message, description } = missing;
		expect(message).toContain('Items → Item 1 → Product Options');
		expect(message).toContain('Dial colour');
		expect(description).toContain('black');
		expect(sandbox.control.requests().filter(({ method }) => method === 'POST')).toEqual([]);
	});

	it('the error of a 422 has every field by its labels, what it wants, and what to do (section 7)', async () => {
		const { editor, sandbox } = browser;
		const create = await editor.openNode('Create');
		await create.options.add('Fill From Catalog');
		await create.options.toggle('Fill From Catalog');
		await create.execute();
		await editor.takeScreenshot('refused-by-service');
		const { message, description } = await create.shownError(missing);
		// The node then looks whether the order exists already.
		const order = sandbox.control.requests().findLast(({ method }) => method === 'POST');
		expect(order).toMatchObject({ path: '/api/orders', status: 422 });
		expect(message).toMatch(/^The service does not accept \d values: Items → Item 1 → /);
		expect(description).toContain('Items → Item 1 → Placements → Placement 1 → Placement: ');
		expect(description).toContain('Items → Item 1 → Product Options: ');
		expect(message).not.toMatch(/error|problem|failure|mistake/i);
	});
});
