import { within, type CodeChange } from './engine/codeChange.ts';

/** A change of the nodes' code that breaks a promise. */
export interface BreakingChange {
	/** Number of the promise. */
	invariant: number;
	/** A history that finds it. `npm run soak -- simulation --pin` looks for another one where this one no longer does. */
	seed: number;
	/** What the nodes do then. */
	effect: string;
	change: CodeChange;
}

/** One for each promise at least: they show that the checks can fail. */
export const BREAKING_CHANGES: BreakingChange[] = [
	{
		invariant: 1,
		seed: 36,
		effect: 'two items with one external ID are sent at once',
		change: within('exclusivelyOn').argumentOf('exclusively').becomes('Math.random().toString()'),
	},
	{
		invariant: 2,
		seed: 359,
		effect: 'an order that was refunded before is refunded again',
		change: within('isRefunded').result().becomes('false'),
	},
	{
		invariant: 2,
		seed: 2031,
		effect: 'the next try of Retry On Fail sends a refund that is in doubt',
		change: within('refund').call('set', 'result').becomes('undefined'),
	},
	{
		invariant: 3,
		seed: 68,
		effect: 'the message of a stopped run hides the items in doubt',
		change: within('ItemOutcomes.doubts').result().becomes("''"),
	},
	{
		invariant: 3,
		seed: 4,
		effect:
			'an older order with other content counts as placed because it was answered with a success',
		change: within('Creation.accepted').call('onDoubt').becomes('undefined'),
	},
	{
		invariant: 4,
		seed: 127,
		effect: 'a connection that fails after a lost response says that nothing was sent',
		change: within('connectionError').condition('isInDoubt').becomes("outcome === 'lost'"),
	},
	{
		invariant: 5,
		seed: 3,
		effect: 'whatever a success holds is returned as the order',
		change: within('orderAfter').call('isWholeOrder').becomes('response.body'),
	},
	{
		invariant: 5,
		seed: 10,
		effect: 'whatever a success holds is returned as the order item',
		change: within('isWholeItem').result().becomes('isResource(body)'),
	},
	{
		invariant: 5,
		seed: 8697,
		effect: 'a part of an order item that is not shown counts as changed',
		change: within('compare').condition('isLeftOut').becomes('isLeftOut(existing, name)'),
	},
	{
		invariant: 5,
		seed: 4,
		effect: 'an older order with other content is returned',
		change: within('Creation.refuseOtherContent').condition('differences').becomes('true'),
	},
	{
		invariant: 5,
		seed: 70,
		effect: 'credits are returned that the headers do not tell',
		change: within('creditHeader').result().becomes('parseInt(value ?? "0", 10) || 0'),
	},
	{
		invariant: 6,
		seed: 12,
		effect: 'a wait for the rate limit passes through no timer',
		change: within('AccountLimits.waitForSlot').call('pause').becomes('undefined'),
	},
	{
		invariant: 7,
		seed: 78,
		effect: 'a list that misses members of its total is returned without an error',
		change: within('readWholeList').call('isFinite').becomes('false'),
	},
	{
		invariant: 8,
		seed: 127,
		effect: 'a request may take five minutes',
		change: within('DEFAULT_TIMEOUT_MS').value().becomes('300_000'),
	},
	{
		invariant: 9,
		seed: 21,
		effect: 'a phone number in another notation is taken for another order',
		change: within('normalized').call('slice', 'PHONE_DIGITS').becomes('text'),
	},
	{
		invariant: 9,
		seed: 168,
		effect: 'a placement whose type is shown as null is taken for another one',
		change: within('isLeftOut').call('includes', 'FILLED_BY_SERVICE').becomes('false'),
	},
	{
		invariant: 10,
		seed: 7,
		effect: 'an event counts as accepted whatever its delivery was answered',
		change: within('DeliveryDeduplicator.remember').assigned('isAccepted').becomes('true'),
	},
	{
		invariant: 10,
		seed: 11,
		effect: 'a delivery whose count of retries is no number is refused',
		change: within('parseEnvelope')
			.condition('data', 'undefined')
			.becomes("data === undefined || typeof body.retries !== 'number'"),
	},
	{
		invariant: 11,
		seed: 91,
		effect: 'an event has another ID as soon as its JSON is written in another order',
		change: within('canonicalObject').call('sort').becomes('entries'),
	},
	{
		invariant: 12,
		seed: 17,
		effect: 'a delivery of any age is taken',
		change: within('verifySignature').call('abs').becomes('0'),
	},
	{
		invariant: 12,
		seed: 354,
		effect: 'a secret that was removed works for a minute',
		change: within('MAX_AGE_MS', { besides: 'SigningSecretCache' }).value().becomes('60_000'),
	},
	{
		invariant: 13,
		seed: 16,
		effect: 'a delivery waits for another one that was given up',
		change: within('DeliveryDeduplicator.find').result().becomes('entry'),
	},
	{
		invariant: 13,
		seed: 7,
		effect: 'events that were accepted are never forgotten',
		change: within('DeliveryDeduplicator.sweep').condition('expiresAt').becomes('true'),
	},
	{
		invariant: 14,
		seed: 4,
		effect: 'no position is taken from the catalog',
		change: within('positionOf').condition('area').becomes('area'),
	},
	{
		invariant: 14,
		seed: 19,
		effect: 'nothing warns of a variant that is out of stock',
		change: within('checkedItem').call('stockWarning').becomes('undefined'),
	},
];
