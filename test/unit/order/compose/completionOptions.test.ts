import { describe, expect, it } from 'vitest';
import { completeItem } from '../../../../nodes/PodFulfilment/order/compose/completion.ts';
import type { Item } from '../../../../nodes/PodFulfilment/order/compose/item.ts';
import {
	problemTexts,
	Findings,
	problemsIn,
} from '../../../../nodes/PodFulfilment/order/findings.ts';
import type { CatalogVariant } from '../../../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { CLOCK, LABELS, itemWith, placementOf, SHIRT } from './variants.ts';

describe('The options of an item (section 2, Option and VariantOption)', () => {
	const completeOptions = (options?: Item['options']) =>
		completeItem(itemWith([placementOf('main')], options), CLOCK, LABELS).options;

	it('options that the catalog lists stay unchanged', () => {
		const options = [
			{ id: 'dial_color', value: 'white' },
			{ id: 'engraving', value: 'For Nathan' },
		];
		expect(completeOptions(options)).toEqual(options);
	});

	it.each(['Dial colour', 'dial-color', 'DIAL COLOR', ' dial  colour '])(
		'an option is found by its label or ID however it is spelled, and its ID is sent: %s',
		(id) => {
			expect(completeOptions([{ id, value: 'white' }])).toEqual([
				{ id: 'dial_color', value: 'white' },
			]);
		},
	);

	it('an option that is given by its label is refused for its value by its ID, and does not count as missing', () => {
		const { check, list: found } = new Findings();
		const item = itemWith([placementOf('main')], [{ id: 'Dial colour', value: 'green' }]);
		completeItem(item, CLOCK, LABELS, check);
		expect(problemTexts(problemsIn(found))).toEqual([
			'Items → Item 1 → Product Options → Option 1 → Value is "green", which the catalog does not list for option "dial_color" (Dial colour). Choose one of "black", "white".',
		]);
	});

	it('an option is refused by a label that two options have', () => {
		const [dial] = CLOCK.options;
		if (!dial) throw new Error('The clock has no option');
		const twice = { ...CLOCK, options: [dial, { ...dial, id: 'hand_color', required: false }] };
		const named = (id: string) =>
			completeItem(itemWith([placementOf('main')], [{ id, value: 'white' }]), twice, LABELS)
				.options;
		expect(refusedWith(() => named('Dial colour')).message).toContain('"Dial colour"');
		expect(named('dial color')).toEqual([{ id: 'dial_color', value: 'white' }]);
	});

	it.each([[undefined], [[]], [[{ id: 'engraving', value: 'For Nathan' }]]])(
		'a required option is asked for by name with its values if it is missing: %j',
		(options) => {
			const error = refusedWith(() => completeOptions(options));
			expect(error.message).toMatch(/^Items → Item 1 → Product Options /);
			expect(error.message).toContain('"dial_color"');
			expect(error.message).toContain('Dial colour');
			expect(error.description).toContain('"black", "white"');
			expectPlainWords(error);
		},
	);

	it('an option is rejected if the catalog does not list its value, with those it lists', () => {
		const error = refusedWith(() => completeOptions([{ id: 'dial_color', value: 'green' }]));
		expect(error.message).toMatch(/^Items → Item 1 → Product Options → Option 1 → Value /);
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
		expect(error.message).toMatch(/^Items → Item 1 → Product Options → Option 2 → Option /);
		expect(error.message).toContain('"size"');
		expect(error.description).toContain('"dial_color", "engraving"');
		expectPlainWords(error);
	});

	it('an option is rejected if the variant has none', () => {
		const item = itemWith([placementOf('front')], [{ id: 'size', value: 'M' }]);
		expectPlainWords(refusedWith(() => completeItem(item, SHIRT, LABELS)));
	});

	/** All that the catalog refuses of these options. */
	function refusedOptions(variant: CatalogVariant, options: Item['options']): string[] {
		const { check, list: found } = new Findings();
		completeItem(itemWith([placementOf()], options), { ...variant, placements: [] }, LABELS, check);
		return problemTexts(problemsIn(found));
	}

	it('all that is wrong with the options is told, each with what to do', () => {
		const options = [
			{ id: 'engraving', value: 'anything' },
			{ id: 'dial_color', value: 'green' },
			{ id: 'size', value: 'M' },
		];
		expect(refusedOptions(CLOCK, options)).toEqual([
			'Items → Item 1 → Product Options → Option 2 → Value is "green", which the catalog does not list for option "dial_color" (Dial colour). Choose one of "black", "white".',
			'Items → Item 1 → Product Options → Option 3 → Option is "size", which variant "Wall clock" does not have. Choose one of "dial_color", "engraving".',
		]);
		expect(refusedOptions(CLOCK, [])).toEqual([
			'Items → Item 1 → Product Options lacks "dial_color" (Dial colour), which variant "Wall clock" requires. Add the option with one of "black", "white".',
		]);
	});

	it('no choice is offered when the catalog lists none', () => {
		expect(refusedOptions(SHIRT, [{ id: 'size', value: 'M' }])).toEqual([
			'Items → Item 1 → Product Options → Option 1 → Option is "size", which variant "Shirt, blue, M" does not have. Remove the option: this variant has none.',
		]);
		const engraving = { id: 'engraving', label: 'Engraving', required: true, values: [] };
		expect(refusedOptions({ ...SHIRT, options: [engraving] }, [])).toEqual([
			'Items → Item 1 → Product Options lacks "engraving" (Engraving), which variant "Shirt, blue, M" requires. Add the option with a value.',
		]);
	});

	it('an ID or a value that was refused before is not refused again', () => {
		expect(
			refusedOptions(CLOCK, [{ id: 'dial_color', value: undefined }, { value: 'black' }]),
		).toEqual([]);
	});

	it('options are checked even if the variant has no placements', () => {
		const item = itemWith([placementOf('main')]);
		const variant = { ...CLOCK, placements: [] };
		expect(refusedWith(() => completeItem(item, variant, LABELS)).message).toContain(
			'"dial_color"',
		);
	});
});
