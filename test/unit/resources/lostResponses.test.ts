import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { refund } from '../../../nodes/PodFulfilment/resources/order/refund.ts';
import { update as updateOrder } from '../../../nodes/PodFulfilment/resources/order/update.ts';
import { update as updateItem } from '../../../nodes/PodFulfilment/resources/orderItem/update.ts';
import type { Operation } from '../../../nodes/PodFulfilment/execution/operation.ts';
import type { Answer } from '../transport/scriptedService.ts';
import { found, locate, lostResponse, passWaitingTimes, runOperation } from './runOperation.ts';

passWaitingTimes();

const item: IDataObject = { id: 'i1', name: 'Team shirt', quantity: 2, variantId: 'v1' };
const order: IDataObject = { id: 'o1', status: 'draft', shipping: 'STANDARD', orderItems: [item] };
const refunded = { ...order, associations: [{ type: 'refund' }] };
const refused: Answer = { status: 409 };

/** Operations whose first response is lost, and what the service shows then; the second item is refused. */
const CASES: Array<[name: string, operation: Operation, parameters: IDataObject, Answer[]]> = [
	['a refund', refund, {}, [found(order), lostResponse(), found(refunded), found(order), refused]],
	[
		'an update of an order',
		updateOrder,
		{ updateFields: { shipping: 'STANDARD' } },
		[lostResponse(), found(order), refused],
	],
	[
		'an update of an item',
		updateItem,
		{ orderItemId: locate('id', 'i1'), updateFields: { quantity: 2 } },
		[lostResponse(), found(order), refused],
	],
];

const itemsWith = (parameters: IDataObject, options: IDataObject): IDataObject[] =>
	['o1', 'o2'].map((id) => ({ ...parameters, orderId: locate('id', id), options }));

describe('A change whose response was lost and that the service then shows', () => {
	it.each(CASES)(
		'counts as made when another item stops the run, also in the next try of Retry On Fail: %s',
		async (name, operation, parameters, answers) => {
			const one = itemsWith(parameters, { maxAttempts: 1, concurrency: 1 });
			const first = await runOperation(operation, one, answers, name);
			// The next try does not come so far: it ends while its first item waits to send again.
			const both = itemsWith(parameters, { maxAttempts: 2, concurrency: 2 });
			const next = await runOperation(operation, both, [{ status: 503 }, { status: 401 }], name);
			for (const { error } of [first, next]) {
				expect(error?.description).toContain('1 of 2 items were done (item 0)');
				expect(error?.description).not.toMatch(/in doubt|may have been made/i);
			}
		},
	);
});
