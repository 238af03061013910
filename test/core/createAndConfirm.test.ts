import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import {
	createParametersWithoutCatalog,
	runNode,
	numberedItems,
	receivedRequests,
	orderCount,
	startNode,
	withoutBackOff,
} from './orderRuns.ts';
import { plainVariant, useSandbox } from './support.ts';

const node = useSandbox();
withoutBackOff();

const SEND = 'POST /api/orders';

const create = (options: INodeParameters, externalId = 'NEW-1'): INodeParameters =>
	createParametersWithoutCatalog(node.sandbox, externalId, options);

const statusOf = (externalId = 'NEW-1'): string =>
	node.sandbox.control.order(`@${externalId}`).status;

const confirmations = (): number =>
	receivedRequests(node).filter((line) => line.endsWith('/confirm')).length;

/** An order whose print file turns out to be missing once it is placed (spec section 7, code 1001). */
function withMissingFile(options: INodeParameters): INodeParameters {
	const { sandbox } = node;
	const { id } = plainVariant(sandbox);
	const files = `${sandbox.url}/_sandbox/files/missing.png`;
	const items = [{ variantId: id, quantity: 1, files }];
	return {
		...create({ ...options, fillFromCatalog: true }),
		itemsJson: JSON.stringify(items),
	};
}

const NOT_VALIDATED =
	'NEW-1 is confirmed. The service checks its address and print files only now: add Wait for Validation to be told here if one cannot be used.';

