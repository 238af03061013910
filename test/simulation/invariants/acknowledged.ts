import type { Played } from './played.ts';

/**
 * Whether the person knew that a purchase was placed already when it was renamed: from an earlier run that was no
 * part of the repetitions, or since somebody altered it. What a message advises then is about a new purchase.
 */
export function wasAcknowledged({ book, runs }: Played, purchase: string): boolean {
	const [first] = book.orders.filter((order) => order.purchase === purchase);
	if (!first || first.isAltered) return true;
	const renaming = runs.find(({ inputs }) =>
		inputs.some((input) => input.purchase === purchase && input.externalId.endsWith('-B')),
	);
	let begin = renaming;
	while (begin?.follows) begin = begin.follows;
	return begin === undefined || first.createdAt < begin.startedAt;
}
