import { describe, expect, it } from 'vitest';

import {
	estimateRate,
	rateAfter,
	type LimitSample,
	type RateEstimate,
} from '../../../../nodes/PodFulfilment/transport/limits/rateEstimate.ts';

/** 200 requests at once, and a pause to the end of the second. */
const BURST: LimitSample = {
	accepted: 200,
	seconds: 1.2,
	sendingSeconds: 0.2,
	toleranceSeconds: 1,
	sendingRate: Number.POSITIVE_INFINITY,
};

const KNOWN: RateEstimate = { rate: 200, plateauSeconds: 12.8 };

describe('The first estimate of a rate', () => {
	it('is what was accepted in a second when the pause was rounded up from less', () => {
		expect(estimateRate(BURST).rate).toBe(200);
		expect(estimateRate({ ...BURST, seconds: 1.9 }).rate).toBe(200);
		expect(estimateRate({ ...BURST, seconds: 2 }).rate).toBe(200);
	});

	it('is what was accepted in a longer time, minus half of the rounding', () => {
		expect(estimateRate({ ...BURST, seconds: 10.5 }).rate).toBe(20);
	});

	it('is tested the sooner the fewer requests it is based on', () => {
		const plateaus = [1, 10, 50, 100, 1000].map(
			(accepted) => estimateRate({ ...BURST, accepted }).plateauSeconds,
		);
		expect(plateaus.map((seconds) => seconds.toFixed(2))).toEqual([
			'0.20',
			'1.28',
			'6.40',
			'12.80',
			'12.80',
		]);
	});
});

describe('A later estimate', () => {
	it('is the mean rate that was sent when the limit was met past the estimate', () => {
		const sample = { ...BURST, accepted: 4000, seconds: 21, sendingSeconds: 20, sendingRate: 210 };
		expect(estimateRate(sample, KNOWN).rate).toBe(200);
		const atTheEstimate = { ...sample, accepted: 3900, sendingRate: 200 };
		expect(estimateRate(atTheEstimate, KNOWN).rate).toBe(195);
	});

	it('is lower when the limit was met below the estimate', () => {
		const sample = { ...BURST, accepted: 950, seconds: 7, sendingSeconds: 5, sendingRate: 195 };
		expect(estimateRate(sample, KNOWN).rate).toBeCloseTo(950 / 5.8);
	});

	it('is never higher than what was sent, nor lower than half when the limit was met early', () => {
		const early = { ...BURST, accepted: 3, sendingRate: 190 };
		expect(estimateRate(early, KNOWN).rate).toBe(100);
		const fast = { ...BURST, accepted: 500, sendingRate: 190 };
		expect(estimateRate(fast, KNOWN).rate).toBe(190);
	});

	it('is kept four times as long as the one before, up to the longest', () => {
		const few = { ...BURST, accepted: 1, sendingRate: 10 };
		const plateauAfter = (plateauSeconds: number): number =>
			estimateRate(few, { rate: 1, plateauSeconds }).plateauSeconds;
		expect([0.2, 1, 10].map(plateauAfter)).toEqual([0.8, 4, 12.8]);
	});
});

describe('The rate after an estimate', () => {
	it('starts just below it, reaches it at the end of the plateau and grows ever faster then', () => {
		const rates = [0, 12.8, 25.6, 38.4, 64].map((seconds) => rateAfter(seconds, KNOWN));
		expect(rates.map(Math.round)).toEqual([190, 200, 210, 280, 840]);
	});
});
