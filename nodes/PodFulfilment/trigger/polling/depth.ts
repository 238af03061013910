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
 * @param awaited `createdAt` of the members further back that have to be read, in any order
 */
export function isNextPageWorthIt({ count, first, last }: ReadPages, awaited: number[]): boolean {
	const secondsPerPage = (first - last) / count;
	// All were created at the same time, which says nothing about the pages behind.
	if (secondsPerPage <= 0) return count <= awaited.length;
	return awaited
		.sort((a, b) => b - a)
		.some((createdAt, index) => Math.ceil((last - createdAt) / secondsPerPage) < index + 1);
}
