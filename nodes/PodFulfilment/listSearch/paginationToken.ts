import { isObject } from '../input/guards';

/** Where a search of the editor continues. n8n keeps it as an opaque string between two requests for the same list. */
export interface SearchPosition {
	/** Path of the next page, relative to the service's address; undefined after the last page. */
	next?: string;
	/** ID of the first member of each page read so far; a page that begins with one of them has been read before. */
	begun: string[];
	/** Products of the last page whose variants are still to be read. */
	waiting?: Array<{ id: string; name?: string }>;
}

export const encodePaginationToken = (position: SearchPosition): string => JSON.stringify(position);

const isPath = (value: unknown): value is string =>
	typeof value === 'string' && /^\/(?![/\\])/.test(value);

/**
 * Parses a token of {@link encodePaginationToken}. It comes from the browser and may have been altered, so only a path
 * is accepted: it cannot lead to another host.
 *
 * @returns undefined for an invalid token; the list then starts from the beginning
 */
export function decodePaginationToken(token: string | undefined): SearchPosition | undefined {
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
