import { describe, expect, it } from 'vitest';

import { isNextPageWorthIt } from '../../../../../nodes/PodFulfilment/trigger/polling/read/scan.ts';

/** Two pages that cover 100 seconds each. */
const PAGES = { count: 2, first: 1000, last: 800 };

describe('The next page', () => {
	it('the next page is read if the next active member is likely to be on it with others', () => {
		expect(isNextPageWorthIt(PAGES, [790, 780, 770])).toBe(true);
	});

	it('the next page is not read for a single active member far back', () => {
		expect(isNextPageWorthIt(PAGES, [100])).toBe(false);
	});

	it('the next page is read for many active members far back if they cost more requests than the pages down to them', () => {
		const threeFarBack = [320, 310, 305];
		expect(isNextPageWorthIt(PAGES, threeFarBack)).toBe(false);
		const sevenFarBack = [320, 318, 316, 314, 312, 310, 305];
		expect(isNextPageWorthIt(PAGES, sevenFarBack)).toBe(true);
	});

	it('the next page is not read where no active member is left behind', () => {
		expect(isNextPageWorthIt(PAGES, [])).toBe(false);
		expect(isNextPageWorthIt({ ...PAGES, last: 1000 }, [])).toBe(false);
	});

	it('is read if a member may be on either side of the border between two pages', () => {
		expect(isNextPageWorthIt(PAGES, [800])).toBe(true);
	});

	it('the next page is read at most as often as single members would be if all were created at the same time', () => {
		const atOnce = { count: 3, first: 1000, last: 1000 };
		expect(isNextPageWorthIt(atOnce, [1000, 1000, 1000])).toBe(true);
		expect(isNextPageWorthIt(atOnce, [1000, 1000])).toBe(false);
	});
});
