import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startUnobserved, type ExecutionOptions } from './engine/execution.ts';
import { Repetition } from './engine/repetition.ts';
import { credentialFor } from './engine/run.ts';
import {
	createParametersWithoutCatalog,
	orderParameters,
	placeOrders,
	placeProducedOrder,
} from './orderRuns.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();

/** Runs the node, and then has it run again. */
async function repeated(
	parameters: INodeParameters,
	options: Partial<ExecutionOptions> = {},
	between: () => Promise<void> | void = () => {},
): Promise<void> {
	const repetition = new Repetition(node.sandbox);
	const given = { parameters, credential: credentialFor(node.sandbox), ...options };
	const { finished } = startUnobserved(given);
	repetition.note(given, finished);
	await finished;
	await between();
	await repetition.repeat();
}

const create = (externalId: string): INodeParameters =>
	createParametersWithoutCatalog(node.sandbox, externalId);

/** Another one in each execution. */
const NEW_EACH_TIME = "={{ 'A-' + $execution.id }}";

const SECOND_WRITE = 'order → create wrote again when it was run again: POST /api/orders';

describe('The repetition of what a test ran', () => {
	it('finds a second order, of a run that went well and of one that stopped', async () => {
		await expect(repeated(create(NEW_EACH_TIME))).rejects.toThrow(SECOND_WRITE);
		const stopped = repeated(create("={{ $itemIndex ? 'A B' : 'A-' + $execution.id }}"), {
			items: [{}, {}],
			settings: { onError: 'continueRegularOutput' },
		});
		await expect(stopped).rejects.toThrow(SECOND_WRITE);
	});

	it('lets a run that stopped do the rest', async () => {
		const match = { method: 'POST' };
		node.sandbox.control.injectFault({ match, status: 403, every: 2, times: 1 });
		await repeated(create('={{ $json.number }}'), {
			items: [{ number: 'A-1' }, { number: 'A-2' }],
			settings: { onError: 'continueRegularOutput' },
		});
		expect(node.sandbox.control.orders()).toHaveLength(2);
	});

	it('finds a refund that is made twice, and a change that is made again', async () => {
		await placeProducedOrder(node);
		const { control } = node.sandbox;
		const undo = (): void => {
			control.order('@SOURCE').refundedAt = undefined;
		};
		const refund = repeated(orderParameters('refund', 'SOURCE'), {}, undo);
		await expect(refund).rejects.toThrow('POST /api/orders/@SOURCE/refund');

		await placeOrders(node, ['A-1']);
		const changeBack = (): void => {
			control.order('@A-1').recipient.city = 'Bremen';
		};
		await expect(repeated(orderParameters('update', 'A-1'), {}, changeBack)).rejects.toThrow(
			'PATCH /api/orders/@A-1',
		);
	});

	it('finds an order that is there and not returned', async () => {
		const { control, accounts } = node.sandbox;
		const refused = repeated(create('A-1'), {}, () => {
			control.revokeApiKey(accounts.demo.apiKey);
		});
		await expect(refused).rejects.toThrow('order → create did not return its orders');
	});

	it('takes a reason to write again only where it holds', async () => {
		await repeated(create(NEW_EACH_TIME), { writesAgain: 'each execution has its own' });
		await expect(
			repeated(create('A-1'), { writesAgain: 'each execution has its own' }),
		).rejects.toThrow('wrote nothing when it was run again, so this does not hold: each execution');
	});
});
