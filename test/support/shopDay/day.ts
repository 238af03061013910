/**
 * The orders of a shop's day and the two days in which they are produced, with the example of the shop: what happens to whom
 * and when is drawn from a seed.
 */
import type { Sandbox } from '../../../sandbox/index.ts';
import { seededRandom } from '../seed.ts';
import type { DayShop } from './shop.ts';

/** A step of the clock, with a run of the example. What happens within one happens at once. */
export const STEP_MINUTES = 60;
export const STEPS_OF_DAY = 24;
const LAST_STEP = 2.5 * STEPS_OF_DAY;

/** The trigger of both examples. */
export const TRIGGER = 'Schedule';

const SKUS = ['T-S001-WHITE-M', 'MUG003-WHITE-325-ML', 'T-S001-WHITE-L'];
const PRINT_FILE = 'https://print-files.example/front.png';

/** What customers write with some orders. */
const NOTE = 'Please ring twice.';

/** What a person does with an order after the customer has ordered. */
const DEEDS = [
	'cancel',
	'refund',
	'refund a piece',
	'change a quantity',
	'change the city',
] as const;
type Deed = (typeof DEEDS)[number];

/** Statuses of an order at the service that is not to be stopped any more. */
const OVER = ['fulfilled', 'shipped', 'canceled', 'failed'];

export interface DayOptions {
	seed: number;
	orders: number;
}

/** What became of one order of a day. */
export interface DayOrder {
	id: number;
	externalId: string;
	/** Whether its lines for the service have a variant. */
	hasVariant: boolean;
	/** Whether another line is not for the service. */
	hasOtherLine: boolean;
	note: string;
	/** The step in which it was paid. */
	paidAtStep?: number;
	/** The step in which it was cancelled or refunded whole, or its only piece. */
	calledOffAtStep?: number;
	/** The step in which a piece was refunded before the order was placed at the service. */
	reducedAtStep?: number;
	/** What was done after the order was placed at the service. */
	changedLater: Deed[];
	/** The step of the first of them. */
	changedAtStep?: number;
	/** The step in which the service canceled it or let it fail. */
	endedHereAtStep?: number;
	/** The first step after which the order was over at the service. */
	overAtStep?: number;
	/** Whether the shop had it as sent before all its parcels had left. */
	wasSentEarly?: boolean;
}

export interface Day {
	orders: DayOrder[];
	/** What runs told, by the step. */
	tellings: Array<{ step: number; text: string }>;
	/** The steps whose run was neither left out nor cut off, nor kept from the shop. */
	wholeRuns: number[];
}

/** The n8n of a day: on its engine alone, or a real one. */
export interface DayN8n {
	/** Called at the begin of each step, with its number. */
	at?(step: number): void;
	/**
	 * Runs the example. Returns the message of a run that failed, as one does that tells something.
	 *
	 * @param killed how far it gets until n8n is killed, from 0 to 1; undefined where it is not
	 */
	run(killed?: number): Promise<string | undefined>;
}

