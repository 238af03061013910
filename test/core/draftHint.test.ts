import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startAction, type ExecutionOptions } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { createWithoutCatalog, onOrder } from './sending.ts';
import { useSandbox } from './support.ts';

const bench = useSandbox();

const hintsOf = async (
	parameters: INodeParameters,
	options: Partial<ExecutionOptions> = {},
): Promise<string[]> => {
	const credential = credentialFor(bench.sandbox);
	const { hints } = await startAction({ parameters, credential, ...options }).finished;
	return hints.map(({ message }) => message);
};

const BEYOND_DRAFT = /^An order with the status 'draft' is produced once it is confirmed/;

describe('What the editor says beside the output of a run that placed orders', () => {
	it('is that a draft has to be confirmed', async () => {
		expect(await hintsOf(createWithoutCatalog(bench.sandbox, 'A-1'))).toEqual([
			expect.stringMatching(BEYOND_DRAFT),
		]);
	});

	it('is said once, however many orders were placed', async () => {
		const parameters = createWithoutCatalog(bench.sandbox, '={{ $json.number }}');
		const items = [{ number: 'A-1' }, { number: 'A-2' }, { number: 'A-3' }];
		expect(await hintsOf(parameters, { items })).toHaveLength(1);
	});

	it('is nothing where the order was refused', async () => {
		const refused = createWithoutCatalog(bench.sandbox, 'has a space');
		expect(await hintsOf(refused)).toEqual([]);
		const settings = { onError: 'continueRegularOutput' } as const;
		expect(await hintsOf(refused, { settings })).toEqual([]);
	});

	it('is nothing where the order that stands is no draft any more', async () => {
		await hintsOf(createWithoutCatalog(bench.sandbox, 'A-1'));
		await hintsOf(onOrder('confirm', 'A-1'));
		await bench.sandbox.control.stepOrder('@A-1', 'pending');
		const hints = await hintsOf(createWithoutCatalog(bench.sandbox, 'A-1'));
		expect(hints).toEqual([expect.stringMatching(/^This order already existed/)]);
	});

	it('is nothing for other operations', async () => {
		await hintsOf(createWithoutCatalog(bench.sandbox, 'A-1'));
		expect(await hintsOf(onOrder('get', 'A-1'))).toEqual([]);
	});
});
