import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	Reports,
	type ReadObject,
	type Subject,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/reports.ts';
import { ServiceError } from '../../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const SHIPMENTS: ReadObject = { kind: 'shipments', id: 'a' };
const CALLED = 'the shipments of order "a"';

const order = (id: string): ReadObject => ({ kind: 'order', id });
const task = (id: string): ReadObject => ({ kind: 'mockupTask', id });
const shipments = (id: string): ReadObject => ({ kind: 'shipments', id });

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
function failFor(minutes: number, ...subjects: Subject[]): void {
	for (let minute = 0; minute <= minutes; minute += 1) {
		if (minute > 0) wait(MINUTE);
		for (const subject of subjects) troubled.fail(subject, errorWith(500));
	}
}

describe('An object whose requests fail', () => {
	it('an object is troubled from its first failure until it can be read', () => {
		expect(troubled.has(SHIPMENTS)).toBe(false);
		troubled.fail(SHIPMENTS, errorWith(403));
		expect(troubled.has(SHIPMENTS)).toBe(true);
		expect(troubled.has(shipments('b'))).toBe(false);
		troubled.succeed(SHIPMENTS);
		expect(troubled.has(SHIPMENTS)).toBe(false);
	});

	it('an object is named with its ID, since when and why, once it has failed for ten minutes', () => {
		failFor(9, SHIPMENTS);
		wait(MINUTE - 1);
		troubled.fail(SHIPMENTS, errorWith(500));
		expect(troubled.due).toBeUndefined();
		wait(1);
		troubled.fail(SHIPMENTS, errorWith(422));
		expect(troubled.due).toBe(`${CALLED}, since ${new Date(NOW).toISOString()}: Status 422`);
	});

	it('an object that failed once is not named, however long ago that was', () => {
		troubled.fail(SHIPMENTS, errorWith(500));
		wait(12 * 60 * MINUTE);
		expect(troubled.due).toBeUndefined();
	});

	it('an object is named once a day while it fails', () => {
		failFor(10, SHIPMENTS);
		expect(troubled.due).toContain(CALLED);
		troubled.markReported();
		expect(troubled.due).toBeUndefined();
		const namedAfterMinutes: number[] = [];
		for (let minute = 10; minute <= 3 * 1440; minute += 10) {
			wait(10 * MINUTE);
			troubled.fail(SHIPMENTS, errorWith(500));
			if (troubled.due === undefined) continue;
			namedAfterMinutes.push(minute);
			troubled.markReported();
		}
		expect(namedAfterMinutes).toEqual([1440, 2 * 1440, 3 * 1440]);
	});

	it('an object that begins to fail after a report is named with the next one, an hour later, and by itself', () => {
		failFor(10, SHIPMENTS);
		troubled.markReported();
		const other = task('m');
		failFor(59, SHIPMENTS, other);
		expect(troubled.due).toBeUndefined();
		failFor(1, SHIPMENTS, other);
		expect(troubled.due).toMatch(/^mockup task "m", since /);
		expect(troubled.due).not.toContain(CALLED);
	});

	it('an object that fails again after it could be read counts from then on', () => {
		failFor(10, SHIPMENTS);
		troubled.succeed(SHIPMENTS);
		failFor(9, SHIPMENTS);
		expect(troubled.due).toBeUndefined();
	});

	it('a report that did not name an object does not count as made of it', () => {
		const other = task('m');
		failFor(5, SHIPMENTS);
		failFor(5, SHIPMENTS, other);
		troubled.markReported();
		failFor(60, SHIPMENTS, other);
		expect(troubled.due).toContain('mockup task "m"');
		expect(troubled.due).not.toContain(CALLED);
	});

	it('more than three objects of one kind that fail in the same way are counted in one line, and three of them named', () => {
		const subjects = ['one', 'two', 'three', 'four', 'five'].map(shipments);
		failFor(10, ...subjects.slice(0, 3));
		expect(troubled.due?.split('\n')).toHaveLength(3);
		failFor(10, ...subjects, order('six'));
		troubled.fail(task('m'), errorWith(500));
		const since = new Date(NOW).toISOString();
		expect(troubled.due?.split('\n')).toEqual([
			`the shipments of 5 orders cannot be read, since ${since}: Status 500. Among them: order "one", order "two", order "three"`,
			expect.stringMatching(/^order "six", since /) as string,
		]);
	});

	it.each<[ReadObject['kind'], string, string]>([
		['shipments', 'the shipments of 4 orders', 'order "1", order "2", order "3"'],
		['order', '4 orders', 'order "1", order "2", order "3"'],
		[
			'orderWithShipments',
			'4 orders with their shipments',
			'order "1" with its shipments, order "2" with its shipments, order "3" with its shipments',
		],
		['mockupTask', '4 mockup tasks', 'mockup task "1", mockup task "2", mockup task "3"'],
	])('many of the kind %s are called %s', (kind, many, named) => {
		failFor(10, ...['1', '2', '3', '4'].map((id) => ({ kind, id })));
		expect(troubled.due).toContain(`${many} cannot be read, since `);
		expect(troubled.due?.endsWith(`Among them: ${named}`)).toBe(true);
	});

	it('an ID that reads like a name of another kind changes nothing', () => {
		const ids = [' with its shipments', '" with its shipments', 'order "a', 'mockup task "b"'];
		failFor(10, ...ids.map(order));
		expect(troubled.due).toMatch(/^4 orders cannot be read, /);
	});

	it('pages, and objects that fail in another way, have lines of their own', () => {
		const pages = ['1', '2', '3', '4'].map((number) => `page ${number} of the list of orders`);
		failFor(10, ...pages, order('a'), order('b'));
		for (const id of ['a', 'b', 'c']) troubled.fail(order(id), errorWith(403));
		expect(troubled.due?.split('\n')).toHaveLength(6);
	});

	it.each([
		[401, 'The service does not allow it to be read (status 401)'],
		[403, 'The service does not allow it to be read (status 403)'],
		[404, 'The service lists it, but does not find it by its ID (status 404)'],
		[410, 'The service lists it, but says that it is gone (status 410)'],
		[422, 'Status 422'],
	])('an object that is refused with %i is not said to be about the API key', (status, reason) => {
		failFor(10, order('a'));
		troubled.fail(order('a'), errorWith(status));
		expect(troubled.due).toMatch(/: [^:]*$/);
		expect(troubled.due?.endsWith(`: ${reason}`)).toBe(true);
	});

	it('an object that no poll has tried to read for two days is no longer known to fail', () => {
		failFor(10, SHIPMENTS);
		wait(2 * DAY);
		expect(troubled.due).toContain(CALLED);
		wait(1);
		expect(troubled.due).toBeUndefined();
		expect(troubled.has(SHIPMENTS)).toBe(false);
	});
});

