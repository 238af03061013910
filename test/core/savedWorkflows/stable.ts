import type { Sandbox } from '../../../sandbox/index.ts';

/** When everything in these runs happens. */
export const START_TIME = Date.parse('2026-11-22T12:00:00Z');

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const TIMESTAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;

/** A time that an expression writes as part of an external ID. */
const TIME_AS_NAME = /\d{8}-\d{6}-\d{3}/g;

/** Fields whose texts are the node's own wording, which may change. */
const WORDING = new Set([
	'warnings',
	'problems',
	'toReview',
	'reason',
	'error',
	'message',
	'currentError',
]);

/** Phrases that stay, since error workflows match them: see docs/public-names.md. */
const FIXED_PHRASES = [
	'may have been placed',
	'may have been made',
	'Nothing was',
	'items were done',
	'fewer requests',
	'leads elsewhere',
	'too large',
	'could not be reached',
	'could not be read',
];

/** Names of everything that the sandbox holds, by its ID. */
function namesIn({ control }: Sandbox): Map<string, string> {
	const products = control.products().map(({ id, name }) => [id, `<product ${name}>`] as const);
	const variants = control.variants().map(({ id, sku }) => [id, `<variant ${sku}>`] as const);
	const orders = control
		.orders()
		.flatMap(({ id, externalId, items, shipments }) => [
			[id, `<order ${externalId}>`] as const,
			...items.map((item, index) => [item.id, `<item ${index + 1} of ${externalId}>`] as const),
			...shipments.map(
				(shipment, index) => [shipment.id, `<shipment ${index + 1} of ${externalId}>`] as const,
			),
		]);
	const tasks = control
		.mockupTasks()
		.map(({ id }, index) => [id, `<mockup task ${index + 1}>`] as const);
	return new Map([...products, ...variants, ...orders, ...tasks]);
}

/** A text of the node without its wording. */
function withoutWording(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutWording);
	if (typeof value !== 'string') return value;
	const phrases = FIXED_PHRASES.filter((phrase) => value.includes(phrase));
	return phrases.length === 0 ? '<text>' : `<text with '${phrases.join("', '")}'>`;
}

/**
 * Returns a function that makes a value the same in every run: IDs become names, times since the start become `<now>`,
 * and texts that are wording become `<text>`.
 */
export function stabilizer(sandbox: Sandbox): (value: unknown) => unknown {
	const names = namesIn(sandbox);
	let others = 0;
	const nameOf = (id: string): string => {
		const known = names.get(id);
		if (known !== undefined) return known;
		others += 1;
		names.set(id, `<id ${others}>`);
		return `<id ${others}>`;
	};
	const inText = (text: string): string =>
		text
			.replaceAll(sandbox.url, '<service>')
			.replaceAll(UUID, nameOf)
			.replaceAll(TIMESTAMP, (time) => (Date.parse(time) < START_TIME ? time : '<now>'))
			.replaceAll(TIME_AS_NAME, '<time>');
	// A service's own text under 'message', as in validationErrors, has a code beside it and stays.
	const isWording = (key: string, owner: object): boolean => WORDING.has(key) && !('code' in owner);
	const stable = (value: unknown): unknown => {
		if (typeof value === 'string') return inText(value);
		if (Array.isArray(value)) return value.map(stable);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [
				key,
				isWording(key, value) ? withoutWording(inner) : stable(inner),
			]),
		);
	};
	return stable;
}
