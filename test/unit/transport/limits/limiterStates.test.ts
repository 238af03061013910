import { describe, expect, it } from 'vitest';

import { AdaptiveRateLimiter } from '../../../../nodes/PodFulfilment/transport/limits/adaptiveRateLimiter.ts';

/** A limiter that met a limit at 1,000 ms, after a number of accepted requests. */
function limiterAfterLimit(accepted: number, retryAfter?: number): AdaptiveRateLimiter {
	const limiter = new AdaptiveRateLimiter(() => 0.5);
	limiter.reserve(0);
	for (let count = 0; count < accepted; count += 1) limiter.onAccepted(0, 900);
	limiter.onRateLimited(990, 1000, retryAfter);
	return limiter;
}

/** Requests per second that a limiter allows from a time on. */
function rateFrom(limiter: AdaptiveRateLimiter, now: number): number {
	expect(limiter.blockedFor(now)).toBe(0);
	const slots = Array.from({ length: 101 }, () => limiter.reserve(now).at);
	return 100_000 / ((slots[100] ?? 0) - (slots[0] ?? 0));
}

/** What is sent in the first second: 0.97 of what got through, and soon a little more. */
function expectRate(rate: number, accepted: number): void {
	expect(rate).toBeGreaterThan(0.969 * accepted);
	expect(rate).toBeLessThan(0.98 * accepted);
}

describe('AdaptiveRateLimiter', () => {
	it('requests are spaced by one millisecond while no limit is known', () => {
		const limiter = new AdaptiveRateLimiter();
		expect(limiter.state).toBe('unlimited');
		expect([0, 0, 0, 5, 8].map((now) => limiter.reserve(now).at)).toEqual([0, 1, 2, 5, 8]);
		// That is no wait for the service.
		expect([limiter.delay(0), limiter.blockedFor(0)]).toEqual([0, 0]);
	});

	it('the limiter pauses for the time that a 429 names, then sends just below the accepted rate', () => {
		const limiter = limiterAfterLimit(200, 1000);
		expect(limiter.state).toBe('paused');
		expect([1000, 1500, 1999].map((now) => limiter.blockedFor(now))).toEqual([1000, 500, 1]);
		const rate = rateFrom(limiter, 2000);
		expect(limiter.state).toBe('limited');
		expect(rate).toBeLessThanOrEqual(200);
		expect(rate).toBeGreaterThan(185);
	});

	it('a single trial request is sent after a 429 that names no time', () => {
		const limiter = limiterAfterLimit(200);
		expect(limiter.state).toBe('halfOpen');
		expect(limiter.blockedFor(1000)).toBe(100);
		limiter.reserve(1100);
		expect(limiter.blockedFor(1110)).toBeGreaterThan(0);
		limiter.onRateLimited(1100, 1120);
		expect([limiter.state, limiter.pauseLeft(1120)]).toEqual(['halfOpen', 100]);
		limiter.reserve(1220);
		limiter.onAccepted(1220, 1240);
		expect(limiter.state).toBe('limited');
	});

	it('the response to an earlier request is not mistaken for that of the trial', () => {
		const limiter = limiterAfterLimit(200);
		limiter.reserve(1100);
		limiter.onAccepted(995, 1105);
		limiter.onRateLimited(996, 1106);
		expect(limiter.state).toBe('halfOpen');
		expect(limiter.pauseLeft(1106)).toBe(0);
	});

	it('a trial without a response is repeated, at once or after ten seconds', () => {
		const limiter = limiterAfterLimit(200);
		limiter.reserve(1100);
		limiter.onUnanswered(1100);
		expect(limiter.blockedFor(1101)).toBe(0);
		limiter.reserve(1101);
		expect(limiter.blockedFor(11_100)).toBeGreaterThan(0);
		expect(limiter.blockedFor(11_101)).toBe(0);
	});

	it('the limiter goes on waiting for a trial when an earlier request has no response', () => {
		const limiter = limiterAfterLimit(200);
		limiter.reserve(1100);
		limiter.onUnanswered(900);
		expect(limiter.blockedFor(1101)).toBeGreaterThan(0);
	});

	it('the limiter goes on waiting for a trial when the one before is refused late', () => {
		const limiter = limiterAfterLimit(200);
		limiter.reserve(1100);
		expect(limiter.blockedFor(11_100)).toBe(0);
		limiter.reserve(11_100);
		limiter.onRateLimited(1100, 11_105);
		expect(limiter.pauseLeft(11_105)).toBe(0);
		expect(limiter.blockedFor(11_105)).toBeGreaterThan(0);
		limiter.onAccepted(11_100, 11_120);
		expect(limiter.state).toBe('limited');
	});

	it('a trial is sent when the time that a 429 named was too short', () => {
		const limiter = limiterAfterLimit(200, 1000);
		expect(limiter.blockedFor(2000)).toBe(0);
		limiter.reserve(2000);
		limiter.onRateLimited(2000, 2020, 1000);
		expect(limiter.state).toBe('halfOpen');
		expect(limiter.blockedFor(2020)).toBe(1000);
	});

	it('the limiter learns once from several requests rejected at the same limit', () => {
		const rateAfterRefusals = (count: number): number => {
			const limiter = limiterAfterLimit(200, 1000);
			for (let refused = 1; refused < count; refused += 1) limiter.onRateLimited(991, 1000, 1000);
			return rateFrom(limiter, 2000);
		};
		expect(rateAfterRefusals(10)).toBe(rateAfterRefusals(1));
	});

	it('the rate is kept after a 429 while its neighbours are accepted', () => {
		const limiter = limiterAfterLimit(20, 1000);
		for (let count = 0; count < 5; count += 1) limiter.onAccepted(995, 1010);
		expect(limiter.blockedFor(2000)).toBe(0);
		expect(limiter.state).toBe('unlimited');
	});

	it('the rate is at most halved when a limit is met early', () => {
		const limiter = limiterAfterLimit(200, 1000);
		expect(limiter.blockedFor(2000)).toBe(0);
		limiter.reserve(2000);
		limiter.onAccepted(2000, 2010);
		limiter.onRateLimited(2005, 2020, 1000);
		expect(rateFrom(limiter, 3020)).toBeGreaterThan(0.5 * 0.9 * 200);
	});

	it('a pause invalidates the slots that were reserved before it', () => {
		const limiter = new AdaptiveRateLimiter();
		const slot = limiter.reserve(0);
		expect(limiter.isValid(slot)).toBe(true);
		limiter.hold(500, 0);
		expect(limiter.isValid(slot)).toBe(false);
		expect(limiter.blockedFor(0)).toBe(500);
		expect(limiter.isValid(limiter.reserve(500))).toBe(true);
	});

	it('requests are held for the longest of several times, and nothing is learned from that', () => {
		const limiter = new AdaptiveRateLimiter();
		limiter.hold(2000, 1000);
		limiter.hold(500, 1100);
		expect([1000, 2999, 3000].map((now) => limiter.pauseLeft(now))).toEqual([2000, 1, 0]);
		expect(limiter.state).toBe('unlimited');
	});
});

