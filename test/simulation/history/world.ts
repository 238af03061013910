import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

import { SimulatedClock } from '../engine/clock.ts';
import { WorldTimers } from '../engine/worldTimers.ts';
import { Network } from '../engine/network.ts';
import type { NodeProcess, NodeSources } from '../engine/nodeProcess.ts';
import { current, statusOf } from '../service/orders.ts';
import { ContraryService } from '../service/service.ts';
import { Weather } from '../service/weather.ts';
import type { History, WorldEvent } from './history.ts';
import { inputOf, orderBody, orderNumber } from './purchases.ts';

/** Age in milliseconds of an order of long ago. */
const LONG_AGO_MS = 400 * 24 * 3_600_000;

/** All that a history happens in: one service, the way to it, one n8n process at a time, and one clock. */
export class World {
	readonly clock = new SimulatedClock();

	readonly log: string[] = [];

	readonly weather: Weather;

	readonly service: ContraryService;

	readonly network: Network;

	process: NodeProcess;

	private readonly sources: NodeSources;

	private readonly realRandom = Math.random;

	private readonly timers = new WorldTimers(this.clock);

	private readonly isLogged: boolean;

	/** @param isLogged whether a log is kept: it takes a good part of the time that a history takes */
	constructor(history: History, sources: NodeSources, isLogged: boolean) {
		this.isLogged = isLogged;
		const { personality, weather, randomSeed, before } = history;
		this.sources = sources;
		this.process = sources.sharedProcess();
		const generator = xoroshiro128plus(randomSeed);
		const random = (): number => (generator.next() >>> 0) / 2 ** 32;
		Math.random = random;
		const { timers } = this;
		this.weather = new Weather(weather);
		this.service = new ContraryService(personality, timers);
		this.network = new Network({
			service: this.service,
			weather: this.weather,
			timers,
			random,
			log: (line) => this.say(line),
		});
		this.network.install();
		const { book } = this.service;
		for (let index = 0; index < personality.list.otherOrders; index += 1) {
			const input = {
				...inputOf({ order: 0, content: 0 }, 'create'),
				externalId: `OTHER-${index}`,
			};
			book.place(
				{ ...orderBody(input), orderItems: [] },
				'',
				undefined,
				this.clock.now - LONG_AGO_MS,
			);
		}
		for (const item of before) {
			const input = inputOf(item, 'create');
			if (!book.find(`@${input.externalId}`)) {
				const body = history.fillsFromCatalog
					? this.service.catalog.complete(orderBody(input))
					: orderBody(input);
				book.place(body, input.purchase, undefined, this.clock.now - LONG_AGO_MS);
			}
		}
	}

	/** Adds a line to the log, with the time since the history began. */
	say(line: () => string): void {
		if (!this.isLogged) return;
		this.log.push(`${(this.clock.elapsed / 1000).toFixed(3).padStart(9)}  ${line()}`);
	}

	/** Does something after a while, also when n8n's process is dead by then. */
	after(milliseconds: number, work: () => void): void {
		this.timers.after(milliseconds, work);
	}

	/** Kills n8n's process, and starts another one. */
	restart(): void {
		this.timers.dropOthers();
		this.process = this.sources.restartSharedProcess();
	}

	/** Lets something happen that the nodes have no part in. */
	happen({ order: number, change }: WorldEvent): void {
		const { book } = this.service;
		if (change === 'newOrder') {
			const input = inputOf({ order: 0, content: 0 }, 'create');
			const externalId = `LATER-${book.orders.length}`;
			book.place({ ...orderBody({ ...input, externalId }), orderItems: [] }, '', undefined);
			this.say(() => `the shop: order ${externalId} is placed`);
			return;
		}
		const order = book.find(`@${orderNumber(number)}`);
		if (!order || ['canceled', 'failed'].includes(statusOf(order))) return;
		this.say(() => `the provider: ${order.externalId} ${change}`);
		if (change === 'recipient') {
			order.isAltered = true;
			const recipient = current(order).recipient as Record<string, string>;
			book.change(order, { recipient: { ...recipient, city: 'Elsewhere' } });
			return;
		}
		if (change === 'canceled') order.canceledAt = this.clock.now;
		// Nobody can tell a status that the provider set from one that a confirmation led to.
		else if (change !== 'failed') order.confirmedAt ??= this.clock.now;
		book.change(order, { status: change });
	}

	end(): void {
		Math.random = this.realRandom;
		this.clock.uninstall();
	}
}
