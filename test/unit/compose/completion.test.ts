import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeItem } from '../../../nodes/PodFulfilment/compose/completion.ts';
import type { Item, Layer, Placement } from '../../../nodes/PodFulfilment/compose/item.ts';
import { CLOCK, FIELD, itemWith, placed, SHIRT, url } from './variants.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';
import type { CatalogVariant } from '../../../nodes/PodFulfilment/api/catalogVariant.ts';

const completed = (variant: CatalogVariant, ...placements: Placement[]) =>
	completeItem(itemWith(placements), variant, FIELD).placements;

const layerWith = (position: unknown): Layer[] => [
	{ url: url('front'), type: 'file', position } as Layer,
];

describe('An item that is completed from the catalog (section 2, Position)', () => {
	it('gets type, technique and a position at the top left with the size of the area', () => {
		expect(completed(SHIRT, placed())).toEqual([
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

	it('gets the position of its own placement, whatever the areas are', () => {
		const size = fc.double({ min: 1, max: 20_000, noNaN: true });
		fc.assert(
			fc.property(size, size, (width, height) => {
				const variant: CatalogVariant = {
					...CLOCK,
					options: [],
					placements: [{ type: 'main', required: true, techniques: [], area: { width, height } }],
				};
				expect(completed(variant, placed('main'))[0]?.layers[0]?.position).toEqual({
					top: 0,
					left: 0,
					width,
					height,
				});
			}),
		);
	});

	it('keeps all else that was given', () => {
		const item: Item = {
			...itemWith([
				placed('front', {
					placementOptions: [{ name: 'unlimited_color', value: true }],
					note: 'a',
				}),
			]),
			externalId: 'LINE-1',
			name: 'Team shirt',
			retailPrice: '24.90',
			giftMessage: 'Enjoy',
		};
		expect(completeItem(item, SHIRT, FIELD)).toMatchObject(item);
	});

	it('does not change the item it was made from', () => {
		const item = itemWith([placed(), placed('back', { layers: layerWith({ top: 0 }) })]);
		const before = structuredClone(item);
		completeItem(item, SHIRT, FIELD);
		expect(item).toEqual(before);
	});

	it('stays as it is when it is complete already', () => {
		const item = completeItem(itemWith([placed(), placed('back')]), SHIRT, FIELD);
		expect(completeItem(item, SHIRT, FIELD)).toEqual(item);
	});

	it('stays as it is when the catalog shows no placements', () => {
		const item = itemWith([placed('front')]);
		expect(completeItem(item, { ...SHIRT, placements: [] }, FIELD)).toEqual(item);
	});

	it('without an area in the catalog keeps the position that was given, or none', () => {
		const variant: CatalogVariant = {
			...SHIRT,
			placements: [{ type: 'front', required: true, techniques: [] }],
		};
		const position = { top: 5, left: 6, width: 7, height: 8 };
		expect(completed(variant, placed('front', { layers: layerWith(position) }))[0]?.layers).toEqual(
			layerWith(position),
		);
		expect(completed(variant, placed('front'))[0]).toEqual(placed('front'));
	});
});

describe('The type of a placement', () => {
	it.each([undefined, null, ''])('that is %j becomes the first required one', (type) => {
		expect(completed(SHIRT, placed(type))[0]?.type).toBe('front');
	});

	it('becomes the next free one when the required ones are taken', () => {
		const types = (...placements: Placement[]) =>
			completed(SHIRT, ...placements).map(({ type }) => type);
		expect(types(placed(), placed())).toEqual(['front', 'back']);
		expect(types(placed(), placed('front'))).toEqual(['back', 'front']);
		expect(types(placed('back'), placed())).toEqual(['back', 'front']);
	});

	it('that the variant does not have is refused with those it has', () => {
		const refused = refusedWith(() => completed(SHIRT, placed('front'), placed('sleeve')));
		expect(refused.message).toMatch(/^Items → Item 1 → Placements → Placement 2 → Type /);
		expect(refused.message).toContain('"sleeve"');
		expect(refused.message).toContain('Shirt, blue, M');
		expect(refused.description).toContain('"back", "front"');
		expectPlainWords(refused);
	});

	it('is refused when there are more placements than the variant has', () => {
		const refused = refusedWith(() => completed(SHIRT, placed(), placed(), placed()));
		expect(refused.message).toMatch(/^Items → Item 1 → Placements → Placement 3 /);
		expectPlainWords(refused);
	});

	it('twice is refused: a placement takes one file only (section 8)', () => {
		const refused = refusedWith(() => completed(SHIRT, placed('front'), placed('front')));
		expect(refused.message).toMatch(/^Items → Item 1 → Placements → Placement 2 → Type /);
		expect(refused.message).toContain('"front"');
		expect(refused.message).toContain('one print file');
		expectPlainWords(refused);
	});

	it('that is required and missing is refused by its name', () => {
		const refused = refusedWith(() => completed(SHIRT, placed('back')));
		expect(refused.message).toMatch(/^Items → Item 1 → Placements /);
		expect(refused.message).toContain('"front"');
		expectPlainWords(refused);
	});

	it('is refused for an item without any placement', () => {
		expect(refusedWith(() => completed(SHIRT)).message).toContain('"front"');
	});

	it('that is not required may be missing', () => {
		expect(completed(SHIRT, placed('front'))).toHaveLength(1);
	});
});

describe('The technique of a placement', () => {
	it.each([undefined, null, ''])('that is %j becomes the usual one of the catalog', (technique) => {
		expect(completed(SHIRT, placed('front', { technique }))[0]?.technique).toBe('direct_print');
		expect(
			completeItem(
				itemWith([placed('main', { technique })], [{ id: 'dial_color', value: 'black' }]),
				CLOCK,
				FIELD,
			).placements[0]?.technique,
		).toBe('sublimation');
	});

	it('is the one that the catalog names, not the first of those it could be', () => {
		const front = SHIRT.placements.filter(({ type }) => type === 'front');
		const variant = {
			...SHIRT,
			placements: front.map((entry) => ({ ...entry, techniques: ['embroidery', 'direct_print'] })),
		};
		expect(completed(variant, placed('front'))[0]?.technique).toBe('direct_print');
	});

	it('that was given stays when the catalog offers it', () => {
		expect(completed(SHIRT, placed('front', { technique: 'embroidery' }))[0]?.technique).toBe(
			'embroidery',
		);
	});

	it('that the catalog does not offer is refused with those it offers', () => {
		const refused = refusedWith(() =>
			completed(SHIRT, placed('front', { technique: 'engraving' })),
		);
		expect(refused.message).toMatch(/^Items → Item 1 → Placements → Placement 1 → Technique /);
		expect(refused.message).toContain('"engraving"');
		expect(refused.description).toContain('"direct_print", "embroidery"');
		expectPlainWords(refused);
	});

	it('stays when the catalog lists none', () => {
		const variant: CatalogVariant = {
			...SHIRT,
			placements: [{ type: 'front', required: true, techniques: [] }],
		};
		expect(completed(variant, placed('front', { technique: 'foil' }))[0]?.technique).toBe('foil');
		expect(completed(variant, placed('front'))[0]).not.toHaveProperty('technique');
	});
});

describe('A position that was given', () => {
	it.each([
		[{ top: 0, left: 0, width: 1800, height: 2400 }],
		[{ top: 0 }],
		[{ width: 1800 }],
		[{}],
		[null],
		[undefined],
	])('is kept where it agrees with the catalog, and filled where it is silent: %j', (position) => {
		const [placement] = completed(SHIRT, placed('front', { layers: layerWith(position) }));
		expect(placement?.layers[0]?.position).toEqual({ top: 0, left: 0, width: 1800, height: 2400 });
	});

	it.each([
		['top', 10, 0],
		['left', -5, 0],
		['width', 900, 1800],
		['height', 2400.5, 2400],
	])('is refused with both values when its %s is %d', (side, given, ofCatalog) => {
		const position = { top: 0, left: 0, width: 1800, height: 2400, [side]: given };
		const refused = refusedWith(() =>
			completed(SHIRT, placed('front', { layers: layerWith(position) })),
		);
		expect(refused.message).toMatch(/^Items → Item 1 → Placements → Placement 1 /);
		expect(refused.message).toContain(side);
		expect(refused.message).toMatch(new RegExp(` ${given}\\b.* ${ofCatalog}\\b`));
		expectPlainWords(refused);
	});
});