describe('The wait for a slot', () => {
	it('the delay is known while a rate is kept, and none once the slot is due', () => {
		const limiter = limiterAfterLimit(200, 1000);
		expect(limiter.delay(1400)).toBe(600);
		expect(limiter.delay(2000)).toBe(0);
		expect(limiter.reserve(2000).at).toBe(2000);
		expect(limiter.delay(2000)).toBeCloseTo(1000 / 194);
		expect(limiter.reserve(2000).at).toBeCloseTo(2000 + 1000 / 194);
		expect(limiter.delay(2100)).toBe(0);
		expect(limiter.reserve(2100).at).toBe(2100);
	});

	it('the wait after a trial is at least as long as between two requests at the rate', () => {
		const limiter = limiterAfterLimit(10);
		limiter.reserve(1100);
		limiter.onAccepted(1100, 1101);
		// About ten per second are thought to be allowed, and the trial was one of them.
		expect(limiter.delay(1101)).toBeGreaterThan(80);
		expect(limiter.delay(1101)).toBeLessThan(120);
	});

	it('there is no wait after a trial that took longer than that', () => {
		const limiter = limiterAfterLimit(10);
		limiter.reserve(1100);
		limiter.onAccepted(1100, 1600);
		expect(limiter.delay(1600)).toBe(0);
	});

	it('the wait during a trial is that of the trial', () => {
		const limiter = limiterAfterLimit(200);
		expect(limiter.reserve(1100)).toMatchObject({ at: 1100 });
		expect(limiter.delay(1105)).toBe(10);
	});
});

