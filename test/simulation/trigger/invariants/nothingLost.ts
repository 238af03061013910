import { objectName, externalIdOf, shownRetries, shownTime } from '../serviceEvent.ts';
import {
	hasStarted,
	hasToPass,
	isAlwaysStarted,
	isLeftOut,
	keyOf,
	sameKeyOf,
	shownDelivery,
	type Started,
	type TriggerCheck,
	type TriggerPlayed,
} from './played.ts';
import type { Received } from '../n8n.ts';

/** Whether an execution is safe by then: stored, or with After Finish gone well. */
function isDone({ history }: TriggerPlayed, { start }: Started, by: number): boolean {
	if (history.settings.acknowledge === 'immediately') return (start.storedAt ?? Infinity) <= by;
	return start.isSuccess === true && (start.endedAt ?? Infinity) <= by;
}

/** 200 ends the repetitions: it is said of what has started, and of what the settings leave out. */
function falseAcknowledgement(played: TriggerPlayed, received: Received): string[] {
	const { response, answeredAt, isAnsweredToNobody, delivery } = received;
	if (answeredAt === undefined || isAnsweredToNobody || response.statusCode !== 200) return [];
	if (delivery.kind !== 'event' || isLeftOut(played, received)) return [];
	const others = isAlwaysStarted(played) ? [received] : played.n8n.received;
	const isTrue = others.some(
		(other) =>
			hasStarted(other) &&
			sameKeyOf(played, other) === sameKeyOf(played, received) &&
			isDone(played, other, answeredAt),
	);
	return isTrue ? [] : [`${shownDelivery(received)} is answered 200, and nothing came of it`];
}

/** What is genuine and finds n8n well is taken. */
function refused(played: TriggerPlayed, received: Received): string[] {
	const { response, answeredAt, delivery, start } = received;
	if (delivery.kind !== 'event' || answeredAt === undefined || response.statusCode === 200)
		return [];
	const hasFailed = start && (!start.fate.isStored || start.isSuccess === false);
	return hasFailed || !hasToPass(played, received)
		? []
		: [`${shownDelivery(received)} is answered ${response.statusCode}`];
}

/** What the workflow gets is the event, whole, on its own output. */
function wrongItem({ history }: TriggerPlayed, received: Started): string[] {
	const { delivery, start } = received;
	const { event, attempt, body } = delivery;
	if (!event || start.storedAt === undefined) return [];
	const { settings, sender } = history;
	const [{ output, json } = { output: -1, json: {} }, ...more] = start.items;
	const object = json[objectName(event.type)] as Record<string, unknown> | undefined;
	const expected = {
		event: event.type,
		occurredAt: shownTime(event, sender),
		retries: shownRetries(sender, attempt),
		accountId: 'account-1',
		webhookId: 'webhook-1',
		status: event.status,
		externalId: externalIdOf(event),
		rawBody: settings.rawBody ? body : undefined,
	};
	const seen = {
		event: json.event,
		occurredAt: json.occurredAt,
		retries: json.retries,
		accountId: json.accountId,
		webhookId: json.webhookId,
		status: object?.status ?? object?.shipmentStatus,
		externalId:
			object?.externalId ??
			object?.orderId ??
			(object && event.type.startsWith('mockup') ? externalIdOf(event) : undefined),
		rawBody: json.rawBody,
	};
	const names = Object.keys(expected) as Array<keyof typeof expected>;
	const wrong = names.filter((name) => seen[name] !== expected[name]);
	// The outputs come in the order of the specification, and 'Any Other Event' at last, as do these.
	const ownOutput = settings.outputs === 'perEvent' ? settings.events.indexOf(event.type) : 0;
	return [
		...wrong.map(
			(name) =>
				`${shownDelivery(received)}: ${name} is ${String(seen[name])}, not ${String(expected[name])}`,
		),
		...(more.length > 0 || output !== ownOutput
			? [`${shownDelivery(received)} came out of output ${output}, ${more.length} more times`]
			: []),
	];
}

/** All deliveries of an event have one ID, and no other event has it. */
function sharedIds({ n8n }: TriggerPlayed): string[] {
	const ids = new Map<string, Set<string>>();
	for (const received of n8n.received.filter(hasStarted)) {
		const [item] = received.start.items;
		if (!item || !received.delivery.event) continue;
		const event = keyOf(received).slice(2);
		ids.set(event, (ids.get(event) ?? new Set()).add(String(item.json.eventId)));
	}
	const all = [...ids.values()].flatMap((set) => [...set]);
	return [
		...[...ids].filter(([, set]) => set.size > 1).map(([event]) => `${event} has several IDs`),
		...(new Set(all).size < all.length ? ['two events have one ID'] : []),
	];
}

/** No event is lost, and what the workflow gets is the event. */
export const nothingLost: TriggerCheck = (played) => [
	...played.n8n.received.flatMap((received) => [
		...falseAcknowledgement(played, received),
		...refused(played, received),
		...(hasStarted(received) ? wrongItem(played, received) : []),
	]),
	// Without their time, two events may be the same in all that was sent of them.
	...(played.history.sender.time.field === 'none' ? [] : sharedIds(played)),
];
