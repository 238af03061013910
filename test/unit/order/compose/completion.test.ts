import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeItem } from '../../../../nodes/PodFulfilment/order/compose/completion.ts';
import type { Item, Layer, Placement } from '../../../../nodes/PodFulfilment/order/compose/item.ts';
import { CLOCK, LABELS, itemWith, placementOf, SHIRT, url } from './variants.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import {
	problemTexts,
	Findings,
	problemsIn,
} from '../../../../nodes/PodFulfilment/order/findings.ts';
import type { CatalogVariant } from '../../../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';

const completePlacements = (variant: CatalogVariant, ...placements: Placement[]) =>
	completeItem(itemWith(placements), variant, LABELS).placements;

type CatalogPlacement = CatalogVariant['placements'][number];

const required = (entry: CatalogPlacement): CatalogPlacement => ({ ...entry, required: true });
const optional = (entry: CatalogPlacement): CatalogPlacement => ({ ...entry, required: false });

const layerWith = (position: unknown): Layer[] => [
	{ url: url('front'), type: 'file', position } as Layer,
];

describe('An item completed from the catalog (section 2, Position)', () => {
	it('an item gets type, technique and a position at the top left with the size of the area', () => {
		expect(completePlacements(SHIRT, placementOf())).toEqual([
			{
				type: 'front',
				technique: 'direct_print',
				layers: [
					{
						url: url('motif'),
						type: 'file',
						position: { top: 0, left: 0, width: 1800, height: 2400 },
					},
				],
			},
		]);
	});

	it('a layer gets a position of the size of its placement, whatever the size is', () => {
		const size = fc.double({ min: 1, max: 20_000, noNaN: true });
		fc.assert(
			fc.property(size, size, (width, height) => {
				const variant: CatalogVariant = {
					...CLOCK,
					options: [],
					placements: [{ type: 'main', required: true, techniques: [], area: { width, height } }],
				};
				expect(completePlacements(variant, placementOf('main'))[0]?.layers[0]?.position).toEqual({
					top: 0,
					left: 0,
					width,
					height,
				});
			}),
		);
	});

	const withTypes = (...types: string[]): CatalogVariant => ({
		...SHIRT,
		placements: types.map((type) => ({ type, required: false, techniques: [] })),
	});

	it.each([
		['Front', 'front'],
		['Sleeve Left', 'sleeve_left'],
		['sleeve-left', 'sleeve_left'],
		['FRONT', 'front'],
		['front', 'front'],
	])('the entered type %j is the placement %j of the catalog', (entered, type) => {
		const variant = withTypes('front', 'sleeve_left');
		expect(completePlacements(variant, placementOf(entered))).toMatchObject([{ type }]);
	});

	it('a placement without a type does not take the one that another names with a capital', () => {
		const { placements, ...variant } = withTypes('front', 'back');
		const completed = completePlacements(
			{ ...variant, placements: placements.map(required) },
			placementOf(),
			placementOf('Front'),
		);
		expect(completed.map(({ type }) => type)).toEqual(['back', 'front']);
	});

	it('an entered type that two placements are spelled like is refused, unless it is one of them', () => {
		const variant = withTypes('front', 'FRONT');
		expect(completePlacements(variant, placementOf('FRONT'))).toMatchObject([{ type: 'FRONT' }]);
		const { message } = refusedWith(() => completePlacements(variant, placementOf('Front')));
		expect(message).toContain('Placement 1 → Placement is "Front"');
	});

	it.each([[['front', 'front_large']], [['front_large', 'front']]])(
		'tells placements apart whose names begin alike: %j',
		(types) => {
			const width = (type: string): number => type.length;
			const variant: CatalogVariant = {
				...CLOCK,
				options: [],
				placements: types.map((type) => ({
					type,
					required: false,
					techniques: [`technique of ${type}`],
					area: { width: width(type), height: 1 },
				})),
			};
			for (const type of types) {
				expect(completePlacements(variant, placementOf(type))).toMatchObject([
					{
						type,
						technique: `technique of ${type}`,
						layers: [{ position: { width: width(type) } }],
					},
				]);
			}
			const both = types.map((type) => placementOf(type));
			expect(completePlacements(variant, ...both).map(({ type }) => type)).toEqual(types);
		},
	);

	it('an item keeps all other given fields when it is completed', () => {
		const item: Item = {
			...itemWith([
				placementOf('front', {
					placementOptions: [{ name: 'unlimited_color', value: true }],
					note: 'a',
				}),
			]),
			externalId: 'LINE-1',
			name: 'Team shirt',
			retailPrice: '24.90',
			notAField: 'Enjoy',
		};
		expect(completeItem(item, SHIRT, LABELS)).toMatchObject(item);
	});

	it('the completed item is a copy: the original stays unchanged', () => {
		const item = itemWith([placementOf(), placementOf('back', { layers: layerWith({ top: 0 }) })]);
		const before = structuredClone(item);
		completeItem(item, SHIRT, LABELS);
		expect(item).toEqual(before);
	});

	it('an item stays the same if it is complete already', () => {
		const item = completeItem(itemWith([placementOf(), placementOf('back')]), SHIRT, LABELS);
		expect(completeItem(item, SHIRT, LABELS)).toEqual(item);
	});

	it('an item stays the same if the catalog lists no placements', () => {
		const item = itemWith([placementOf('front')]);
		expect(completeItem(item, { ...SHIRT, placements: [] }, LABELS)).toEqual(item);
	});

	it('a layer keeps its position, or none, if the catalog has no area', () => {
		const variant: CatalogVariant = {
			...SHIRT,
			placements: [{ type: 'front', required: true, techniques: [] }],
		};
		const position = { top: 5, left: 6, width: 7, height: 8 };
		expect(
			completePlacements(variant, placementOf('front', { layers: layerWith(position) }))[0]?.layers,
		).toEqual(layerWith(position));
		expect(completePlacements(variant, placementOf('front'))[0]).toEqual(placementOf('front'));
	});
});

