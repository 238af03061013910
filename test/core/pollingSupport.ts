import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, vi } from 'vitest';

import { PollingN8n, type PollingOptions } from './engine/polling.ts';
import { credentialFor } from './engine/run.ts';
import { useSandbox, type SandboxedNode } from './support.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const ALL_EVENTS = [
	'order.created',
	'order.updated',
	'mockup_task.finished',
	'shipment.created',
	'order.late',
];

export interface SandboxedPolling extends SandboxedNode {
	/** n8n with a workflow that begins with the trigger. It is not active yet. */
	n8n(
		parameters?: INodeParameters,
		options?: Partial<PollingOptions> & { account?: ICredentialDataDecryptedObject },
	): PollingN8n;
}

/** Lets time pass, for n8n and for the sandbox. */
export const pass = (milliseconds: number): void => {
	vi.setSystemTime(Date.now() + milliseconds);
};

/** A sandbox for a file of tests, and a clock that can be put forward. */
export function usePolling(): SandboxedPolling {
	const node = useSandbox();
	beforeEach(() => {
		// Whatever waits does so in real time.
		vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
	});
	afterEach(() => {
		vi.useRealTimers();
	});
	return {
		get sandbox() {
			return node.sandbox;
		},
		run: node.run,
		read: node.read,
		n8n: (parameters = {}, { account = {}, ...options } = {}) =>
			new PollingN8n({
				credential: credentialFor(node.sandbox, account),
				parameters,
				...options,
			}),
	};
}

/** Adds one order that is created now. */
export function addOrder(
	{ sandbox }: SandboxedNode,
	status: 'draft' | 'pending' | 'inprocess' | 'shipped',
) {
	const [order] = sandbox.control.addOrders({ count: 1, statuses: [status], newestDaysAgo: 0 });
	if (!order) throw new Error('No order was added');
	return order;
}

/** A minute later, one poll. Returns the changes that it tells. */
export async function nextPoll(n8n: PollingN8n): Promise<string[]> {
	pass(MINUTE);
	return await n8n.changeIds();
}

/** Activates the workflow, and polls until all that is there is noted. */
export async function begin(n8n: PollingN8n): Promise<PollingN8n> {
	await n8n.activate();
	await nextPoll(n8n);
	return n8n;
}

/** The keys of the orders in a state of the trigger. */
export const ordersIn = (state: IDataObject | undefined): string[] =>
	(state?.orders as { entries: string[] }).entries.flatMap((text) =>
		(JSON.parse(text) as unknown[][]).map(([key]) => String(key)),
	);

/** The state of the trigger as n8n has stored it. */
export const storedState = ({ stored, node }: PollingN8n): IDataObject | undefined => {
	const all = JSON.parse(stored) as Record<string, IDataObject | undefined>;
	return all[`node:${node.name}`]?.polling as IDataObject | undefined;
};
