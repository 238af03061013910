// Sizes by numbers with a unit, in what shops and catalogs write: '11 oz', 'DIN A3', '50 x 70 cm', '10-12 years'. Sizes of
// different units are not compared: what is sold as 12 x 16 in is 30 x 40 cm.

type Unit = 'oz' | 'ml' | 'cm' | 'in' | 'years' | 'months';

/** A size: one number, two sides, or the ends of a range of ages; the smaller one first. */
export interface MeasuredSize {
	unit: Unit;
	numbers: readonly number[];
	/** As it was written. */
	text: string;
}

const NUMBER = String.raw`(?<![\p{L}\p{N}.,/])(\d{1,4}(?:[.,]\d{1,3})?)`;

/** A SKU may have it behind letters: 'MUG11OZ'. */
const VOLUME = String.raw`(?<![\p{N}.,/])(\d{1,4}(?:[.,]\d{1,3})?)`;

const END = String.raw`(?![\p{L}\p{N}])`;

const UNITS: ReadonlyArray<{ unit: Unit; pattern: string; factor?: number }> = [
	{ unit: 'oz', pattern: String.raw`(?:fl\.?\s?)?(?:oz|ounces?|unzen?|onzas?|onces?)` },
	{ unit: 'ml', pattern: 'ml|millilit(?:er|re)s?' },
	{ unit: 'ml', pattern: 'cl', factor: 10 },
];

const LENGTHS: ReadonlyArray<{ unit: Unit; pattern: RegExp; factor: number }> = [
	{ unit: 'cm', pattern: /^(?:cm|centim.*)$/u, factor: 1 },
	{ unit: 'cm', pattern: /^(?:mm|millim.*)$/u, factor: 0.1 },
	{ unit: 'in', pattern: /^(?:in|inch|inches|zoll|"|''|″|”|′′)$/u, factor: 1 },
];

const LENGTH_UNIT = String.raw`(?:(?:cm|mm|in|inch|inches|zoll|centim[\p{L}]+|millim[\p{L}]+)${END}|"|''|″|”|′′)`;

const AGES: ReadonlyArray<{ unit: Unit; pattern: string }> = [
	{
		unit: 'years',
		pattern: `y|yr|yrs|years?|y/o|jahren?|ans?|años?|anni|anos?|jaar|lat|let|år|vuotta|év`,
	},
	{ unit: 'months', pattern: `m|mo|mos|mth|mths|months?|monaten?|mois|mes|meses|mesi|maanden|mdr` },
];

/** Sides of the A-formats in cm, beginning with A0. */
const A_FORMATS: ReadonlyArray<readonly [number, number]> = [
	[84.1, 118.9],
	[59.4, 84.1],
	[42, 59.4],
	[29.7, 42],
	[21, 29.7],
	[14.8, 21],
	[10.5, 14.8],
	[7.4, 10.5],
];

const numberOf = (written = ''): number => Number(written.replace(',', '.'));

const ascending = (one: number, other: number): number => one - other;

function volumesIn(text: string): MeasuredSize[] {
	return UNITS.flatMap(({ unit, pattern, factor = 1 }) =>
		[...text.matchAll(new RegExp(`${VOLUME}[\\s-]?(?:${pattern})${END}`, 'gu'))].map(
			([written, number]) => ({ unit, numbers: [numberOf(number) * factor], text: written }),
		),
	);
}

/** Two sides, with a unit behind both or the second one, and perhaps a depth: '50x70 cm', '12" x 16"', '30 x 40 x 2 cm'. */
const SIDES = new RegExp(
	`${NUMBER}\\s?(${LENGTH_UNIT})?\\s?[x×*]\\s?(\\d{1,4}(?:[.,]\\d{1,3})?)[\\s-]?(?:[x×*]\\s?\\d{1,4}(?:[.,]\\d{1,3})?[\\s-]?)?(${LENGTH_UNIT})`,
	'gu',
);

const sidesIn = (text: string): MeasuredSize[] =>
	[...text.matchAll(SIDES)].flatMap(([written, first, , second, unitText = '']) => {
		const length = LENGTHS.find(({ pattern }) => pattern.test(unitText));
		if (!length) return [];
		const numbers = [first, second].map((number) => numberOf(number) * length.factor);
		return [{ unit: length.unit, numbers: numbers.sort(ascending), text: written }];
	});

/** Formats of paper, by their sides. */
const formatsIn = (text: string): MeasuredSize[] =>
	[...text.matchAll(/(?<![\p{L}\p{N}])(?:din[\s-]?)?a([0-7])(?![\p{L}\p{N}+])/gu)].flatMap(
		([written, format]) => {
			const numbers = A_FORMATS[Number(format)];
			return numbers ? [{ unit: 'cm' as const, numbers, text: written.toUpperCase() }] : [];
		},
	);

/** An age or a range of ages. An 'm' behind one number may be a metre. */
const agesIn = (text: string): MeasuredSize[] =>
	AGES.flatMap(({ unit, pattern }) => {
		const age = String.raw`(?<![\p{L}\p{N}.,/])(\d{1,2})(?:\s?(?:[-–/]|to|bis)\s?(\d{1,2}))?[\s-]?(${pattern})${END}`;
		return [...text.matchAll(new RegExp(age, 'gu'))].flatMap(([written, first, last, word]) =>
			word === 'm' && last === undefined
				? []
				: {
						unit,
						numbers: [numberOf(first), numberOf(last ?? first)].sort(ascending),
						text: written,
					},
		);
	});

/** Longer texts are no sizes. */
const MAX_LENGTH = 300;

/** The sizes with a unit that a text has, or the formats of paper alone. */
export function measuredSizesIn(written: string, kind: 'any' | 'formats' = 'any'): MeasuredSize[] {
	if (written.length > MAX_LENGTH) return [];
	const text = written.normalize('NFC').toLowerCase();
	const finders = kind === 'any' ? [volumesIn, sidesIn, formatsIn, agesIn] : [formatsIn];
	return finders.flatMap((find) => find(text));
}

/** How much two lengths may differ that are sold as the same: 29.7 x 42 cm as 30 x 42 cm. */
const TOLERANCE = 0.025;

function isSame(one: MeasuredSize, other: MeasuredSize): boolean {
	const [[first = 0, last = first], [otherFirst = 0, otherLast = otherFirst]] = [
		one.numbers,
		other.numbers,
	];
	if (one.unit === 'years' || one.unit === 'months') {
		// One age of a range is that range.
		return (first >= otherFirst && last <= otherLast) || (otherFirst >= first && otherLast <= last);
	}
	return [
		[first, otherFirst],
		[last, otherLast],
	].every(([a = 0, b = 0]) => Math.abs(a - b) <= TOLERANCE * Math.max(a, b));
}

/** The size of the variant that contradicts what is stated: one of the same unit, where none is the same. */
export function contradicted(
	stated: readonly MeasuredSize[],
	own: readonly MeasuredSize[],
): MeasuredSize | undefined {
	const pairs = stated.flatMap((one) =>
		own.filter(({ unit }) => unit === one.unit).map((other) => ({ one, other })),
	);
	return pairs.some(({ one, other }) => isSame(one, other)) ? undefined : pairs[0]?.other;
}
