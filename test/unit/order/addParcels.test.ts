import { describe, expect, it } from 'vitest';

import { withParcelsOfPlaced } from '../../../nodes/PodFulfilment/order/parcels.ts';
import { scriptedService, type Answer } from '../transport/scriptedService.ts';

const ORDER = { id: 'o1', externalId: 'woo-727', status: 'shipped' };
const WARNINGS = ['Look at it.'];

const output = async (answer: Answer, order = ORDER) => {
	const { client, sent } = scriptedService([answer]);
	return {
		item: await withParcelsOfPlaced(
			{ client, note: () => undefined },
			{ ...ORDER, warnings: WARNINGS },
			order,
		),
		sent,
	};
};

describe('The parcels of an order that was just placed', () => {
	it('are added to its output', async () => {
		const { item, sent } = await output({ status: 200, body: [] });
		expect(sent).toEqual(['GET /api/orders/o1/shipments']);
		expect(item).toMatchObject({ ...ORDER, warnings: WARNINGS, parcels: { all: 0 } });
	});

	it('are null where they cannot be read, with a warning: the order is placed all the same', async () => {
		const { item } = await output({ status: 403 });
		expect(item).toEqual({
			...ORDER,
			parcels: null,
			warnings: [
				...WARNINGS,
				"The parcels of woo-727 could not be read, so 'parcels' is empty. The service refused the API key. The next run reads them.",
			],
		});
	});

	it('are null with the only warning where there was none', async () => {
		const { client } = scriptedService([{ status: 403 }]);
		const item = await withParcelsOfPlaced({ client, note: () => undefined }, ORDER, ORDER);
		expect(item.warnings).toEqual([expect.stringMatching(/^The parcels of woo-727 could not/)]);
	});
});
