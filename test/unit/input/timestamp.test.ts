import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	epochMilliseconds,
	millisecondsOf,
	timeText,
} from '../../../nodes/PodFulfilment/input/timestamp.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

describe('A timestamp of the service (spec section 2)', () => {
	it.each([
		'2026-11-20T12:00:00+00:00',
		'2026-11-20T12:00:00Z',
		'2026-11-20T13:00:00+01:00',
		'2026-11-20T06:30:00.000-0530',
		'2026-11-20T13:00:00+01',
		'2026-11-20T12:00:00.000000+00:00',
		'2026-11-20 12:00:00Z',
		'2026-11-20t12:00z',
		' 2026-11-20T12:00:00+00:00 ',
	])('a timestamp is read with its offset: %s', (timestamp) => {
		expect(millisecondsOf(timestamp)).toBe(NOON);
	});

	it.each([
		['2026-11-20T12:00:00', NOON],
		['2026-11-20', Date.UTC(2026, 10, 20)],
	])('a timestamp without an offset counts as UTC, wherever n8n runs: %s', (timestamp, time) => {
		expect(millisecondsOf(timestamp)).toBe(time);
	});

	it.each([
		NOON / 1000,
		NOON,
		NOON * 1e3,
		String(NOON / 1000),
		`${NOON / 1000}.000`,
		String(NOON),
		`${NOON}000`,
		`${NOON}000000`,
	])(
		'a timestamp may be seconds, milliseconds, microseconds or nanoseconds since 1970: %j',
		(timestamp) => {
			expect(millisecondsOf(timestamp)).toBe(NOON);
		},
	);

	/** From 1973 on, seconds are not taken for a smaller unit, and until 5138 no smaller unit is taken for them. */
	const instants = fc.integer({ min: 100_000_000_000, max: 99_999_999_999_999 });

	it('the same instant is read from whatever unit it is in: its size tells', () => {
		fc.assert(
			fc.property(instants, (milliseconds) => {
				const inUnits = [milliseconds / 1e3, milliseconds, milliseconds * 1e3, milliseconds * 1e6];
				for (const time of inUnits) {
					expect(epochMilliseconds(time)).toBeCloseTo(milliseconds, 0);
					expect(epochMilliseconds(-time)).toBeCloseTo(-milliseconds, 0);
				}
			}),
		);
	});

	it.each([
		[99_999_999_999, 99_999_999_999_000],
		[100_000_000_000, 100_000_000_000],
		[99_999_999_999_999, 99_999_999_999_999],
		[100_000_000_000_000, 100_000_000_000],
		[99_999_999_999_999_984, 99_999_999_999_999.98],
		[100_000_000_000_000_000, 100_000_000_000],
	])('a number of %d since 1970 is %d milliseconds', (time, milliseconds) => {
		expect(epochMilliseconds(time)).toBeCloseTo(milliseconds, 1);
	});

	it('no number throws, whatever its size, and only one that is a time gives one', () => {
		fc.assert(
			fc.property(fc.oneof(fc.double(), fc.bigInt().map(Number)), (number) => {
				for (const value of [number, String(number)]) {
					const time = millisecondsOf(value);
					if (time !== undefined) expect(new Date(time).getTime()).toBe(time);
				}
			}),
		);
	});

	it.each([
		[NOON / 1000, '2026-11-20T12:00:00.000Z'],
		[String(NOON * 1e3), '2026-11-20T12:00:00.000Z'],
		[' 2026-11-20T12:00:00+00:00 ', '2026-11-20T12:00:00+00:00'],
		['soon', 'soon'],
		[9e99, undefined],
		[{}, undefined],
		['', undefined],
	])('the text of the time %j is ISO 8601 for a number, and as it is otherwise', (value, text) => {
		expect(timeText(value)).toBe(text);
	});

	it.each([
		undefined,
		null,
		'',
		'soon',
		'order 12',
		'12',
		'2026',
		'20.11.2026',
		'11/20/2026',
		'2026-02-30',
		'2026-02-28T24:00:00Z',
		'2026-02-28T23:60:00Z',
		'2026-02-28T23:59:60Z',
		'2026-13-01',
		'2026-11-20T25:00:00Z',
		'2026-11-20T12:00:00Z and more',
		true,
		{},
		[NOON],
		Number.NaN,
		Number.POSITIVE_INFINITY,
		9e99,
	])('a value that is no timestamp is undefined: %j', (value) => {
		expect(millisecondsOf(value)).toBeUndefined();
	});

	it('every moment is read as JavaScript writes it', () => {
		const moment = fc.date({
			min: new Date('0001-01-01T00:00:00Z'),
			max: new Date('9999-12-31T23:59:59Z'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(moment, (date) => {
				expect(millisecondsOf(date.toISOString())).toBe(date.getTime());
			}),
		);
	});
});