describe('The wait before a trial', () => {
	/** Waits after trials that fail so many milliseconds after the limit was met. */
	const waitsAfter = (milliseconds: number[], random = 0.5): number[] => {
		const limiter = new AdaptiveRateLimiter(() => random);
		limiter.reserve(0);
		limiter.onRateLimited(0, 1000);
		return milliseconds.map((since) => {
			const now = 1000 + since;
			limiter.reserve(now);
			limiter.onRateLimited(now, now);
			return limiter.pauseLeft(now);
		});
	};

	it('the wait grows by a fifth of the time since the limit was met, up to five seconds', () => {
		expect(waitsAfter([100, 500, 1000, 5000, 25_000, 50_000])).toEqual([
			100, 100, 200, 1000, 5000, 5000,
		]);
	});

	it.each([
		[0, 500],
		[0.999_999, 1500],
	])('the wait varies by half, so that executions do not try together: %d', (random, expected) => {
		expect(waitsAfter([5000], random)[0]).toBeCloseTo(expected, 0);
	});

	it('the wait is what the service says, when it says something', () => {
		const limiter = limiterAfterLimit(200);
		limiter.reserve(1100);
		limiter.onRateLimited(1100, 1120, 3000);
		expect(limiter.pauseLeft(1120)).toBe(3000);
	});

	it('the wait is what the service says, also when nothing was accepted before', () => {
		const limiter = limiterAfterLimit(0, 700);
		expect(limiter.state).toBe('halfOpen');
		expect(limiter.pauseLeft(1000)).toBe(700);
	});
});

describe('A response to a request that was sent before the limit was met', () => {
	it.each([
		[1, 0, 'limited'],
		[2, 0, 'unlimited'],
		[2, 1, 'limited'],
		[3, 1, 'unlimited'],
		[4, 2, 'limited'],
	])(
		'late responses decide whether the limit was one for all: %i accepted and %i refused leave it %s',
		(accepted, refused, state) => {
			const limiter = limiterAfterLimit(20, 1000);
			for (let count = 0; count < accepted; count += 1) limiter.onAccepted(1000, 1010);
			for (let count = 0; count < refused; count += 1) limiter.onRateLimited(1000, 1010, 900);
			expect(limiter.blockedFor(2000)).toBe(0);
			expect(limiter.state).toBe(state);
		},
	);

	it('a response also counts when it was on its way out at the moment when the limit was met', () => {
		const limiter = limiterAfterLimit(20, 1000);
		for (let count = 0; count < 3; count += 1) limiter.onAccepted(1000, 1010);
		limiter.onRateLimited(1001, 1011, 900);
		expect(limiter.blockedFor(2000)).toBe(0);
		expect(limiter.state).toBe('unlimited');
	});

	it('a 429 that comes after sending went on changes nothing', () => {
		const limiter = limiterAfterLimit(200, 1000);
		const other = limiterAfterLimit(200, 1000);
		expect([limiter.blockedFor(2000), other.blockedFor(2000)]).toEqual([0, 0]);
		limiter.onRateLimited(1000, 2000);
		expect(limiter.state).toBe('limited');
		expect(rateFrom(limiter, 2000)).toBe(rateFrom(other, 2000));
	});

	it('a late 429 that names no time leaves the slots as they are', () => {
		const limiter = limiterAfterLimit(200, 1000);
		expect(limiter.blockedFor(2000)).toBe(0);
		const slot = limiter.reserve(2000);
		limiter.onRateLimited(990, 2001);
		expect(limiter.isValid(slot)).toBe(true);
	});

	it('a late 429 is obeyed when it asks to wait longer', () => {
		const limiter = limiterAfterLimit(200, 1000);
		limiter.onRateLimited(990, 1100, 5000);
		expect(limiter.pauseLeft(1100)).toBe(5000);
		expect(limiter.state).toBe('paused');
	});

	it('a late 429 is also obeyed after sending went on, and everybody knows how long', () => {
		const limiter = limiterAfterLimit(200, 1000);
		expect(limiter.blockedFor(2000)).toBe(0);
		limiter.onRateLimited(990, 2001, 5000);
		expect([limiter.state, limiter.delay(2001)]).toEqual(['limited', 5000]);
	});

	it('the trial says nothing about whether the limit was one for all', () => {
		const limiter = limiterAfterLimit(200);
		limiter.onAccepted(995, 1010);
		limiter.reserve(1100);
		limiter.onAccepted(1100, 1120);
		expect(limiter.state).toBe('limited');
	});
});

describe('A pause that is no longer than the one at hand', () => {
	it.each([0, 300, 500])('a new pause of %i ms leaves the slots as they are', (milliseconds) => {
		const limiter = new AdaptiveRateLimiter();
		limiter.hold(500, 0);
		const slot = limiter.reserve(0);
		limiter.hold(milliseconds, 0);
		expect(limiter.isValid(slot)).toBe(true);
		expect(limiter.pauseLeft(0)).toBe(500);
	});
});

