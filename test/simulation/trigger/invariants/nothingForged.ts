import { hasStarted, mayPass, shownDelivery, type TriggerCheck } from './played.ts';

/** Nothing starts but what was signed lately with the secret; whatever else comes is refused with one text. */
export const nothingForged: TriggerCheck = (played) => {
	const refusals = played.n8n.received.filter((received) => !mayPass(played, received));
	const answered = refusals.filter(({ response }) => response.writableEnded);
	const texts = new Set(answered.map(({ response }) => response.text));
	return [
		...refusals
			.filter(hasStarted)
			.map((received) => `${shownDelivery(received)} is not genuine, and starts an execution`),
		...answered
			.filter(({ response }) => response.statusCode !== 401)
			.map(
				(received) =>
					`${shownDelivery(received)} is not genuine, and is answered ${received.response.statusCode}`,
			),
		...(texts.size > 1 ? [`refusals say ${[...texts].join(' or ')}`] : []),
		...played.n8n.received
			.filter(({ delivery }) => delivery.kind === 'noEvent')
			.filter(hasStarted)
			.map((received) => `${shownDelivery(received)} is no event, and starts an execution`),
	];
};
