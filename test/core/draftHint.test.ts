import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startAction, type ExecutionOptions } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { createParametersWithoutCatalog, orderParameters, placeOrders } from './orderRuns.ts';
import { locate, useSandbox } from './support.ts';

const node = useSandbox();

const hintsOf = async (
	parameters: INodeParameters,
	options: Partial<ExecutionOptions> = {},
): Promise<string[]> => {
	const credential = credentialFor(node.sandbox);
	const { hints } = await startAction({ parameters, credential, ...options }).finished;
	return hints.map(({ message }) => message);
};

const BEYOND_DRAFT = /^An order with the status 'draft' is produced once it is confirmed/;

describe('The hint beside the output of a run that placed or changed orders', () => {
	it('the hint says that a draft has to be confirmed', async () => {
		expect(await hintsOf(createParametersWithoutCatalog(node.sandbox, 'A-1'))).toEqual([
			expect.stringMatching(BEYOND_DRAFT),
		]);
	});

	it('the hint is given once, however many orders were placed', async () => {
		const parameters = createParametersWithoutCatalog(node.sandbox, '={{ $json.number }}');
		const items = [{ number: 'A-1' }, { number: 'A-2' }, { number: 'A-3' }];
		expect(await hintsOf(parameters, { items })).toHaveLength(1);
	});

	it('no hint but the reason is given when the order was refused', async () => {
		const refused = createParametersWithoutCatalog(node.sandbox, 'has a space');
		expect(await hintsOf(refused)).toEqual([]);
		const settings = { onError: 'continueRegularOutput' } as const;
		expect(await hintsOf(refused, { settings })).toEqual([
			expect.stringMatching(/^External ID "has a space" must not contain a space\./),
		]);
	});

	it('no hint is given when the existing order is no draft any more', async () => {
		await hintsOf(createParametersWithoutCatalog(node.sandbox, 'A-1'));
		await hintsOf(orderParameters('confirm', 'A-1'));
		await node.sandbox.control.stepOrder('@A-1', 'pending');
		const hints = await hintsOf(createParametersWithoutCatalog(node.sandbox, 'A-1'));
		expect(hints).toEqual([expect.stringMatching(/^This order already existed/)]);
	});

	it('the hint is given for an order that a correction brought back to a draft', async () => {
		await placeOrders(node, ['A-1']);
		await node.sandbox.control.stepOrder('@A-1', 'failed');
		const corrected = {
			...orderParameters('update', 'A-1'),
			updateFields: { shipping: 'STANDARD' },
		};
		expect(await hintsOf(corrected)).toEqual([expect.stringMatching(BEYOND_DRAFT)]);
	});

	it('the hint is given once for items whose order a correction brought back to a draft', async () => {
		await placeOrders(node, ['A-1']);
		await node.sandbox.control.stepOrder('@A-1', 'failed');
		const corrected = {
			...orderParameters('update', 'A-1'),
			resource: 'orderItem',
			orderItemId: locate('id', String(node.sandbox.control.order('@A-1').items[0]?.id)),
			updateFields: { quantity: 2 },
		};
		expect(await hintsOf(corrected, { items: [{}, {}] })).toEqual([
			expect.stringMatching(BEYOND_DRAFT),
		]);
	});

	it('no hint is given when the changed order is no draft', async () => {
		await placeOrders(node, ['A-1']);
		await node.sandbox.control.stepOrder('@A-1', 'onhold');
		const changed = { ...orderParameters('update', 'A-1'), updateFields: { shipping: 'STANDARD' } };
		expect(await hintsOf(changed)).toEqual([]);
	});

	it('no hint is given for other operations', async () => {
		await hintsOf(createParametersWithoutCatalog(node.sandbox, 'A-1'));
		expect(await hintsOf(orderParameters('get', 'A-1'))).toEqual([]);
	});
});
