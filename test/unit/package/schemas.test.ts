import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../../scripts/generate/schema/infer.ts';

describe('A schema that is inferred from output', () => {
	it.each([
		['objects that differ in their fields', [{ id: '1' }, { id: '2', name: null }, { name: 'A' }]],
		['numbers, some of them whole', [{ price: 1 }, { price: 1.5 }]],
		['lists, one of them empty', [{ items: [] }, { items: [{ id: 1 }] }]],
		['an object in an object, and none', [{ recipient: { city: 'X' } }, { recipient: null }]],
	])('fits it: %s', (_what, samples) => {
		const validate = new Ajv({ allowUnionTypes: true }).compile(schemaOf(samples));
		for (const sample of samples) expect(validate(sample), JSON.stringify(sample)).toBe(true);
	});

	it('names every field with all of its types, null last, and where a sample has it', () => {
		expect(
			schemaOf([
				{ id: 1, at: null, items: [{ sku: 'A' }] },
				{ id: 2.5, name: 'X', at: 'now', items: [] },
			]),
		).toEqual({
			type: 'object',
			properties: {
				id: { type: 'number' },
				name: { type: 'string' },
				at: { type: ['string', 'null'] },
				items: {
					type: 'array',
					items: { type: 'object', properties: { sku: { type: 'string' } } },
				},
			},
		});
	});
});