describe('Many objects, or such with long IDs and messages', () => {
	const MEGABYTE = 1024 * 1024;
	const kept = (): unknown[] => [
		...(troubled as unknown as { troubles: Map<string, unknown> }).troubles,
	];
	const long = (index: number): string => `${index}${'x'.repeat(MEGABYTE / 4)}`;

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
				troubled.fail(order(long(index)), error);
			}
		};
		failWith(0);
		const beforeMb = heldMb();
		failWith(100);
		failWith(200);
		// Each hundred would hold 75 MB.
		if (globalThis.gc) expect(heldMb() - beforeMb).toBeLessThan(10);
		expect(JSON.stringify(kept()).length).toBeLessThan(300 * 900);
	});

	it('keeps 2,000 of them at most', () => {
		for (let index = 0; index < 10_000; index += 1)
			troubled.fail(order(String(index)), errorWith(500));
		expect(kept()).toHaveLength(2_000);
		expect(troubled.has(order('0'))).toBe(true);
		expect(troubled.has(order('9999'))).toBe(false);
		troubled.fail(order('0'), errorWith(500));
		troubled.succeed(order('1'));
		troubled.fail(order('9999'), errorWith(500));
		expect(troubled.has(order('9999'))).toBe(true);
	});

	it('has a report of less than 10,000 characters, which counts what it does not name', () => {
		const subjects = Array.from({ length: 100 }, (_, index) => `page ${long(index)}`);
		failFor(10, ...subjects, order(long(1)), shipments(long(2)));
		const report = troubled.due ?? '';
		expect(report.length).toBeLessThan(9_000);
		expect(report).toContain('and 82 more');
		expect(report).toContain('Status 500');
		troubled.markReported();
		expect(troubled.due).toBeUndefined();
	});
});
