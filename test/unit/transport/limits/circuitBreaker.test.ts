import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { AccountLimits } from '../../../../nodes/PodFulfilment/transport/limits/accountLimits.ts';
import { OUTAGE_MS } from '../../../../nodes/PodFulfilment/transport/limits/circuitBreaker.ts';
import { RetryBudget, sendWithRetry } from '../../../../nodes/PodFulfilment/transport/retry.ts';
import type { RetryPolicy } from '../../../../nodes/PodFulfilment/transport/retryPolicy.ts';
import { Run } from '../../../../nodes/PodFulfilment/transport/run.ts';
import type {
	ServiceRequest,
	ServiceResponse,
} from '../../../../nodes/PodFulfilment/transport/types.ts';
import { seededRandom } from '../../../support/seed.ts';
import { requestOf } from '../caller.ts';

const NOW = 1_800_000_000_000;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW });
	vi.spyOn(Math, 'random').mockImplementation(seededRandom());
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

/** A minute without jitter, in which the service is tried, and the first back-off of the trial behind it: 4 seconds. */
const WITH_TRIAL = 64.2;

const POLICY: RetryPolicy = { concurrency: 10, maxAttempts: 5, maxWaitSeconds: 300 };

const secondsNow = (): number => (Date.now() - NOW) / 1000;

const failure = (status: number): ServiceError =>
	new ServiceError({
		outcome: status === 0 ? 'unsent' : status === 503 ? 'busy' : 'lost',
		status,
		message: 'The service is not available at the moment',
		description: '',
	});

/** A run of requests to a service that is down for some seconds from the beginning. */
class Outage {
	/** When each request was sent, in seconds. */
	readonly sentAt: number[] = [];

	private readonly limits: AccountLimits;

	private readonly seconds: number;

	private readonly status: number;

	private readonly policy: RetryPolicy;

	private readonly onlyWrites: boolean;

	/** Of each request. */
	readonly methods: string[] = [];

	constructor(
		seconds: number,
		{
			status = 503,
			isUnattended = true,
			onlyWrites = false,
			...policy
		}: Partial<RetryPolicy> & {
			status?: number;
			isUnattended?: boolean;
			onlyWrites?: boolean;
		} = {},
	) {
		this.seconds = seconds;
		this.status = status;
		this.onlyWrites = onlyWrites;
		this.policy = { ...POLICY, ...policy };
		this.limits = new AccountLimits(new Run(this.policy.concurrency, undefined, isUnattended));
	}

	/** Sends the request of one item. Resolves to whether it succeeded, and when that was known. */
	async item(request: ServiceRequest = requestOf('GET')) {
		const budget = new RetryBudget(this.limits.run, this.policy);
		const result = await sendWithRetry(request, this.limits, budget, async () => {
			this.sentAt.push(secondsNow());
			this.methods.push(request.method);
			await new Promise((resolve) => setTimeout(resolve, 10));
			const response: ServiceResponse = { status: 200, headers: {}, body: {} };
			const isHit = !this.onlyWrites || request.method !== 'GET';
			return isHit && secondsNow() < this.seconds ? failure(this.status) : response;
		});
		return { isDone: !(result instanceof ServiceError), result, endedAt: secondsNow() };
	}
}

const results = async <Result>(work: Promise<Result>): Promise<Result> => {
	let isOver = false;
	void work.finally(() => (isOver = true));
	while (!isOver) await vi.advanceTimersByTimeAsync(1000);
	return await work;
};

/** As {@link Outage.item}, for several items one after the other. */
const inTurn = async (
	outage: Outage,
	count: number,
	item: () => ReturnType<Outage['item']> = async () => await outage.item(),
) =>
	await results(
		(async () => {
			const ended: Array<Awaited<ReturnType<Outage['item']>>> = [];
			for (let index = 0; index < count; index += 1) ended.push(await item());
			return ended;
		})(),
	);

