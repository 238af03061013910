import type { Sandbox } from '../../../sandbox/index.ts';
import { parcelsOf, STEPS_OF_DAY, type Day, type DayOrder } from './day.ts';
import type { DayShop } from './shop.ts';

/** The lines of what was told of an order: the first one, which names it, and those that follow. */
function toldOf(
	{ tellings }: Day,
	{ externalId }: DayOrder,
): Array<{ step: number; text: string }> {
	return tellings.flatMap(({ step, text }) =>
		text
			.split(/\n(?=(?:woo|shopify)-[\d-]+: )/)
			.filter((part) => part.startsWith(`${externalId}: `))
			.map((part) => ({ step, text: part })),
	);
}

/** What is wrong with the end of a day, an entry for each order that is not as it has to be. */
export function faultsOf(day: Day, shop: DayShop, sandbox: Sandbox): string[] {
	const faults: string[] = [];
	const here = sandbox.control.orders();
	for (const order of day.orders) {
		const { paidAtStep, calledOffAtStep, endedHereAtStep } = order;
		const { changedLater, changedAtStep, reducedAtStep } = order;
		const { hasVariant, hasOtherLine, note } = order;
		const found = here.filter(({ externalId }) => externalId === order.externalId);
		const status = found[0]?.status;
		const told = toldOf(day, order);
		const fault = (text: string): void => {
			faults.push(`${text}: ${JSON.stringify({ ...order, status, told })}`);
		};
		/** Whether it was told from this step on, within a day of the first run that could see it. */
		const isToldSince = (step: number): boolean => {
			const seen = day.wholeRuns.find((run) => run > step) ?? Infinity;
			return told.some((one) => one.step >= step && one.step <= seen + STEPS_OF_DAY);
		};
		const isPaid = paidAtStep !== undefined;
		const isCalledOff = calledOffAtStep !== undefined;
		const isDue = isPaid && hasVariant && !isCalledOff;
		/** WooCommerce does not say which piece was refunded: the order stays a draft until somebody confirms it. */
		const isToReview = isDue && shop.name === 'woocommerce' && reducedAtStep !== undefined;

		if (found.length > 1) fault('ordered twice');
		if (found.length > 0 && (!isPaid || !hasVariant)) fault('ordered though it is not due');
		if (isDue && found.length === 0) fault('lost');
		if (isPaid && !hasVariant && !isCalledOff && !isToldSince(paidAtStep))
			fault('a silent refusal');
		if (endedHereAtStep !== undefined && !isCalledOff && !isToldSince(endedHereAtStep)) {
			fault('ended here in silence');
		}
		if (isDue && status === 'canceled' && endedHereAtStep === undefined) {
			fault('canceled though it is due');
		}
		if (isCalledOff && status !== undefined && status !== 'canceled') {
			if (!isToldSince(calledOffAtStep)) fault('produced in silence');
		}
		if (changedAtStep !== undefined && status !== 'canceled' && told.length === 0) {
			fault('a silent change');
		}
		if (isToReview) {
			if (status !== 'draft') fault('produced without a review');
			if (!isToldSince(reducedAtStep)) fault('a silent draft');
		}
		if (order.wasSentEarly) fault('sent before all parcels had left');

		const parcels = parcelsOf(sandbox, order).map(({ trackingId }) => trackingId);
		const mails = shop.control
			.mails()
			.filter(({ orderId, kind }) => orderId === order.id && kind === shop.mailKind);
		if (isDue && !isToReview && changedLater.length === 0 && endedHereAtStep === undefined) {
			if (hasOtherLine) {
				if (shop.isSent(order.id)) fault('sent without its other line');
				const isToldWhole = told.some(({ text }) => parcels.every((id) => text.includes(id)));
				if (parcels.length === 0 || !isToldWhole) fault('a number of a part lost');
			} else {
				if (!shop.isSent(order.id)) fault('not sent in the shop');
				if (mails.length !== 1) fault(`${mails.length} mails`);
				const [text = ''] = mails.map((mail) => mail.text);
				// The number itself, and not in its link.
				for (const id of parcels) {
					if (text.split(` ${id}`).length !== 2) fault(`${id} is not told once`);
				}
				if (shop.name === 'woocommerce' && note && !text.includes(`${note}\n`)) {
					fault("the customer's own note is gone");
				}
			}
		}
		if (mails.length > 1) fault('told twice');
	}
	for (const { externalId } of here) {
		if (!day.orders.some((order) => order.externalId === externalId)) {
			faults.push(`Whose: ${String(externalId)}`);
		}
	}
	return faults;
}

/** The first lines that were told more than once on a date. */
export function repeatedTellings(day: Day): string[] {
	const told = day.orders.flatMap((order) =>
		toldOf(day, order).map(
			({ step, text }) => `${Math.floor(step / STEPS_OF_DAY)} ${text.split('\n')[0] ?? ''}`,
		),
	);
	return told.filter((line, index) => told.indexOf(line) !== index);
}
