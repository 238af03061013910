/**
 * A day of a shop with its webhooks and with the examples of the sweep and the round trip: what happens to whom and when is
 * drawn from a seed.
 */
import type { Sandbox } from '../../../sandbox/index.ts';
import type { ShopDelivery } from '../../../sandbox/shops/index.ts';
import { seededRandom } from '../seed.ts';
import type { DayShop } from './shop.ts';

/** A step of the clock. What happens within one happens at once. */
export const STEP_MINUTES = 10;
const STEPS_OF_HOUR = 6;
const STEPS_OF_DAY = 24 * STEPS_OF_HOUR;

const SKUS = ['T-S001-WHITE-M', 'MUG003-WHITE-325-ML', 'T-S001-WHITE-L'];
const PRINT_FILE = 'https://print-files.example/front.png';

/** What a person does with an order after the customer has ordered. */
const DEEDS = [
	'cancel',
	'refund',
	'refund a piece',
	'change a quantity',
	'change the city',
] as const;
type Deed = (typeof DEEDS)[number];

export interface DayOptions {
	seed: number;
	orders: number;
}

/** What became of one order of a day. */
export interface DayOrder {
	id: number;
	externalId: string;
	label: string;
	/** Whether one of its lines is for the service. */
	hasVariant: boolean;
	isPaid: boolean;
	/** Whether it was cancelled or refunded whole. */
	isCalledOff: boolean;
	/** Whether its only piece was refunded: the order itself may be as it was. */
	isEmptied: boolean;
	/** Whether its address was changed. */
	isMoved: boolean;
	/** What was done after the order was placed at the service. */
	changedLater: Deed[];
	/** Whether the service has it when the day ends, by the first step after which it did. */
	placedAtStep?: number;
	/** The step of the first webhook that reached n8n and shows the order as paid. */
	heardAtStep?: number;
	/** Whether such a webhook had no answer while n8n was up: it may have been too late for the shop. */
	wasAnswerLate?: boolean;
}

export interface Day {
	orders: DayOrder[];
	/** The messages of the sweep and of the round trip, each with the matters that it tells. */
	messages: Array<{ from: 'sweep' | 'webhook'; date: string; matters: string[] }>;
}

/** The n8n of a day: on its engine alone, or a real one. */
export interface DayN8n {
	/** Called at the begin of each step, with its number. */
	at?(step: number): void;
	/** n8n ends, and starts again. Meanwhile the shop reaches nobody. */
	goDown?(): Promise<void>;
	goUp?(): Promise<void>;
	/** Runs the sweep. Returns the text of its message, if there is one. */
	sweep(): Promise<string | undefined>;
	/** Resolves when no execution runs. */
	idle(): Promise<void>;
	/** What the round trip has told so far. */
	told(): Promise<string[]>;
}

interface Planned {
	step: number;
	act(): void;
}

