import { describe, expect, it } from 'vitest';

import { get } from '../../../nodes/PodFulfilment/resources/order/get.ts';
import { refund } from '../../../nodes/PodFulfilment/resources/order/refund.ts';
import { found, locate, runOperation } from '../resources/runOperation.ts';

const KEY = 'key-of-execution-with-a-secret';

describe('What an operation notes of an item, for the hints', () => {
	it('is shown without what the service repeats of a secret', async () => {
		const order = {
			'@id': '/api/orders/o1',
			id: 'o1',
			externalId: `A-${KEY}`,
			status: 'shipped',
			associations: [{ type: 'refund' }],
		};
		const { hints } = await runOperation(
			refund,
			{ orderId: locate('id', 'o1') },
			[found(order)],
			'execution with a secret',
		);
		expect(hints).toEqual(['(left out, because it repeats the API key or a signing secret).']);
	});

	it('counts for items that came out, not for one that was refused after it was noted', async () => {
		const order = (id: string) =>
			found({ '@id': `/api/orders/${id}`, id, externalId: id, status: 'failed' });
		const item = (id: string) => ({
			orderId: locate('id', id),
			options: { addParcels: true, concurrency: 1 },
		});
		const { json, hints } = await runOperation(
			get,
			[item('A-1'), item('A-2')],
			[order('A-1'), { status: 403 }, order('A-2'), { status: 200, body: [] }],
			undefined,
			true,
		);
		expect(json).toMatchObject([{ error: expect.any(String) as string }, { externalId: 'A-2' }]);
		const ofFailed = hints.filter((hint) => hint.includes(' failed'));
		expect(ofFailed).toEqual([expect.stringMatching(/^A-2 failed/)]);
	});
});
