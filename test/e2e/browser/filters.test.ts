import { beforeAll, describe, expect, it } from 'vitest';
import type { NodeView } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Filters');

/** Opens a new workflow with one 'Get Many' of orders. */
async function openGetMany(filters: Record<string, unknown> = {}): Promise<NodeView> {
	const parameters = { resource: 'order', operation: 'getAll', returnAll: true, filters };
	return await browser.openAction('Get Many', parameters);
}

describe('The filters of Get Many', () => {
	let node: NodeView;

	beforeAll(async () => {
		await browser.sandbox.control.addOrders({
			count: 20,
			statuses: ['draft', 'inprocess', 'onhold', 'failed'],
			spreadDays: 10,
		});
	});

	it('a hint warns of orders whose time cannot be read, and they pass', async () => {
		const { editor, sandbox } = browser;
		const since = await openGetMany({ updatedAfter: '={{ $now.minus({ days: 3 }) }}' });
		sandbox.control.setReads({ updatedAt: 'missing' });
		await since.execute();
		await since.output.getByText("'Updated After' could not be checked").waitFor();
		await editor.takeScreenshot('filters-warning');
		const shown = await since.output.innerText();
		expect(shown).toMatch(
			/20 orders passed although 'Updated After' could not be checked: .* and 15 more\./,
		);
		sandbox.control.setReads();
	});

	it('filters are added one by one, and a hint says how many orders were read for those that passed', async () => {
		const { editor } = browser;
		node = await openGetMany();
		const filters = node.group('Filters');
		await filters.add('Status');
		await filters.chooseSeveral('Status', 'On Hold', 'Failed');
		await filters.add('Country');
		await filters.add('Created After');
		await filters.add('External ID Prefix');
		await filters.add('Updated After');
		await editor.takeScreenshot('filters-added');
		await node.execute();
		await node.output.getByText('20 orders were read, and 10 passed the filters.').waitFor();
		await editor.takeScreenshot('filters-hint');
		expect(await node.output.getByTestId('ndv-items-count').innerText()).toContain('10 items');
	});

	it('the filters explain themselves: the service has none, and Limit counts what passes', async () => {
		const { editor } = browser;
		const label = node.field('Filters').getByTestId('input-label').first();
		await label.hover();
		await label.locator('svg').first().hover();
		await editor.page.getByText('Limit counts the orders that pass').first().waitFor();
		await editor.takeScreenshot('filters-explained');
	});

	it('filters that nothing passes leave no items, and the hint says so', async () => {
		const { editor } = browser;
		await node.group('Filters').type('External ID Prefix', 'nobody-has-it');
		await node.executeButton.click();
		await node.output.getByText('20 orders were read, and 0 passed the filters.').waitFor();
		await editor.takeScreenshot('filters-nothing-passed');
		await node.output.getByText('No output data returned').waitFor();
	});
});
