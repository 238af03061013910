import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { PollingN8n } from '../core/engine/polling.ts';
import { credentialFor } from '../core/engine/run.ts';
import { useSandbox } from '../core/support.ts';
import { sendJson, useServers } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

const MINUTE = 60_000;
const TOO_LARGE = 'x'.repeat(5 * 1024 * 1024);

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
});
afterEach(() => {
	vi.useRealTimers();
});

const pass = (milliseconds: number): void => {
	vi.setSystemTime(Date.now() + milliseconds);
};

interface FakeOrder extends IDataObject {
	id: string;
	status: string;
}

const orderOf = (id: string, status = 'pending'): FakeOrder => {
	const time = new Date(Date.now()).toISOString();
	return { id, externalId: id, status, createdAt: time, updatedAt: time, orderItems: [] };
};

/** A service whose list of orders has these pages; one that is too large brings 5 MB. */
async function pagesOf(pages: Array<FakeOrder[] | 'tooLarge'>): Promise<string> {
	const { url } = await listen((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
		if (pathname !== '/api/orders') {
			const found = pages
				.filter((page) => page !== 'tooLarge')
				.flat()
				.find(({ id }) => pathname === `/api/orders/${id}`);
			return sendJson(response, found ?? {}, found ? 200 : 404);
		}
		const number = Number(searchParams.get('page') ?? 1);
		const page = pages[number - 1];
		if (page === 'tooLarge') return sendJson(response, { 'hydra:member': [], text: TOO_LARGE });
		sendJson(response, {
			'hydra:member': page ?? [],
			...(number < pages.length && {
				'hydra:view': { 'hydra:next': `/api/orders?page=${number + 1}` },
			}),
		});
	});
	return url;
}

describe('A page of a list that is too large', () => {
	it('polling tells what is on the other pages, and names the page that it cannot read', async () => {
		const pages: Array<FakeOrder[] | 'tooLarge'> = [[orderOf('a')], [orderOf('b')], [orderOf('c')]];
		const url = await pagesOf(pages);
		const n8n = new PollingN8n({ credential: credentialFor(node.sandbox, { baseUrl: url }) });
		await n8n.activate();
		pass(MINUTE);
		expect(await n8n.changeIds()).toEqual([]);
		const [, second] = pages;
		pages[1] = 'tooLarge';
		pages[2] = [orderOf('c', 'inprocess'), orderOf('d')];
		pass(MINUTE);
		const changes = await n8n.changeIds();
		expect(changes).toEqual(
			expect.arrayContaining(['order/c/inprocess', 'order/d/created', 'order/d/pending']),
		);
		const reports: string[] = [];
		for (let minute = 0; minute < 15; minute += 1) {
			pass(MINUTE);
			const { error } = await n8n.poll();
			if (error) reports.push(String((error as { description?: string }).description));
		}
		expect(reports).toHaveLength(1);
		expect(reports[0]).toContain('Page 2 of the list of orders');
		pages[1] = [...((second as FakeOrder[] | undefined) ?? []), orderOf('e')];
		pass(MINUTE);
		expect(await n8n.changeIds()).toContain('order/e/created');
	});

	it('polling ends when page after page is too large, and says which', async () => {
		const url = await pagesOf(Array.from({ length: 1_000 }, () => 'tooLarge' as const));
		const n8n = new PollingN8n({ credential: credentialFor(node.sandbox, { baseUrl: url }) });
		await expect(n8n.activate()).rejects.toThrow(/Page 4 of the list of orders is too large/);
	});

	it('Return All ends in an error that names the page and how many entries were read', async () => {
		const url = await pagesOf([[orderOf('a')], 'tooLarge', [orderOf('c')]]);
		const { error, json } = await node.run(
			{ resource: 'order', operation: 'getAll', returnAll: true, options: { maxAttempts: 1 } },
			{ credential: credentialFor(node.sandbox, { baseUrl: url }) },
		);
		expect(json).toEqual([]);
		expect(error?.message).toBe('Page 2 of the list of orders is too large');
		expect(error?.description).toContain('Before it, 1 entries were read.');
	});
});
