/**
 * What a test did is done again: each run that wrote is run once more, as a user runs a workflow once more, and writes
 * nothing. So no test of an operation has to ask for that by itself.
 *
 * Run again is the same node with the same parameters, settings and items, as a new execution on the same service, which has
 * no faults, no rate limit and no lag by then, and no proxy before it. That is after the test, which may count its requests
 * and change its orders: whatever became of them, nothing is done twice. A run that stopped, or left an item undone, is run
 * again to do the rest, and then once more. An agent's tool and the examples run on engines of their own, and are not.
 *
 * What counts as a write is what the service did, not what it was sent: Create and Reprint may send an order before they look
 * for it, Confirm and Cancel their change, and Update its values (docs/decisions/what-is-retried.md). The service refuses what
 * it has, and a PATCH of what the order holds changes nothing but its time. Only a refund counts as soon as it is sent for an
 * order that shows one: no service promises to refuse it, so Refund looks first.
 */
import type { INodeParameters } from 'n8n-workflow';
import { isDeepStrictEqual } from 'node:util';

import type { Control, RequestRecord, Sandbox } from '../../../sandbox/index.ts';
import { startUnobserved, type ExecutionOptions } from './execution.ts';
import type { RunResult } from './run.ts';

type Order = ReturnType<Control['orders']>[number];

interface OrderState {
	content: string;
	isRefunded: boolean;
}

type Orders = ReadonlyMap<unknown, OrderState>;

/** A run of the test that wrote. */
interface Run {
	options: ExecutionOptions;
	result: RunResult;
	/** The orders of the service when it had ended. */
	orders: Orders;
}

/** What a request can change of an order, without what the service makes of it and the IDs that a change renews. */
const contentOf = ({ externalId, shipping, recipient, items }: Order): string =>
	JSON.stringify([
		externalId,
		shipping,
		recipient,
		items.map(({ errors: _, placements, ...item }) => ({
			...item,
			placements: placements.map(({ id: __, ...placement }) => placement),
		})),
	]);

/** The orders of all accounts by their IDs. */
const ordersOf = (control: Control): Orders =>
	new Map(
		control
			.accounts()
			.flatMap(({ name }) => control.orders(name))
			.map((order) => [
				order.id,
				{ content: contentOf(order), isRefunded: order.refundedAt !== undefined },
			]),
	);

const isRead = ({ method }: RequestRecord): boolean => method === 'GET';

const isDone = ({ status = 0 }: RequestRecord): boolean => status >= 200 && status < 300;

/** Whether the service may have done it: a fault may have taken the place of its answer, or have cut it off. */
const mayBeDone = ({ status = 0 }: RequestRecord): boolean => status < 400 || status >= 500;

/** Requests by which the service did something, or a second refund might be made. */
function writesOf(control: Control, before: Orders): string[] {
	const after = ordersOf(control);
	const isChanged = [...before].some(([id, { content }]) => after.get(id)?.content !== content);
	const isWrite = (request: RequestRecord): boolean => {
		if (request.method === 'PATCH') return isDone(request) && isChanged;
		const [, reference] = /^\/api\/orders\/([^/]+)\/refund$/.exec(request.path) ?? [];
		if (reference === undefined) return isDone(request);
		const isOfOrder = ({ id, externalId }: Order): boolean =>
			[id, `@${externalId}`].includes(decodeURIComponent(reference));
		const order = control.orders().find(isOfOrder);
		return isDone(request) || before.get(order?.id)?.isRefunded === true;
	};
	const requests = control.requests().filter((request) => !isRead(request) && isWrite(request));
	return requests.map(({ method, path }) => `${method} ${path}`);
}

const isComplete = ({ json, error }: RunResult): boolean =>
	!error && json.length > 0 && json.every((item) => item.error === undefined);

/** Whether the run placed what it has to return as existing: its orders are as they were when it had ended. */
function mustExist({ options, result, orders }: Run, now: Orders): boolean {
	const { operation, options: chosen } = options.parameters;
	return (
		(operation === 'create' || operation === 'reprint') &&
		(chosen as INodeParameters | undefined)?.ifExists !== 'error' &&
		isComplete(result) &&
		result.json.every(({ id }) => {
			const order = orders.get(id);
			return order !== undefined && order.content === now.get(id)?.content;
		})
	);
}

const nameOf = ({ parameters: { resource, operation } }: ExecutionOptions): string =>
	`${String(resource)} → ${String(operation)}`;

/** The runs of a test that wrote to a sandbox. */
export class Repetition {
	private readonly sandbox: Sandbox;

	private runs: Run[] = [];

	constructor(sandbox: Sandbox) {
		this.sandbox = sandbox;
	}

	/** Keeps a run that begins now, once it has ended and has written. */
	note(options: ExecutionOptions, finished: Promise<RunResult>): void {
		const { control } = this.sandbox;
		const earlier = new Set(control.requests());
		const keep = (result: RunResult): void => {
			const sent = control.requests().filter((request) => !earlier.has(request));
			const wrote = sent.some((request) => !isRead(request) && mayBeDone(request));
			if (!wrote && options.writesAgain === undefined) return;
			// Of a run that the test itself repeats, the last is repeated here.
			const others = this.runs.filter((run) => !isDeepStrictEqual(run.options, options));
			this.runs = [...others, { options, result, orders: ordersOf(control) }];
		};
		// A failed execution is told to the test.
		finished.then(keep, () => {});
	}

	/** Forgets the runs, as those of a test that failed. */
	forget(): void {
		this.runs = [];
	}

	/**
	 * Runs again what wrote, in its order.
	 *
	 * @throws when a run writes again, when one is said to and does not, and when an order that is there is not returned
	 */
	async repeat(): Promise<void> {
		const { runs } = this;
		this.forget();
		if (runs.length === 0) return;
		const { control } = this.sandbox;
		control.clearFaults();
		control.setRateLimit();
		control.setReads();
		for (const run of runs) await this.requireNothingLeft(run);
	}

	private async requireNothingLeft(run: Run): Promise<void> {
		const { options } = run;
		const mustReturn = mustExist(run, ordersOf(this.sandbox.control));
		let { writes, result } = await this.runAgain(options);
		if (!isComplete(run.result) && writes.length > 0) {
			({ writes, result } = await this.runAgain(options));
		}
		const { writesAgain } = options;
		if (writesAgain !== undefined) {
			if (writes.length > 0) return;
			throw new Error(
				`${nameOf(options)} wrote nothing when it was run again, so this does not hold: ${writesAgain}`,
			);
		}
		if (writes.length > 0) {
			throw new Error(
				`${nameOf(options)} wrote again when it was run again: ${writes.join(', ')}. A test in which it has to says why with \`writesAgain\`.`,
			);
		}
		if (!mustReturn) return;
		const placed = run.result.json.map(({ id }) => `${String(id)} existing`);
		const returned = result.json.map(({ id, outcome }) => `${String(id)} ${String(outcome)}`);
		if (placed.join() === returned.join()) return;
		throw new Error(
			`${nameOf(options)} did not return its orders when it was run again, but ${result.error?.message ?? returned.join(', ')}`,
		);
	}

	private async runAgain(
		options: ExecutionOptions,
	): Promise<{ writes: string[]; result: RunResult }> {
		const { control, url } = this.sandbox;
		const before = ordersOf(control);
		control.clearRecords();
		const credential = { ...options.credential, baseUrl: url };
		const result = await startUnobserved({ ...options, credential }).finished;
		return { writes: writesOf(control, before), result };
	}
}
