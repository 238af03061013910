import { afterEach, describe, expect, it } from 'vitest';
import { styleOf, type ContraryStyle } from '../../sandbox/contrary/style.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { call } from './support/client.ts';

skipWaits();

const running: Sandbox[] = [];
afterEach(async () => {
	await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
});

const isLossless = ({ lost }: ContraryStyle): boolean => lost.before === 0 && lost.after === 0;

/** A sandbox with the first seed whose style is like this, and which loses nothing. */
async function startWith(isWanted: (style: ContraryStyle) => boolean): Promise<Sandbox> {
	const seeds = Array.from({ length: 2_000 }, (_, seed) => seed);
	const contrary = seeds.find((seed) => isLossless(styleOf(seed)) && isWanted(styleOf(seed)));
	if (contrary === undefined) throw new Error('No seed has such a style');
	const sandbox = await startSandbox({ contrary, seed: { orders: 12 } });
	running.push(sandbox);
	return sandbox;
}

const place = async (sandbox: Sandbox) =>
	await call(sandbox, 'POST', '/api/orders', {
		body: sandbox.control.exampleOrder({ externalId: 'NEW' }),
	});

describe('A contrary sandbox', () => {
	it('a contrary sandbox has the same style each time for the same seed, and others for others', () => {
		expect(styleOf(7)).toEqual(styleOf(7));
		const styles = new Set(Array.from({ length: 50 }, (_, seed) => JSON.stringify(styleOf(seed))));
		expect(styles.size).toBe(50);
	});

	it('a contrary sandbox places an order, and answers it with a job', async () => {
		const sandbox = await startWith(({ create }) => create.body === 'job' && create.status === 202);
		expect(await place(sandbox)).toMatchObject({
			status: 202,
			json: { id: 'job-1', status: 'accepted' },
		});
		expect(sandbox.control.order('@NEW').status).toBe('draft');
	});

	it('a contrary sandbox returns the existing order in place of a second one', async () => {
		const sandbox = await startWith(({ duplicate }) => duplicate === 'order');
		await place(sandbox);
		expect(await place(sandbox)).toMatchObject({ status: 200, json: { externalId: 'NEW' } });
	});

	it('a contrary sandbox names the next page in a header only', async () => {
		const sandbox = await startWith(({ next, pageSize }) => next === 'header' && pageSize === 5);
		const { headers, json } = await call(sandbox, 'GET', '/api/orders');
		expect(headers.get('link')).toBe('</api/orders?page=2>; rel="next"');
		expect(json['hydra:view']).toBeUndefined();
	});

	it('a contrary sandbox does not show a new order at once', async () => {
		const sandbox = await startWith(({ lag }) => lag > 0);
		const ids = Array.from({ length: 10 }, (_, index) => `NEW-${index}`);
		const statusOf = async (id: string) =>
			(await call(sandbox, 'GET', `/api/orders/@${id}`)).status;
		const first: number[] = [];
		for (const externalId of ids) {
			const body = sandbox.control.exampleOrder({ externalId });
			await call(sandbox, 'POST', '/api/orders', { body });
			first.push(await statusOf(externalId));
		}
		expect(first).toEqual(ids.map(() => 404));
		for (const id of ids) await expect.poll(async () => await statusOf(id)).toBe(200);
	});

	it('a contrary sandbox cuts connections after the work was done', async () => {
		const sandbox = await startSandbox({
			contrary: Array.from({ length: 2_000 }, (_, seed) => seed).find((seed) => {
				const { lost } = styleOf(seed);
				return lost.before === 0 && lost.after > 0;
			}),
		});
		running.push(sandbox);
		const orders = Array.from({ length: 60 }, (_, index) =>
			sandbox.control.exampleOrder({ externalId: `NEW-${index}` }),
		);
		const answers = await Promise.allSettled(
			orders.map(async (body) => await call(sandbox, 'POST', '/api/orders', { body })),
		);
		expect(answers.some(({ status }) => status === 'rejected')).toBe(true);
		expect(sandbox.control.orders()).toHaveLength(60);
	});
});
