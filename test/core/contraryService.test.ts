import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { REPETITIONS } from '../support/repetitions.ts';
import { startAction, type ExecutionOptions } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import { createParametersWithoutCatalog, orderParameters, withoutBackOff } from './orderRuns.ts';

/** One service for each, which decides by it whatever the specification leaves open. */
const SEEDS = Array.from({ length: REPETITIONS.contraryServices }, (_, index) => index + 1);

/** So many services at once: they wait more than they work. */
const AT_ONCE = 8;

/** So often a person runs the workflow again that has failed. */
const MOST_RUNS = 6;

const OPTIONS: INodeParameters = { maxWaitSeconds: 3 };

const NUMBERS = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'];

interface Result {
	/** Output items without an error, of the last run. */
	done: IDataObject[];
	/** What the last run says of the items that failed. */
	errors: string[];
}

/** Runs the node for these items, and again for those that fail, as a person does. */
async function runUntilDone(
	sandbox: Sandbox,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
): Promise<Result> {
	const options: ExecutionOptions = {
		parameters,
		items,
		credential: credentialFor(sandbox),
		settings: { onError: 'continueRegularOutput' },
	};
	let result: Result = { done: [], errors: ['It never ran'] };
	for (let run = 0; run < MOST_RUNS && result.errors.length > 0; run += 1) {
		const { json, error } = await startAction(options).finished;
		const failed = json.filter((item) => item.error !== undefined);
		result = {
			done: json.filter((item) => item.error === undefined),
			errors: [...failed.map((item) => String(item.error)), ...(error ? [error.message] : [])],
		};
	}
	return result;
}

/** Orders from beginning to end; says what was promised and is not so. */
async function faultsOf(seed: number): Promise<string[]> {
	const sandbox = await startSandbox({ contrary: seed, timeScale: 1000 });
	const faults: string[] = [];
	const expectAll = (what: string, { done, errors }: Result, expected: string[]): void => {
		const handedOut = done.map(({ externalId }) => String(externalId)).toSorted();
		if (errors.length > 0 || handedOut.join() !== expected.toSorted().join()) {
			faults.push(`${what}: ${handedOut.join()} handed out, ${errors.join(' | ')}`);
		}
	};
	const stateOf = (externalId: string) =>
		sandbox.control.orders().find((order) => order.externalId === externalId);
	try {
		const items = NUMBERS.map((number) => ({ number }));
		const create = createParametersWithoutCatalog(sandbox, '={{ $json.number }}', OPTIONS);
		const twice = [...items, { number: 'A-1' }];
		expectAll('create', await runUntilDone(sandbox, create, twice), [...NUMBERS, 'A-1']);
		// The same input once more finds what stands.
		expectAll('create again', await runUntilDone(sandbox, create, items), NUMBERS);
		const standing = sandbox.control.orders().map(({ externalId }) => externalId);
		if (standing.toSorted().join() !== NUMBERS.join()) faults.push(`orders ${standing.join()}`);

		const update = orderParameters('update', 'A-1', OPTIONS);
		expectAll('update', await runUntilDone(sandbox, update), ['A-1']);
		if (stateOf('A-1')?.recipient.city !== 'Hamburg') faults.push('A-1 was never updated');

		for (const number of ['A-2', 'A-3']) {
			const confirm = orderParameters('confirm', number, OPTIONS);
			expectAll('confirm', await runUntilDone(sandbox, confirm), [number]);
			if (stateOf(number)?.status === 'draft') faults.push(`${number} was never confirmed`);
		}
		const cancel = orderParameters('cancel', 'A-4', OPTIONS);
		expectAll('cancel', await runUntilDone(sandbox, cancel), ['A-4']);
		if (stateOf('A-4')?.status !== 'canceled') faults.push('A-4 was never canceled');

		await sandbox.control.stepOrder('@A-2', 'inprocess');
		const refund = orderParameters('refund', '={{ $json.number }}', OPTIONS);
		expectAll('refund', await runUntilDone(sandbox, refund, [{ number: 'A-2' }]), ['A-2']);
		if (stateOf('A-2')?.refundedAt === undefined) faults.push('A-2 was never refunded');

		const list = { resource: 'order', operation: 'getAll', returnAll: true, options: OPTIONS };
		expectAll('list', await runUntilDone(sandbox, list), NUMBERS);
		return faults.map((fault) => `seed ${seed}: ${fault}`);
	} finally {
		await sandbox.close();
	}
}

describe('Services that decide otherwise where the specification is silent', () => {
	withoutBackOff();
	skipWaits();

	it('orders are placed once, changed as asked, refunded once, and listed whole by any service', async () => {
		const waiting = [...SEEDS];
		const faults: string[] = [];
		const workers = Array.from({ length: AT_ONCE }, async () => {
			for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
				faults.push(...(await faultsOf(seed)));
			}
		});
		await Promise.all(workers);
		expect(faults).toEqual([]);
	});
});
