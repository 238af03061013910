import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workflow } from '../../scripts/n8n/workflows.ts';
import {
	LINES,
	produceParcels,
	publishRoundTrip,
	readExample,
	sendParcelLeft,
	startShopsDay,
	TIME_SCALE,
	untilConfirmed,
	untilIdle,
	type ShopsDay,
} from '../e2e/support/roundTrip.ts';
import { untilGivenUp } from '../e2e/support/service.ts';
import { seededRandom } from '../support/seed.ts';

const RANDOM_HISTORIES = Number(process.env.TEST_HISTORIES ?? 8);

let day: ShopsDay;

beforeAll(async () => {
	day = await startShopsDay(TIME_SCALE);
});
afterAll(async () => await day.close());

type Parcel = ReturnType<ShopsDay['sandbox']['control']['shipments']>[number];

/** An event of the order, sent as a new one each time: also what two triggers bring is not filtered out. */
type Send = () => Promise<unknown>;

const orderEvent =
	(externalId: string): Send =>
	async () => {
		const { id, status } = day.sandbox.control.order(`@${externalId}`);
		const data = { order: { id, status, external_id: externalId } };
		await day.sandbox.control.sendEvent({ type: 'order.updated', data, attempts: 6 });
	};

const parcelEvent =
	(parcel: Parcel): Send =>
	async () =>
		await sendParcelLeft(day.sandbox, parcel, 6);

/** All orders of a list. */
const permutations = <Member>(list: Member[]): Member[][] =>
	list.length < 2
		? [list]
		: list.flatMap((first, index) =>
				permutations(list.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
			);

interface Shop {
	example: string;
	/** A customer orders. */
	order(): { id: number; externalId: string };
	/** Fails unless each number is in the shop and was told once, and the order is done once. */
	check(id: number, numbers: string[], label: string): void;
}

const shops: Record<'WooCommerce' | 'Shopify', Shop> = {
	WooCommerce: {
		example: 'woocommerce-round-trip',
		order: () => {
			const { id } = day.wooCommerce.control.order({ lines: LINES });
			return { id, externalId: `woo-${id}` };
		},
		check: (id, numbers, label) => {
			const { control } = day.wooCommerce;
			for (const number of numbers)
				expect(control.customerNotes(id, number), label).toHaveLength(1);
			expect(control.customerNotes(id), label).toHaveLength(numbers.length);
			expect(control.getOrder(id).status, label).toBe('completed');
			const completed = control
				.mails()
				.filter(({ orderId, kind }) => orderId === id && kind === 'completed');
			expect(completed, label).toHaveLength(1);
		},
	},
	Shopify: {
		example: 'shopify-round-trip',
		order: () => {
			const { id, orderNumber } = day.shopify.control.order({ lines: LINES });
			return { id, externalId: `shopify-${orderNumber}-${id}` };
		},
		check: (id, numbers, label) => {
			const { control } = day.shopify;
			expect(control.trackingNumbers(id).sort(), label).toEqual([...numbers].sort());
			const { fulfillments, fulfillmentStatus } = control.getOrder(id);
			expect(fulfillments, label).toHaveLength(1);
			expect(fulfillmentStatus, label).toBe('fulfilled');
			const texts = control
				.mails()
				.filter(({ orderId }) => orderId === id)
				.map(({ text }) => text);
			expect(new Set(texts).size, label).toBe(texts.length);
		},
	},
};

describe.each(['WooCommerce', 'Shopify'] as const)('The events of three parcels for %s', (name) => {
	const shop = shops[name];
	let workflow: Workflow;
	let url: string;

	/** A confirmed order with three parcels that are packed. The service sends nothing by itself. */
	async function orderWithParcels() {
		const { id, externalId } = shop.order();
		await untilConfirmed(day, externalId);
		await day.sandbox.control.setWebhook({ url: '' });
		const parcels = await produceParcels(day, externalId);
		expect(parcels).toHaveLength(3);
		await day.sandbox.control.settled();
		await day.sandbox.control.setWebhook({ url });
		return { id, externalId, parcels, numbers: parcels.map(({ trackingId }) => trackingId) };
	}

	/** Hands a parcel to the carrier without an event: the test sends those. */
	const ship = (parcel: Parcel): void => {
		parcel.shipmentStatus = 'shipped';
	};

	async function untilQuiet(): Promise<number> {
		await untilGivenUp(day.sandbox);
		return await untilIdle(day, workflow);
	}

	beforeAll(async () => {
		workflow = await publishRoundTrip(day, await readExample(day, shop.example));
		url = day.sandbox.control.accounts().find(({ id }) => id === day.sandbox.accounts.demo.id)
			?.webhook?.url as string;
	});

	it('every order of the events, one after the other, each of them twice, ends in the same shop', async () => {
		for (const order of permutations([0, 1, 2, 3])) {
			const { id, externalId, parcels, numbers } = await orderWithParcels();
			const [first, ...others] = order.filter((index) => index < 3).map((index) => parcels[index]);
			ship(first as Parcel);
			const events = [...parcels.map(parcelEvent), orderEvent(externalId)];
			for (const [position, index] of order.entries()) {
				if (position === 1) for (const parcel of others) ship(parcel as Parcel);
				await events[index]?.();
				await events[order[(position * 2) % 4] ?? 0]?.();
			}
			await untilQuiet();
			shop.check(id, numbers, `order ${order.join()}`);
		}
	});

	it('events that overlap, come late and come several times end in the same shop', async () => {
		const random = seededRandom();
		const upTo = (number: number): number => Math.floor(random() * number);
		for (let history = 0; history < RANDOM_HISTORIES; history += 1) {
			const { id, externalId, parcels, numbers } = await orderWithParcels();
			const sent: Array<Promise<unknown>> = [];
			const late: Send[] = [];
			for (const parcel of [...parcels].sort(() => random() - 0.5)) {
				ship(parcel);
				late.push(...Array.from({ length: 1 + upTo(3) }, () => parcelEvent(parcel)));
				if (upTo(2) === 0) late.push(orderEvent(externalId));
				// Some now, at the same moment; the others with those to come.
				for (let number = upTo(late.length + 1); number > 0; number -= 1) {
					const [send] = late.splice(upTo(late.length), 1);
					if (send) sent.push(send());
				}
				if (upTo(2) === 0) await Promise.all(sent);
			}
			await Promise.all([...sent, ...late.map(async (send) => await send())]);
			await untilQuiet();
			shop.check(id, numbers, `history ${history}`);
		}
	});
});
