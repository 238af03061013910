import { isObject } from '../input/guards';

/** Where a list of the editor goes on: what n8n keeps as a text between two looks into the list. */
export interface Position {
	/** Path of the next page below the service's address; undefined after the last page. */
	next?: string;
	/** ID of the first member of each page that was read: a page that begins with one of them was read before. */
	begun: string[];
	/** Products of the last page whose variants are still to be read. */
	waiting?: Array<{ id: string; name?: string }>;
}

export const tokenOf = (position: Position): string => JSON.stringify(position);

const isPath = (value: unknown): value is string =>
	typeof value === 'string' && /^\/(?![/\\])/.test(value);

/**
 * Reads what {@link tokenOf} wrote. The text comes from the browser: whatever was put in its place, it leads to no
 * other host, since only a path is taken from it.
 *
 * @returns undefined for anything else; the list then begins at its beginning
 */
export function positionOf(token: string | undefined): Position | undefined {
	let value: unknown;
	try {
		value = JSON.parse(token ?? '');
	} catch {
		return undefined;
	}
	if (!isObject(value) || !Array.isArray(value.begun)) return undefined;
	const { next, begun, waiting } = value;
	if (next !== undefined && !isPath(next)) return undefined;
	return {
		...(next !== undefined && { next }),
		begun: begun.map(String),
		...(Array.isArray(waiting) && {
			waiting: (waiting as unknown[]).filter(isObject).map(({ id, name }) => ({
				id: String(id),
				...(typeof name === 'string' && { name }),
			})),
		}),
	};
}
