// How a service may be, wherever the specification leaves it open: what one history keeps from its first poll to its last.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const scaled =
	(factor: bigint) =>
	(iso: string): unknown =>
		// As text: a number of nanoseconds has more digits than JavaScript keeps.
		String(BigInt(Date.parse(iso)) * factor);

/** How the service writes a time that it keeps as ISO 8601. */
export const STAMPS = {
	iso: (iso: string): unknown => iso,
	withoutOffset: (iso: string): unknown => iso.replace('Z', ''),
	seconds: (iso: string): unknown => Date.parse(iso) / 1000,
	milliseconds: (iso: string): unknown => Date.parse(iso),
	microseconds: scaled(1000n),
	nanoseconds: scaled(1_000_000n),
} as const;

/** What a service may send in place of a time. */
export const GARBAGE: readonly unknown[] = [
	'soon',
	'',
	'2026-13-45T99:99:99Z',
	'0000-00-00T00:00:00',
	'9'.repeat(19),
	9e18,
	1e300,
	-1,
	0,
	{ date: '2026-11-20' },
];

/** How far a clock of the service is ahead of the right one, in milliseconds. */
export const CLOCKS = [0, 0, -5 * SECOND, -3 * MINUTE, -5 * HOUR, 5 * SECOND, 3 * MINUTE, 9 * HOUR];

/** What a service is like, besides its lists. */
export interface Habits {
	/** See {@link CLOCKS}. */
	clockAheadMs: number;
	/** Whether responses say what the service's clock says. */
	hasDateHeader: boolean;
	stamps: keyof typeof STAMPS;
	/** What it answers for the shipments of an order that has none. */
	withoutShipments: 200 | 404 | 410;
}

export const USUAL_HABITS: Habits = {
	clockAheadMs: 0,
	hasDateHeader: true,
	stamps: 'iso',
	withoutShipments: 200,
};

/** How requests for one order go wrong, for as long as the history likes. */
export interface BadOrder {
	/** The order itself by its ID, or its shipments. */
	part: 'order' | 'shipments';
	/** What it answers, or a list without an end. */
	answer: 403 | 404 | 410 | 422 | 500 | 'endless';
}
