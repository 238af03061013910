// Sizes by numbers (volumes, sides, paper formats, ages, ranges), in what shops and catalogs write: '11 oz', 'DIN A3',
// '50 x 70 cm', '60x90', '10-12 years', '7-8'; and whether one contradicts that of the variant. Those in different units
// are not compared: what is sold as 12 x 16 in is 30 x 40 cm. Sides without a unit may be either.

/** Two sides may have no unit, or one that is not known here: 'sides'. So may the ends of a range, if they are no ages. */
type Unit = 'oz' | 'ml' | 'cm' | 'in' | 'sides' | 'years' | 'months' | 'range';

type Numbers = readonly [number, number];

/** A size: two sides, or the ends of a range, the smaller one first. A volume or one age is both ends. */
export interface MeasuredSize {
	unit: Unit;
	numbers: Numbers;
	/** As it was written. */
	text: string;
}

/** A SKU may have it behind letters: 'MUG11OZ'. */
const NUMBER = String.raw`(?<![\p{N}.,/])(\d{1,4}(?:[.,]\d{1,3})?)`;

const END = String.raw`(?![\p{L}\p{N}])`;

const volume = (words: string): RegExp => new RegExp(`${NUMBER}[\\s-]?(?:${words})${END}`, 'gu');

const VOLUMES: ReadonlyArray<{ unit: Unit; pattern: RegExp; factor: number }> = [
	{
		unit: 'oz',
		pattern: volume(String.raw`(?:fl\.?\s?)?(?:oz|ounces?|unzen?|onzas?|onces?)`),
		factor: 1,
	},
	{ unit: 'ml', pattern: volume('ml|millilit(?:er|re)s?'), factor: 1 },
	{ unit: 'ml', pattern: volume('cl'), factor: 10 },
];

