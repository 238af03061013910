import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { TrackedWrite } from '../../../nodes/PodFulfilment/transport/trackedWrite.ts';

const SUBJECT = 'order "A-1"';

/** The write of an item in one try of Retry On Fail. */
function writeOf(subject: string, earlier?: TrackedWrite): TrackedWrite {
	const write = new TrackedWrite(earlier);
	write.begin(subject);
	return write;
}

/** What may become of the write of one try. */
const EVENTS = {
	fails: (write: TrackedWrite) => {
		write.onResult(new ServiceError({ outcome: 'refused', message: 'No', description: '' }));
	},
	isLost: (write: TrackedWrite) => {
		write.onResult(new ServiceError({ outcome: 'lost', message: 'No', description: '' }));
	},
	succeeds: (write: TrackedWrite) => {
		write.onResult({ status: 200 });
	},
	isNotNeeded: (write: TrackedWrite) => {
		write.onNotNeeded();
	},
};

type EventName = keyof typeof EVENTS;

const settles = (event: EventName): boolean => event === 'succeeds' || event === 'isNotNeeded';

describe('A write', () => {
	it('a change is in doubt exactly while an answer was lost that nothing has ended since', () => {
		const events = fc.array(
			fc.constantFrom<EventName>('fails', 'isLost', 'succeeds', 'isNotNeeded'),
		);
		fc.assert(
			fc.property(events, (names) => {
				const write = writeOf(SUBJECT);
				for (const name of names) EVENTS[name](write);
				const settled = names.findLastIndex(settles);
				const lost = names.lastIndexOf('isLost');
				expect(write).toMatchObject({
					isInDoubt: lost > settled,
					wasEverInDoubt: lost !== -1,
					isSettled: settled > lost,
				});
			}),
		);
	});

	it('a change is no longer in doubt once it is known to be made, but was', () => {
		const write = writeOf(SUBJECT);
		write.onDoubt();
		expect(write).toMatchObject({ isInDoubt: true, wasEverInDoubt: true, progress: 'inDoubt' });
		write.onMade();
		expect(write).toMatchObject({ isInDoubt: false, wasEverInDoubt: true, progress: 'done' });
	});

	it('a success that may be about something else is in doubt until it is known to be made', () => {
		const write = writeOf(SUBJECT);
		write.onResult({ status: 200 });
		write.onDoubt();
		expect(write).toMatchObject({ isSettled: false, isInDoubt: true, progress: 'inDoubt' });
		expect(writeOf(SUBJECT, write).isInDoubt).toBe(true);
		write.onMade();
		expect(write).toMatchObject({ isSettled: true, progress: 'done' });
	});

	it('what needed no request in any try was never sent; what was sent in one try, was', () => {
		const first = writeOf(SUBJECT);
		first.onNotNeeded();
		const second = writeOf(SUBJECT, first);
		second.onNotNeeded();
		expect(second).toMatchObject({ progress: 'done', wasSent: false });
		const third = writeOf(SUBJECT, second);
		third.onResult({ status: 200 });
		expect(writeOf(SUBJECT, third).wasSent).toBe(true);
	});

	it('a change keeps the name under which it began', () => {
		const write = writeOf(SUBJECT);
		write.begin('order "A-2"');
		expect(write.lastSubject).toBe(SUBJECT);
	});
});

describe('A write in a second try of Retry On Fail', () => {
	it('a change is in doubt from the beginning when the first try left it in doubt', () => {
		const first = writeOf(SUBJECT);
		first.onDoubt();
		expect(writeOf(SUBJECT, first)).toMatchObject({ isInDoubt: true, progress: 'inDoubt' });
	});

	it('a change may be refused because the first try made it, and is known to be made', () => {
		const first = writeOf(SUBJECT);
		first.onMade();
		expect(writeOf(SUBJECT, first)).toMatchObject({ isInDoubt: true, progress: 'done' });
	});

	it('a change is in no doubt when the first try found it done and did not make it', () => {
		const first = writeOf(SUBJECT);
		EVENTS.fails(first);
		EVENTS.isNotNeeded(first);
		const second = new TrackedWrite(first);
		for (const write of [second, new TrackedWrite(second)]) {
			write.begin(SUBJECT);
			expect(write).toMatchObject({ isInDoubt: false, wasEverInDoubt: false, progress: 'done' });
		}
	});

	it('a change begins anew when the first try did nothing', () => {
		expect(writeOf(SUBJECT, writeOf(SUBJECT))).toMatchObject({
			isInDoubt: false,
			progress: 'notMade',
		});
	});

	it('a change begins anew when an expression gives another order to it', () => {
		const first = writeOf(SUBJECT);
		first.onMade();
		expect(writeOf('order "A-2"', first)).toMatchObject({ isInDoubt: false, progress: 'notMade' });
	});

	it('a change is known by the first try as long as the second has not come to it', () => {
		const first = writeOf(SUBJECT);
		first.onDoubt();
		expect(new TrackedWrite(first)).toMatchObject({ progress: 'inDoubt', lastSubject: SUBJECT });
	});

	it('a change is known by the first of three tries', () => {
		const first = writeOf(SUBJECT);
		first.onMade();
		expect(new TrackedWrite(new TrackedWrite(first))).toMatchObject({
			progress: 'done',
			lastSubject: SUBJECT,
		});
	});

	it('a change is remembered over a second try that failed before it came to it', () => {
		const first = writeOf(SUBJECT);
		first.onMade();
		const third = writeOf(SUBJECT, new TrackedWrite(first));
		expect(third).toMatchObject({ isInDoubt: true, progress: 'done' });
		expect(writeOf('order "A-2"', new TrackedWrite(first)).progress).toBe('notMade');
	});
});

