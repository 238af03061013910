import type { Sandbox } from '../../../sandbox/index.ts';
import type { Day } from './day.ts';

/** The statuses of the orders at the service, by External ID. */
function ordersHere({ control }: Sandbox): Map<string, string[]> {
	const byExternalId = new Map<string, string[]>();
	for (const { externalId, status } of control.orders()) {
		const id = String(externalId);
		byExternalId.set(id, [...(byExternalId.get(id) ?? []), status]);
	}
	return byExternalId;
}

/** What is wrong with the end of a day, an entry for each order that is not as it has to be. */
export function faultsOf({ orders, messages }: Day, sandbox: Sandbox): string[] {
	const faults: string[] = [];
	const here = ordersHere(sandbox);
	for (const order of orders) {
		const { label, isPaid, isCalledOff, isEmptied, isMoved, hasVariant, changedLater } = order;
		const found = here.get(order.externalId) ?? [];
		const [status] = found;
		const matters = messages
			.flatMap((message) => message.matters)
			.filter((matter) =>
				[label, `Order ${order.externalId}`].some((name) => matter.startsWith(`${name} `)),
			);
		const isTold = (text: string): boolean => matters.some((matter) => matter.includes(text));
		const fault = (text: string): void => {
			faults.push(`${text}: ${JSON.stringify({ ...order, found, matters })}`);
		};
		if (found.length > 1) fault('ordered twice');
		if (found.length > 0 && (!isPaid || !hasVariant)) fault('ordered though it is not due');
		const isDue = isPaid && hasVariant && !isCalledOff && !isEmptied;
		if (isDue && found.length === 0) fault('lost');
		if (isDue && status === 'canceled') fault('canceled though it is due');
		if (isDue && status === 'draft' && !isTold('')) fault('a silent draft');
		if (isPaid && !hasVariant && !isCalledOff && !isEmptied && !isTold(''))
			fault('a silent refusal');
		if (isCalledOff && status !== undefined) {
			if (status === 'canceled' && !isTold('and is canceled here too'))
				fault('canceled in silence');
			// Another address may be another shop's order of the same ID: it is told, but not canceled.
			const isOtherTold = isMoved && isTold('and may still be produced here');
			if (status !== 'canceled' && !isTold(`but is ${status} here`) && !isOtherTold)
				fault('produced in silence');
		}
		if (isPaid && changedLater.length > 0 && !isTold('')) fault('a silent change');
		const { heardAtStep = Infinity, placedAtStep = Infinity } = order;
		const isMissed = isTold('but its webhook never came');
		const isSilent = heardAtStep > placedAtStep && !isMissed && !order.wasAnswerLate;
		if (isDue && isSilent) fault('a missed webhook in silence');
		if (isMissed && heardAtStep < placedAtStep) fault('told as missed, though its webhook came');
	}
	for (const externalId of here.keys()) {
		if (!orders.some((order) => order.externalId === externalId))
			faults.push(`Whose: ${externalId}`);
	}
	return faults;
}

/** Matters that sweeps told more than once on a date. */
export function repeatedMatters({ messages }: Day): string[] {
	const told = messages
		.filter(({ from }) => from === 'sweep')
		.flatMap(({ date, matters }) => matters.map((matter) => `${date} ${matter}`));
	return told.filter((matter, index) => told.indexOf(matter) !== index);
}
