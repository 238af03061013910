import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { waitForExecution, type Item } from '../../scripts/n8n/executions.ts';
import { createWorkflow, runWorkflow, updateWorkflow } from '../../scripts/n8n/workflows.ts';
import { readExample } from '../support/example.ts';
import { CHECK, expectRehearsals, orderHundred } from '../support/rehearsal.ts';
import { useShopsDay } from './support/shopsDay.ts';

const DAY_MS = 24 * 3_600_000;

let today = 0;
const { day, shops } = useShopsDay({ now: () => Date.now() + today * DAY_MS });

describe.each(shops)('The rehearsal of %s', (_, shopOf) => {
	it('tells what stops the last 100 orders, and 95 of them are clean once that is changed', async () => {
		const shop = shopOf();
		orderHundred(shop, (to) => void (today = to));
		const file = await readExample(`rehearsal-${shop.name}`, {
			'https://your-shop.myshopify.com': day().shopify.url,
		});
		const { rest, sandbox } = day();
		const { id } = await createWorkflow(rest, file);
		const check = file.nodes.find(({ name }) => name === CHECK);
		await expectRehearsals(shop, check?.parameters as INodeParameters, async () => {
			await updateWorkflow(rest, id, file);
			const run = await runWorkflow(rest, id, 'When You Click');
			const { status, runs } = await waitForExecution(rest, run);
			expect(status).toBe('success');
			const outputOf = (name: string): IDataObject[] =>
				(runs[name] ?? [])
					.flatMap(({ data }) => (data?.main ?? []).flat())
					.map((item) => (item as Item).json as IDataObject);
			return { checked: outputOf(CHECK), table: outputOf('Table') as never };
		});
		const traffic = sandbox.control.requests();
		expect(traffic.filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(sandbox.control.orders()).toEqual([]);
	});
});
