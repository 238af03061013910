import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { searchPlacementTypes } from '../../../nodes/PodFulfilment/listSearch/placementsAndOptions.ts';
import { editorWith, pageOf } from './editor.ts';

const VARIANTS: Record<string, IDataObject> = {
	v1: { id: 'v1', sku: 'TEE', placements: [{ type: 'front' }] },
	v2: { id: 'v2', sku: 'MUG', placements: [{ type: 'main' }] },
};

/** The service: one product with two variants, and an order of the first. */
function respond(path: string): unknown {
	if (path === '/api/catalog-products') return pageOf([{ id: 'p1', name: 'All' }]);
	if (path.endsWith('/catalog-variants')) return pageOf(Object.values(VARIANTS));
	if (path === '/api/orders/o1') return { id: 'o1', orderItems: [{ id: 'i1', variantId: 'v1' }] };
	return VARIANTS[path.replace('/api/catalog-product-variants/', '')];
}

const locate = (mode: string, value: string): IDataObject => ({ __rl: true, mode, value });

const placementTypes = async (parameters: IDataObject): Promise<unknown[]> => {
	const { caller } = editorWith(respond, parameters);
	const { results } = await searchPlacementTypes.call(caller);
	return results.map(({ value }) => value);
};

describe('The placements in a list', () => {
	const inRow = (variantId: IDataObject): IDataObject => ({ items: { item: [{ variantId }] } });

	it.each([
		['id', 'v2'],
		['sku', ' mug '],
	])('the list has the placements of the variant that is chosen by its %s', async (mode, value) => {
		expect(await placementTypes(inRow(locate(mode, value)))).toEqual(['main']);
	});

	it('the list of a row of SKU Mapping is that of its variant, whatever the fields of items hold', async () => {
		const parameters = {
			...inRow(locate('id', 'v2')),
			orderFrom: 'shopOrder',
			skuMapping: { row: [{ variantId: locate('id', 'v1') }] },
		};
		expect(await placementTypes(parameters)).toEqual(['front']);
	});

	const ofOrderItem = (variantId?: IDataObject): IDataObject => ({
		resource: 'orderItem',
		orderId: locate('id', 'o1'),
		orderItemId: locate('id', 'i1'),
		updateFields: variantId ? { variantId } : {},
	});

	it('the list offers the placements of the order item, or of the variant that it is changed to', async () => {
		expect(await placementTypes(ofOrderItem())).toEqual(['front']);
		expect(await placementTypes(ofOrderItem(locate('sku', 'MUG')))).toEqual(['main']);
	});

	it.each([inRow, ofOrderItem])(
		'the list asks for the variant first while it is an expression',
		async (parameters) => {
			for (const mode of ['id', 'sku']) {
				await expect(placementTypes(parameters(locate(mode, '={{ $json.sku }}')))).rejects.toThrow(
					'Choose the variant of the item first',
				);
			}
		},
	);

	it('the list names the nearest SKU when no variant has the one that was entered', async () => {
		await expect(placementTypes(inRow(locate('sku', 'TEA')))).rejects.toMatchObject({
			message: 'Variant is "TEA", a SKU that the catalog does not have',
			description: expect.stringContaining('The nearest is "TEE"') as string,
		});
	});
});
