import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Reports } from '../../../../../nodes/PodFulfilment/trigger/polling/read/reports.ts';
import { ServiceError } from '../../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const SUBJECT = 'the shipments of order "a"';

const errorWith = (status: number): ServiceError =>
	new ServiceError({ outcome: 'refused', message: `Status ${status}`, description: '', status });

const wait = (time: number): void => {
	vi.setSystemTime(Date.now() + time);
};

let troubled: Reports;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
	troubled = new Reports();
});
afterEach(() => {
	vi.useRealTimers();
});

/** Fails with each of the polls of so many minutes, one a minute. */
function failFor(minutes: number, ...subjects: string[]): void {
	for (let minute = 0; minute <= minutes; minute += 1) {
		if (minute > 0) wait(MINUTE);
		for (const subject of subjects) troubled.fail(subject, errorWith(500));
	}
}

describe('An object whose requests fail', () => {
	it('an object is troubled from its first failure until it can be read', () => {
		expect(troubled.has(SUBJECT)).toBe(false);
		troubled.fail(SUBJECT, errorWith(403));
		expect(troubled.has(SUBJECT)).toBe(true);
		expect(troubled.has('the shipments of order "b"')).toBe(false);
		troubled.succeed(SUBJECT);
		expect(troubled.has(SUBJECT)).toBe(false);
	});

	it('an object is named with its ID, since when and why, once it has failed for ten minutes', () => {
		failFor(9, SUBJECT);
		wait(MINUTE - 1);
		troubled.fail(SUBJECT, errorWith(500));
		expect(troubled.due).toBeUndefined();
		wait(1);
		troubled.fail(SUBJECT, errorWith(422));
		expect(troubled.due).toBe(`${SUBJECT}, since ${new Date(NOW).toISOString()}: Status 422`);
	});

	it('an object that failed once is not named, however long ago that was', () => {
		troubled.fail(SUBJECT, errorWith(500));
		wait(12 * 60 * MINUTE);
		expect(troubled.due).toBeUndefined();
	});

	it('an object is named once a day while it fails', () => {
		failFor(10, SUBJECT);
		expect(troubled.due).toContain(SUBJECT);
		troubled.markReported();
		expect(troubled.due).toBeUndefined();
		const namedAfterMinutes: number[] = [];
		for (let minute = 10; minute <= 3 * 1440; minute += 10) {
			wait(10 * MINUTE);
			troubled.fail(SUBJECT, errorWith(500));
			if (troubled.due === undefined) continue;
			namedAfterMinutes.push(minute);
			troubled.markReported();
		}
		expect(namedAfterMinutes).toEqual([1440, 2 * 1440, 3 * 1440]);
	});

	it('an object that begins to fail after a report is named with the next one, an hour later, and by itself', () => {
		failFor(10, SUBJECT);
		troubled.markReported();
		const other = 'mockup task "m"';
		failFor(59, SUBJECT, other);
		expect(troubled.due).toBeUndefined();
		failFor(1, SUBJECT, other);
		expect(troubled.due).toMatch(/^mockup task "m", since /);
		expect(troubled.due).not.toContain(SUBJECT);
	});

	it('an object that fails again after it could be read counts from then on', () => {
		failFor(10, SUBJECT);
		troubled.succeed(SUBJECT);
		failFor(9, SUBJECT);
		expect(troubled.due).toBeUndefined();
	});

	it('a report that did not name an object does not count as made of it', () => {
		const other = 'mockup task "m"';
		failFor(5, SUBJECT);
		failFor(5, SUBJECT, other);
		troubled.markReported();
		failFor(60, SUBJECT, other);
		expect(troubled.due).toContain(other);
		expect(troubled.due).not.toContain(SUBJECT);
	});

	it('more than three objects of one kind that fail in the same way are counted in one line, and three of them named', () => {
		const subjects = ['one', 'two', 'three', 'four', 'five'].map(
			(id) => `the shipments of order "${id}"`,
		);
		failFor(10, ...subjects.slice(0, 3));
		expect(troubled.due?.split('\n')).toHaveLength(3);
		failFor(10, ...subjects, 'order "six"');
		troubled.fail('mockup task "m"', errorWith(500));
		const since = new Date(NOW).toISOString();
		expect(troubled.due?.split('\n')).toEqual([
			`the shipments of 5 orders cannot be read, since ${since}: Status 500. Among them: order "one", order "two", order "three"`,
			expect.stringMatching(/^order "six", since /) as string,
		]);
	});

	it.each([
		['the shipments of order "#"', 'the shipments of 4 orders'],
		['order "#"', '4 orders'],
		['order "#" with its shipments', '4 orders with their shipments'],
		['mockup task "#"', '4 mockup tasks'],
	])('many of %s are called %s', (subject, many) => {
		failFor(10, ...['1', '2', '3', '4'].map((id) => subject.replace('#', id)));
		expect(troubled.due).toContain(`${many} cannot be read, since `);
	});

	it('pages, and objects that fail in another way, have lines of their own', () => {
		const pages = ['1', '2', '3', '4'].map((number) => `page ${number} of the list of orders`);
		failFor(10, ...pages, 'order "a"', 'order "b"');
		for (const id of ['a', 'b', 'c']) troubled.fail(`order "${id}"`, errorWith(403));
		expect(troubled.due?.split('\n')).toHaveLength(6);
	});

	it.each([
		[401, 'The service does not allow it to be read (status 401)'],
		[403, 'The service does not allow it to be read (status 403)'],
		[404, 'The service lists it, but does not find it by its ID (status 404)'],
		[410, 'The service lists it, but says that it is gone (status 410)'],
		[422, 'Status 422'],
	])('an object that is refused with %i is not said to be about the API key', (status, reason) => {
		failFor(10, 'order "a"');
		troubled.fail('order "a"', errorWith(status));
		expect(troubled.due).toMatch(/: [^:]*$/);
		expect(troubled.due?.endsWith(`: ${reason}`)).toBe(true);
	});

	it('an object that no poll has tried to read for two days is no longer known to fail', () => {
		failFor(10, SUBJECT);
		wait(2 * DAY);
		expect(troubled.due).toContain(SUBJECT);
		wait(1);
		expect(troubled.due).toBeUndefined();
		expect(troubled.has(SUBJECT)).toBe(false);
	});
});

