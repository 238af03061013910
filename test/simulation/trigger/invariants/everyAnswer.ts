import type { Received } from '../n8n.ts';
import {
	hasStarted,
	sameKeyOf,
	shownDelivery,
	type TriggerCheck,
	type TriggerPlayed,
} from './played.ts';

/** The service has given up an earlier delivery by then, and nothing waits for it any more; in milliseconds. */
const GIVEN_UP_MS = 60_000;

/** Reading the credential, and looking whether the earlier one is answered, in milliseconds. */
const SLACK_MS = 1_000;

interface Span {
	from: number;
	to: number;
}

/** Executions of the same event in the same process, from their start until their delivery was answered. */
const executions = (played: TriggerPlayed, received: Received): Span[] =>
	played.n8n.received
		.filter(hasStarted)
		.filter(
			(other) =>
				other.process === received.process &&
				sameKeyOf(played, other) === sameKeyOf(played, received),
		)
		.map(({ start, answeredAt = Number.POSITIVE_INFINITY }) => ({
			from: start.at,
			to: answeredAt,
		}));

/** Milliseconds of a span in which none of these was. */
function idleTime(from: number, to: number, spans: Span[]): number {
	let [idle, until] = [0, from];
	for (const span of spans.toSorted((one, other) => one.from - other.from)) {
		idle += Math.max(0, span.from - until);
		until = Math.max(until, span.to);
	}
	return idle + Math.max(0, to - until);
}

function lateAnswer(played: TriggerPlayed, received: Received): string[] {
	const { at, answeredAt, isCutOff, start, hasThrown } = received;
	if (hasThrown) return [`${shownDelivery(received)}: the node threw`];
	if (received.response.endings > 1) return [`${shownDelivery(received)} was answered twice`];
	if (isCutOff) return [];
	if (answeredAt === undefined) return [`${shownDelivery(received)} was never answered`];
	const spans = executions(played, received);
	const idle = idleTime(
		at,
		answeredAt,
		spans.filter(({ from, to }) => from <= answeredAt && to >= at),
	);
	const waitedUntil = start?.at ?? answeredAt;
	const others = spans.map(({ from }) => from).filter((from) => from < waitedUntil);
	const allowed = Math.max(at, ...others.map((from) => from + GIVEN_UP_MS)) + SLACK_MS;
	return [
		...(idle > SLACK_MS ? [`${shownDelivery(received)} waited for nothing, ${idle / 1000} s`] : []),
		...(waitedUntil > allowed
			? [`${shownDelivery(received)} waited ${(waitedUntil - at) / 1000} s for what was given up`]
			: []),
	];
}

/** What stays in memory is bounded, and goes when it is too old. */
function leftovers({ n8n, kept, timersLeft, ending, history }: TriggerPlayed): string[] {
	const { most, allowed } = n8n.memory;
	// The last event went to one workflow only.
	return [
		...(ending === 'done' ? [] : [`it did not end: ${ending}`]),
		...(timersLeft > 0 ? [`${timersLeft} timers are left`] : []),
		...(most > allowed ? [`${most} events were remembered, of ${allowed} at most`] : []),
		...(kept.events > (history.settings.ignoreDuplicates ? 1 : 0)
			? [`${kept.events} events are remembered hours later`]
			: []),
		...(kept.secrets > 1 ? [`${kept.secrets} credentials are kept hours later`] : []),
	];
}

/** Every delivery has one answer in time, and nothing of it stays for good. */
export const everyAnswer: TriggerCheck = (played) => [
	...played.n8n.received.flatMap((received) => lateAnswer(played, received)),
	...leftovers(played),
];
