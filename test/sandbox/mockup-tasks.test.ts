import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { identifierOf } from '../../sandbox/identifiers.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { call, membersOf, TIMESTAMP, UUID } from './support/client.ts';

skipWaits();

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ timeScale: 1000, creditsIncluded: 250 });
});
beforeEach(async () => await sandbox.control.reset());
afterAll(async () => await sandbox.close());

const creditsUsed = async (): Promise<number> => {
	const { headers } = await call(sandbox, 'GET', '/api/mockup-tasks');
	return Number(headers.get('x-svc-credits-used'));
};

describe('Section 4: mockup tasks', () => {
	it('mockup tasks are listed newest first, pending, completed and failed ones', async () => {
		const answer = await call(sandbox, 'GET', '/api/mockup-tasks');
		expect(answer.json).toMatchObject({
			'@context': '/api/contexts/MockupTask',
			'@id': '/api/mockup-tasks',
			'@type': 'hydra:Collection',
			'hydra:totalItems': 6,
		});
		const statuses = membersOf(answer).map(({ status }) => status);
		expect(new Set(statuses)).toEqual(new Set(['pending', 'completed', 'failed']));
		const pending = await call(sandbox, 'GET', '/api/mockup-tasks?status=pending');
		expect(membersOf(pending).every(({ status }) => status === 'pending')).toBe(true);
	});

	it('mockup tasks have every field of the specification', async () => {
		const list = membersOf(await call(sandbox, 'GET', '/api/mockup-tasks'));
		const completed = list.find(({ status }) => status === 'completed');
		const answer = await call(sandbox, 'GET', completed?.['@id'] as string);
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({
			'@context': '/api/contexts/MockupTask',
			'@id': `/api/mockup-tasks/${completed?.id as string}`,
			'@type': 'MockupTask',
			id: expect.stringMatching(UUID),
			status: 'completed',
			createdAt: expect.stringMatching(TIMESTAMP),
			finishedAt: expect.stringMatching(TIMESTAMP),
			failureReasons: [],
			catalogVariantMockups: [
				{
					catalogVariantId: expect.stringMatching(UUID),
					mockups: [
						{
							mockupUrl: expect.stringMatching(/^http/),
							placement: expect.any(String),
							technique: expect.any(String),
							displayName: expect.any(String),
						},
					],
				},
			],
		});
		const failed = list.find(({ status }) => status === 'failed');
		expect(failed?.failureReasons).toHaveLength(1);
	});

	it('mockup tasks answer 410 once their images are gone, and leave the list', async () => {
		const seeded = identifierOf('mockup-task:demo:expired');
		expect((await call(sandbox, 'GET', `/api/mockup-tasks/${seeded}`)).status).toBe(410);
		const [task] = sandbox.control.mockupTasks();
		await sandbox.control.expireMockupTask(task?.id ?? '');
		const answer = await call(sandbox, 'GET', `/api/mockup-tasks/${task?.id}`);
		expect(answer.status).toBe(410);
		expect(answer.json['@type']).toBe('hydra:Error');
		const list = await call(sandbox, 'GET', '/api/mockup-tasks');
		expect(list.json['hydra:totalItems']).toBe(5);
	});
});

describe('Section 8: credits', () => {
	it('credits are in two headers of both endpoints', async () => {
		const [task] = sandbox.control.mockupTasks();
		for (const path of ['/api/mockup-tasks', `/api/mockup-tasks/${task?.id}`]) {
			const { headers } = await call(sandbox, 'GET', path);
			expect(headers.get('X-SVC-Credits-Included')).toBe('250');
			expect(headers.get('X-SVC-Credits-Used')).toMatch(/^\d+$/);
		}
	});

	it('the headers of the credits have the provider’s short brand', async () => {
		await sandbox.control.reset({ creditHeaderBrand: 'ACME' });
		const { headers } = await call(sandbox, 'GET', '/api/mockup-tasks');
		expect(headers.get('X-ACME-Credits-Included')).toBe('250');
		await sandbox.control.reset({ creditHeaderBrand: 'SVC' });
	});

	it('credits are charged at once, 1 per generated image, and only when a task completes', async () => {
		const before = await creditsUsed();
		const variantIds = sandbox.control
			.variants()
			.slice(0, 3)
			.map(({ id }) => id);
		const task = await sandbox.control.createMockupTask({ variantIds });
		expect(task.status).toBe('pending');
		expect(await creditsUsed()).toBe(before);
		await sandbox.control.stepMockupTask(task.id);
		expect(await creditsUsed()).toBe(before + 3);
		await sandbox.control.stepMockupTask(task.id, 'completed');
		expect(await creditsUsed()).toBe(before + 3);
		const failing = await sandbox.control.createMockupTask();
		await sandbox.control.stepMockupTask(failing.id, 'failed');
		expect(await creditsUsed()).toBe(before + 3);
	});
});