describe('The type of a placement', () => {
	it.each([undefined, null, ''])('a type that is %j becomes the first required one', (type) => {
		expect(completePlacements(SHIRT, placementOf(type))[0]?.type).toBe('front');
	});

	it('an empty type becomes the next required one that no other names', () => {
		const both = { ...SHIRT, placements: SHIRT.placements.map(required) };
		const types = (variant: CatalogVariant, ...placements: Placement[]) =>
			completePlacements(variant, ...placements).map(({ type }) => type);
		expect(types(both, placementOf(), placementOf())).toEqual(['back', 'front']);
		expect(types(both, placementOf(), placementOf('back'))).toEqual(['front', 'back']);
		expect(types(SHIRT, placementOf('back'), placementOf())).toEqual(['back', 'front']);
	});

	it('the only file goes to the first placement of a variant that requires none', () => {
		const none = { ...SHIRT, placements: SHIRT.placements.map(optional) };
		expect(completePlacements(none, placementOf())).toMatchObject([{ type: 'back' }]);
	});

	it.each<[string, CatalogVariant, Placement[], number, string, string]>([
		[
			'a file has the required one',
			SHIRT,
			[placementOf('front'), placementOf()],
			2,
			'other',
			'back',
		],
		['one behind it names it', SHIRT, [placementOf(), placementOf('Front')], 1, 'other', 'back'],
		['a file without a type took it', SHIRT, [placementOf(), placementOf()], 2, 'other', 'back'],
		[
			'none is required and another is named',
			{ ...SHIRT, placements: SHIRT.placements.map(optional) },
			[placementOf('back'), placementOf()],
			2,
			'none',
			'front',
		],
	])('a file without a type is refused when %s', (_, variant, placements, row, what, example) => {
		const error = refusedWith(() => completePlacements(variant, ...placements));
		expect(error.message).toBe(
			`Items → Item 1 → Placements → Placement ${row} names no placement, and variant "Shirt, blue, M" requires ${what === 'none' ? 'none' : 'no other'}`,
		);
		expect(error.description).toContain(
			`such as "${example}": as the Placement of its row under Placements`,
		);
		expect(error.description).toContain('Or remove the file.');
		expectPlainWords(error);
	});

	it('no file is printed where neither the catalog requires it nor the item names it', () => {
		const named = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined });
		const catalog = fc.uniqueArray(
			fc.record({ type: fc.constantFrom('a', 'b', 'c', 'd'), required: fc.boolean() }),
			{
				minLength: 1,
				selector: ({ type }) => type,
			},
		);
		fc.assert(
			fc.property(catalog, fc.array(named, { minLength: 1, maxLength: 5 }), (entries, types) => {
				const placements = entries.map((entry) => ({ ...entry, techniques: [] }));
				const { check, list: found } = new Findings();
				const given = itemWith(types.map((type) => placementOf(type)));
				const item = completeItem(given, { ...SHIRT, placements }, LABELS, check);
				if (found.length > 0) return;
				const isOnly = types.length === 1 && entries.every(({ required }) => !required);
				for (const { type } of item.placements) {
					const isRequired = entries.some((entry) => entry.type === type && entry.required);
					expect(isRequired || types.some((named) => named === type) || isOnly).toBe(true);
				}
			}),
		);
	});

	it('a type that the variant does not have is rejected, with those it has', () => {
		const error = refusedWith(() =>
			completePlacements(SHIRT, placementOf('front'), placementOf('sleeve')),
		);
		expect(error.message).toMatch(/^Items → Item 1 → Placements → Placement 2 → Placement /);
		expect(error.message).toContain('"sleeve"');
		expect(error.message).toContain('Shirt, blue, M');
		expect(error.description).toContain('"back", "front"');
		expectPlainWords(error);
	});

	it('a placement is rejected if there are more than the variant has', () => {
		const error = refusedWith(() =>
			completePlacements(SHIRT, placementOf('front'), placementOf('back'), placementOf()),
		);
		expect(error.message).toMatch(
			/^Items → Item 1 → Placements → Placement 3 is one print file more/,
		);
		expectPlainWords(error);
	});

	it('a type that occurs twice is rejected, because a placement has one print file (section 8)', () => {
		const error = refusedWith(() =>
			completePlacements(SHIRT, placementOf('front'), placementOf('front')),
		);
		expect(error.message).toMatch(/^Items → Item 1 → Placements → Placement 2 → Placement /);
		expect(error.message).toContain('"front"');
		expect(error.message).toContain('one print file');
		expectPlainWords(error);
	});

	it('a type that the variant requires is asked for by name if it is missing', () => {
		const error = refusedWith(() => completePlacements(SHIRT, placementOf('back')));
		expect(error.message).toMatch(/^Items → Item 1 → Placements /);
		expect(error.message).toContain('"front"');
		expectPlainWords(error);
	});

	it('a required type is asked for by name when an item has no placements', () => {
		expect(refusedWith(() => completePlacements(SHIRT)).message).toContain('"front"');
	});

	it('a type may be missing if the variant does not require it', () => {
		expect(completePlacements(SHIRT, placementOf('front'))).toHaveLength(1);
	});
});

