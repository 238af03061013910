import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { placeOrder } from './support/client.ts';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => await sandbox.close());

const read = async (url: string) => {
	const response = await fetch(url);
	return { status: response.status, page: await response.text() };
};

/** A parcel of an order that was placed just now. */
const parcelOf = async (externalId: string, changes: Record<string, unknown> = {}) => {
	await placeOrder(sandbox, { externalId, ...changes });
	await sandbox.control.stepOrder(`@${externalId}`, 'fulfilled');
	const [parcel] = sandbox.control.shipments(`@${externalId}`);
	if (!parcel) throw new Error('The order has no parcel');
	return parcel;
};

/** The steps that have happened, and the current one. */
const wayOn = (page: string) => ({
	happened: [...page.matchAll(/<li class="done"[^>]*>([^<]+)/g)].map(([, name]) => name),
	current: /aria-current="step">([^<]+)/.exec(page)?.[1],
});

describe('The page to which a tracking link leads', () => {
	it('shows number, carrier, destination and content of the parcel, without a key', async () => {
		const { trackingUrl, trackingId, carrier } = await parcelOf('shown');
		const { status, page } = await read(trackingUrl);
		expect(status).toBe(200);
		expect(page).toContain(`<h1>Parcel ${trackingId}</h1>`);
		expect(page).toContain(`${carrier}, simulated on this machine`);
		expect(page).toContain('Its Way to Berlin, Germany');
		const [item] = sandbox.control.order('@shown').items;
		expect(page).toContain(`1 × ${item?.name}`);
		// Whoever has the link sees no more of the recipient.
		expect(page).not.toContain('Musterstrasse');
		expect(page).not.toContain('ada@customer.example');
	});

	it('goes the way with the parcel', async () => {
		const { id, trackingUrl } = await parcelOf('moving');
		const way = async () => wayOn((await read(trackingUrl)).page);
		expect(await way()).toEqual({ happened: ['Ordered', 'Printed'], current: 'Printed' });
		await sandbox.control.stepShipment(id, 'packaged');
		expect((await way()).current).toBe('Packed');
		await sandbox.control.stepShipment(id, 'shipped');
		expect(await way()).toEqual({
			happened: ['Ordered', 'Printed', 'Packed', 'Handed to the Carrier'],
			current: 'Handed to the Carrier',
		});
		await sandbox.control.stepShipment(id, 'returned');
		expect((await way()).current).toBe('Came Back to the Sender');
	});

	it('ends with the cancellation of a parcel that never left', async () => {
		const { id, trackingUrl } = await parcelOf('canceled');
		await sandbox.control.stepShipment(id, 'canceled');
		const { page } = await read(trackingUrl);
		expect(wayOn(page).current).toBe('Canceled Before It Left');
		expect(page).not.toContain('Handed to the Carrier');
	});

	it('a hostile recipient is text', async () => {
		const { recipient } = sandbox.control.exampleOrder();
		const { trackingUrl } = await parcelOf('hostile', {
			recipient: { ...recipient, city: '<script>alert(1)</script>', countryName: '"><b>' },
		});
		const { page } = await read(trackingUrl);
		expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;, &quot;&gt;&lt;b&gt;');
		expect(page).not.toContain('<script>alert(1)');
	});

	it('says of an unknown number that there is no such parcel, as text', async () => {
		const { status, page } = await read(`${sandbox.url}/_sandbox/parcels/%3Cb%3E1`);
		expect(status).toBe(404);
		expect(page).toContain('There is no parcel &lt;b&gt;1.');
	});
});
