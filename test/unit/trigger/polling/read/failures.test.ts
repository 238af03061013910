import { describe, expect, it } from 'vitest';

import { ServiceError } from '../../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { deadlineIn } from '../../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import {
	Failures,
	isKeyRefused,
	mustStop,
	requestError,
	withShareOfTime,
	type PollRequests,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/client.ts';
import { Reports } from '../../../../../nodes/PodFulfilment/trigger/polling/read/reports.ts';
import { FakeService } from '../fakeService.ts';
import { pollClientOf } from '../poller.ts';

const errorWith = (status: number): ServiceError =>
	new ServiceError({ outcome: 'refused', message: `Status ${status}`, description: '', status });

function failuresWith(...statuses: number[]): Failures {
	const failures = new Failures();
	for (const status of statuses) failures.add(errorWith(status));
	return failures;
}

/** Requests whose deadline is so many milliseconds away. */
function requestsWith(failures: Failures, milliseconds: number): PollRequests {
	return {
		client: pollClientOf(
			new FakeService(10).client,
			deadlineIn(milliseconds, () => 0),
		),
		failures,
		reports: new Reports(),
	};
}

describe('Failures of one poll', () => {
	it('only a refused API key is final: every other failure is about what was asked for', () => {
		const statuses = [0, 400, 401, 403, 404, 408, 410, 422, 429, 500, 502, 503, 504];
		expect(failuresWith().areFinal).toBe(false);
		expect(statuses.filter((status) => failuresWith(status).areFinal)).toEqual([401]);
		expect(failuresWith(500, 403, 403, 403, 500).areFinal).toBe(false);
		expect(failuresWith(500, 401).areFinal).toBe(true);
	});

	it.each([
		[[], undefined],
		[[500, 429], 500],
		[[500, 401, 403], 401],
		[[500, 403], 403],
	])('failures %j are reported by a refused API key before anything else', (statuses, worst) => {
		expect(failuresWith(...statuses).worst?.status).toBe(worst);
	});
});

describe('Failures of a poll that could read something', () => {
	it.each([401, 403])(
		'a list that is refused with %i is named, and the API key is not',
		(status) => {
			const failures = new Failures();
			failures.add(errorWith(500), 'the list of orders');
			failures.add(errorWith(status), 'the list of mockup tasks');
			// What succeeds later counts as well.
			failures.noteSuccess();
			expect(failures.areFinal).toBe(false);
			expect(failures.worst).toMatchObject({
				status,
				message: `The list of mockup tasks cannot be read: the service does not allow it (status ${status})`,
				description: expect.stringMatching(/can be read with the same API key/) as string,
			});
		},
	);

	it('any other failure is reported as it is', () => {
		const failures = new Failures();
		failures.noteSuccess();
		failures.add(errorWith(500), 'the list of orders');
		expect(failures.worst?.message).toBe('Status 500');
	});
});

describe('Requests of one poll', () => {
	it('requests stop at the deadline, and when the API key is refused', () => {
		expect(mustStop(requestsWith(failuresWith(), 1000))).toBe(false);
		expect(mustStop(requestsWith(failuresWith(500, 500, 500, 403), 1000))).toBe(false);
		expect(mustStop(requestsWith(failuresWith(401), 1000))).toBe(true);
		expect(mustStop(requestsWith(failuresWith(), 0))).toBe(true);
	});

	it('requests of a part have a share of the time, and their failures count for all', () => {
		let now = 0;
		const failures = failuresWith();
		const all: PollRequests = {
			client: pollClientOf(
				new FakeService(10).client,
				deadlineIn(1000, () => now),
			),
			failures,
			reports: new Reports(),
		};
		const part = withShareOfTime(all, 0.4);
		now = 399;
		expect(mustStop(part)).toBe(false);
		now = 400;
		expect([mustStop(part), mustStop(all)]).toEqual([true, false]);
		part.failures.add(errorWith(401));
		expect(mustStop(all)).toBe(true);
	});

	it('a list that is refused with 401 or 403 refuses the API key', () => {
		const statuses = [0, 400, 401, 403, 404, 422, 429, 500];
		expect(statuses.filter((status) => isKeyRefused(errorWith(status)))).toEqual([401, 403]);
	});

	it('an error that is not of a request is a bug, and is thrown on', () => {
		const failed = errorWith(500);
		expect(requestError(failed)).toBe(failed);
		const bug = new TypeError('x is not a function');
		expect(() => requestError(bug)).toThrow(bug);
	});
});