describe('The technique of a placement', () => {
	it.each([undefined, null, ''])("a technique of %j becomes the catalog's default", (technique) => {
		expect(completePlacements(SHIRT, placementOf('front', { technique }))[0]?.technique).toBe(
			'direct_print',
		);
		expect(
			completeItem(
				itemWith([placementOf('main', { technique })], [{ id: 'dial_color', value: 'black' }]),
				CLOCK,
				LABELS,
			).placements[0]?.technique,
		).toBe('sublimation');
	});

	it('an empty technique becomes the default of the catalog even if it is not the first in the list', () => {
		const front = SHIRT.placements.filter(({ type }) => type === 'front');
		const variant = {
			...SHIRT,
			placements: front.map((entry) => ({ ...entry, techniques: ['embroidery', 'direct_print'] })),
		};
		expect(completePlacements(variant, placementOf('front'))[0]?.technique).toBe('direct_print');
	});

	it('a technique stays if the catalog lists it', () => {
		expect(
			completePlacements(SHIRT, placementOf('front', { technique: 'embroidery' }))[0]?.technique,
		).toBe('embroidery');
	});

	it('a technique that the catalog does not list is rejected, with those it lists', () => {
		const error = refusedWith(() =>
			completePlacements(SHIRT, placementOf('front', { technique: 'engraving' })),
		);
		expect(error.message).toMatch(/^Items → Item 1 → Placements → Placement 1 → Technique /);
		expect(error.message).toContain('"engraving"');
		expect(error.description).toContain('"direct_print", "embroidery"');
		expectPlainWords(error);
	});

	it('a technique stays as it is if the catalog lists none', () => {
		const variant: CatalogVariant = {
			...SHIRT,
			placements: [{ type: 'front', required: true, techniques: [] }],
		};
		expect(
			completePlacements(variant, placementOf('front', { technique: 'foil' }))[0]?.technique,
		).toBe('foil');
		expect(completePlacements(variant, placementOf('front'))[0]).not.toHaveProperty('technique');
	});
});

