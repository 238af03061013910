import {
	hasStarted,
	isAlwaysStarted,
	sameKeyOf,
	shownDelivery,
	type Started,
	type TriggerCheck,
	type TriggerPlayed,
} from './played.ts';

/** The service gives up a delivery after so long, in milliseconds. */
const GIVEN_UP_MS = 60_000;

/** For so long an event is remembered at least, in milliseconds. */
const REMEMBERED_MS = 3_600_000;

/** Whether an event may start again after an earlier start. */
function mayStartAgain(played: TriggerPlayed, earlier: Started, later: Started): boolean {
	const { response, answeredAt, start } = earlier;
	const isFailed =
		answeredAt !== undefined && answeredAt <= later.start.at && response.statusCode !== 200;
	const isOverdue =
		later.start.at - start.at >= GIVEN_UP_MS &&
		(answeredAt === undefined || answeredAt - start.at >= GIVEN_UP_MS);
	const isTooOld = later.start.at - start.at >= REMEMBERED_MS;
	const { mostEvents = Number.POSITIVE_INFINITY } = played.history.settings;
	const between = played.n8n.received.filter(
		(other) =>
			hasStarted(other) &&
			other.process === later.process &&
			other.delivery.workflow === later.delivery.workflow &&
			other.start.at >= start.at &&
			other.start.at <= later.start.at,
	);
	const isForgotten = new Set(between.map((one) => sameKeyOf(played, one))).size > mostEvents;
	return isFailed || isOverdue || isTooOld || isForgotten;
}

/** An event starts a workflow once in one process of n8n, unless its delivery has failed. */
export const startedOnce: TriggerCheck = (played) => {
	if (isAlwaysStarted(played)) return [];
	const started = played.n8n.received.filter(hasStarted);
	const groups = Map.groupBy(started, (one) => `${one.process} ${sameKeyOf(played, one)}`);
	return [...groups.values()].flatMap((group) => {
		const inOrder = group.toSorted((one, other) => one.start.at - other.start.at);
		return inOrder
			.slice(1)
			.flatMap((later, index) =>
				mayStartAgain(played, inOrder[index] as Started, later)
					? []
					: [`${shownDelivery(later)} starts what delivery ${inOrder[index]?.number} had started`],
			);
	});
};
