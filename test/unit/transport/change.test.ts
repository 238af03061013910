import { describe, expect, it } from 'vitest';

import { Change } from '../../../nodes/PodFulfilment/transport/change.ts';

const ABOUT = 'order "A-1"';

/** The change of an item in one try of Retry On Fail. */
function changeOf(about: string, earlier?: Change): Change {
	const change = new Change(earlier);
	change.begin(about);
	return change;
}

describe('A change', () => {
	it('is no longer in doubt once it is known to be made, but was', () => {
		const change = changeOf(ABOUT);
		change.onDoubt();
		expect(change).toMatchObject({ isInDoubt: true, wasInDoubt: true, state: 'inDoubt' });
		change.onDone();
		expect(change).toMatchObject({ isInDoubt: false, wasInDoubt: true, state: 'done' });
	});

	it('keeps the name under which it began', () => {
		const change = changeOf(ABOUT);
		change.begin('order "A-2"');
		expect(change.lastAbout).toBe(ABOUT);
	});
});

describe('A change in a second try of Retry On Fail', () => {
	it('is in doubt from the beginning when the first try left it in doubt', () => {
		const first = changeOf(ABOUT);
		first.onDoubt();
		expect(changeOf(ABOUT, first)).toMatchObject({ isInDoubt: true, state: 'inDoubt' });
	});

	it('may be refused because the first try made it, and is known to be made', () => {
		const first = changeOf(ABOUT);
		first.onDone();
		expect(changeOf(ABOUT, first)).toMatchObject({ isInDoubt: true, state: 'done' });
	});

	it('begins anew when the first try did nothing', () => {
		expect(changeOf(ABOUT, changeOf(ABOUT))).toMatchObject({ isInDoubt: false, state: 'notMade' });
	});

	it('begins anew when an expression gives another order to it', () => {
		const first = changeOf(ABOUT);
		first.onDone();
		expect(changeOf('order "A-2"', first)).toMatchObject({ isInDoubt: false, state: 'notMade' });
	});

	it('is known by the first try as long as the second has not come to it', () => {
		const first = changeOf(ABOUT);
		first.onDoubt();
		expect(new Change(first)).toMatchObject({ state: 'inDoubt', lastAbout: ABOUT });
	});

	it('is known by the first of three tries', () => {
		const first = changeOf(ABOUT);
		first.onDone();
		expect(new Change(new Change(first))).toMatchObject({ state: 'done', lastAbout: ABOUT });
	});

	it('is remembered over a second try that failed before it came to it', () => {
		const first = changeOf(ABOUT);
		first.onDone();
		const third = changeOf(ABOUT, new Change(first));
		expect(third).toMatchObject({ isInDoubt: true, state: 'done' });
		expect(changeOf('order "A-2"', new Change(first)).state).toBe('notMade');
	});
});

describe('A change in a third try of Retry On Fail', () => {
	it('remembers the first when the second did not come to it', () => {
		const first = changeOf(ABOUT);
		first.onDone();
		const third = changeOf(ABOUT, new Change(first));
		expect(third).toMatchObject({ isInDoubt: true, state: 'done' });
	});

	it('begins anew when the second was about another order and nothing is known of it', () => {
		const first = changeOf(ABOUT);
		first.onDone();
		const second = changeOf('order "A-2"', first);
		expect(changeOf('order "A-2"', second)).toMatchObject({ isInDoubt: false, state: 'notMade' });
	});
});

describe('A change that another one is to follow', () => {
	it('counts as begun once it is made, and as done once the other one is made, too', () => {
		const change = changeOf(ABOUT);
		const next = change.follow();
		expect(change.state).toBe('notMade');
		change.onDone();
		expect(change.state).toBe('begun');
		next.begin(ABOUT);
		next.onDoubt();
		expect(change.state).toBe('inDoubt');
		next.onDone();
		expect(change.state).toBe('done');
	});

	it('knows in a second try what became of the other one, also where a try in between did not come so far', () => {
		const first = changeOf(ABOUT);
		const next = first.follow();
		first.onDone();
		next.begin(ABOUT);
		next.onDoubt();
		const third = changeOf(ABOUT, new Change(first));
		const again = third.follow();
		again.begin(ABOUT);
		expect(again.isInDoubt).toBe(true);
		expect(third.wasDoneBefore).toBe(false);
		next.onDone();
		expect(changeOf(ABOUT, new Change(first)).wasDoneBefore).toBe(true);
	});
});
