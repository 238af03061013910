/** A change of one expression of the nodes, made in memory, that breaks a promise: it shows that the check can fail. */
export interface BreakingChange {
	/** Number of the promise. */
	invariant: number;
	/** A history that finds it. `npm run soak -- simulation --pin` looks for another one where this one no longer does. */
	seed: number;
	/** What the nodes do then. */
	effect: string;
	/** Path from nodes/PodFulfilment/. */
	file: string;
	/** What is replaced: it is in the file exactly once. */
	code: string;
	becomes: string;
}

/** One for each promise. */
export const BREAKING_CHANGES: BreakingChange[] = [
	{
		invariant: 1,
		seed: 36,
		effect: 'two items with one external ID are sent at once',
		file: 'api/order.ts',
		code: '`${client.account} ${path}`',
		becomes: 'Math.random().toString()',
	},
	{
		invariant: 2,
		seed: 359,
		effect: 'an order that was refunded before is refunded again',
		file: 'resources/order/refund.ts',
		code: "objectsOf(associations).some(({ type }) => type === 'refund')",
		becomes: 'false',
	},
	{
		invariant: 3,
		seed: 68,
		effect: 'the message of a stopped run hides the items in doubt',
		file: 'execution/itemError.ts',
		code: "`In doubt, since no success was seen: ${items.join(', ')}. These changes may have been made.`",
		becomes: "''",
	},
	{
		invariant: 4,
		seed: 127,
		effect: 'a connection that fails after a lost response says that nothing was sent',
		file: 'transport/errors/connectionErrors.ts',
		code: "outcome === 'lost' || isInDoubt",
		becomes: "outcome === 'lost'",
	},
	{
		invariant: 5,
		seed: 3,
		effect: 'whatever a success holds is returned as the order',
		file: 'order/change/makeChange.ts',
		code: 'isWholeOrder(body, order) ? body',
		becomes: 'body ? (body as IDataObject)',
	},
	{
		invariant: 6,
		seed: 12,
		effect: 'a wait for the rate limit passes through no timer',
		file: 'transport/limits/accountLimits.ts',
		code: 'await this.run.pause(wait)',
		becomes: 'await undefined',
	},
	{
		invariant: 7,
		seed: 78,
		effect: 'a list that misses members of its total is returned without an error',
		file: 'api/pages.ts',
		code: 'Number.isFinite(leastTotal)',
		becomes: 'false',
	},
	{
		invariant: 8,
		seed: 127,
		effect: 'a request may take five minutes',
		file: 'transport/retryPolicy.ts',
		code: 'DEFAULT_TIMEOUT_MS = 60_000',
		becomes: 'DEFAULT_TIMEOUT_MS = 300_000',
	},
	{
		invariant: 9,
		seed: 21,
		effect: 'a phone number in another notation is taken for another order',
		file: 'api/difference.ts',
		code: "text.replace(/\\D/g, '').slice(-PHONE_DIGITS)",
		becomes: 'text',
	},
	{
		invariant: 10,
		seed: 7,
		effect: 'an event counts as accepted whatever its delivery was answered',
		file: 'trigger/webhook/deliveryDeduplicator.ts',
		code: 'response.statusCode === 200',
		becomes: 'true',
	},
	{
		invariant: 11,
		seed: 91,
		effect: 'an event has another ID as soon as its JSON is written in another order',
		file: 'trigger/webhook/eventItem.ts',
		code: '(left < right ? -1 : 1)',
		becomes: '0',
	},
	{
		invariant: 12,
		seed: 17,
		effect: 'a delivery of any age is taken',
		file: 'trigger/webhook/signature.ts',
		code: 'Math.abs(ageMs)',
		becomes: '0',
	},
	{
		invariant: 13,
		seed: 16,
		effect: 'a delivery waits for another one that was given up',
		file: 'trigger/webhook/deliveryDeduplicator.ts',
		code: 'entry && (entry.isAccepted || entry.responseDueAt > this.now()) ? entry : undefined',
		becomes: 'entry',
	},
	{
		invariant: 14,
		seed: 4,
		effect: 'no position is taken from the catalog',
		file: 'order/compose/completion.ts',
		code: 'if (!area)',
		becomes: 'if (area)',
	},
];
