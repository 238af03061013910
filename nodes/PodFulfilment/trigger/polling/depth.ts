/** What the pages of a list that falls by `createdAt` have shown so far. Times are seconds since 1970. */
export interface ReadPages {
	count: number;
	/** `createdAt` of the first and of the last member. */
	first: number;
	last: number;
}

/**
 * Whether to read the next page of a list that falls by `createdAt`, or the members further back one by one: whichever
 * takes fewer requests. How many pages lie between is estimated by the time that a page has covered so far.
 *
 * @param awaited `createdAt` of the members that have to be read, newest first
 * @param start index of the first one further back
 */
export function isNextPageWorthIt(
	{ count, first, last }: ReadPages,
	awaited: readonly number[],
	start = 0,
): boolean {
	const secondsPerPage = (first - last) / count;
	// All were created at the same time, which says nothing about the pages behind.
	if (secondsPerPage <= 0) return count <= awaited.length - start;
	// As soon as one member pays for the pages down to it; usually that is the first.
	for (let index = start; index < awaited.length; index += 1) {
		const pages = Math.ceil((last - (awaited[index] ?? 0)) / secondsPerPage);
		if (pages < index - start + 1 || pages <= 0) return true;
	}
	return false;
}
