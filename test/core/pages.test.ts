import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { runNode } from './orderRuns.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();

const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

interface Pages {
	/** Pages by their number, each with the number of the page that it links as the next. */
	next: Record<number, number>;
	/** Whether a page says which one it is. */
	named?: boolean;
}

/** Serves pages of two members each; the first is also what comes when no number is asked for. */
async function serve({ next, named = true }: Pages): Promise<string> {
	const server = createServer((request, response) => {
		const number = Number(new URL(request.url ?? '', 'http://host').searchParams.get('page') ?? 1);
		const linked = next[number];
		response.end(
			JSON.stringify({
				'hydra:member': [{ id: `${number}-a` }, { id: `${number}-b` }],
				'hydra:view': {
					...(named && { '@id': `/api/orders?page=${number}` }),
					...(linked !== undefined && { 'hydra:next': `/api/orders?page=${linked}` }),
				},
			}),
		);
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each(ENGINES)('A list whose pages link in a loop, on the engine of %s', (engine) => {
	const list = async (pages: Pages) =>
		await runNode(
			node,
			{ resource: 'order', operation: 'getAll', returnAll: true },
			{ engine, credential: credentialFor(node.sandbox, { baseUrl: await serve(pages) }) },
		);

	it.each<[string, Pages, number]>([
		['the last to itself', { next: { 1: 2, 2: 3, 3: 3 } }, 3],
		['the last to the one before', { next: { 1: 2, 2: 3, 3: 2 } }, 3],
		['the last to the first, by its number', { next: { 1: 2, 2: 3, 3: 1 } }, 3],
		['the first to itself, by its number', { next: { 1: 1 } }, 1],
		['the last to itself, and no page is named', { next: { 1: 2, 2: 2 }, named: false }, 2],
	])('the list ends, and each member comes once: %s', async (_, pages, count) => {
		const { json, error } = await list(pages);
		expect(error).toBeUndefined();
		expect(json.map(({ id }) => id)).toEqual(
			Array.from({ length: count }, (_unused, index) => [
				`${index + 1}-a`,
				`${index + 1}-b`,
			]).flat(),
		);
	});

	it('the list of the sandbox is read to its end, each member once', async () => {
		await node.sandbox.control.reset({ pageSize: 4, seed: { orders: 13 } });
		const { json } = await runNode(
			node,
			{ resource: 'order', operation: 'getAll', returnAll: true },
			{ engine },
		);
		expect(json.map(({ id }) => id).sort()).toEqual(
			node.sandbox.control
				.orders()
				.map(({ id }) => id)
				.sort(),
		);
	});
});

describe.each(ENGINES)('A list without a body, on the engine of %s', (engine) => {
	const read = async (fault: { status: number; body: string }) => {
		node.sandbox.control.injectFault({ match: { path: '/api/orders' }, ...fault });
		const parameters = { resource: 'order', operation: 'getAll', returnAll: true };
		return await runNode(node, parameters, { engine });
	};

	it('the list is empty with status 204', async () => {
		const { json, error } = await read({ status: 204, body: '' });
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
	});

	// Of an answer that lost its body, nothing says that there are no orders.
	it.each(['', 'null'])('the list cannot be read with status 200 and %j', async (body) => {
		const { json, error } = await read({ status: 200, body });
		expect(json).toEqual([]);
		expect(error?.description).toContain('a list of objects that have an ID');
	});
});
