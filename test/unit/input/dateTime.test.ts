import fc from 'fast-check';
import { DateTime } from 'luxon';
import { getGlobalState, setGlobalState } from 'n8n-workflow';
import { describe, expect, it, onTestFinished } from 'vitest';

import { dateTimeOf } from '../../../nodes/PodFulfilment/input/dateTime.ts';

const ZONES = [
	'UTC',
	'Europe/Berlin',
	'America/New_York',
	'Asia/Tokyo',
	'Asia/Kathmandu',
	'Australia/Lord_Howe',
	'Pacific/Apia',
];

const NOON = Date.UTC(2026, 10, 20, 12);

const read = (value: unknown, timeZone = 'Asia/Tokyo') => dateTimeOf(value, 'Start From', timeZone);

describe('A date that a person enters', () => {
	it.each([
		'2026-11-20T12:00:00Z',
		'2026-11-20T13:00:00+01:00',
		'2026-11-20T13:00:00.000+01:00',
		NOON,
		NOON / 1000,
		String(NOON),
		new Date(NOON),
		DateTime.fromMillis(NOON, { zone: 'America/New_York' }),
	])('a date that names its offset is that moment in every time zone: %s', (value) => {
		for (const zone of ZONES) expect(read(value, zone)).toBe(NOON);
	});

	it.each(['2026-11-20T21:00:00', '2026-11-20T21:00', '2026-11-20 21:00:00', ' 2026-11-20T21:00 '])(
		'a date without an offset counts in the time zone of the workflow: %j',
		(value) => {
			expect(read(value)).toBe(NOON);
		},
	);

	it('a date without a time begins at midnight in the time zone of the workflow', () => {
		expect(read('2026-11-20')).toBe(Date.UTC(2026, 10, 19, 15));
	});

	const anyMoment = fc.record({
		seconds: fc.integer({ min: Date.UTC(1990, 0, 1) / 1000, max: Date.UTC(2037, 0, 1) / 1000 }),
		zone: fc.constantFrom(...ZONES),
	});

	/** Half a day around a change of clocks. */
	const nearChange = fc
		.record({
			change: fc.constantFrom(
				{ zone: 'Europe/Berlin', at: Date.UTC(2026, 2, 29, 1) },
				{ zone: 'Europe/Berlin', at: Date.UTC(2026, 9, 25, 1) },
				{ zone: 'America/New_York', at: Date.UTC(2026, 2, 8, 7) },
				{ zone: 'America/New_York', at: Date.UTC(2026, 10, 1, 6) },
				{ zone: 'Australia/Lord_Howe', at: Date.UTC(2026, 3, 4, 15) },
				{ zone: 'Australia/Lord_Howe', at: Date.UTC(2026, 9, 3, 15, 30) },
			),
			minutes: fc.integer({ min: -720, max: 720 }),
		})
		.map(({ change: { zone, at }, minutes }) => ({ zone, seconds: at / 1000 + minutes * 60 }));

	it('a date without an offset is the local time in any zone, over every change of clocks', () => {
		fc.assert(
			fc.property(fc.oneof(anyMoment, nearChange), ({ seconds, zone }) => {
				const local = DateTime.fromSeconds(seconds, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss");
				const time = read(local, zone) ?? Number.NaN;
				expect(DateTime.fromMillis(time, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss")).toBe(local);
				// A local time that is there twice is one of the two.
				expect(Math.abs(time - seconds * 1000)).toBeLessThanOrEqual(3_600_000);
			}),
		);
	});

	it.each(['', '  ', undefined, null])('an empty date is undefined: %j', (value) => {
		expect(read(value)).toBeUndefined();
	});

	it.each([
		['soon', '"soon"'],
		['order 12', '"order 12"'],
		['11/20/2026', '"11/20/2026"'],
		['2026-02-30', '"2026-02-30"'],
		[5, '5'],
		[true, 'true'],
		[{}, '{}'],
		[[NOON], `[${NOON}]`],
		[Object.create(null), '{}'],
		[new Date(Number.NaN), 'null'],
		[DateTime.invalid('no date'), 'null'],
	])('a value that is no date is refused with the name of its field: %j', (value, shown) => {
		expect(() => read(value)).toThrow(
			expect.objectContaining({
				message: `Start From is ${shown}, which is not a date`,
				description:
					'Choose a date, enter one such as 2026-11-20 or 2026-11-20T13:00:00, or leave the field empty.',
			}),
		);
	});

	it.each(['DEFAULT', ''])(
		"a workflow whose time zone is %j has that of n8n, as n8n's own triggers have",
		(timeZone) => {
			const before = getGlobalState();
			onTestFinished(() => setGlobalState(before));
			for (const defaultTimezone of ZONES) {
				setGlobalState({ defaultTimezone });
				expect(read('2026-11-20T21:00', timeZone)).toBe(read('2026-11-20T21:00', defaultTimezone));
			}
		},
	);

	it('a date needs an offset when the time zone of the workflow is not known', () => {
		expect(() => read('2026-11-20', 'Atlantis/Poseidonis')).toThrow(
			'Start From is "2026-11-20", but the time zone of the workflow, "Atlantis/Poseidonis", is unknown',
		);
		expect(read('2026-11-20T12:00:00Z', 'Atlantis/Poseidonis')).toBe(NOON);
	});
});