const LENGTHS: ReadonlyArray<{ unit: Unit; pattern: RegExp; factor: number }> = [
	{ unit: 'cm', pattern: /^(?:cm|centim.*)$/u, factor: 1 },
	{ unit: 'cm', pattern: /^(?:mm|millim.*)$/u, factor: 0.1 },
	{ unit: 'in', pattern: /^(?:in|inch|inches|zoll|"|''|″|”|′′)$/u, factor: 1 },
];

const NO_UNIT = { unit: 'sides', factor: 1 } as const;

const LENGTH_UNIT = String.raw`(?:(?:cm|mm|in|inch|inches|zoll|centim[\p{L}]+|millim[\p{L}]+)${END}|"|''|″|”|′′)`;

const TO = String.raw`\s?(?:[-–]|to|bis)\s?`;

/** An age or a range of ages. */
const age = (words: string): RegExp =>
	new RegExp(
		String.raw`(?<![\p{L}\p{N}.,/])(\d{1,2})(?:(?:${TO}|\s?/\s?)(\d{1,2}))?[\s-]?(${words})${END}`,
		'gu',
	);

const YEARS = 'y|yr|yrs|years?|y/o|jahren?|ans?|años?|anni|anos?|jaar|lat|let|år|vuotta|év';

const MONTHS = 'm|mo|mos|mth|mths|months?|monaten?|mois|mes|meses|mesi|maanden|mdr';

const AGES: ReadonlyArray<{ unit: Unit; pattern: RegExp }> = [
	{ unit: 'years', pattern: age(YEARS) },
	{ unit: 'months', pattern: age(MONTHS) },
];

/** Two numbers alone: '5-6', '7 to 8'. Three are a code or a date, and those with a unit of age are found by it. */
const BARE_RANGE = new RegExp(
	String.raw`(?<![\p{L}\p{N}.,/]|\p{N}\s?[-–]\s?)(0|[1-9]\d{0,2})${TO}([1-9]\d{0,2})(?![\p{L}\p{N}]|[.,/]\p{N}|\s?[-–]\s?\p{N}|[\s-]?(?:${YEARS}|${MONTHS})${END})`,
	'gu',
);

/** Ranges up to this one may be ages of children. */
const MAX_AGE = 18;

/** Sides of the A-formats in cm, beginning with A0. */
const A_FORMATS: readonly Numbers[] = [
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

const ascending = (one: number, other: number): Numbers => [
	Math.min(one, other),
	Math.max(one, other),
];

const times = ([first, last]: Numbers, factor: number): Numbers => [first * factor, last * factor];

const volumesIn = (text: string): MeasuredSize[] =>
	VOLUMES.flatMap(({ unit, pattern, factor }) =>
		[...text.matchAll(pattern)].map(([written, number]) => ({
			unit,
			numbers: times([numberOf(number), numberOf(number)], factor),
			text: written,
		})),
	);

const SIDE = String.raw`\d{1,4}(?:[.,]\d{1,3})?(?!\d)`;

/** The Cyrillic letter is one, too. */
const BY = String.raw`[\s-]?[x×*х][\s-]?`;

/** Two sides, with a unit behind one, both or none, and perhaps a depth: '50x70 cm', '12" x 16"', '30 x 40 x 2 cm', '50X70'. */
const SIDES = new RegExp(
	String.raw`(?<![\p{N}.,/])(${SIDE})\s?(${LENGTH_UNIT})?${BY}(${SIDE})(?:${BY}${SIDE})?(?:[\s-]?(${LENGTH_UNIT}))?`,
	'gu',
);

const sidesIn = (text: string): MeasuredSize[] =>
	[...text.matchAll(SIDES)].map(
		([written, first, firstUnit = '', second, unitText = firstUnit]) => {
			const { unit, factor } = LENGTHS.find(({ pattern }) => pattern.test(unitText)) ?? NO_UNIT;
			const numbers = times(ascending(numberOf(first), numberOf(second)), factor);
			return { unit, numbers, text: written };
		},
	);

const FORMAT = /(?<![\p{L}\p{N}])(?:din[\s-]?)?a([0-7])(?![\p{L}\p{N}+])/gu;

/** Formats of paper, by their sides. */
const formatsIn = (text: string): MeasuredSize[] =>
	[...text.matchAll(FORMAT)].flatMap(([written, format]) => {
		const numbers = A_FORMATS[Number(format)];
		return numbers ? [{ unit: 'cm' as const, numbers, text: written.toUpperCase() }] : [];
	});

/** The ages in a text. An 'm' behind one number may be a metre. */
const agesIn = (text: string): MeasuredSize[] =>
	AGES.flatMap(({ unit, pattern }) =>
		[...text.matchAll(pattern)].flatMap(([written, first, last, word]) =>
			word === 'm' && last === undefined
				? []
				: {
						unit,
						numbers: ascending(numberOf(first), numberOf(last ?? first)),
						text: written,
					},
		),
	);

/** The ranges in a text that have no unit. */
const bareRangesIn = (text: string): MeasuredSize[] =>
	[...text.matchAll(BARE_RANGE)].flatMap(([written, first, last]) => {
		const numbers = [numberOf(first), numberOf(last)] as const;
		const unit = numbers[1] > MAX_AGE ? ('range' as const) : ('years' as const);
		return numbers[0] < numbers[1] ? [{ unit, numbers, text: written }] : [];
	});

/** Longer texts are no sizes. */
const MAX_LENGTH = 300;

/** Which sizes by numbers: all with a unit or two sides, also ranges without one, or formats of paper alone. */
export type MeasureKind = 'any' | 'ranges' | 'formats';

const FINDERS = {
	any: [volumesIn, sidesIn, formatsIn, agesIn],
	ranges: [volumesIn, sidesIn, formatsIn, agesIn, bareRangesIn],
	formats: [formatsIn],
};

/** The sizes by numbers that a text has. */
export function measuredSizesIn(written: string, kind: MeasureKind = 'any'): MeasuredSize[] {
	if (written.length > MAX_LENGTH) return [];
	const text = written.normalize('NFC').toLowerCase();
	return FINDERS[kind].flatMap((find) => find(text));
}

/** How much two lengths may differ that are sold as the same: 29.7 x 42 cm as 30 x 42 cm. */
const TOLERANCE = 0.025;

const CM_PER_INCH = 2.54;

/** Numbers without a unit from this one on may be millimetres. */
const MIN_MM = 100;

const areClose = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE * one;

/** The numbers of a size, of lengths in centimetres: all that sides without a unit may be. */
function readingsOf({ unit, numbers }: MeasuredSize): Numbers[] {
	const fromInches = times(numbers, CM_PER_INCH);
	if (unit !== 'sides') return [unit === 'in' ? fromInches : numbers];
	return [numbers, fromInches, ...(numbers[0] < MIN_MM ? [] : [times(numbers, 0.1)])];
}

const RANGES: ReadonlySet<Unit> = new Set(['years', 'months', 'range']);

/** Whether one of two sizes that can be compared may be the other. */
function isSame(one: MeasuredSize, other: MeasuredSize): boolean {
	if (RANGES.has(one.unit)) {
		const [[first, last], [otherFirst, otherLast]] = [one.numbers, other.numbers];
		// One age of a range is that range.
		return (first >= otherFirst && last <= otherLast) || (otherFirst >= first && otherLast <= last);
	}
	return readingsOf(one).some((ours) =>
		readingsOf(other).some(
			(theirs) => areClose(ours[0], theirs[0]) && areClose(ours[1], theirs[1]),
		),
	);
}

const LENGTH_UNITS: ReadonlySet<Unit> = new Set(['cm', 'in', 'sides']);

/** Whether two sizes can be compared: of one unit, or sides of which one has none. */
const areComparable = ({ unit: one }: MeasuredSize, { unit: other }: MeasuredSize): boolean =>
	one === other ||
	([one, other].includes('sides') && [one, other].every((unit) => LENGTH_UNITS.has(unit)));

/** The size of the variant that contradicts what is stated: one that can be compared, where none is the same. */
export function contradicted(
	stated: readonly MeasuredSize[],
	own: readonly MeasuredSize[],
): MeasuredSize | undefined {
	const pairs = stated.flatMap((one) =>
		own.filter((other) => areComparable(one, other)).map((other) => ({ one, other })),
	);
	return pairs.some(({ one, other }) => isSame(one, other)) ? undefined : pairs[0]?.other;
}
