import FakeTimers, { type Clock } from '@sinonjs/fake-timers';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { credentialFor } from '../engine/run.ts';
import { START_TIME } from './stable.ts';

/** Products of every kind that needs something of its own: options, several placements, one placement. */
const PRODUCTS = 8;

/** Two in each status, demo-00001 to demo-00018. */
const ORDERS = 18;

/** Starts the sandbox that saved workflows run against. */
export const startSavedWorkflowSandbox = async (): Promise<Sandbox> =>
	await startSandbox({ timeScale: 1000, seed: { products: PRODUCTS } });

let keys = 0;

/**
 * Returns the sandbox to its beginning. The credential has a key of its own, so that nothing is known from an earlier
 * run: the nodes remember the catalog by account.
 */
export async function freshAccount(sandbox: Sandbox): Promise<ICredentialDataDecryptedObject> {
	// The clock stands still meanwhile, so that what is there has the same times in every run.
	await atStartTime(false, async () => {
		await sandbox.control.reset({ pageSize: 30, seed: { orders: 0 } });
		sandbox.control.addOrders({ count: ORDERS });
	});
	keys += 1;
	return credentialFor(sandbox, {
		apiKey: sandbox.control.createApiKey({ apiKey: `saved-workflow-key-${keys}` }),
	});
}

/**
 * Runs work at a fixed time.
 *
 * @param advances whether time goes on as usual from there; it stands still otherwise
 */
export async function atStartTime<Result>(
	advances: boolean,
	work: (clock: Clock) => Promise<Result>,
): Promise<Result> {
	const clock = FakeTimers.install({
		now: START_TIME,
		toFake: ['Date'],
		shouldAdvanceTime: advances,
	});
	try {
		return await work(clock);
	} finally {
		clock.uninstall();
	}
}