describe('A service that is not available, in a run that nobody watches', () => {
	it.each([0, 502, 503, 504])(
		'with the status %i it is tried for about a minute, in as many attempts as otherwise',
		async (status) => {
			const outage = new Outage(Infinity, { status });
			const [item] = await inTurn(outage, 1);
			expect(item).toMatchObject({ isDone: false });
			expect(item?.endedAt).toBeGreaterThan(45);
			expect(item?.endedAt).toBeLessThan(62);
			expect(outage.sentAt).toHaveLength(5);
		},
	);

	it('an outage of 45 seconds is waited for', async () => {
		expect(await inTurn(new Outage(45), 1)).toMatchObject([{ isDone: true }]);
	});

	it('many attempts are made at least as slowly as otherwise, and none is left out', async () => {
		const outage = new Outage(Infinity, { maxAttempts: 12 });
		await inTurn(outage, 1);
		expect(outage.sentAt).toHaveLength(12);
	});

	it.each([
		['no jitter', 0, 18],
		['the most jitter', 1 - Number.EPSILON, 14.4],
	])('Max Waiting Time holds, and nine tenths of it are used: %s', async (_, random, seconds) => {
		vi.spyOn(Math, 'random').mockReturnValue(random);
		const outage = new Outage(Infinity, { maxWaitSeconds: 20 });
		const [item] = await inTurn(outage, 1);
		expect(outage.sentAt).toHaveLength(5);
		expect(item?.endedAt).toBeGreaterThan(seconds - 0.1);
		expect(item?.endedAt).toBeLessThan(seconds + 0.2);
	});

	it('the minute is that of the run: then one item is a trial, and the others are refused at once', async () => {
		const outage = new Outage(Infinity);
		const items = await inTurn(outage, 50);
		expect(items.map(({ isDone }) => isDone)).not.toContain(true);
		expect(outage.sentAt).toHaveLength(6);
		expect(items.at(-1)?.endedAt).toBeLessThan(WITH_TRIAL);
		const { result } = items.at(-1) ?? {};
		expect(result).toMatchObject({
			status: 503,
			message: 'The service is not available at the moment',
			description: expect.stringContaining('not asked again'),
		});
	});

	it('items that wait side by side give up together', async () => {
		const outage = new Outage(Infinity);
		const items = await results(
			Promise.all(Array.from({ length: 10 }, async () => await outage.item())),
		);
		expect(Math.max(...items.map(({ endedAt }) => endedAt))).toBeLessThan(62);
		expect(outage.sentAt.length).toBeLessThanOrEqual(50);
	});

	it('after a trial that succeeds all items are sent again', async () => {
		const outage = new Outage(61);
		await inTurn(outage, 1);
		await vi.advanceTimersByTimeAsync(20_000);
		const items = await results(
			Promise.all(Array.from({ length: 5 }, async () => await outage.item())),
		);
		expect(items.map(({ isDone }) => isDone)).toEqual([true, true, true, true, true]);
	});

	it.each(['GET', 'POST'] as const)(
		'after a %s that succeeds as the trial the others are sent beside each other again',
		async (method) => {
			const outage = new Outage(61, { status: 0, onlyWrites: method === 'POST' });
			await inTurn(outage, 1, async () => await outage.item(requestOf(method)));
			await vi.advanceTimersByTimeAsync(20_000);
			const before = outage.sentAt.length;
			await results(
				Promise.all(Array.from({ length: 5 }, async () => await outage.item(requestOf(method)))),
			);
			const [trial = 0, first = 0, ...others] = outage.sentAt.slice(before);
			expect(first - trial).toBeGreaterThanOrEqual(0.01);
			// Before the first of them is answered.
			expect(others).toHaveLength(3);
			expect(Math.max(...others) - first).toBeLessThan(0.01);
		},
	);

	it('others wait for a trial that is under way, and are not sent when it fails', async () => {
		const outage = new Outage(Infinity);
		await inTurn(outage, 1);
		const before = outage.sentAt.length;
		const items = await results(
			Promise.all(Array.from({ length: 5 }, async () => await outage.item())),
		);
		expect(items.map(({ isDone }) => isDone)).not.toContain(true);
		expect(outage.sentAt).toHaveLength(before + 1);
	});

	it('after another minute there is another trial', async () => {
		const outage = new Outage(100);
		await inTurn(outage, 2);
		await vi.advanceTimersByTimeAsync(OUTAGE_MS);
		expect(await inTurn(outage, 2)).toMatchObject([{ isDone: true }, { isDone: true }]);
	});

	it('with one attempt only, items go on being sent until the service was down for a minute', async () => {
		const outage = new Outage(Infinity, { maxAttempts: 1 });
		await inTurn(outage, 20);
		expect(outage.sentAt).toHaveLength(20);
		await vi.advanceTimersByTimeAsync(OUTAGE_MS);
		await inTurn(outage, 20);
		expect(outage.sentAt).toHaveLength(22);
	});
});

describe('A service that answers questions and takes no orders, in a run that nobody watches', () => {
	/** An order, with a look between two attempts. */
	const order = (outage: Outage): ServiceRequest => ({
		...requestOf('POST'),
		retrySafety: 'afterAsking',
		wasMade: async () => !(await outage.item(requestOf('GET'))).isDone,
	});

	const places = async (outage: Outage, count: number) =>
		await inTurn(outage, count, async () => {
			await outage.item(requestOf('GET'));
			return await outage.item(order(outage));
		});

	const writes = ({ methods }: Outage): number => methods.filter((one) => one === 'POST').length;

	it('orders are tried for a minute, then one is a trial, and the others are refused at once', async () => {
		const outage = new Outage(Infinity, { onlyWrites: true });
		const items = await places(outage, 20);
		expect(items.map(({ isDone }) => isDone)).not.toContain(true);
		expect(items[0]?.endedAt).toBeGreaterThan(45);
		expect(items.at(-1)?.endedAt).toBeLessThan(WITH_TRIAL);
		expect(writes(outage)).toBe(6);
	});

	it('orders are placed once it takes them again', async () => {
		const outage = new Outage(40, { onlyWrites: true });
		const items = await places(outage, 5);
		expect(items.map(({ isDone }) => isDone)).not.toContain(false);
		expect(items.at(-1)?.endedAt).toBeLessThan(62);
	});
});

describe('A service that is not available, in a run that somebody watches', () => {
	it('each item gives up after some seconds, and none is refused unsent', async () => {
		const outage = new Outage(Infinity, { isUnattended: false });
		const items = await inTurn(outage, 3);
		expect(outage.sentAt).toHaveLength(15);
		expect(items[0]?.endedAt).toBeLessThan(10);
	});
});