describe('A given position', () => {
	it.each([
		[{ top: 0, left: 0, width: 1800, height: 2400 }],
		[{ top: 0 }],
		[{ width: 1800 }],
		[{}],
		[null],
		[undefined],
	])('a position is completed if it does not contradict the catalog: %j', (position) => {
		const [placement] = completePlacements(
			SHIRT,
			placementOf('front', { layers: layerWith(position) }),
		);
		expect(placement?.layers[0]?.position).toEqual({ top: 0, left: 0, width: 1800, height: 2400 });
	});

	it.each([
		['top', 10, 0],
		['left', -5, 0],
		['width', 900, 1800],
		['height', 2400.5, 2400],
	])('a position whose %s is %d is rejected with both values', (side, given, expected) => {
		const position = { top: 0, left: 0, width: 1800, height: 2400, [side]: given };
		const error = refusedWith(() =>
			completePlacements(SHIRT, placementOf('front', { layers: layerWith(position) })),
		);
		expect(error.message).toMatch(/^Items → Item 1 → Placements → Placement 1 /);
		expect(error.message.toLowerCase()).toContain(`print file position → ${side}`);
		expect(error.message).toMatch(new RegExp(` ${given}\\b.* ${expected}\\b`));
		expectPlainWords(error);
	});
});

describe('An item with several things that the catalog refuses', () => {
	/** The completed item, and all that was found. */
	function completed(variant: CatalogVariant, item: Item) {
		const { check, list: found } = new Findings();
		return {
			item: completeItem(item, variant, LABELS, check),
			texts: problemTexts(problemsIn(found)),
		};
	}

	it('each is told once with its row, and the others are completed all the same', () => {
		const { item, texts } = completed(
			SHIRT,
			itemWith([
				placementOf('sleeve'),
				placementOf('front', { technique: 'engraving', layers: layerWith({ top: 1 }) }),
				placementOf('back'),
			]),
		);
		expect(texts).toEqual([
			'Items → Item 1 → Placements → Placement 1 → Placement is "sleeve", which variant "Shirt, blue, M" does not have. Choose one of "back", "front".',
			'Items → Item 1 → Placements → Placement 2 → Technique is "engraving", which placement "front" does not offer. Choose one of "direct_print", "embroidery", or leave it empty.',
			'Items → Item 1 → Placements → Placement 2 → Print File Position → Top is 1, but the catalog gives 0 for placement "front". Leave the position out to take it from the catalog.',
		]);
		expect(item.placements).toEqual([
			placementOf('sleeve'),
			placementOf('front', { technique: 'engraving', layers: layerWith({ top: 1 }) }),
			{
				...placementOf('back'),
				technique: 'direct_print',
				layers: [
					{
						url: url('back'),
						type: 'file',
						position: { top: 0, left: 0, width: 1600.5, height: 2000 },
					},
				],
			},
		]);
	});

	it('a placement that is one too many, or used twice, is told with what to do', () => {
		const [twice] = completed(SHIRT, itemWith([placementOf('front'), placementOf('front')])).texts;
		expect(twice).toBe(
			'Items → Item 1 → Placements → Placement 2 → Placement is "front" again, but a placement takes only one print file. Remove one of the two, or choose another placement.',
		);
		const [tooMany] = completed(
			SHIRT,
			itemWith([placementOf(), placementOf('back'), placementOf()]),
		).texts;
		expect(tooMany).toBe(
			'Items → Item 1 → Placements → Placement 3 is one print file more than variant "Shirt, blue, M" has placements. Remove a placement.',
		);
	});

	it('a required type that is missing is told with what to do', () => {
		expect(completed(SHIRT, itemWith([placementOf('back')])).texts).toEqual([
			'Items → Item 1 → Placements lacks "front", which variant "Shirt, blue, M" requires. Add that placement with its print file.',
		]);
	});

	it('a placement whose print file was refused counts as given', () => {
		const { item, texts } = completed(SHIRT, itemWith([placementOf('front', { layers: [] })]));
		expect(texts).toEqual([]);
		expect(item.placements).toMatchObject([{ type: 'front', layers: [] }]);
	});

	it('a type that was refused is not also told as one that is used twice', () => {
		const { texts } = completed(
			SHIRT,
			itemWith([placementOf('sleeve'), placementOf('sleeve'), placementOf('front')]),
		);
		expect(texts.map((text) => text.split(' is ')[0])).toEqual([
			'Items → Item 1 → Placements → Placement 1 → Placement',
			'Items → Item 1 → Placements → Placement 2 → Placement',
		]);
	});
});
