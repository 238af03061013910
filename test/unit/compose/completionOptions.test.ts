import { describe, expect, it } from 'vitest';
import { completeItem } from '../../../nodes/PodFulfilment/compose/completion.ts';
import type { Item } from '../../../nodes/PodFulfilment/compose/item.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';
import { CLOCK, FIELD, itemWith, placed, SHIRT } from './variants.ts';

describe('The options of an item (section 2, Option and VariantOption)', () => {
	const withOptions = (options?: Item['options']) =>
		completeItem(itemWith([placed('main')], options), CLOCK, FIELD).options;

	it('stay as they were given', () => {
		const options = [
			{ id: 'dial_color', value: 'white' },
			{ id: 'engraving', value: 'For Nathan' },
		];
		expect(withOptions(options)).toEqual(options);
	});

	it.each([[undefined], [[]], [[{ id: 'engraving', value: 'For Nathan' }]]])(
		'that are required and missing are refused with their values: %j',
		(options) => {
			const refused = refusedWith(() => withOptions(options));
			expect(refused.message).toMatch(/^Items → Item 1 → Options /);
			expect(refused.message).toContain('"dial_color"');
			expect(refused.message).toContain('Dial colour');
			expect(refused.description).toContain('"black", "white"');
			expectPlainWords(refused);
		},
	);

	it('with a value that the catalog does not list are refused with those it lists', () => {
		const refused = refusedWith(() => withOptions([{ id: 'dial_color', value: 'green' }]));
		expect(refused.message).toMatch(/^Items → Item 1 → Options → Option 1 → Value /);
		expect(refused.message).toContain('"green"');
		expect(refused.description).toContain('"black", "white"');
		expectPlainWords(refused);
	});

	it('that the variant does not have are refused with those it has', () => {
		const options = [
			{ id: 'dial_color', value: 'black' },
			{ id: 'size', value: 'M' },
		];
		const refused = refusedWith(() => withOptions(options));
		expect(refused.message).toMatch(/^Items → Item 1 → Options → Option 2 → Option ID /);
		expect(refused.message).toContain('"size"');
		expect(refused.description).toContain('"dial_color", "engraving"');
		expectPlainWords(refused);
	});

	it('are refused for a variant that has none', () => {
		const item = itemWith([placed('front')], [{ id: 'size', value: 'M' }]);
		expectPlainWords(refusedWith(() => completeItem(item, SHIRT, FIELD)));
	});

	it('are checked for a variant without placements, too', () => {
		const item = itemWith([placed('main')]);
		const variant = { ...CLOCK, placements: [] };
		expect(refusedWith(() => completeItem(item, variant, FIELD)).message).toContain('"dial_color"');
	});
});
