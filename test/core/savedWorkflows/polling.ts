import type { INode } from 'n8n-workflow';

import type { Control, Sandbox } from '../../../sandbox/index.ts';
import { SHIPMENT_STATUSES } from '../../../sandbox/facts.ts';
import { PollingN8n } from '../engine/polling.ts';
import { atStartTime, freshAccount } from './sandbox.ts';
import { stabilizer } from './stable.ts';

/** What a poll comes to. */
export interface ExpectedPoll {
	/** What happened before it. */
	after: string;
	/** Items of each output; null where no workflow starts. */
	outputs: unknown[][] | null;
}

export interface ExpectedPolling {
	polls: ExpectedPoll[];
}

interface Step {
	after: string;
	minutes: number;
	change?: (control: Control) => Promise<unknown> | void;
}

const DAY_MINUTES = 24 * 60;

/** Each order goes its way in steps of five minutes. */
const HISTORY: readonly Step[] = [
	{ after: 'nothing', minutes: 5 },
	{
		after: 'two new orders, draft and in process',
		minutes: 5,
		change: (control) => {
			control.addOrders({ count: 2, statuses: ['draft', 'inprocess'], newestDaysAgo: 0 });
		},
	},
	...(['pending', 'inprocess', 'onhold', 'partial', 'fulfilled'] as const).map((status) => ({
		after: `order demo-00001 becomes ${status}`,
		minutes: 5,
		change: async (control: Control) => await control.stepOrder('@demo-00001', status),
	})),
	...SHIPMENT_STATUSES.filter((status) => status !== 'canceled').map((status) => ({
		after: `the parcel of order demo-00006 becomes ${status}`,
		minutes: 5,
		change: async (control: Control) => {
			const [shipment] = control.shipments('@demo-00006');
			if (shipment) await control.stepShipment(shipment.id, status);
		},
	})),
	{
		after: 'order demo-00006 becomes shipped, and order demo-00011 canceled',
		minutes: 5,
		change: async (control) => {
			await control.stepOrder('@demo-00006', 'shipped');
			await control.stepOrder('@demo-00011', 'canceled');
		},
	},
	{
		after: 'order demo-00010 becomes failed',
		minutes: 5,
		change: async (control) => await control.stepOrder('@demo-00010', 'failed'),
	},
	{
		after: 'a mockup task is completed, and another one fails',
		minutes: 5,
		change: async (control) => {
			const pending = control.mockupTasks().filter(({ status }) => status === 'pending');
			const [first, second] = pending;
			if (first) await control.stepMockupTask(first.id, 'completed');
			if (second) await control.stepMockupTask(second.id, 'failed');
		},
	},
	{ after: 'nothing for half an hour', minutes: 30 },
	{ after: 'nothing for two days', minutes: 2 * DAY_MINUTES },
	{ after: 'nothing for six more days', minutes: 6 * DAY_MINUTES },
	{ after: 'nothing for another day', minutes: DAY_MINUTES },
	{
		after: 'order demo-00015, fulfilled for nine days, becomes shipped',
		minutes: 5,
		change: async (control) => await control.stepOrder('@demo-00015', 'shipped'),
	},
];

/** Lets a saved polling trigger poll through a short history. The first poll comes with activation. */
export async function runSavedPolling(sandbox: Sandbox, node: INode): Promise<ExpectedPolling> {
	const credential = await freshAccount(sandbox);
	return await atStartTime(true, async (clock) => {
		const n8n = new PollingN8n({ credential, parameters: node.parameters });
		const polls: ExpectedPoll[] = [];
		const note = (after: string, { outputs, error }: Awaited<ReturnType<PollingN8n['poll']>>) => {
			if (error) throw error;
			polls.push({
				after,
				outputs: outputs && outputs.map((items) => items.map(({ json }) => json)),
			});
		};
		note('activation', await n8n.activate());
		for (const { after, minutes, change } of HISTORY) {
			clock.setSystemTime(Date.now() + minutes * 60_000);
			await change?.(sandbox.control);
			await sandbox.control.settled();
			note(after, await n8n.poll());
		}
		await n8n.deactivate();
		return stabilizer(sandbox)({ polls }) as ExpectedPolling;
	});
}
