import { describe, expect, it } from 'vitest';

import { get } from '../../../../nodes/PodFulfilment/resources/mockupTask/get.ts';
import { getAll } from '../../../../nodes/PodFulfilment/resources/mockupTask/getAll.ts';
import { found, listOf, locate, runOperation } from '../runOperation.ts';

const headers = { 'x-svc-credits-included': '500', 'x-svc-credits-used': '120' };
const credits = { included: 500, used: 120, remaining: 380 };
const task = { '@id': '/api/mockup-tasks/m1', id: 'm1', status: 'completed' };

describe('Get of a mockup task', () => {
	it('the task is returned with the credits of its response', async () => {
		const { json, sent } = await runOperation(get, { mockupTaskId: locate('id', 'm1') }, [
			found(task, headers),
		]);
		expect(sent).toEqual(['GET /api/mockup-tasks/m1']);
		expect(json).toEqual([{ ...task, credits }]);
	});

	it('a task that the service does not have is named in the error', async () => {
		const { error } = await runOperation(get, { mockupTaskId: locate('id', 'm9') }, [
			{ status: 404 },
		]);
		expect(error?.message).toBe('Mockup task "m9" was not found');
	});
});

describe('Get Many of mockup tasks', () => {
	it('each task is returned with the credits of its page', async () => {
		const other = { id: 'm2', status: 'pending' };
		const { json, sent } = await runOperation(getAll, {}, [
			{ ...listOf(task, other), headers } as ReturnType<typeof found>,
		]);
		expect(sent).toEqual(['GET /api/mockup-tasks']);
		expect(json).toEqual([
			{ ...task, credits },
			{ ...other, credits },
		]);
	});

	it('the error says that the list of mockup tasks could not be read', async () => {
		const { error } = await runOperation(getAll, {}, [{ status: 410 }]);
		expect(error?.message).toContain('list of mockup tasks');
	});
});
