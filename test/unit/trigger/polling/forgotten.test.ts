import { describe, expect, it } from 'vitest';

import { FakeService, newestFirst, type Behaviour, type FakeOrder } from './fakeService.ts';
import { changeIds, Poller } from './poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const iso = (time: number): string => new Date(time).toISOString();

const order = (id: string, status: string, changed: number): FakeOrder => ({
	id,
	status,
	createdAt: iso(changed),
	updatedAt: iso(changed),
	shipments: [],
});

describe('What was forgotten', () => {
	const SHIPPED = ['order.created', 'order.updated', 'shipment.created'];

	/** A shop with an order shipped each day for so many days, polled once a day; the last order is open. */
	async function shopAfter(days: number): Promise<{ service: FakeService; poller: Poller }> {
		const service = new FakeService(100, newestFirst);
		const poller = new Poller(service, { events: SHIPPED });
		for (let day = 0; day < days; day += 1) {
			const at = NOW + day * DAY;
			const [previous] = service.orders.slice(-1);
			if (previous) {
				Object.assign(previous, { status: 'shipped', updatedAt: iso(at - HOUR) });
				previous.shipments.push({
					id: `s${day}`,
					shipmentStatus: 'shipped',
					shippedAt: iso(at - HOUR),
				});
			}
			service.orders.push(order(`o${day}`, 'inprocess', at - 2 * HOUR));
			await poller.poll(at);
		}
		return { service, poller };
	}

	it('an order that was forgotten is not repeated when Forget After is raised', async () => {
		const { service, poller } = await shopAfter(80);
		expect(Object.keys(poller.state?.orders?.entries ?? {}).length).toBeLessThan(80);
		poller.settings = { ...poller.settings, forgetAfterSeconds: 90 * 24 * 3600 };
		for (let day = 80; day < 85; day += 1) expect(await poller.poll(NOW + day * DAY)).toEqual([]);
		// It still tells what is open again.
		Object.assign(service.orders[3] ?? {}, { status: 'onhold', updatedAt: iso(NOW + 85 * DAY) });
		expect(changeIds(await poller.poll(NOW + 85 * DAY))).toEqual(['order/o3/onhold']);
	});

	it('a parcel that left before is not repeated when its forgotten order is open again, and a new one is told', async () => {
		const { service, poller } = await shopAfter(80);
		const reopened = service.orders[3];
		Object.assign(reopened ?? {}, { status: 'inprocess', updatedAt: iso(NOW + 80 * DAY) });
		expect(changeIds(await poller.poll(NOW + 80 * DAY))).toEqual(['order/o3/inprocess']);
		reopened?.shipments.push({ id: 'again', shipmentStatus: 'packaged' });
		const later = NOW + 80 * DAY + MINUTE;
		expect(changeIds(await poller.poll(later))).toEqual(['shipment/again/packaged']);
	});

	it('events that are not chosen for one poll and then chosen again repeat nothing', async () => {
		const { poller } = await shopAfter(80);
		poller.settings = { ...poller.settings, events: ['order.updated'] };
		expect(await poller.poll(NOW + 80 * DAY)).toEqual([]);
		poller.settings = { ...poller.settings, events: SHIPPED };
		for (let minute = 0; minute < 4; minute += 1) {
			expect(await poller.poll(NOW + 80 * DAY + minute * MINUTE)).toEqual([]);
		}
	});

	it('the parcels of an order that fell back to draft do not leave again when their event is chosen again', async () => {
		const service = new FakeService(100, newestFirst);
		const poller = new Poller(service, { events: SHIPPED });
		const shop = order('a', 'inprocess', NOW);
		service.orders.push(shop);
		await poller.poll(NOW);
		shop.shipments.push({ id: 's', shipmentStatus: 'shipped', shippedAt: iso(NOW + MINUTE) });
		expect(changeIds(await poller.poll(NOW + MINUTE))).toEqual(['shipment/s/shipped']);
		Object.assign(shop, { status: 'draft', updatedAt: iso(NOW + 2 * MINUTE) });
		poller.settings = { ...poller.settings, events: ['order.updated'] };
		expect(changeIds(await poller.poll(NOW + 3 * MINUTE))).toEqual(['order/a/draft']);
		poller.settings = { ...poller.settings, events: SHIPPED };
		expect(await poller.poll(NOW + 4 * MINUTE)).toEqual([]);
		Object.assign(shop, { status: 'inprocess', updatedAt: iso(NOW + 5 * MINUTE) });
		shop.shipments.push({ id: 't', shipmentStatus: 'shipped', shippedAt: iso(NOW + 6 * MINUTE) });
		expect(changeIds(await poller.poll(NOW + 6 * MINUTE))).toEqual([
			'order/a/inprocess',
			'shipment/t/shipped',
		]);
	});

	it('a fulfilled order that is shipped after Forget After is told by the next full scan, and asked for by no poll until then', async () => {
		const { service, poller } = await shopAfter(2);
		const [late] = service.orders;
		for (let day = 2; day < 20; day += 1) {
			service.orders.push(order(`p${day}`, 'shipped', NOW + day * DAY));
			await poller.poll(NOW + day * DAY);
		}
		Object.assign(late ?? {}, { status: 'fulfilled', updatedAt: iso(NOW + 20 * DAY) });
		for (let day = 20; day < 85; day += 1) {
			service.orders.push(order(`p${day}`, 'shipped', NOW + day * DAY));
			await poller.poll(NOW + day * DAY);
		}
		await poller.poll(NOW + 84 * DAY + MINUTE);
		expect(service.requests.filter((path) => path.includes('o0'))).toEqual([]);
		Object.assign(late ?? {}, { status: 'shipped', updatedAt: iso(NOW + 85 * DAY) });
		expect(changeIds(await poller.poll(NOW + 85 * DAY))).toEqual(['order/o0/shipped']);
	});

	it('a fulfilled order is forgotten after three times Forget After', async () => {
		const service = new FakeService(100, newestFirst);
		const poller = new Poller(service, { events: SHIPPED });
		service.orders.push(order('a', 'fulfilled', NOW));
		const isKeptAfter = async (day: number): Promise<boolean> => {
			service.orders.push(order(`p${day}`, 'shipped', NOW + day * DAY));
			await poller.poll(NOW + day * DAY);
			return poller.state?.orders?.entries.a !== undefined;
		};
		for (let day = 0; day < 90; day += 1) expect(await isKeptAfter(day)).toBe(true);
		for (let day = 90; day < 94; day += 1) await isKeptAfter(day);
		expect(await isKeptAfter(94)).toBe(false);
	});

	it('a clock of n8n that jumps a year ahead once loses nothing and repeats nothing', async () => {
		const { service, poller } = await shopAfter(20);
		expect(await poller.poll(NOW + 385 * DAY)).toEqual([]);
		service.orders.push(order('new', 'draft', NOW + 20 * DAY));
		service.orders[19]?.shipments.push({
			id: 'last',
			shipmentStatus: 'shipped',
			shippedAt: iso(NOW + 20 * DAY),
		});
		const told: string[] = [];
		for (let minute = 1; minute < 4; minute += 1) {
			told.push(...changeIds(await poller.poll(NOW + 20 * DAY + minute * MINUTE)));
		}
		expect(told.sort()).toEqual(['order/new/created', 'shipment/last/shipped']);
	});

	it.each(['shipped', 'fulfilled'])(
		'a parcel that an order which is %s gets while n8n is away is told, although its clock was a year ahead in the poll before',
		async (status) => {
			const service = new FakeService(100, newestFirst);
			const poller = new Poller(service, { events: SHIPPED });
			const closed = order('a', status, NOW - DAY);
			service.orders.push(closed);
			await poller.poll(NOW);
			await poller.poll(NOW + 365 * DAY);
			closed.shipments.push({ id: 's', shipmentStatus: 'packaged' });
			const told: string[] = [];
			for (let minute = 0; minute < 3; minute += 1) {
				told.push(...changeIds(await poller.poll(NOW + 40 * DAY + minute * MINUTE)));
			}
			expect(told).toEqual(['shipment/s/packaged']);
		},
	);

	it('a fulfilled order that is shipped later is told, although the clock of n8n was a year ahead once', async () => {
		const service = new FakeService(100, newestFirst);
		const poller = new Poller(service, { events: SHIPPED });
		const fulfilled = order('a', 'fulfilled', NOW);
		service.orders.push(fulfilled);
		for (let day = 0; day < 50; day += 1) {
			service.orders.push(order(`p${day}`, 'shipped', NOW + day * DAY));
			await poller.poll(NOW + day * DAY);
		}
		await poller.poll(NOW + 415 * DAY);
		await poller.poll(NOW + 50 * DAY);
		Object.assign(fulfilled, { status: 'shipped', updatedAt: iso(NOW + 51 * DAY) });
		expect(changeIds(await poller.poll(NOW + 52 * DAY))).toEqual(['order/a/shipped']);
	});

	describe('A clock of n8n that is 400 days ahead from one poll on', () => {
		const AHEAD = 400 * DAY;
		const steady: Behaviour = { shifts: [], failing: [] };

		/** Polls a shop with 25 canceled orders daily, so that its list is known to be sorted, until the clock jumps. */
		async function canceledShop(isAbbreviated: boolean) {
			const service = new FakeService(5, newestFirst);
			service.isAbbreviated = isAbbreviated;
			for (let day = 1; day <= 25; day += 1) {
				service.orders.push(order(`o${day}`, 'canceled', NOW - day * DAY));
			}
			const poller = new Poller(service, { events: ['order.created', 'order.updated'] });
			for (let day = 0; day < 4; day += 1) await poller.poll(NOW + day * DAY);
			return { service, poller };
		}

		const cutOff: Behaviour = { ...steady, failing: [1] };
		const withoutIds: Behaviour = { ...steady, findsNoId: true };

		// A full scan that was cut off goes on in the next poll, which forgets what it reads as it was.
		it.each([
			['the first reads the whole list', [steady], 4],
			['the first reads a part of the list', [cutOff], 2],
			['the second finds no order by its ID', [steady, withoutIds], 4],
			['the first reads a part, and the second finds no order by its ID', [cutOff, withoutIds], 2],
		])(
			'a canceled order that is fulfilled before one of the first polls is told, where %s',
			async (_, behaviours, polls) => {
				for (const isAbbreviated of [false, true]) {
					for (let changedBefore = 0; changedBefore < polls; changedBefore += 1) {
						const { service, poller } = await canceledShop(isAbbreviated);
						const told: string[] = [];
						for (let poll = 0; poll < 8; poll += 1) {
							// The last ones are a day apart, for the full scan.
							const at = NOW + 4 * DAY + poll * MINUTE + Math.max(0, poll - 4) * DAY;
							if (poll === changedBefore) {
								const changed = { status: 'fulfilled', updatedAt: iso(at - 1) };
								Object.assign(service.orders[20] ?? {}, changed);
							}
							const time = { nowMs: at + AHEAD, serviceNowMs: at };
							told.push(...changeIds(await poller.poll(time, behaviours[poll])));
						}
						expect(told, `before poll ${changedBefore}`).toEqual(['order/o21/fulfilled']);
					}
				}
			},
		);

		it('canceled orders that the service lists no longer are forgotten after two full scans', async () => {
			const { service, poller } = await canceledShop(false);
			service.orders.splice(10);
			const known = async (day: number): Promise<number> => {
				await poller.poll(NOW + day * DAY + AHEAD);
				return Object.keys(poller.state?.orders?.entries ?? {}).length;
			};
			expect(await known(4)).toBe(25);
			await known(5);
			expect(await known(6)).toBeLessThan(11);
		});
	});
});