describe('A write in a third try of Retry On Fail', () => {
	it('a change in a third try remembers the first when the second did not come to it', () => {
		const first = writeOf(SUBJECT);
		first.onMade();
		const third = writeOf(SUBJECT, new TrackedWrite(first));
		expect(third).toMatchObject({ isInDoubt: true, progress: 'done' });
	});

	it('a change in a third try begins anew when the second was about another order and nothing is known of it', () => {
		const first = writeOf(SUBJECT);
		first.onMade();
		const second = writeOf('order "A-2"', first);
		expect(writeOf('order "A-2"', second)).toMatchObject({ isInDoubt: false, progress: 'notMade' });
	});
});

describe('A write that another one is to follow', () => {
	it('a change with a follow-up counts as begun once it is made, and as done once the follow-up is made, too', () => {
		const write = writeOf(SUBJECT);
		const next = write.expectFollowUp();
		expect(write.progress).toBe('notMade');
		write.onMade();
		expect(write.progress).toBe('followUpMissing');
		next.begin(SUBJECT);
		next.onDoubt();
		expect(write.progress).toBe('inDoubt');
		next.onMade();
		expect(write.progress).toBe('done');
	});

	it('a change in a second try knows what became of its follow-up, also when a try in between did not come so far', () => {
		const first = writeOf(SUBJECT);
		const next = first.expectFollowUp();
		first.onMade();
		next.begin(SUBJECT);
		next.onDoubt();
		const third = writeOf(SUBJECT, new TrackedWrite(first));
		const again = third.expectFollowUp();
		again.begin(SUBJECT);
		expect(again.isInDoubt).toBe(true);
		expect(third.wasDoneByEarlierTry).toBe(false);
		next.onMade();
		expect(writeOf(SUBJECT, new TrackedWrite(first)).wasDoneByEarlierTry).toBe(true);
	});

	it('a second try knows that the first made the change, and that its follow-up is missing', () => {
		expect(writeOf(SUBJECT)).toMatchObject({
			wasMadeByEarlierTry: false,
			wasDoneByEarlierTry: false,
		});
		const first = writeOf(SUBJECT);
		const next = first.expectFollowUp();
		expect(writeOf(SUBJECT, first).wasMadeByEarlierTry).toBe(false);
		first.onMade();
		expect(writeOf(SUBJECT, first)).toMatchObject({
			wasMadeByEarlierTry: true,
			wasDoneByEarlierTry: false,
		});
		next.onMade();
		expect(writeOf(SUBJECT, first)).toMatchObject({
			wasMadeByEarlierTry: false,
			wasDoneByEarlierTry: true,
		});
	});

	it('a second try knows that the first only found what has a follow-up', () => {
		const first = writeOf(SUBJECT);
		first.expectFollowUp();
		first.onNotNeeded();
		expect(writeOf(SUBJECT, first)).toMatchObject({
			isInDoubt: false,
			wasMadeByEarlierTry: false,
			progress: 'followUpMissing',
		});
	});

	it('a follow-up in a second try begins anew when the first try did not come to it', () => {
		const first = writeOf(SUBJECT);
		first.onMade();
		const next = writeOf(SUBJECT, first).expectFollowUp();
		next.begin(SUBJECT);
		expect(next).toMatchObject({ isInDoubt: false, progress: 'notMade' });
	});
});
