import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { FaultOptions } from '../../sandbox/control/faults.ts';
import { ENGINES } from './engine/execution.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import {
	createParametersWithoutCatalog,
	numberedItems,
	orderCount,
	orderParameters,
	placeOrders,
	receivedRequests,
	runNode,
	withoutBackOff,
} from './orderRuns.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();
skipWaits();
withoutBackOff();

const answerTo = (method: string, path: string, fault: FaultOptions): void => {
	node.sandbox.control.injectFault({ match: { method, path }, ...fault });
};

/** Parameters of an order that is confirmed, for another person than the example's. */
function createForOther(options: INodeParameters, externalId = 'NEW-1'): INodeParameters {
	const parameters = createParametersWithoutCatalog(node.sandbox, externalId, options);
	const { recipient } = node.sandbox.control.exampleOrder();
	return { ...parameters, recipientJson: JSON.stringify({ ...recipient, name: 'Nadia Doe' }) };
}

/** The order as the service shows it. */
async function shownOrder(externalId: string): Promise<IDataObject> {
	const { json } = await runNode(node, {
		...orderParameters('get', externalId),
		simplify: false,
	});
	node.sandbox.control.clearRecords();
	return json[0] ?? {};
}

describe.each(ENGINES)('on the engine of %s', (engine) => {
	const run = async (parameters: INodeParameters, items: IDataObject[] = [{}]) =>
		await runNode(node, parameters, { engine, items });

	const confirmations = (): string[] =>
		receivedRequests(node).filter((request) => request.endsWith('/confirm'));

	describe('A success for an order of another person that was there before', () => {
		it.each<[string, number, (order: IDataObject) => unknown]>([
			['200 and the order', 200, (order) => order],
			['202 and a job', 202, () => ({ job: 'j' })],
			['204', 204, () => undefined],
		])('the order is not confirmed after %s', async (_, status, bodyOf) => {
			await placeOrders(node, ['NEW-1']);
			const body = bodyOf(await shownOrder('NEW-1'));
			answerTo('POST', '/api/orders', { status, ...(body !== undefined && { body }) });
			const { error } = await run(createForOther({ then: 'confirm' }));
			expect(error?.message).toMatch(/^Order "NEW-1" exists already with other content: .*name/i);
			expect(confirmations()).toEqual([]);
			expect(node.sandbox.control.order('@NEW-1').status).toBe('draft');
		});

		it('the order is not confirmed when no read shows its items', async () => {
			await placeOrders(node, ['NEW-1']);
			const body = { ...(await shownOrder('NEW-1')), orderItems: [] };
			answerTo('POST', '/api/orders', { status: 200, body });
			answerTo('GET', '/api/orders/@NEW-1', { status: 200, body });
			const { error } = await run(createForOther({ then: 'confirm' }));
			expect(error?.message).toBe('Order "NEW-1" was accepted, but could not be read afterwards');
			expect(error?.description).toContain('is not confirmed');
			expect(confirmations()).toEqual([]);
		});
	});

	describe('A refusal of an External ID that is taken, while the order cannot be found', () => {
		const violations = [{ propertyPath: 'externalId', message: 'This value is already used.' }];

		it.each<[string, number, object, FaultOptions]>([
			['422 while reads lag behind', 422, { violations }, { status: 404 }],
			['422 while reads fail', 422, { violations }, { status: 403 }],
			[
				'400 in words while reads lag behind',
				400,
				{ detail: 'externalId is used' },
				{ status: 404 },
			],
			['400 while reads fail', 400, { detail: 'Bad request' }, { status: 403 }],
		])(
			'the error of %s names the order, and advises to run the node again',
			async (_, status, body, look) => {
				answerTo('POST', '/api/orders', { status, body });
				answerTo('GET', '/api/orders/@NEW-1', look);
				const { error } = await run(createForOther({ maxWaitSeconds: 0 }));
				expect(error?.message).toMatch(/^The service refused order "NEW-1" because of a conflict/);
				expect(error?.description).toContain('Run the node again later');
				expect(error?.description).not.toMatch(/Correct what|Check the values|Nothing was changed/);
			},
		);

		it('the error gives one advice when an earlier attempt may have placed the order', async () => {
			answerTo('GET', '/api/orders/@NEW-1', { status: 404 });
			answerTo('POST', '/api/orders', { statusAfterCommit: 502, times: 1 });
			answerTo('POST', '/api/orders', { status: 422, body: { violations } });
			const { error } = await run(createForOther({ maxWaitSeconds: 1 }));
			expect(orderCount(node, 'NEW-1')).toBe(1);
			expect(error?.message).toMatch(/order "NEW-1"/i);
			expect(error?.description).toContain('Running the node again is safe');
			expect(error?.description).not.toMatch(/Correct what|Run the node again|Nothing was changed/);
		});
	});

	it.each([
		['confirm', 'confirmed'],
		['cancel', 'canceled'],
	] as const)('a %s that the service does not show has a warning', async (operation, done) => {
		await placeOrders(node, ['A-1']);
		answerTo('POST', `*/${operation}`, { status: 200, body: {} });
		const { json } = await run(orderParameters(operation, 'A-1', { maxWaitSeconds: 0 }));
		expect(json).toMatchObject([
			{
				status: 'draft',
				warnings: [`The order was ${done}, but the service does not show it yet.`],
			},
		]);
	});

	it('a confirmation that the service does not show has one hint in Create', async () => {
		answerTo('POST', '*/confirm', { status: 200, body: {} });
		const options = { then: 'confirm', maxWaitSeconds: 0 };
		const { json, hints } = await run(createForOther(options));
		const warning = 'The order was confirmed, but the service does not show it yet.';
		expect(json).toMatchObject([{ status: 'draft', warnings: [warning] }]);
		const expected = engine === 'customOperations' ? [warning] : [];
		expect(hints.map(({ message }) => message)).toEqual(expected);
	});

	describe('What the error of a stopped run says of the other items', () => {
		const items = numberedItems('A', 2);

		it('a canceled order does not count as done when it was to be confirmed, and no text says that a retry is safe beside one that says not to', async () => {
			await placeOrders(node, ['A-0', 'A-1']);
			await run(orderParameters('cancel', 'A-1'));
			const other = createForOther({ then: 'confirm' }, '={{ $json.number }}').recipientJson;
			const { recipient } = node.sandbox.control.exampleOrder();
			const parameters = {
				...createParametersWithoutCatalog(node.sandbox, '={{ $json.number }}', { then: 'confirm' }),
				recipientJson: `={{ $json.number === 'A-0' ? ${String(other)} : ${JSON.stringify(recipient)} }}`,
			};
			const { error } = await run(parameters, items);
			expect(error?.message).toContain('exists already with other content');
			expect(error?.description).toContain('0 of 2 items were done');
			expect(error?.description).toContain('Do not retry this execution.');
			expect(error?.description).not.toContain('Running the node again is safe');
		});

		it('an item that was only checked does not count as done', async () => {
			answerTo('GET', '/api/orders/@A-1', { status: 403, delayMilliseconds: 300 });
			const parameters = createParametersWithoutCatalog(node.sandbox, '={{ $json.number }}', {
				then: 'check',
			});
			const { error } = await run(parameters, items);
			expect(error?.message).toContain('The service refused the API key');
			expect(error?.description).toContain('0 of 2 items were done');
		});
	});
});