describe.each(ENGINES)('Create with Place and Confirm, on the engine of %s', (engine) => {
	skipWaits();

	const run = async (parameters: INodeParameters, items = [{}]) =>
		await runNode(node, parameters, { engine, items });

	it('Create places and confirms an order, and returns it as it is then', async () => {
		const { json, error } = await run(create({ then: 'confirm' }));
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ externalId: 'NEW-1', status: 'pending' }]);
		expect(json[0]).not.toHaveProperty('warnings');
		const { id } = node.sandbox.control.order('@NEW-1');
		expect(receivedRequests(node)).toEqual([SEND, `POST /api/orders/${id}/confirm`]);
	});

	it('Then accepts an expression that gives one of its values, and nothing else', async () => {
		const off = create({ then: '={{ "Draft" }}' });
		expect((await run(off)).error).toBeUndefined();
		expect(statusOf()).toBe('draft');
		const unclear = await run(create({ then: '={{ "perhaps" }}' }, 'NEW-2'));
		expect(unclear.error?.message).toContain('Then is "perhaps", which is unknown');
		expect(orderCount(node, 'NEW-2')).toBe(0);
	});

	it.each([
		['confirms once more an order that was placed only', { then: 'draft' }, 'pending', 1],
		['returns an order that was confirmed before', { then: 'confirm' }, 'pending', 1],
	])('a second run %s', async (_, first, status, count) => {
		await run(create(first));
		const { json, error, hints } = await run(create({ then: 'confirm' }));
		expect(error).toBeUndefined();
		expect(statusOf()).toBe(status);
		expect(orderCount(node, 'NEW-1')).toBe(1);
		expect(confirmations()).toBe(count);
		// The declarative engine has no hints of a run.
		if (engine === 'customOperations') {
			expect(hints.map(({ message }) => message)).toContainEqual(
				expect.stringMatching(/^This order already existed, with the same content/),
			);
			// What was confirmed before needs no word.
			const isConfirmedNow = first.then !== 'confirm';
			const said = hints.some(({ message }) => message === NOT_VALIDATED);
			expect(said).toBe(isConfirmedNow);
		}
		// So that warnings mean something, a good order has none.
		expect(json[0]).not.toHaveProperty('warnings');
	});

	it('Create looks for the order after a lost response, and for its confirmation after another', async () => {
		const { control } = node.sandbox;
		control.injectFault({ match: { path: '/api/orders' }, reset: 'afterCommit', times: 1 });
		control.injectFault({
			match: { path: '/api/orders/*/confirm' },
			reset: 'afterCommit',
			times: 1,
		});
		const { error, json } = await run(create({ then: 'confirm' }));
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ externalId: 'NEW-1', status: 'pending' }]);
		expect(orderCount(node, 'NEW-1')).toBe(1);
	});

	it('the error says that an order is placed and not confirmed, and the next run confirms it', async () => {
		const { control } = node.sandbox;
		control.injectFault({ match: { path: '/api/orders/*/confirm' }, status: 403, times: 1 });
		const { error } = await run(create({ then: 'confirm' }));
		expect(error?.description).toContain('Order "NEW-1" was placed, and is not confirmed');
		expect(error?.description).toContain('Running the node again is safe');
		expect(statusOf()).toBe('draft');
		const again = await run(create({ then: 'confirm' }));
		expect(again.error).toBeUndefined();
		expect(statusOf()).toBe('pending');
		expect(orderCount(node, 'NEW-1')).toBe(1);
	});

	it('the error says that a confirmation may have been made when no response came', async () => {
		const { control } = node.sandbox;
		const match = { path: '/api/orders/*/confirm' };
		control.injectFault({ match, reset: 'beforeCommit' });
		const { error } = await run(create({ then: 'confirm', maxAttempts: 2, maxWaitSeconds: 0 }));
		expect(error?.description).toContain(
			'Order "NEW-1" was placed, and its confirmation may have been made',
		);
		expect(error?.description).not.toContain('Nothing was');
	});

	it('the error counts what was placed and not confirmed apart from what was done', async () => {
		const { control } = node.sandbox;
		const parameters = create({ then: 'confirm', concurrency: 1 }, '={{ $json.number }}');
		control.injectFault({ match: { path: '/api/orders/*/confirm' }, status: 403 });
		const { error } = await run(parameters, numberedItems('N', 3));
		expect(error?.description).toMatch(/^(?!.*1 of 3)/s);
		expect(error?.description).toContain('Placed, but not followed to the end: item');
		control.clearFaults();
		const again = await run(parameters, numberedItems('N', 3));
		expect(again.error).toBeUndefined();
		expect(control.orders().map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
	});

	it('the next try of Retry On Fail confirms what was only placed', async () => {
		node.sandbox.control.injectFault({
			match: { path: '/api/orders/*/confirm' },
			status: 403,
			times: 1,
		});
		const { error, json } = await runNode(node, create({ then: 'confirm' }), {
			engine,
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ externalId: 'NEW-1', status: 'pending' }]);
		expect(orderCount(node, 'NEW-1')).toBe(1);
	});

	it('a draft that existed before is told as existing also by the next try of Retry On Fail', async () => {
		const byNumber = (then: string) => create({ then, concurrency: 1 }, '={{ $json.number }}');
		const items = numberedItems('N', 2);
		await run(byNumber('draft'), items.slice(0, 1));
		// The second order is refused after the first one was confirmed; the next try does both again.
		const match = { method: 'POST', path: '/api/orders' };
		node.sandbox.control.injectFault({ match, status: 403, every: 2, times: 1 });
		const { error, json } = await runNode(node, byNumber('confirm'), {
			engine,
			items,
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(error).toBeUndefined();
		expect(json.map(({ outcome }) => outcome)).toEqual(['existing', 'placed']);
		expect(confirmations()).toBe(2);
	});

	it('an order that existed before is not sent again by the next try of Retry On Fail', async () => {
		const { control } = node.sandbox;
		const byNumber = create({ then: 'draft', concurrency: 1 }, '={{ $json.number }}');
		const items = numberedItems('N', 2);
		await run(byNumber, items.slice(0, 1));
		const match = { method: 'POST', path: '/api/orders' };
		control.injectFault({ match, status: 403, every: 2, times: 1 });
		control.clearRecords();
		const { error, json } = await runNode(node, byNumber, {
			engine,
			items,
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(error).toBeUndefined();
		expect(json.map(({ outcome }) => outcome)).toEqual(['existing', 'placed']);
		// One of each item in the first try, and that of the second item in the next.
		expect(receivedRequests(node).filter((request) => request === 'POST /api/orders')).toHaveLength(
			3,
		);
	});

	it('an order that two items name is confirmed once, while another goes on beside them', async () => {
		const wait = create(
			{ then: 'confirm', waitForValidation: 1, concurrency: 1 },
			'={{ $json.number }}',
		);
		const numbers = ['NEW-1', 'NEW-1', 'NEW-2'].map((number) => ({ number }));
		const { json, error } = await run(wait, numbers);
		expect(error).toBeUndefined();
		expect(json.map(({ externalId, status }) => [externalId, status])).toEqual(
			numbers.map(({ number }) => [number, 'pending']),
		);
		expect(orderCount(node, 'NEW-1')).toBe(1);
		expect(confirmations()).toBe(2);
	});

	it('an order whose validation failed is not confirmed, and the error says what was found in which field', async () => {
		const wait = { then: 'confirm', waitForValidation: 60 };
		const { error } = await run(withMissingFile(wait));
		expect(error?.message).toBe(
			'NEW-1 is not produced: the print file of item 1 (Unisex Organic T-Shirt – White / S) cannot be read',
		);
		expect(error?.description).toMatch(/^Items \(JSON\) at \[0\]\.files: .*\(1001\)/);
		expect(error?.description).toContain(node.sandbox.control.order('@NEW-1').id);
		expect(statusOf()).toBe('failed');
		const again = await run(withMissingFile(wait));
		expect(again.error?.message).toBe(error?.message);
		expect(confirmations()).toBe(0);
	});

	it('an order whose validation failed is returned with what was found when that is asked for', async () => {
		const { error, json } = await run(
			withMissingFile({ then: 'confirm', waitForValidation: 60, onFailedValidation: 'handBack' }),
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ status: 'failed', validationErrors: [{ code: 1001 }] }]);
		expect(json[0]?.warnings).toContainEqual(expect.stringContaining('(1001)'));
		expect(confirmations()).toBe(0);
	});

	it.each([-1, 601, 'soon'])('a wait of %j is refused before anything is sent', async (wait) => {
		const { error } = await run(create({ waitForValidation: wait }));
		expect(error?.message).toContain('Options → Wait for Validation is');
		expect(receivedRequests(node)).toEqual([]);
	});

	it('the error names both values when the existing order has other content, and what changes it', async () => {
		await run(create({}));
		const order = node.sandbox.control.exampleOrder({ externalId: 'EXAMPLE' });
		const [item] = order.orderItems as Array<{ quantity: number }>;
		const quantity = item?.quantity ?? 0;
		const changed = [{ ...item, quantity: quantity + 1 }];
		const { error } = await run({ ...create({}), itemsJson: JSON.stringify(changed) });
		expect(error?.message).toBe(
			'Order "NEW-1" exists already with other content: Items (JSON) at [0].quantity',
		);
		expect(error?.description).toContain(
			`Items (JSON) at [0].quantity: sent ${quantity + 1}, existing ${quantity}. Order Item → Update changes it.`,
		);
		expect(orderCount(node, 'NEW-1')).toBe(1);
	});
});

// n8n's declarative engine hands no signal to a node whose execution is cancelled. On the real clock: this wait must not be over.
describe('A wait for the validation', () => {
	it('the wait ends with the run: the order exists, and the next run confirms it', async () => {
		const wait = create({ then: 'confirm', waitForValidation: 600 });
		const execution = startNode(node, wait);
		await expect.poll(() => receivedRequests(node), { timeout: 10_000 }).toHaveLength(2);
		execution.cancel();
		expect((await execution.finished).status).toBe('canceled');
		expect(statusOf()).toBe('draft');
		const again = await runNode(node, create({ then: 'confirm' }));
		expect(again.error).toBeUndefined();
		expect(orderCount(node, 'NEW-1')).toBe(1);
		expect(confirmations()).toBe(1);
	});
});
