/** Orders of the sources that have a table, as their samples have them, placed with nothing set but the print file. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { at } from '../../nodes/PodFulfilment/order/shop/sources/field.ts';
import { SAMPLED_SOURCES, SAMPLES, withValue } from '../support/shopOrders/sources.ts';
import { mug, shirt, useShopSandbox } from './shopOrders.ts';
import { printFile } from './support.ts';

const { node, shirtSku, mugSku, place, orderCount } = useShopSandbox();

/** What a variant is called among those of its product: `White` and `S`. */
const choicesOf = ({ name }: { name: string }): string[] =>
	(name.split(' - ').at(-1) ?? '').split(' / ');

/** A sample with variants of the sandbox: their SKUs, colors and sizes. */
function withSkus(order: IDataObject): IDataObject {
	const [color = '', size = ''] = choicesOf(shirt(node.sandbox));
	const [, volume = ''] = choicesOf(mug(node.sandbox));
	const words = { 'TEE-M': shirtSku(), 'MUG-11': mugSku(), Black: color, '11 oz': volume, M: size };
	return JSON.parse(
		Object.entries(words).reduce(
			(text, [old, word]) => text.replaceAll(`"${old}"`, JSON.stringify(word)),
			JSON.stringify(order),
		),
	) as IDataObject;
}

const SETTINGS = { printFileFrom: 'template', printFileTemplate: `${printFile}?{lineId}` };

const EACH = SAMPLED_SOURCES.map((table) => [table.shop, SAMPLES[table.shop]!, table] as const);

describe.each(EACH)('An order of %s', (shop, { order, externalId }, table) => {
	it('is confirmed, and run again it is the existing one', async () => {
		const sent = withSkus(order);
		const settings = { ...SETTINGS, then: 'confirm' };
		const first = await place('detect', sent, settings);
		expect(first.error).toBeUndefined();
		expect(first.json[0]).toMatchObject({ externalId, outcome: 'placed', status: 'pending' });
		expect(first.json[0]).not.toHaveProperty('warnings');
		expect(node.sandbox.control.order(`@${externalId}`).items).toHaveLength(2);

		const again = await place('detect', sent, settings);
		expect(again.json[0]).toMatchObject({ externalId, outcome: 'existing' });
		const chosen = await place(shop, { headers: {}, body: sent }, settings);
		expect(chosen.json[0]).toMatchObject({ externalId, outcome: 'existing' });
		expect(orderCount()).toBe(1);
	});

	it('is a draft to review with a status that nobody knows', async () => {
		const { path } = table.deciding.find(({ kind }) => kind === 'status')!;
		const sent = withValue(withSkus(order), path, 'Something new');
		const { json } = await place('detect', sent, { ...SETTINGS, then: 'confirm' });
		expect(json[0]).toMatchObject({
			status: 'draft',
			toReview: [expect.stringContaining(`${table.called} calls it "Something new"`)],
		});
	});

	it('has its ID as the source has it, and its number where that is another, in the output', async () => {
		const sent = withSkus(order);
		const { json } = await place('detect', sent, { ...SETTINGS, simplify: true });
		const [item = {}] = json;
		expect(item.shopOrderId).toBe(String(at(sent, table.id ?? table.number)));
		const named = item.shopOrderNumber ?? item.shopOrderId;
		expect(externalId.endsWith(`-${String(named)}`)).toBe(true);
	});
});