describe('A hold for another reason than a limit', () => {
	/** Rate after a limit that is met at 1,000 ms of sending, with holds of so many ms in between. */
	const rateAfterHolds = (...holds: number[]): number => {
		const limiter = new AdaptiveRateLimiter(() => 0.5);
		limiter.reserve(0);
		for (let count = 0; count < 2000; count += 1) limiter.onAccepted(0, 500);
		let now = 500;
		for (const milliseconds of holds) {
			limiter.hold(milliseconds, now);
			now += milliseconds;
		}
		limiter.onRateLimited(now + 9490, now + 9500, 1000);
		return rateFrom(limiter, now + 10_500);
	};

	it('a hold is no time in which the service accepted little', () => {
		expect(rateAfterHolds(20_000)).toBeCloseTo(rateAfterHolds());
		expect(rateAfterHolds(5000, 7000)).toBeCloseTo(rateAfterHolds());
	});

	it('a hold before the first request says nothing about what follows', () => {
		const limiter = new AdaptiveRateLimiter(() => 0.5);
		limiter.hold(20_000, 0);
		limiter.reserve(20_000);
		for (let count = 0; count < 2000; count += 1) limiter.onAccepted(20_000, 20_500);
		limiter.onRateLimited(29_990, 30_000, 1000);
		expect(rateFrom(limiter, 31_000)).toBeCloseTo(rateAfterHolds());
	});

	it('a hold is followed by one request at a time', () => {
		const limiter = new AdaptiveRateLimiter();
		limiter.hold(500, 0);
		expect(limiter.reserve(0).at).toBe(500);
		expect(limiter.reserve(0).at).toBe(501);
	});

	it('a hold counts once when it overlaps with the one before', () => {
		const limiter = new AdaptiveRateLimiter(() => 0.5);
		limiter.reserve(0);
		for (let count = 0; count < 2000; count += 1) limiter.onAccepted(0, 500);
		limiter.hold(20_000, 500);
		limiter.hold(15_000, 5500);
		limiter.onRateLimited(29_990, 30_000, 1000);
		expect(rateFrom(limiter, 31_000)).toBeCloseTo(rateAfterHolds());
	});
});

describe('A limit that is met again', () => {
	/** A limiter that knows a rate of 200 per second, and sends again from 2,000 ms on. */
	const limited = (): AdaptiveRateLimiter => {
		const limiter = limiterAfterLimit(200, 1000);
		expect(limiter.blockedFor(2000)).toBe(0);
		return limiter;
	};

	it('a limit that is met again within a second says nothing new about the rate', () => {
		const limiter = limited();
		limiter.reserve(2000);
		for (let count = 0; count < 5; count += 1) limiter.onAccepted(2000, 2200);
		limiter.onRateLimited(2490, 2500, 400);
		expect(rateFrom(limiter, 2900)).toBe(rateFrom(limited(), 2900));
	});

	it('after some seconds gives what was accepted while sending and in a third of the pause', () => {
		const limiter = limited();
		limiter.reserve(2000);
		for (let count = 0; count < 800; count += 1) limiter.onAccepted(2000, 2200);
		limiter.onRateLimited(6990, 7000, 1000);
		expectRate(rateFrom(limiter, 8000), 800 / (4.99 + 0.35 * 1.01));
	});

	it('counts the pause of a limit that said nothing new as time in which little was accepted', () => {
		const limiter = limited();
		limiter.reserve(2000);
		for (let count = 0; count < 800; count += 1) limiter.onAccepted(2000, 2200);
		limiter.onRateLimited(2490, 2500, 400);
		expect(limiter.blockedFor(2900)).toBe(0);
		limiter.onAccepted(2900, 2950);
		limiter.onRateLimited(7890, 7900, 1000);
		expectRate(rateFrom(limiter, 8900), 801 / (5.89 + 0.35 * 1.01));
	});

	it.each([
		['while its neighbours are accepted keeps the rate', 5, 200],
		['for all halves it at most', 0, 100],
	])('a limit met soon after sending went on, %s', (_, neighbours, estimate) => {
		const limiter = limited();
		limiter.reserve(2000);
		for (let count = 0; count < 40; count += 1) limiter.onAccepted(2000, 2200);
		limiter.onRateLimited(2390, 2400, 3000);
		for (let count = 0; count < neighbours; count += 1) limiter.onAccepted(2395, 2410);
		expectRate(rateFrom(limiter, 5400), estimate);
	});

	it('a limit that is met long after sending went on is learned even if its neighbours are accepted', () => {
		const limiter = limited();
		limiter.reserve(2000);
		for (let count = 0; count < 800; count += 1) limiter.onAccepted(2000, 2200);
		limiter.onRateLimited(6990, 7000, 1000);
		for (let count = 0; count < 5; count += 1) limiter.onAccepted(6995, 7010);
		expectRate(rateFrom(limiter, 8000), 805 / (4.99 + 0.35 * 1.01));
	});

	it('the rate is never higher than what was sent', () => {
		const limiter = limited();
		limiter.reserve(2000);
		for (let count = 0; count < 5000; count += 1) limiter.onAccepted(2000, 2200);
		limiter.onRateLimited(6990, 7000, 1000);
		expect(rateFrom(limiter, 8000)).toBeLessThan(205);
	});
});