/** Plays a day, until all is over that the service produces. */
export async function playDay(
	shop: DayShop,
	sandbox: Sandbox,
	n8n: DayN8n,
	options: DayOptions,
): Promise<Day> {
	const random = seededRandom(options.seed);
	const upTo = (count: number): number => Math.floor(random() * count);
	const oneOf = <Member>(list: readonly Member[]): Member => list[upTo(list.length)] as Member;

	const day: Day = { orders: [], tellings: [], wholeRuns: [] };
	let step = 0;

	const isHere = ({ externalId }: DayOrder): boolean =>
		sandbox.control.orders().some((order) => order.externalId === externalId);

	/** A customer orders: usually paid at once, now and then later or never. */
	const customerOrders = (): void => {
		const hasVariant = random() > 0.04;
		const hasOtherLine = random() < 0.08;
		const first = upTo(SKUS.length);
		// No SKU twice: somebody would have to look at that first.
		const lines = Array.from({ length: 1 + upTo(SKUS.length) }, (_, index) => ({
			sku: (hasVariant && SKUS[(first + index) % SKUS.length]) || 'TS-UNKNOWN',
			quantity: 1 + upTo(3),
			printFile: PRINT_FILE as string | null,
		}));
		const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
		if (hasOtherLine) lines.push({ sku: 'EBOOK', quantity: 1, printFile: null });
		const paysAtOnce = random() < 0.9;
		const note = random() < 0.3 ? NOTE : '';
		const { id, lines: ordered } = shop.control.order({ lines, note, paid: paysAtOnce });
		const order: DayOrder = {
			...{ id, hasVariant, hasOtherLine, note, changedLater: [] },
			externalId: shop.externalId(id),
			...(paysAtOnce && { paidAtStep: step }),
		};
		day.orders.push(order);
		if (!paysAtOnce && random() < 0.7) {
			later(1 + upTo(4), () => {
				if (order.calledOffAtStep !== undefined) return;
				order.paidAtStep = step;
				shop.control.pay(id);
			});
		}
		if (random() < 0.15) {
			const deed = oneOf(DEEDS);
			later(upTo(20), () => {
				act(order, ordered[0]?.id ?? 0, deed, pieces);
				// Some customers change their order, and then do not want it any more.
				if (!deed.startsWith('change') || random() < 0.5) return;
				later(upTo(5), () => act(order, ordered[0]?.id ?? 0, 'cancel', pieces));
			});
		}
	};

	const act = (order: DayOrder, line: number, deed: Deed, pieces: number): void => {
		const { id } = order;
		// A refund needs a payment, and what was sent is not edited.
		if (order.paidAtStep === undefined && deed.startsWith('refund')) return;
		if (shop.isSent(id)) return;
		if (isHere(order)) {
			order.changedLater.push(deed);
			order.changedAtStep ??= step;
		} else if (deed === 'refund a piece') {
			order.reducedAtStep ??= step;
		}
		const isWhole = deed === 'cancel' || deed === 'refund';
		if (isWhole || (deed === 'refund a piece' && pieces === 1 && !order.hasOtherLine)) {
			order.calledOffAtStep ??= step;
		}
		if (deed === 'cancel') shop.control.cancel(id);
		if (deed === 'refund') shop.control.refund(id);
		if (deed === 'refund a piece') shop.control.refund(id, { quantities: { [line]: 1 } });
		if (deed === 'change a quantity') shop.control.edit(id, { quantities: { [line]: 7 } });
		if (deed === 'change the city') shop.control.edit(id, { customer: { city: 'Leipzig' } });
	};

	const planned: Array<{ step: number; act(): void }> = [];
	const later = (steps: number, acted: () => void): void => {
		planned.push({ step: step + steps, act: acted });
	};
	for (let order = 0; order < options.orders; order += 1) {
		planned.push({ step: upTo(STEPS_OF_DAY), act: customerOrders });
	}

	/** A span of steps in which many orders are on their way. */
	const span = (steps: number) => {
		const from = 2 + upTo(2 * STEPS_OF_DAY);
		return { from, to: from + steps };
	};
	const n8nIsDown = span(1 + upTo(3));
	const shopIsDown = span(1 + upTo(2));
	const isWithin = ({ from, to }: { from: number; to: number }): boolean =>
		step >= from && step < to;

	for (; step < LAST_STEP; step += 1) {
		n8n.at?.(step);
		for (const { act: acted } of planned.filter((one) => one.step === step)) acted();
		shop.control.clearFaults();
		if (isWithin(shopIsDown)) shop.control.injectFault({ status: 503 });
		// An answer to a write that gets lost, after it took effect.
		for (const method of random() < 0.3 ? ['PUT', 'POST'] : []) {
			shop.control.injectFault({ match: { method }, every: 3, times: 1, reset: 'afterCommit' });
		}
		const killed = random() < 0.3 && step < 2 * STEPS_OF_DAY ? random() : undefined;
		if (!isWithin(n8nIsDown)) {
			const text = await n8n.run(killed);
			if (text !== undefined) day.tellings.push({ step, text });
			if (killed === undefined && !isWithin(shopIsDown)) day.wholeRuns.push(step);
		}
		await sandbox.control.settled();
		for (const order of day.orders) {
			if (shop.isSent(order.id) && !hasLeft(sandbox, order)) order.wasSentEarly = true;
		}
		await produceSome(sandbox, day, step, random);
	}
	return day;
}

/** The parcels of an order at the service; none where it was not ordered. */
export const parcelsOf = ({ control }: Sandbox, { externalId }: DayOrder) =>
	control.orders().some((order) => order.externalId === externalId)
		? control.shipments(`@${externalId}`)
		: [];

const hasLeft = (sandbox: Sandbox, order: DayOrder): boolean => {
	const parcels = parcelsOf(sandbox, order);
	return parcels.length > 0 && parcels.every(({ shipmentStatus }) => shipmentStatus === 'shipped');
};

/** The service produces some of the orders that are confirmed, and on the last day all of them. */
async function produceSome(
	sandbox: Sandbox,
	day: Day,
	step: number,
	random: () => number,
): Promise<void> {
	const { control } = sandbox;
	const isLastDay = step >= 2 * STEPS_OF_DAY;
	const happens = (share: number): boolean => random() < share || isLastDay;
	for (const order of day.orders) {
		const here = control.orders().find(({ externalId }) => externalId === order.externalId);
		if (!here) continue;
		const reference = `@${order.externalId}`;
		if (OVER.includes(here.status)) order.overAtStep ??= step;
		for (const { id, shipmentStatus } of control.shipments(reference)) {
			const isOnItsWay = shipmentStatus === 'pending' || shipmentStatus === 'packaged';
			if (isOnItsWay && happens(0.4)) await control.stepShipment(id, 'shipped');
		}
		if (here.status === 'pending' && !isLastDay && random() < 0.01) {
			await control.stepOrder(reference, random() < 0.5 ? 'canceled' : 'failed');
			order.endedHereAtStep = step;
			order.overAtStep = step;
		} else if (here.status === 'pending' && happens(0.1)) {
			await control.stepOrder(reference, 'inprocess');
		} else if (here.status === 'inprocess' && happens(0.3)) {
			await control.stepOrder(reference, here.items.length > 1 ? 'partial' : 'fulfilled');
		} else if (here.status === 'partial' && happens(0.3)) {
			await control.stepOrder(reference, 'fulfilled');
		}
	}
}
