import { describe, expect, it } from 'vitest';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';
import { changesOf } from '../../../nodes/PodFulfilment/fields/updateFields.ts';

describe('The body of a merge-patch (section 4, PATCH: a partial Order or OrderItem)', () => {
	it('holds what was set, and nothing else', () => {
		const body = changesOf({
			externalId: 'A-1002',
			shipping: undefined,
			recipient: { city: 'Bremen' },
		});
		expect(body).toEqual({ externalId: 'A-1002', recipient: { city: 'Bremen' } });
		expect(Object.keys(body)).toEqual(['externalId', 'recipient']);
	});

	it('leaves out lists and objects that hold nothing', () => {
		expect(changesOf({ quantity: 2, options: [], recipient: {} })).toEqual({ quantity: 2 });
	});

	it.each([
		[{ quantity: 0 }],
		[{ name: '' }],
		[{ inStock: false }],
		[{ company: null }],
		[{ options: [{ id: 'dial_color', value: 'black' }] }],
	])('keeps a value that is set, however little it says: %j', (changes) => {
		expect(changesOf(changes)).toEqual(changes);
	});

	it.each([
		[{}],
		[{ externalId: undefined, shipping: undefined }],
		[{ recipient: {} }],
		[{ options: [], placements: [] }],
	])('is refused when nothing was set: %j', (changes) => {
		const refused = refusedWith(() => changesOf(changes));
		expect(refused.message).toContain('Update Fields');
		expectPlainWords(refused);
	});
});
