/** Orders that the rules for lines had not seen: few mistakes slip, and few good orders are reviewed without need. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	AWKWARD_ORDERS,
	EVERYDAY_MISTAKES,
	GOOD_ORDERS,
	UNSEEN_CATALOG,
	type UnseenOrder,
} from '../support/shopOrders/unseenOrders.ts';
import { startAction } from './engine/execution.ts';
import { usePlainService } from './plainService.ts';
import { fromShop, namesToEnter } from './shopOrders.ts';

const service = usePlainService();

service.products = UNSEEN_CATALOG;

/** The names that the owner of the shop listed in Properties to Ignore. */
const LISTED = GOOD_ORDERS.flatMap(({ ignored = [] }) => ignored);

/** What becomes of an order with Place and Confirm. */
async function placed({ given, settings }: UnseenOrder, ignored: readonly string[] = []) {
	const { options, ...fields } = settings;
	const others: INodeParameters = {
		...{ ...fields, then: 'confirm' },
		options: { maxAttempts: 1, ignoredProperties: ignored.join(', '), ...options },
	};
	const areRows = given[0]?.row_number !== undefined;
	const fromRows = { resource: 'order', operation: 'create', orderFrom: 'rows', ...others };
	service.clear();
	const { json, error } = await startAction({
		parameters: areRows ? fromRows : fromShop('detect', others),
		items: given,
		credential: { baseUrl: service.url, apiKey: 'key', signingSecret: '', headerBrand: 'Service' },
	}).finished;
	const [order] = service.orders.values();
	const items = (order?.orderItems ?? []) as IDataObject[];
	return {
		isSent: order?.status === 'pending',
		skus: items.map(({ variantId }) => String(variantId).replace('id-of-', '')),
		said: [json[0]?.toReview ?? [], error?.message ?? []].flat().join('\n'),
	};
}

async function isAsWanted(one: UnseenOrder, ignored: readonly string[] = []): Promise<void> {
	const { isSent, skus, said } = await placed(one, ignored);
	expect([isSent, said !== '']).toEqual(one.wanted === 'sent' ? [true, false] : [false, true]);
	if (one.skus) expect(skus).toEqual(one.skus);
}

const needless = ({ ignored = [] }: UnseenOrder): boolean => ignored.length > 0;

const missed = ({ isMissed }: UnseenOrder): boolean => isMissed === true;

describe('Orders that nobody had seen', () => {
	it('are forty: of fifteen mistakes one slips, of twenty good orders four wait for a name', () => {
		const all = [...GOOD_ORDERS, ...EVERYDAY_MISTAKES, ...AWKWARD_ORDERS];
		expect(new Set(all.map(({ name }) => name)).size).toBe(40);
		expect([GOOD_ORDERS.length, GOOD_ORDERS.filter(needless).length]).toEqual([20, 4]);
		expect([EVERYDAY_MISTAKES.length, EVERYDAY_MISTAKES.filter(missed).length]).toEqual([15, 1]);
	});

	const all = [...GOOD_ORDERS, ...EVERYDAY_MISTAKES, ...AWKWARD_ORDERS];

	it.each(all.filter((one) => !needless(one) && !missed(one)))('$name', async (one) => {
		await isAsWanted(one);
	});

	it.each(all.filter(needless))('waits until its names are listed: $name', async (one) => {
		const { isSent, said } = await placed(one);
		expect(isSent).toBe(false);
		for (const name of one.ignored ?? []) {
			expect(namesToEnter(said)).toContain(name);
		}
		await isAsWanted(one, one.ignored);
	});

	it.each(all.filter(missed))('is missed, as the documents say: $name', async (one) => {
		expect(await placed(one)).toMatchObject({ isSent: true, said: '' });
	});

	it.each([...GOOD_ORDERS, ...EVERYDAY_MISTAKES.filter((one) => !missed(one))])(
		'is as its owner wants once the names of the shop are listed: $name',
		async (one) => {
			await isAsWanted(one, LISTED);
		},
	);
});
