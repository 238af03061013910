import type { CodeChange } from './engine/nodeProcess.ts';

/** A change of one line that breaks a promise, made in memory only. */
export interface BreakingChange extends CodeChange {
	/** Number of the promise. */
	invariant: number;
	/** A history that finds it. */
	seed: number;
	/** What the nodes do then. */
	effect: string;
}

const NODES = 'nodes/PodFulfilment';

/** One for each promise at least: they show that the checks can fail. */
export const BREAKING_CHANGES: BreakingChange[] = [
	{
		invariant: 1,
		seed: 36,
		effect: 'two items with one external ID are sent at once',
		file: `${NODES}/api/order.ts`,
		from: 'client.run.exclusively(`${client.account} ${path}`, work);',
		to: 'client.run.exclusively(Math.random().toString(), work);',
	},
	{
		invariant: 2,
		seed: 359,
		effect: 'an order that was refunded before is refunded again',
		file: `${NODES}/resources/order/refund.ts`,
		from: 'if (isRefunded(before)) {',
		to: 'if (isRefunded(before) && false) {',
	},
	{
		invariant: 2,
		seed: 2031,
		effect: 'the next try of Retry On Fail sends a refund that is in doubt',
		file: `${NODES}/resources/order/refund.ts`,
		from: 'refunds.set(key, result);',
		to: '',
	},
	{
		invariant: 3,
		seed: 68,
		effect: 'the message of a stopped run hides the items in doubt',
		file: `${NODES}/execution/itemOutcomes.ts`,
		from: '...(this.inDoubt.size > 0 ? [this.doubts()] : []),',
		to: '',
	},
	{
		invariant: 4,
		seed: 168,
		effect: 'a later refusal drops the doubt of a lost response',
		file: `${NODES}/transport/write.ts`,
		from: "failed: { unsent: 'notMade' },",
		to: "failed: { unsent: 'notMade', inDoubt: 'notMade' },",
	},
	{
		invariant: 4,
		seed: 747587437,
		effect: 'a try that failed in the catalog makes the next one forget what an earlier one placed',
		file: `${NODES}/transport/write.ts`,
		from: 'if (this.earlier?.lastSubject !== subject) this.earlier = undefined;',
		to: 'if (this.earlier?.subject !== subject) this.earlier = undefined;',
	},
	{
		invariant: 5,
		seed: 3,
		effect: 'whatever a success holds is handed out as the order',
		file: `${NODES}/order/change/changedOrder.ts`,
		from: 'if (isWholeOrder(response.body, order)) return response.body;',
		to: 'if (response.body) return response.body as IDataObject;',
	},
	{
		invariant: 5,
		seed: 10,
		effect: 'whatever a success holds is handed out as the order item',
		file: `${NODES}/resources/orderItem/update.ts`,
		from: 'isDone && isWholeItem(result.body, itemId)',
		to: 'isDone && isResource(result.body)',
	},
	{
		invariant: 5,
		seed: 8697,
		effect: 'a part of an order item that is not shown counts as changed',
		file: `${NODES}/api/difference.ts`,
		from: 'if (!comparison.isProof && isLeftOut(existing, name)) return [];',
		to: 'if (isLeftOut(existing, name)) return [];',
	},
	{
		invariant: 5,
		seed: 70,
		effect: 'credits are told that the headers do not tell',
		file: `${NODES}/resources/mockupTask/credits.ts`,
		from: 'return value !== undefined && /^\\d+$/.test(value) ? Number(value) : undefined;',
		to: 'return parseInt(value ?? "0", 10) || 0;',
	},
	{
		invariant: 6,
		seed: 12,
		effect: 'a wait for the rate limit passes through no timer',
		file: `${NODES}/transport/limits/accountLimits.ts`,
		from: 'if (wait > 0) await this.run.pause(wait);',
		to: '',
	},
	{
		invariant: 7,
		seed: 78,
		effect: 'a list that misses members of its total is handed out in silence',
		file: `${NODES}/api/pages.ts`,
		from: 'if (Number.isFinite(leastTotal) && count < leastTotal) {',
		to: 'if (Number.isNaN(leastTotal)) {',
	},
	{
		invariant: 8,
		seed: 127,
		effect: 'a request may take five minutes',
		file: `${NODES}/transport/retryPolicy.ts`,
		from: 'export const DEFAULT_TIMEOUT_MS = 60_000;',
		to: 'export const DEFAULT_TIMEOUT_MS = 300_000;',
	},
	{
		invariant: 9,
		seed: 19,
		effect: 'a phone number in another notation is taken for another order',
		file: `${NODES}/api/difference.ts`,
		from: "return text.replace(/\\D/g, '').slice(-PHONE_DIGITS);",
		to: 'return text;',
	},
	{
		invariant: 9,
		seed: 36,
		effect: 'a placement whose type is shown as null is taken for another one',
		file: `${NODES}/api/difference.ts`,
		from: '(isEmpty(existing) && FILLED_BY_SERVICE.includes(name));',
		to: 'false;',
	},
	{
		invariant: 10,
		seed: 7,
		effect: 'an event counts as accepted whatever its delivery was answered',
		file: `${NODES}/trigger/webhook/deliveryDeduplicator.ts`,
		from: 'entry.isAccepted = response.statusCode === 200;',
		to: 'entry.isAccepted = true;',
	},
	{
		invariant: 10,
		seed: 11,
		effect: 'a delivery whose count of retries is no number is refused',
		file: `${NODES}/trigger/webhook/envelope.ts`,
		from: 'if (data === undefined) return undefined;',
		to: "if (data === undefined || typeof body.retries !== 'number') return undefined;",
	},
	{
		invariant: 11,
		seed: 91,
		effect: 'an event has another ID as soon as its JSON is written in another order',
		file: `${NODES}/trigger/webhook/eventId.ts`,
		from: '.sort(([left], [right]) => (left < right ? -1 : 1))',
		to: '',
	},
	{
		invariant: 12,
		seed: 17,
		effect: 'a delivery of any age is taken',
		file: `${NODES}/trigger/webhook/signature.ts`,
		from: 'if (toleranceSeconds > 0 && Math.abs(ageMs) > toleranceSeconds * 1000) {',
		to: 'if (toleranceSeconds > 0 && Number.isNaN(ageMs)) {',
	},
	{
		invariant: 12,
		seed: 354,
		effect: 'a secret that was removed works for a minute',
		file: `${NODES}/trigger/webhook/signingSecretCache.ts`,
		from: 'const MAX_AGE_MS = 5_000;',
		to: 'const MAX_AGE_MS = 60_000;',
	},
	{
		invariant: 13,
		seed: 16,
		effect: 'a delivery waits for another one that was given up',
		file: `${NODES}/trigger/webhook/deliveryDeduplicator.ts`,
		from: 'return entry && (entry.isAccepted || entry.responseDueAt > this.now()) ? entry : undefined;',
		to: 'return entry;',
	},
	{
		invariant: 13,
		seed: 7,
		effect: 'events that were accepted are never forgotten',
		file: `${NODES}/trigger/webhook/deliveryDeduplicator.ts`,
		from: 'if (expiresAt > now) break;',
		to: 'if (expiresAt > 0) break;',
	},
	{
		invariant: 14,
		seed: 4,
		effect: 'no position is taken from the catalog',
		file: `${NODES}/order/items/completion.ts`,
		from: 'if (!area) return layer.position;',
		to: 'if (area) return layer.position;',
	},
	{
		invariant: 14,
		seed: 19,
		effect: 'nothing warns of a variant that is out of stock',
		file: `${NODES}/order/source/itemsFromCatalog.ts`,
		from: 'warnings.push(...[stockWarning(variant, field) ?? []].flat());',
		to: '',
	},
];
