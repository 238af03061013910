import { GraphQLError } from 'graphql';

const MAXIMUM_PAGE = 250;

/** An entry of a list with what it is sorted by, which its cursor names. */
export interface Entry {
	key: number;
	id: number;
	node: object;
}

export interface PageArguments {
	first?: number | null;
	after?: string | null;
	reverse?: boolean | null;
}

/**
 * A list that is read page by page.
 * @param list the sorted entries: by key, then by ID, rising unless `reverse` is given
 */
export const connection =
	<Arguments extends PageArguments>(list: (args: Arguments) => Entry[]) =>
	(args: Arguments) =>
		pageOf(list(args), args);

function pageOf(entries: Entry[], { first, after, reverse }: PageArguments) {
	if (first === undefined || first === null) {
		throw new GraphQLError('you must provide one of first or last');
	}
	if (first < 1 || first > MAXIMUM_PAGE) {
		throw new GraphQLError(`first must be from 1 to ${MAXIMUM_PAGE}`);
	}
	const direction = reverse === true ? -1 : 1;
	const start = typeof after === 'string' ? positionOf(after) : undefined;
	const following = start
		? entries.filter(({ key, id }) => direction * (key - start.key || id - start.id) > 0)
		: entries;
	const page = following.slice(0, first);
	const ends = { start: page[0], end: page.at(-1) };
	return {
		nodes: page.map(({ node }) => node),
		edges: page.map((entry) => ({
			cursor: cursorOf(entry),
			node: entry.node,
		})),
		pageInfo: {
			hasNextPage: following.length > page.length,
			hasPreviousPage: start !== undefined,
			startCursor: ends.start ? cursorOf(ends.start) : null,
			endCursor: ends.end ? cursorOf(ends.end) : null,
		},
	};
}

const cursorOf = ({ key, id }: Entry): string =>
	Buffer.from(JSON.stringify([key, id])).toString('base64');

function positionOf(cursor: string): { key: number; id: number } {
	try {
		const [key, id] = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8')) as number[];
		if (typeof key === 'number' && typeof id === 'number') return { key, id };
	} catch {
		// Not one of ours, as below.
	}
	throw new GraphQLError('Invalid cursor for current pagination sort.');
}
