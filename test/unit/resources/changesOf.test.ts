import { describe, expect, it } from 'vitest';

import { changesOf } from '../../../nodes/PodFulfilment/resources/mergePatch.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

describe('changesOf (section 4, PATCH: a partial Order or OrderItem)', () => {
	it('changesOf returns only what is set', () => {
		const body = changesOf({
			externalId: 'A-1002',
			shipping: undefined,
			recipient: { city: 'Bremen' },
		});
		expect(body).toEqual({ externalId: 'A-1002', recipient: { city: 'Bremen' } });
		expect(Object.keys(body)).toEqual(['externalId', 'recipient']);
	});

	it('changesOf leaves out empty lists and objects', () => {
		expect(changesOf({ quantity: 2, options: [], recipient: {} })).toEqual({ quantity: 2 });
	});

	it.each([
		[{ quantity: 0 }],
		[{ name: '' }],
		[{ inStock: false }],
		[{ company: null }],
		[{ options: [{ id: 'dial_color', value: 'black' }] }],
	])('changesOf keeps falsy values and null: %j', (changes) => {
		expect(changesOf(changes)).toEqual(changes);
	});

	it.each([
		[{}],
		[{ externalId: undefined, shipping: undefined }],
		[{ recipient: {} }],
		[{ options: [], placements: [] }],
	])('changesOf throws when nothing is set: %j', (changes) => {
		const error = refusedWith(() => changesOf(changes));
		expect(error.message).toContain('Update Fields');
		expectPlainWords(error);
	});
});
