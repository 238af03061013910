import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { millisecondsOf } from '../../../nodes/PodFulfilment/input/timestamp.ts';

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

	it.each([NOON, NOON / 1000, String(NOON), String(NOON / 1000)])(
		'a timestamp may be seconds or milliseconds since 1970: %j',
		(timestamp) => {
			expect(millisecondsOf(timestamp)).toBe(NOON);
		},
	);

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
