import { oneOf, randomOf } from '../random.ts';

/** How the service shows what it has, wherever the specification leaves it open. */
export interface ReadStyle {
	/** Real milliseconds until lists and single reads show a change. */
	lagMilliseconds: number;
	/** By how many members at most each page but the first is shifted, at random for each request. */
	shiftedBy: number;
	sorting: 'newestFirst' | 'oldestFirst' | 'none';
	/** Abbreviated, orders and mockup tasks have only their id and their status in lists. */
	members: 'whole' | 'abbreviated';
	totalItems: 'right' | 'missing' | 'tooHigh' | 'tooLow';
	createdAt: 'right' | 'missing';
	/** Of orders. Frozen, it stays at the creation; backwards, it falls with every change. */
	updatedAt: 'right' | 'missing' | 'frozen' | 'backwards';
	/** By how much the clock behind all timestamps is ahead of the right time, in milliseconds; behind it, if negative. */
	aheadMilliseconds: number;
	/** How timestamps are written: ISO 8601 with or without an offset, or a number since 1970. */
	timestamps: 'iso' | 'withoutOffset' | 'seconds' | 'milliseconds' | 'nanoseconds';
	/** Of an order without shipments: an empty list, or 404. */
	noShipments: 'empty' | 'notFound';
	/** While reads lag, whether each of them does, or only some: those of a replica that is behind. */
	replicas: 'agree' | 'disagree';
}

/** What is given for a style; everything else is usual, or drawn. */
export interface ReadOptions extends Partial<ReadStyle> {
	/** Draws all members that are not given, in the same way each time for the same number. */
	seed?: number;
}

export const USUAL_READS: ReadStyle = {
	lagMilliseconds: 0,
	shiftedBy: 0,
	sorting: 'newestFirst',
	members: 'whole',
	totalItems: 'right',
	createdAt: 'right',
	updatedAt: 'right',
	aheadMilliseconds: 0,
	timestamps: 'iso',
	noShipments: 'empty',
	replicas: 'agree',
};

/** The values of the members that are words. */
export const READ_CHOICES = {
	sorting: ['newestFirst', 'oldestFirst', 'none'],
	members: ['whole', 'abbreviated'],
	totalItems: ['right', 'missing', 'tooHigh', 'tooLow'],
	createdAt: ['right', 'missing'],
	updatedAt: ['right', 'missing', 'frozen', 'backwards'],
	timestamps: ['iso', 'withoutOffset', 'seconds', 'milliseconds', 'nanoseconds'],
	noShipments: ['empty', 'notFound'],
	replicas: ['agree', 'disagree'],
} as const satisfies Partial<Record<keyof ReadStyle, readonly string[]>>;

function drawn(seed: number): ReadStyle {
	const random = randomOf(seed);
	return {
		lagMilliseconds: oneOf(random, [0, 0, 30_000, 90_000]),
		shiftedBy: oneOf(random, [0, 1, 3]),
		sorting: oneOf(random, READ_CHOICES.sorting),
		members: oneOf(random, READ_CHOICES.members),
		totalItems: oneOf(random, READ_CHOICES.totalItems),
		createdAt: oneOf(random, READ_CHOICES.createdAt),
		updatedAt: oneOf(random, READ_CHOICES.updatedAt),
		aheadMilliseconds: oneOf(random, [0, 0, -5_000, 180_000]),
		timestamps: oneOf(random, READ_CHOICES.timestamps),
		noShipments: oneOf(random, READ_CHOICES.noShipments),
		replicas: 'agree',
	};
}

/** @throws RangeError that names the member that is out of range */
export function readStyleOf({ seed, ...given }: ReadOptions): ReadStyle {
	const style = { ...(seed === undefined ? USUAL_READS : drawn(seed)), ...given };
	for (const [name, values] of Object.entries(READ_CHOICES)) {
		const value = style[name as keyof typeof READ_CHOICES];
		if (!(values as readonly string[]).includes(value)) {
			throw new RangeError(`${name} is one of ${values.join(', ')}, not ${value}`);
		}
	}
	for (const name of ['lagMilliseconds', 'shiftedBy'] as const) {
		if (!(style[name] >= 0)) throw new RangeError(`${name} must be a number from 0 on`);
	}
	if (!Number.isFinite(style.aheadMilliseconds)) {
		throw new RangeError('aheadMilliseconds must be a number');
	}
	return style;
}
