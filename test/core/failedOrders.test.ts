import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import {
	createParametersWithoutCatalog,
	orderParameters,
	placeOrders,
	runNode,
	withoutBackOff,
} from './orderRuns.ts';
import { plainVariant, useSandbox } from './support.ts';

const node = useSandbox();
withoutBackOff();

/** Parameters of an order whose print file turns out to be missing once it is placed (spec section 7, code 1001). */
function withMissingFile(options: INodeParameters): INodeParameters {
	const { sandbox } = node;
	const files = `${sandbox.url}/_sandbox/files/missing.png`;
	const items = [{ variantId: plainVariant(sandbox).id, quantity: 1, name: 'Harbour Tee', files }];
	return {
		...createParametersWithoutCatalog(sandbox, 'HAND-2', { ...options, fillFromCatalog: true }),
		itemsJson: JSON.stringify(items),
	};
}

const FAILED =
	'HAND-2 failed: the print file of item 1 (Harbour Tee) cannot be read. Correct it with Order Item → Update → Print File, then Confirm. If it stays failed, order again under another External ID.';

/** Likewise where it was entered in the node. */
const FAILED_BY_HAND =
	'HAND-2 failed: the print file of item 1 (Harbour Tee) cannot be read. It is not produced: correct the fields of this node, enter another External ID, and run it again. Or correct that order with another node, Order Item → Update → Print File, then Confirm.';

const HAND_BACK = { waitForValidation: 20, onFailedValidation: 'handBack' };

const warningsIn = (json: IDataObject[]): unknown[] => json.map(({ warnings }) => warnings);

const messages = (hints: Array<{ message: string }>): string[] =>
	hints.map(({ message }) => message);

describe.each(ENGINES)('A failed order, on the engine of %s', (engine) => {
	beforeEach(async () => {
		await placeOrders(node, ['A-1', 'A-2']);
		await runNode(node, withMissingFile(HAND_BACK), { engine });
	});

	it('Get has a warning that says why and what to do, with Simplify on and off', async () => {
		for (const simplify of [true, false]) {
			const parameters = { ...orderParameters('get', 'HAND-2'), simplify };
			const { json, hints } = await runNode(node, parameters, { engine });
			expect(warningsIn(json)).toEqual([[FAILED]]);
			if (engine === 'customOperations') expect(messages(hints)).toEqual([FAILED]);
		}
	});

	it('Get Many has a warning on the failed order alone, and its hint says how many failed', async () => {
		const parameters = { resource: 'order', operation: 'getAll', returnAll: true };
		const { json, hints } = await runNode(node, parameters, { engine });
		expect(json).toHaveLength(3);
		expect(warningsIn(json).filter(Boolean)).toEqual([[FAILED]]);
		if (engine === 'customOperations') {
			expect(messages(hints)).toEqual([`1 of 3 orders failed:<br>\n${FAILED}`]);
		}
	});

	it('Create returns it with the warning when it existed before', async () => {
		const { json, hints } = await runNode(node, withMissingFile({}), { engine });
		expect(json).toMatchObject([{ outcome: 'existing', warnings: [FAILED_BY_HAND] }]);
		if (engine === 'customOperations') expect(messages(hints)[0]).toBe(FAILED_BY_HAND);
	});

	it('the advice to enter another External ID is given only where it was entered by hand', async () => {
		// Another External ID in an expression would place the orders of all other items again.
		const ofRow = { ...withMissingFile({}), externalId: "={{ 'HAND-' + 2 }}" };
		const { json } = await runNode(node, ofRow, { engine });
		expect(json).toMatchObject([{ outcome: 'existing', warnings: [FAILED] }]);
		const byHand = await runNode(
			node,
			{ ...withMissingFile({}), shipping: 'DHL_EXPRESS' },
			{ engine },
		);
		expect(byHand.error?.description).toContain('enter another External ID, and run this node');
		const changed = await runNode(node, { ...ofRow, shipping: 'DHL_EXPRESS' }, { engine });
		expect(changed.error?.description).toContain('exists');
		expect(changed.error?.description).not.toContain('enter another External ID');
	});

	it('Confirm and Cancel say what is so and why, with the name that a person knows', async () => {
		const { id } = node.sandbox.control.order('@HAND-2');
		const parameters = { ...orderParameters('confirm', 'HAND-2'), orderId: id };
		const { error } = await runNode(node, parameters, { engine });
		expect(error?.message).toBe(
			'HAND-2 cannot be confirmed: it failed, because the print file of item 1 (Harbour Tee) cannot be read',
		);
		expect(error?.description).toContain('Correct it with Order Item → Update → Print File');
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await node.sandbox.control.stepOrder('@A-1', status);
		}
		const canceled = await runNode(node, orderParameters('cancel', 'A-1'), { engine });
		expect(canceled.error?.message).toBe('A-1 cannot be cancelled: it is shipped');
		const changed = await runNode(node, orderParameters('update', 'A-1'), { engine });
		expect(changed.error?.message).toBe('A-1 cannot be changed: it is shipped');
	});

	it('Confirm of an order that is shipped says so in its hint, too, which the editor shows', async () => {
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await node.sandbox.control.stepOrder('@A-1', status);
		}
		const { json, hints } = await runNode(node, orderParameters('confirm', 'A-1'), { engine });
		const said = 'A-1 is shipped: it was confirmed before, and nothing changed.';
		expect(json[0]).not.toHaveProperty('warnings');
		if (engine === 'customOperations') {
			expect(messages(hints)).toEqual([expect.stringContaining(said)]);
		}
	});

	it('the message of Create with Wait for Validation carries the reason', async () => {
		const parameters = { ...withMissingFile({ waitForValidation: 20 }), externalId: 'HAND-3' };
		const { error } = await runNode(node, parameters, { engine });
		expect(error?.message).toBe(
			'HAND-3 is not produced: the print file of item 1 (Harbour Tee) cannot be read',
		);
	});
});

describe('An order that is confirmed without Wait for Validation', () => {
	it.each([
		[
			{ then: 'confirm' },
			[
				'A-1 is confirmed. The service checks its address and print files only now: add Wait for Validation to',
			],
		],
		[
			{ then: 'confirm', waitForValidation: 0 },
			[
				'A-1 is confirmed. The service checks its address and print files only now: raise Wait for Validation to',
			],
		],
		[{ then: 'confirm', waitForValidation: 1 }, []],
	])(
		'with the options %j its hint says that it may still fail, and no warning does',
		async (options, said) => {
			const parameters = createParametersWithoutCatalog(node.sandbox, 'A-1', options);
			const { hints, json } = await runNode(node, parameters);
			const texts = said.map((text) => `${text} be told here if one cannot be used.`);
			expect(messages(hints).filter((message) => message.includes('is confirmed. '))).toEqual(
				texts,
			);
			expect(json[0]).not.toHaveProperty('warnings');
		},
	);

	it('is told so by Confirm, too, if it was placed just now', async () => {
		await placeOrders(node, ['A-1']);
		const { json, hints } = await runNode(node, orderParameters('confirm', 'A-1'));
		const said = [
			'A-1 is confirmed, and was placed just now: it may still fail. Read it again in a minute with Order → Get.',
		];
		expect(json[0]).not.toHaveProperty('warnings');
		expect(messages(hints)).toEqual([
			...said,
			"Released for production. It can still be cancelled with the operation 'Cancel' of another node",
		]);
		await placeOrders(node, ['A-2']);
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
		const later = await runNode(node, orderParameters('confirm', 'A-2'));
		vi.useRealTimers();
		expect(messages(later.hints)).toEqual([expect.stringMatching(/^Released for production/)]);
	});
});
