import { GraphqlError } from './errors.ts';
import { Field, type SchemaObject, type Values } from './execute.ts';

const MAXIMUM_PAGE = 250;

/** An entry of a list with what it is sorted by, which its cursor names. */
export interface Entry {
	key: number;
	id: number;
	node: SchemaObject;
}

/**
 * A list that is read page by page.
 * @param further names of arguments that `list` takes
 * @param list the sorted entries: by key, then by ID, rising unless `reverse` is given
 */
export const connection = (
	type: string,
	list: (args: Values) => Entry[],
	further: readonly string[] = [],
): Field =>
	new Field(['first', 'after', 'reverse', ...further], (args) => pageOf(type, list(args), args));

function pageOf(type: string, entries: Entry[], { first, after, reverse }: Values): SchemaObject {
	if (first === undefined || first === null) {
		throw new GraphqlError('you must provide one of first or last');
	}
	if (typeof first !== 'number' || first < 1 || first > MAXIMUM_PAGE) {
		throw new GraphqlError(`first must be from 1 to ${MAXIMUM_PAGE}`);
	}
	const direction = reverse === true ? -1 : 1;
	const start = typeof after === 'string' ? positionOf(after) : undefined;
	const following = start
		? entries.filter(({ key, id }) => direction * (key - start.key || id - start.id) > 0)
		: entries;
	const page = following.slice(0, first);
	const ends = { start: page[0], end: page.at(-1) };
	return {
		__typename: `${type}Connection`,
		nodes: page.map(({ node }) => node),
		edges: page.map((entry) => ({
			__typename: `${type}Edge`,
			cursor: cursorOf(entry),
			node: entry.node,
		})),
		pageInfo: {
			__typename: 'PageInfo',
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
	throw new GraphqlError('Invalid cursor for current pagination sort.');
}
