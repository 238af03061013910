import { describe, expect, it } from 'vitest';

import type { ListContext } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import {
	asTimeOfN8n,
	serviceClockOf,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/serviceClock.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
const local = (seconds: number): string => iso(seconds).replace('Z', '');

const context = (progress: Partial<ListContext['scanProgress']> = {}): ListContext => ({
	nowSeconds: NOW,
	isFirstPoll: true,
	forgetAfterSeconds: 30 * DAY,
	scanProgress: { phase: 'baseline', emitFrom: NOW, newFrom: NOW, ...progress },
});

const SCAN = { startedAt: NOW, isComplete: true, isNewestFirst: true, isShort: false };

describe('The clock of the service', () => {
	it('it is behind by the Date header, and at most by what is left to the newest time of the list', () => {
		const members = [{ createdAt: iso(NOW - DAY), updatedAt: iso(NOW - 5 * HOUR) }, {}];
		const scan = { ...SCAN, serviceTime: NOW - 3 * HOUR };
		expect(serviceClockOf(members, scan, context())).toEqual({
			behind: 3 * HOUR,
			behindAtMost: 5 * HOUR,
		});
		expect(serviceClockOf([], undefined, context())).toEqual({});
	});

	it('it is known from earlier polls, and a time far ahead says nothing of it', () => {
		const members = [{ updatedAt: iso(NOW + 2 * DAY) }, { updatedAt: iso(NOW - DAY) }];
		const before = context({ behindAtMost: 2 * HOUR });
		expect(serviceClockOf(members, undefined, before)).toEqual({ behindAtMost: 2 * HOUR });
		expect(serviceClockOf(members, undefined, context())).toEqual({ behindAtMost: DAY });
	});

	it('it is not needed once the list is steady', () => {
		const members = [{ updatedAt: iso(NOW) }];
		expect(serviceClockOf(members, SCAN, context({ phase: 'steady' }))).toEqual({});
	});
});

describe('A time of the service by the clock of n8n', () => {
	const time = NOW - 9 * HOUR;

	it('one that is exact counts by the Date header', () => {
		for (const stamp of [iso(time), time, String(time * 1000)]) {
			expect(asTimeOfN8n(stamp, { behind: 5 * HOUR, behindAtMost: HOUR }, NOW)).toBe(
				time + 5 * HOUR,
			);
		}
		expect(asTimeOfN8n(iso(time), { behind: -5 * HOUR }, NOW)).toBe(time - 5 * HOUR);
	});

	it('a local time counts by the newest one, or as if it were that of the last time zone', () => {
		expect(asTimeOfN8n(local(time), { behind: 0, behindAtMost: HOUR }, NOW)).toBe(time + HOUR);
		const old = NOW - 20 * HOUR;
		expect(asTimeOfN8n(local(old), { behind: 0, behindAtMost: 15 * HOUR }, NOW)).toBe(
			old + 12 * HOUR,
		);
		expect(asTimeOfN8n(local(old), { behind: 0 }, NOW)).toBe(old + 12 * HOUR);
	});

	it('without a Date header, the newest time is all that is certain', () => {
		expect(asTimeOfN8n(iso(time), { behindAtMost: HOUR }, NOW)).toBe(time + HOUR);
		expect(asTimeOfN8n(iso(time), {}, NOW)).toBe(NOW);
	});

	it('it is never later than now, and now for what is no time', () => {
		expect(asTimeOfN8n(iso(time), { behind: 10 * HOUR }, NOW)).toBe(NOW);
		expect(asTimeOfN8n('soon', { behind: 0 }, NOW)).toBe(NOW);
	});
});
