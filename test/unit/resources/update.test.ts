import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Operation } from '../../../nodes/PodFulfilment/execution/operation.ts';
import { update as updateOrder } from '../../../nodes/PodFulfilment/resources/order/update.ts';
import { update as updateItem } from '../../../nodes/PodFulfilment/resources/orderItem/update.ts';
import type { Answer } from '../transport/scriptedService.ts';
import {
	found,
	locate,
	lostResponse,
	passWaitingTimes,
	runOperation,
	type OperationResult,
} from './runOperation.ts';

passWaitingTimes();

const READ = 'GET /api/orders/o1';

/** What both updates have in common: one field is changed, and shows in the order. */
interface Updated {
	operation: Operation;
	parameters: IDataObject;
	/** The request that changes it. */
	patch: string;
	/** How messages name it. */
	subject: string;
	word: 'order' | 'item';
	/** What is returned of it. */
	before: IDataObject;
	after: IDataObject;
	/** What the output has besides: in texts, or of the item's order. */
	shown(state: IDataObject): IDataObject;
	/** As the service may write the change. */
	rewritten: IDataObject;
	/** What the output has when it cannot be read. */
	id: IDataObject;
	/** The order as a GET shows it. */
	orderWith(updated: IDataObject): IDataObject;
	/** A read that does not have it. */
	missing: Answer;
}

const order: IDataObject = {
	id: 'o1',
	externalId: 'A-1',
	status: 'draft',
	shipping: 'STANDARD',
	orderItems: [],
	recipient: { name: 'Nathan Doe', city: 'Bremen', company: 'Harbour Ltd', countryCode: 'DE' },
};
const orderIn = (city: string): IDataObject => ({
	...order,
	recipient: { ...(order.recipient as IDataObject), city },
});

const item: IDataObject = {
	id: 'i1',
	externalId: 'LINE-1',
	name: 'Team shirt',
	quantity: 1,
	variantId: 'v1',
	retailPrice: '24.90',
};
const otherItem = { ...item, id: 'i2' };

const UPDATED: Array<[string, Updated]> = [
	[
		'An order',
		{
			operation: updateOrder,
			parameters: { updateFields: { recipientJson: { city: 'Hamburg' } } },
			patch: 'PATCH /api/orders/o1',
			subject: 'order "o1"',
			word: 'order',
			before: order,
			after: orderIn('Hamburg'),
			rewritten: orderIn('HAMBURG'),
			shown: ({ recipient }) => ({
				recipientLine: `Nathan Doe in ${String((recipient as IDataObject).city)}`,
			}),
			id: { id: 'o1' },
			orderWith: (updated) => updated,
			missing: { status: 404 },
		},
	],
	[
		'An order item',
		{
			operation: updateItem,
			parameters: {
				orderItemId: locate('id', 'i1'),
				updateFields: { name: 'Long shirt' },
			},
			patch: 'PATCH /api/orders/o1/order_item/i1',
			subject: 'item "i1" of order "o1"',
			word: 'item',
			before: item,
			after: { ...item, name: 'Long shirt' },
			rewritten: { ...item, name: 'Long  shirt' },
			shown: () => ({ orderId: 'o1', orderExternalId: null, orderStatus: 'draft' }),
			id: { id: 'i1' },
			orderWith: (updated) => ({ id: 'o1', status: 'draft', orderItems: [otherItem, updated] }),
			missing: found({ id: 'o1', status: 'draft', orderItems: [otherItem] }),
		},
	],
];

const FAILED: Answer = { status: 404 };

describe.each(UPDATED)('%s', (_, updated) => {
	const { operation, patch, subject, word, before, after, rewritten, id, missing } = updated;
	const output = (state: IDataObject): IDataObject => ({ ...state, ...updated.shown(state) });
	const parameters = { orderId: locate('id', 'o1'), ...updated.parameters };
	const shows = (state: IDataObject): Answer => found(updated.orderWith(state));
	const always = (answer: Answer): Answer[] => Array<Answer>(5).fill(answer);
	const run = async (...answers: Answer[]): Promise<OperationResult> =>
		await runOperation(operation, parameters, answers);

	it('is returned simplified from a response to the update that is whole', async () => {
		const { json, sent } = await run(found({ '@type': 'Thing', ...after }), shows(after));
		expect(sent).toEqual(word === 'item' ? [patch, READ] : [patch]);
		expect(json).toMatchObject([output(after)]);
	});

	it('is read after the update until it shows the change, however the service writes it', async () => {
		const { json, sent } = await run({ status: 200 }, shows(before), shows(rewritten));
		expect(sent).toEqual([patch, READ, READ]);
		expect(json).toMatchObject([output(rewritten)]);
	});

	it('is returned with a warning if it does not show the change in time', async () => {
		const { json, sent } = await run({ status: 200 }, ...always(shows(before)));
		expect(sent).toEqual([patch, ...Array<string>(5).fill(READ)]);
		expect(json).toMatchObject([
			{
				...output(before),
				warnings: [`The ${word} was changed, but the service does not show it yet.`],
			},
		]);
	});

	it.each<[string, Answer[]]>([
		['cannot be read', [FAILED]],
		['can no longer be read', [shows(before), FAILED]],
		['is never found', always(missing)],
	])('is named with one warning if it %s after the update', async (__, reads) => {
		const { json } = await run({ status: 200 }, ...reads);
		expect(json).toMatchObject([
			{
				...id,
				warnings: [
					expect.stringMatching(
						new RegExp(`^The ${word} was changed, but could not be read afterwards\\.`),
					),
				],
			},
		]);
	});

	it('has at most one warning on its change, whatever the reads after the update show', async () => {
		const reads = fc.array(fc.constantFrom(shows(before), shows(rewritten), missing, FAILED), {
			minLength: 5,
			maxLength: 5,
		});
		await fc.assert(
			fc.asyncProperty(reads, async (answers) => {
				const { json } = await run({ status: 200 }, ...answers);
				expect(json).toHaveLength(1);
				expect([json[0]?.warnings ?? []].flat().length).toBeLessThan(2);
			}),
		);
	});

	it('is changed when the response is lost and it then shows the change', async () => {
		const { json, error, sent } = await run(lostResponse(), shows(before), shows(after));
		expect(error).toBeUndefined();
		expect(sent).toEqual([patch, READ, READ]);
		expect(json).toMatchObject([output(after)]);
	});

	it.each<[string, Answer[]]>([
		['it does not show the change', always(shows(before))],
		// It may have been so before.
		['it shows the change only as the service may write it', always(shows(rewritten))],
		['it cannot be read', [FAILED]],
	])('is in doubt when the response is lost and %s', async (__, reads) => {
		const { error, sent } = await run(lostResponse(), ...reads);
		expect(sent).toHaveLength(1 + reads.length);
		expect(error?.description).toContain(`The change of ${subject} may have been made.`);
	});

	it('is updated twice in one run, one update after the other', async () => {
		const answers = [{ status: 200 }, shows(after)];
		const { sent } = await runOperation(
			operation,
			[parameters, parameters],
			[...answers, ...answers],
		);
		expect(sent).toEqual([patch, READ, patch, READ]);
	});
});
