import { expect, it } from 'vitest';
import { createWorkflow } from '../../../scripts/n8n/workflows.ts';
import { connect } from '../support/n8n.ts';
import { actionNode, manualWorkflow } from '../support/workflows.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Hostile');

const MARKUP =
	'<img src=x onerror="document.title=1"><a href="https://elsewhere.example">Sign in</a>';
/** What the node makes of it. */
const SHOWN =
	'‹img src=x onerror="document.title=1"›‹a href="https://elsewhere.example"›Sign in‹/a›';

it('several violations of a 422 are in lines of their own, and HTML in them is text', async () => {
	const { editor, sandbox } = browser;
	const rest = connect();
	const products = { resource: 'catalogProduct', operation: 'getAll', limit: 1 };
	const workflow = await createWorkflow(
		rest,
		manualWorkflow('Hostile', [actionNode('Products', browser.storedCredential, products)]),
	);
	sandbox.control.injectFault({
		match: { path: '/api/catalog-products' },
		status: 422,
		body: {
			violations: [
				{ propertyPath: 'shipping', message: 'This is no way to ship.' },
				{ propertyPath: 'recipient.city', message: MARKUP },
				{ propertyPath: '', message: 'The order is too large.' },
			],
		},
	});
	await editor.openWorkflow(workflow.id);
	const node = await editor.openNode('Products');
	await node.execute();
	await editor.takeScreenshot('violations-in-lines');
	const { message, description } = await node.shownError();
	expect(message).toContain(
		`The service does not accept 3 values: shipping: This is no way to ship; recipient.city: ${SHOWN}; and 1 more`,
	);
	const lines = description.split('\n').map((line) => line.trim());
	expect(lines[0]).toBe('shipping: This is no way to ship.');
	expect(lines[1]).toBe(`recipient.city: ${SHOWN}`);
	expect(lines[2]).toBe('The order is too large.');
	expect(lines[3]).toMatch(/^Correct what is named here/);
	const shown = node.output.getByTestId('node-error-description');
	expect(await shown.locator('img, a, script').count()).toBe(0);
});