describe('The rate after the first limit', () => {
	/** Rate after 2,000 accepted requests, when the first is refused at a time and one second is named. */
	const rateAfterLimitAt = (now: number): number => {
		const limiter = new AdaptiveRateLimiter(() => 0.5);
		limiter.reserve(0);
		for (let count = 0; count < 2000; count += 1) limiter.onAccepted(0, now - 10);
		limiter.onRateLimited(now - 10, now, 1000);
		return rateFrom(limiter, now + 1000);
	};

	it('is what was accepted when the limit may count over one second', () => {
		const limiter = limiterAfterLimit(200, 1000);
		expectRate(rateFrom(limiter, 2000), 200);
	});

	it('is what was accepted, whenever sending began and however soon the limit was met', () => {
		const rateOf = (startedAt: number, metAt: number, retryAfter: number): number => {
			const limiter = new AdaptiveRateLimiter(() => 0.5);
			limiter.reserve(startedAt);
			for (let count = 0; count < 200; count += 1) limiter.onAccepted(startedAt, metAt - 10);
			limiter.onRateLimited(metAt - 10, metAt, retryAfter);
			return rateFrom(limiter, metAt + retryAfter);
		};
		expectRate(rateOf(5000, 6000, 1000), 200);
		expectRate(rateOf(0, 100, 400), 200);
		// Refused exactly at the end of the first second.
		expectRate(rateOf(0, 1010, 1000), 200);
	});

	it('is what was accepted per second until the window may have ended, when that is longer', () => {
		expectRate(rateAfterLimitAt(9500), 2000 / (9.49 + 0.35 * 1.01));
		expectRate(rateAfterLimitAt(49_500), 2000 / (49.49 + 0.35 * 1.01));
	});

	it('takes the window to have lasted at least until the last trial that was refused', () => {
		const limiter = limiterAfterLimit(800);
		limiter.reserve(4000);
		limiter.onRateLimited(4000, 4020);
		limiter.reserve(5000);
		limiter.onAccepted(5000, 5020);
		expectRate(rateFrom(limiter, 5020), 801 / (4 + 0.35 * 1.02));
	});

	it('takes the window to have lasted until a second before the wait ends that a trial was told', () => {
		const limiter = limiterAfterLimit(800);
		limiter.reserve(4000);
		limiter.onRateLimited(4000, 4020, 3000);
		limiter.reserve(7020);
		limiter.onAccepted(7020, 7040);
		expectRate(rateFrom(limiter, 7040), 801 / (6 + 0.35 * 1.04));
	});
});

describe('The rate while no limit is met', () => {
	/** Requests per second that a limiter sends which learned 200 per second at 2,000 ms. */
	const rateAt = (now: number): number => {
		const limiter = limiterAfterLimit(200, 1000);
		expect(limiter.blockedFor(now)).toBe(0);
		const { at } = limiter.reserve(now);
		return 1000 / (limiter.reserve(now).at - at);
	};

	it('grows in a straight line, and has made up for the decrease after ten seconds', () => {
		const rates = [2000, 12_000, 22_000, 32_000, 62_000].map(rateAt);
		[194, 200, 206, 212, 230].forEach((rate, index) => expect(rates[index]).toBeCloseTo(rate, 5));
	});

	it('is unlimited again after a minute', () => {
		expect(rateAt(62_001)).toBeCloseTo(1000);
		const limiter = limiterAfterLimit(200, 1000);
		expect(limiter.blockedFor(62_000)).toBe(0);
		limiter.reserve(62_000);
		expect(limiter.state).toBe('limited');
		limiter.reserve(62_001);
		expect(limiter.state).toBe('unlimited');
	});

	it('does not grow while everything is held for another reason', () => {
		const limiter = limiterAfterLimit(200, 1000);
		expect(limiter.blockedFor(2000)).toBe(0);
		limiter.hold(120_000, 2000);
		expectRate(rateFrom(limiter, 122_000), 200);
		expect(limiter.state).toBe('limited');
	});
});
