import type { Check } from './played.ts';

/**
 * At most one refund for each order where the service shows refunds; where it does not, at most one within one
 * execution, and none more by a person who does as the messages say.
 */
export const oneRefund: Check = ({ book, history, runs }) => {
	const refunds = book.effects.filter(({ kind }) => kind === 'refund');
	const byOrder = [...Map.groupBy(refunds, ({ orderId }) => orderId).values()];
	return byOrder.flatMap((effects) => {
		const [first] = effects;
		if (!first || effects.length < 2) return [];
		const numbers = effects.map(({ origin }) => origin?.run ?? 0);
		const shown = `${first.externalId} was refunded ${effects.length} times, by runs ${numbers.join(', ')}`;
		if (new Set(numbers).size < numbers.length) return [shown];
		const involved = runs.filter(({ number }) => numbers.includes(number));
		// Two runs at one moment know nothing of each other.
		if (involved.filter(({ isOneOfTwo }) => isOneOfTwo).length > 1) return [];
		if (history.personality.showsRefunds) return [shown];
		// Where nobody sees a refund, only a person who does as the messages say is safe.
		return involved.some(
			({ follows, isByMessages }) => follows && isByMessages && numbers.includes(follows.number),
		)
			? [shown]
			: [];
	});
};
