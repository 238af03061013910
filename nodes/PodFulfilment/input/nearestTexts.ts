// The most similar of many texts, by their Levenshtein distance: for the suggestions of a message.

/** Characters of a text that are compared: nobody reads a suggestion any further. */
const MAX_COMPARED_LENGTH = 64;

/** Maximum number of computed distances: enough for a catalog, and a few milliseconds at most. */
const MAX_COMPARED = 2_000;

/**
 * Levenshtein distance: the number of characters to insert, remove or replace to turn one text into the other.
 *
 * @returns any number above `max` when it is above
 */
export function editDistance(a: string, b: string, max = Number.POSITIVE_INFINITY): number {
	if (Math.abs(a.length - b.length) > max) return max + 1;
	let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let row = 1; row <= a.length; row += 1) {
		const current = [row];
		let least = row;
		for (let column = 1; column <= b.length; column += 1) {
			const distance = Math.min(
				(previous[column] ?? 0) + 1,
				(current[column - 1] ?? 0) + 1,
				(previous[column - 1] ?? 0) + Number(a[row - 1] !== b[column - 1]),
			);
			current.push(distance);
			least = Math.min(least, distance);
		}
		// The distance never falls from row to row.
		if (least > max) return max + 1;
		previous = current;
	}
	return previous[b.length] ?? 0;
}

/**
 * The most similar texts, nearest first.
 *
 * @param candidates normalized for comparison, as `text` is
 * @param count maximum number of results
 * @returns only texts that differ in at most two of five characters
 */
export function nearestTexts(text: string, candidates: Iterable<string>, count: number): string[] {
	const wanted = text.slice(0, MAX_COMPARED_LENGTH);
	const max = Math.max(1, Math.floor(wanted.length * 0.4));
	const found: Array<{ candidate: string; distance: number }> = [];
	let compared = 0;
	for (const candidate of candidates) {
		const other = candidate.slice(0, MAX_COMPARED_LENGTH);
		if (Math.abs(other.length - wanted.length) > max) continue;
		compared += 1;
		if (compared > MAX_COMPARED) break;
		const distance = editDistance(wanted, other, max);
		if (distance <= max) found.push({ candidate, distance });
	}
	return found
		.sort((a, b) => a.distance - b.distance)
		.slice(0, count)
		.map(({ candidate }) => candidate);
}
