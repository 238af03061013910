import { describe, expect, it } from 'vitest';

import { get } from '../../../../nodes/PodFulfilment/resources/catalogProduct/get.ts';
import { getAll } from '../../../../nodes/PodFulfilment/resources/catalogProduct/getAll.ts';
import { found, listOf, locate, runOperation } from '../runOperation.ts';

const hoodie = { '@id': '/api/catalog-products/p1', id: 'p1', name: 'Zip Hoodie' };
const mug = { id: 'p2', name: 'Mug' };

describe('Get of a catalog product', () => {
	it('the product is returned as the service has it', async () => {
		const { json, sent } = await runOperation(get, { productId: locate('id', 'p1') }, [
			found(hoodie),
		]);
		expect(sent).toEqual(['GET /api/catalog-products/p1']);
		expect(json).toEqual([hoodie]);
	});

	it('a product that the service does not have is named in the error', async () => {
		const { error } = await runOperation(get, { productId: locate('id', 'p9') }, [{ status: 404 }]);
		expect(error?.message).toBe('Product "p9" was not found');
	});
});

describe('Get Many of catalog products', () => {
	it('all products are returned when no filter is set', async () => {
		const { json, sent, hints } = await runOperation(getAll, {}, [listOf(hoodie, mug)]);
		expect(sent).toEqual(['GET /api/catalog-products']);
		expect(json).toEqual([hoodie, mug]);
		expect(hints).toEqual([]);
	});

	it.each(['', ' ', null])('the name %j filters nothing', async (nameContains) => {
		const { json } = await runOperation(getAll, { filters: { nameContains } }, [
			listOf(hoodie, mug),
		]);
		expect(json).toEqual([hoodie, mug]);
	});

	it('the products whose name contains the text are returned, and a hint tells how many they are', async () => {
		const { json, hints } = await runOperation(getAll, { filters: { nameContains: 'hood' } }, [
			listOf(hoodie, mug, { id: 'p3' }),
		]);
		expect(json).toEqual([hoodie]);
		expect(hints).toEqual([
			'3 products were read, and 1 passed the filters.',
			"1 product was left out, because 'Name Contains' could not be checked: p3 (empty).",
		]);
	});

	it('a name that is not a text is refused before anything is read', async () => {
		const { error, sent } = await runOperation(getAll, { filters: { nameContains: ['Mug'] } }, []);
		expect(error?.message).toBe('Filters → Name Contains is ["Mug"], but must be text');
		expect(sent).toEqual([]);
	});

	it('the error says that the catalog could not be read', async () => {
		const { error } = await runOperation(getAll, {}, [{ status: 410 }]);
		expect(error?.message).toContain('catalog');
	});
});
