import { describe, expect, it } from 'vitest';
import { completeItem } from '../../../../nodes/PodFulfilment/order/items/completion.ts';
import type { Item } from '../../../../nodes/PodFulfilment/order/items/item.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { CLOCK, FIELD, itemWith, placementOf, SHIRT } from './variants.ts';

describe('The options of an item (section 2, Option and VariantOption)', () => {
	const completeOptions = (options?: Item['options']) =>
		completeItem(itemWith([placementOf('main')], options), CLOCK, FIELD).options;

	it('options that the catalog lists stay unchanged', () => {
		const options = [
			{ id: 'dial_color', value: 'white' },
			{ id: 'engraving', value: 'For Nathan' },
		];
		expect(completeOptions(options)).toEqual(options);
	});

	it.each([[undefined], [[]], [[{ id: 'engraving', value: 'For Nathan' }]]])(
		'a required option is asked for by name with its values if it is missing: %j',
		(options) => {
			const error = refusedWith(() => completeOptions(options));
			expect(error.message).toMatch(/^Items → Item 1 → Options /);
			expect(error.message).toContain('"dial_color"');
			expect(error.message).toContain('Dial colour');
			expect(error.description).toContain('"black", "white"');
			expectPlainWords(error);
		},
	);

	it('an option is rejected if the catalog does not list its value, with those it lists', () => {
		const error = refusedWith(() => completeOptions([{ id: 'dial_color', value: 'green' }]));
		expect(error.message).toMatch(/^Items → Item 1 → Options → Option 1 → Value /);
		expect(error.message).toContain('"green"');
		expect(error.description).toContain('"black", "white"');
		expectPlainWords(error);
	});

	it('an option is rejected if the variant does not have it, with those it has', () => {
		const options = [
			{ id: 'dial_color', value: 'black' },
			{ id: 'size', value: 'M' },
		];
		const error = refusedWith(() => completeOptions(options));
		expect(error.message).toMatch(/^Items → Item 1 → Options → Option 2 → Option ID /);
		expect(error.message).toContain('"size"');
		expect(error.description).toContain('"dial_color", "engraving"');
		expectPlainWords(error);
	});

	it('an option is rejected if the variant has none', () => {
		const item = itemWith([placementOf('front')], [{ id: 'size', value: 'M' }]);
		expectPlainWords(refusedWith(() => completeItem(item, SHIRT, FIELD)));
	});

	it('options are checked even if the variant has no placements', () => {
		const item = itemWith([placementOf('main')]);
		const variant = { ...CLOCK, placements: [] };
		expect(refusedWith(() => completeItem(item, variant, FIELD)).message).toContain('"dial_color"');
	});
});
