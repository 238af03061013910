import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import example from '../../examples/follow-the-parcel.json' with { type: 'json' };
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { ExampleWorkflow } from './engine/example.ts';
import { credentialFor } from './engine/run.ts';

const ORDER = 'cce55e43-09a7-5398-abdd-21919395fdc1';
const EMAIL = 'ada@customer.example';

let sandbox: Sandbox;
let workflow: ExampleWorkflow;

beforeEach(async () => {
	sandbox = await startSandbox();
	workflow = new ExampleWorkflow(example, credentialFor(sandbox), fetch);
});
afterEach(async () => await sandbox.close());

/** What Add Current Order adds to each event. */
const current = (recipient: IDataObject | null): IDataObject => ({
	order: { id: ORDER, externalId: 'SHOP-1001', recipient },
	shipments: [],
});

const recipient = { name: 'Ada Lovelace', email: EMAIL };

const orderEvent = (status: string): IDataObject => ({
	order: { id: ORDER, status, externalId: 'SHOP-1001' },
	changeId: `order/${ORDER}/${status}`,
	current: current(recipient),
});

const parcelEvent = (id: string, shipmentStatus: string): IDataObject => ({
	shipment: { id, orderId: ORDER, carrier: 'DHL', trackingId: `JD-${id}`, shipmentStatus },
	changeId: `shipment/${id}/${shipmentStatus}`,
	current: current(recipient),
});

/** The messages that the events of one execution become. */
async function messagesFor(events: IDataObject[]): Promise<IDataObject[]> {
	const outputs = await workflow.run('Order or Parcel Moved', events);
	return outputs['Replace Me With Your Mail Node'] ?? [];
}

const ORDER_STEPS = ['draft', 'pending', 'onhold', 'inprocess', 'partial', 'fulfilled', 'shipped'];
const PARCEL_STEPS = ['inprocess', 'packaged', 'shipped', 'canceled', 'returned'];

describe('The example Follow the Parcel', () => {
	it('an order with two parcels becomes one message for each step that matters, however often its events come', async () => {
		const events = [
			...ORDER_STEPS.map(orderEvent),
			...['1', '2'].flatMap((id) => PARCEL_STEPS.map((status) => parcelEvent(id, status))),
		];
		const messages: IDataObject[] = [];
		for (const event of [...events, ...events]) messages.push(...(await messagesFor([event])));
		messages.push(...(await messagesFor(events)));
		expect(messages.map(({ status, text }) => [status, /JD-\d/.exec(String(text))?.[0]])).toEqual([
			['inprocess', undefined],
			['shipped', 'JD-1'],
			['returned', undefined],
			['shipped', 'JD-2'],
			['returned', undefined],
		]);
		for (const { to, text } of messages) {
			expect(to).toBe(EMAIL);
			expect(text).toMatch(/^Hello, your (order|parcel) /);
		}
	});

	it.each<[string, IDataObject | null]>([
		['whose recipient has no email address', { name: 'Ada Lovelace' }],
		['whose recipient has an empty email address', { name: 'Ada Lovelace', email: '' }],
		['whose recipient has null for an email address', { name: 'Ada Lovelace', email: null }],
		['without a recipient', null],
	])('an order %s becomes no message, rather than one to nobody', async (_, incomplete) => {
		const event = { ...parcelEvent('1', 'shipped'), current: current(incomplete) };
		expect(await messagesFor([event])).toEqual([]);
	});

	it('an event whose order could not be read becomes no message', async () => {
		expect(await messagesFor([{ ...parcelEvent('1', 'shipped'), current: null }])).toEqual([]);
	});
});