describe('Many objects, or such with long IDs and messages', () => {
	const MEGABYTE = 1024 * 1024;
	const kept = (): unknown[] => [
		...(troubled as unknown as { troubles: Map<string, unknown> }).troubles,
	];
	const long = (index: number): string => `order "${index}${'x'.repeat(MEGABYTE / 4)}"`;

	it('takes no more memory with each poll, however long IDs and errors are', () => {
		const heldMb = (): number => {
			globalThis.gc?.();
			return process.memoryUsage().heapUsed / MEGABYTE;
		};
		const failWith = (from: number): void => {
			for (let index = from; index < from + 100; index += 1) {
				const message = `${index} ${'y'.repeat(MEGABYTE / 4)}`;
				const violations = [{ propertyPath: '', message }];
				const error = new ServiceError({
					...{ outcome: 'refused', status: 500, description: message, violations },
					message,
				});
				troubled.fail(long(index), error);
			}
		};
		failWith(0);
		const beforeMb = heldMb();
		failWith(100);
		failWith(200);
		// Each hundred would hold 75 MB.
		if (globalThis.gc) expect(heldMb() - beforeMb).toBeLessThan(10);
		expect(JSON.stringify(kept()).length).toBeLessThan(300 * 600);
	});

	it('keeps 2,000 of them at most', () => {
		for (let index = 0; index < 10_000; index += 1)
			troubled.fail(`order "${index}"`, errorWith(500));
		expect(kept()).toHaveLength(2_000);
		expect(troubled.has('order "0"')).toBe(true);
		expect(troubled.has('order "9999"')).toBe(false);
		troubled.fail('order "0"', errorWith(500));
		troubled.succeed('order "1"');
		troubled.fail('order "9999"', errorWith(500));
		expect(troubled.has('order "9999"')).toBe(true);
	});

	it('has a report of less than 10,000 characters, which counts what it does not name', () => {
		const subjects = Array.from({ length: 100 }, (_, index) => `page ${long(index)}`);
		failFor(10, ...subjects, long(1), `the shipments of ${long(2)}`);
		const report = troubled.due ?? '';
		expect(report.length).toBeLessThan(9_000);
		expect(report).toContain('and 82 more');
		expect(report).toContain('Status 500');
		troubled.markReported();
		expect(troubled.due).toBeUndefined();
	});
});
