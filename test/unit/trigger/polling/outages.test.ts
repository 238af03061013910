import { UserError, type INode } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import {
	isUrgent,
	outageError,
	Outages,
} from '../../../../nodes/PodFulfilment/trigger/polling/outages.ts';
import { StateError } from '../../../../nodes/PodFulfilment/trigger/polling/state/checkState.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

const NODE: INode = {
	id: '1',
	name: 'Polling',
	type: 'trigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const wait = (time: number): void => {
	vi.setSystemTime(Date.now() + time);
};

beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
	vi.useRealTimers();
});

describe('An outage', () => {
	it('it is reported once it has lasted ten minutes, and then once an hour', () => {
		const outages = new Outages();
		expect(outages.fail('a')).toEqual({ sinceMs: NOW, isReported: false });
		wait(10 * MINUTE - 1);
		expect(outages.fail('a').isReported).toBe(false);
		wait(1);
		expect(outages.fail('a')).toEqual({ sinceMs: NOW, isReported: true });
		wait(60 * MINUTE - 1);
		expect(outages.fail('a').isReported).toBe(false);
		wait(1);
		expect(outages.fail('a')).toEqual({ sinceMs: NOW, isReported: true });
	});

	it('it ends with a poll that succeeds, and the next one counts from its own beginning', () => {
		const outages = new Outages();
		outages.fail('a');
		wait(9 * MINUTE);
		outages.end('a');
		wait(9 * MINUTE);
		expect(outages.fail('a')).toEqual({ sinceMs: NOW + 18 * MINUTE, isReported: false });
	});

	it('the outages of two nodes are two', () => {
		const outages = new Outages();
		outages.fail('a');
		wait(10 * MINUTE);
		expect(outages.fail('b')).toEqual({ sinceMs: NOW + 10 * MINUTE, isReported: false });
		outages.end('b');
		expect(outages.fail('a').isReported).toBe(true);
	});

	it('what only the user can fix is reported at once, and then once an hour', () => {
		const outages = new Outages();
		expect(outages.fail('a', { isUrgent: true }).isReported).toBe(true);
		expect(outages.fail('a', { isUrgent: true }).isReported).toBe(false);
		wait(60 * MINUTE);
		expect(outages.fail('a', { isUrgent: true }).isReported).toBe(true);
	});

	it('it always fails the activation', () => {
		const outages = new Outages();
		expect(outages.fail('a', { isActivation: true }).isReported).toBe(true);
		expect(outages.fail('a', { isActivation: true }).isReported).toBe(true);
	});

	it('a refused API key and wrong settings are what only the user can fix', () => {
		const withStatus = (status: number): ServiceError =>
			new ServiceError({ outcome: 'refused', message: 'No', description: '', status });
		expect([401, 403].every((status) => isUrgent(withStatus(status)))).toBe(true);
		expect([0, 404, 422, 429, 500].some((status) => isUrgent(withStatus(status)))).toBe(false);
		expect([isUrgent(new UserError('No')), isUrgent(new Error('No'))]).toEqual([true, false]);
	});
});

describe('The report of an outage', () => {
	const since = new Date(NOW).toISOString();
	const error = new UserError('The service is away', { description: 'Ask the provider.' });

	it('it says what is wrong, since when, what to do and that nothing is lost', () => {
		const { message, description } = outageError(NODE, error, NOW, false);
		expect(message).toBe(`The service is away, since ${since}`);
		expect(description).toBe(
			'Ask the provider. Nothing is lost: the next successful poll brings what has changed. While the outage lasts, it is reported once an hour.',
		);
		expect(outageError(NODE, new Error('Away'), NOW, false).description).toMatch(
			/^Nothing is lost/,
		);
	});

	it('it says that nothing starts the workflow where the state cannot be used', () => {
		const damaged = new StateError('It is damaged', { description: 'Restore it.' });
		expect(outageError(NODE, damaged, NOW, false).description).toBe(
			'Restore it. Until then nothing starts the workflow, and this is reported once an hour.',
		);
	});

	it('at activation, all of it is in the message, as n8n shows nothing else', () => {
		const { message, description } = outageError(NODE, error, NOW, true);
		expect(message).toBe('The service is away. Ask the provider.');
		expect(description).toBe('Ask the provider.');
		expect(outageError(NODE, new Error('Away'), NOW, true).message).toBe('Away.');
	});
});