/** Plays a day, until two sweeps have passed in which nothing happens any more. */
export async function playDay(
	shop: DayShop,
	sandbox: Sandbox,
	n8n: DayN8n,
	options: DayOptions,
): Promise<Day> {
	const random = seededRandom(options.seed);
	const upTo = (count: number): number => Math.floor(random() * count);
	const oneOf = <Member>(list: readonly Member[]): Member => list[upTo(list.length)] as Member;

	const day: Day = { orders: [], messages: [] };
	let step = 0;

	/** Notes which orders n8n has heard of: those whose webhook it has answered. */
	const hear = (deliveries: ShopDelivery[]): void => {
		for (const { body, status } of deliveries) {
			if (!body.startsWith('{')) continue;
			const sent = JSON.parse(body) as Record<string, unknown>;
			const order = day.orders.find(({ id }) => id === sent.id);
			if (!order || !shop.isPaid(sent)) continue;
			if (status === 200) order.heardAtStep ??= step;
			else if (status === undefined && !isWithin(down)) order.wasAnswerLate = true;
		}
	};

	const isHere = ({ externalId }: DayOrder): boolean =>
		sandbox.control.orders().some((order) => order.externalId === externalId);

	/** A customer orders: usually paid at once, now and then later or never. */
	const customerOrders = (): void => {
		const isKnown = random() > 0.04;
		const count = 1 + upTo(3);
		const lines = Array.from({ length: count }, () => ({
			sku: isKnown ? oneOf(SKUS) : 'TS-UNKNOWN',
			quantity: 1 + upTo(3),
			printFile: PRINT_FILE,
		}));
		const paysAtOnce = random() < 0.9;
		const { id, lines: ordered } = shop.control.order({ lines, paid: paysAtOnce });
		const order: DayOrder = {
			id,
			externalId: shop.externalId(id),
			label: shop.label(id),
			hasVariant: isKnown,
			isPaid: paysAtOnce,
			isCalledOff: false,
			isEmptied: false,
			isMoved: false,
			changedLater: [],
		};
		day.orders.push(order);
		if (!paysAtOnce && random() < 0.7) {
			later(1 + upTo(STEPS_OF_HOUR * 4), () => {
				if (order.isCalledOff) return;
				order.isPaid = true;
				shop.control.pay(id);
			});
		}
		if (random() < 0.15) {
			const deed = oneOf(DEEDS);
			const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
			later(upTo(STEPS_OF_HOUR * 5), () => {
				act(order, ordered[0]?.id ?? 0, deed);
				if (deed === 'refund a piece' && pieces === 1 && order.isPaid) order.isEmptied = true;
				// Some customers change their order, and then do not want it any more.
				if (!deed.startsWith('change') || random() < 0.5) return;
				later(upTo(STEPS_OF_HOUR * 5), () => act(order, ordered[0]?.id ?? 0, 'cancel'));
			});
		}
	};

	const act = (order: DayOrder, line: number, deed: Deed): void => {
		// A refund needs a payment.
		if (!order.isPaid && deed.startsWith('refund')) return;
		if (isHere(order)) order.changedLater.push(deed);
		const { id } = order;
		if (deed === 'cancel' || deed === 'refund') order.isCalledOff = true;
		if (deed === 'cancel') shop.control.cancel(id);
		if (deed === 'refund') shop.control.refund(id);
		if (deed === 'refund a piece') shop.control.refund(id, { quantities: { [line]: 1 } });
		if (deed === 'change a quantity') shop.control.edit(id, { quantities: { [line]: 7 } });
		if (deed === 'change the city') {
			order.isMoved = true;
			shop.control.edit(id, { customer: { city: 'Leipzig' } });
		}
	};

	const planned: Planned[] = [];
	const later = (steps: number, acted: () => void): void => {
		planned.push({ step: Math.min(step + steps, STEPS_OF_DAY - 1), act: acted });
	};
	for (let order = 0; order < options.orders; order += 1) {
		planned.push({ step: upTo(STEPS_OF_DAY - STEPS_OF_HOUR), act: customerOrders });
	}

	/** A span of steps within the day. */
	const span = (hours: number) => {
		const length = hours * STEPS_OF_HOUR;
		const from = upTo(STEPS_OF_DAY - length - STEPS_OF_HOUR);
		return { from, to: from + length };
	};
	const off = span(2 + upTo(5));
	const down = span(1 + upTo(3));
	const isWithin = ({ from, to }: { from: number; to: number }): boolean =>
		step >= from && step < to;

	/** What the shop could not deliver comes again once n8n is up, most of it. */
	const repeatFailed = async (): Promise<void> => {
		const failed = shop.control.deliveries().filter(({ failure }) => failure !== undefined);
		for (const delivery of failed.filter(() => random() < 0.8)) {
			const { url, headers, body } = delivery;
			const { status } = await fetch(url, { method: 'POST', headers, body });
			hear([{ ...delivery, status }]);
		}
	};

	const sweep = async (): Promise<void> => {
		const text = await n8n.sweep();
		const date = new Date().toISOString().slice(0, 10);
		if (text !== undefined) day.messages.push({ from: 'sweep', date, matters: text.split('\n\n') });
	};

	let deliveries = 0;
	// A sweep when all is over, and one more that finds nothing to do.
	for (; step <= STEPS_OF_DAY + STEPS_OF_HOUR; step += 1) {
		n8n.at?.(step);
		const isDown = isWithin(down);
		shop.control.setWebhookFaults({ lost: 0.1, duplicated: 0.3, unreachable: isDown });
		if (step === down.from) await n8n.goDown?.();
		if (step === off.from) await shop.switchOff();
		if (step === off.to) await shop.switchOn();
		if (step === down.to) {
			await n8n.goUp?.();
			if (shop.repeats) await repeatFailed();
			else if (!isWithin(off)) await shop.switchOn();
		}
		for (const { act: acted } of planned.filter((one) => one.step === step)) acted();
		const sweeps = step % STEPS_OF_HOUR === 1 && !isDown ? sweep() : undefined;
		await shop.control.settled();
		if (!isDown) await n8n.idle();
		await sweeps;
		await sandbox.control.settled();
		hear(shop.control.deliveries().slice(deliveries));
		deliveries = shop.control.deliveries().length;
		await produceSome(sandbox, random);
		for (const order of day.orders) if (isHere(order)) order.placedAtStep ??= step;
	}
	day.messages.push({ from: 'webhook', date: '', matters: await n8n.told() });
	return day;
}

/** The service begins to produce some of the orders that are confirmed. */
async function produceSome({ control }: Sandbox, random: () => number): Promise<void> {
	for (const { externalId, status } of control.orders()) {
		if (status === 'pending' && random() < 0.02) {
			await control.stepOrder(`@${externalId}`, 'inprocess');
		}
	}
}
