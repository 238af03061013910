import { describe, expect, it } from 'vitest';

import { ServiceError } from '../../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { deadlineIn } from '../../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import {
	Failures,
	isDeleted,
	mustStop,
	requestError,
	withShareOfTime,
	type PollRequests,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/requests.ts';
import { FakeService } from '../fakeService.ts';

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
		client: new FakeService(10).client,
		deadline: deadlineIn(milliseconds, () => 0),
		failures,
	};
}

describe('Failures of one poll', () => {
	it.each([0, 401, 403, 422, 429])(
		'failures are general after a single %i, which every other request would get as well',
		(status) => {
			expect(failuresWith(status).areGeneral).toBe(true);
			expect(failuresWith(500, status).areGeneral).toBe(true);
		},
	);

	it.each([400, 404, 410, 500, 502, 503, 504])(
		'failures are general after three of %i, of which each may be about its own request',
		(status) => {
			expect(failuresWith().areGeneral).toBe(false);
			expect(failuresWith(status, status).areGeneral).toBe(false);
			expect(failuresWith(status, status, status).areGeneral).toBe(true);
		},
	);

	it.each([
		[[], undefined],
		[[500, 429], 500],
		[[500, 401, 403], 401],
		[[500, 403], 403],
	])('failures %j are reported by a refused API key before anything else', (statuses, worst) => {
		expect(failuresWith(...statuses).worst?.status).toBe(worst);
	});
});

describe('Requests of one poll', () => {
	it('requests stop at the deadline, and when they fail in general', () => {
		expect(mustStop(requestsWith(failuresWith(), 1000))).toBe(false);
		expect(mustStop(requestsWith(failuresWith(500), 1000))).toBe(false);
		expect(mustStop(requestsWith(failuresWith(401), 1000))).toBe(true);
		expect(mustStop(requestsWith(failuresWith(), 0))).toBe(true);
	});

	it('requests of a part have a share of the time, and their failures count for all', () => {
		let now = 0;
		const failures = failuresWith();
		const all: PollRequests = {
			client: new FakeService(10).client,
			deadline: deadlineIn(1000, () => now),
			failures,
		};
		const part = withShareOfTime(all, 0.4);
		now = 399;
		expect(mustStop(part)).toBe(false);
		now = 400;
		expect([mustStop(part), mustStop(all)]).toEqual([true, false]);
		part.failures.add(errorWith(401));
		expect(mustStop(all)).toBe(true);
	});

	it('an object is deleted when the service says so, and not for any other refusal', () => {
		const statuses = [400, 401, 403, 404, 409, 410, 422, 500];
		expect(statuses.filter((status) => isDeleted(errorWith(status)))).toEqual([404, 410]);
	});

	it('an error that is not of a request is a bug, and is thrown on', () => {
		const failed = errorWith(500);
		expect(requestError(failed)).toBe(failed);
		const bug = new TypeError('x is not a function');
		expect(() => requestError(bug)).toThrow(bug);
	});
});
