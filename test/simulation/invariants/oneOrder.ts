import { wasAcknowledged } from './acknowledged.ts';
import type { Check } from './played.ts';

const groups = <Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[][] => [
	...Map.groupBy(values, keyOf).values(),
];

/** At most one order exists under an external ID, and a person who does as the messages say has no second parcel. */
export const oneOrder: Check = (played) => {
	const { book, history, runs } = played;
	// Two runs at one moment know nothing of each other; only the service can keep them apart then.
	const isExempt = (externalId: string): boolean =>
		history.personality.looksBeforeItWrites &&
		runs.some(
			({ isOneOfTwo, inputs }) =>
				isOneOfTwo && inputs.some((input) => input.externalId === externalId),
		);
	const twice = groups(book.orders, ({ externalId }) => externalId)
		.filter(([first, second]) => first && second && !isExempt(first.externalId))
		.map(([first, ...others]) => `${others.length + 1} orders under ${first?.externalId}`);
	const parcels = groups(
		book.orders.filter(({ purchase }) => purchase !== ''),
		({ purchase }) => purchase,
	)
		.filter((orders) => new Set(orders.map(({ externalId }) => externalId)).size > 1)
		.filter(([first]) => first && !wasAcknowledged(played, first.purchase))
		.map(
			(orders) =>
				`${orders[0]?.purchase} was bought as ${orders.map(({ externalId }) => externalId).join(' and ')}`,
		);
	return [...twice, ...parcels];
};
