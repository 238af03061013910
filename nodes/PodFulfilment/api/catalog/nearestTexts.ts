// The texts that are most similar to one, for suggestions in messages: Levenshtein distance, and a cheap comparison
// before it.

/** Characters of a text that are compared: nobody reads a suggestion any further. */
const MAX_LENGTH = 64;

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

/** One bit for each character that occurs, in 32 groups. */
function charactersOf(text: string): number {
	let bits = 0;
	for (let index = 0; index < text.length; index += 1) bits |= 1 << (text.charCodeAt(index) % 32);
	return bits;
}

function bitsIn(bits: number): number {
	let count = 0;
	for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
	return count;
}

/**
 * Finds the most similar texts for a suggestion, nearest first.
 *
 * @param candidates normalized for comparison, as `text` is
 * @param count maximum number of results
 * @returns only texts that differ in at most two of five characters
 */
export function nearestTexts(text: string, candidates: Iterable<string>, count: number): string[] {
	const wanted = text.slice(0, MAX_LENGTH);
	const max = Math.max(1, Math.floor(wanted.length * 0.4));
	const characters = charactersOf(wanted);
	const found: Array<{ candidate: string; distance: number }> = [];
	let compared = 0;
	for (const candidate of candidates) {
		const other = candidate.slice(0, MAX_LENGTH);
		// One edit changes at most two of the bits.
		const isFar =
			Math.abs(other.length - wanted.length) > max ||
			bitsIn(charactersOf(other) ^ characters) > 2 * max;
		if (isFar) continue;
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
