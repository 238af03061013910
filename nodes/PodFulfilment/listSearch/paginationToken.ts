// Where a list search goes on (`SearchPosition`), as a token that n8n hands back and that may have been altered.

import { isObject } from '../input/guards';

/** Where a list search continues. n8n passes it back as an opaque string to load more of the same list. */
export interface SearchPosition {
	/** Path of the next page, relative to the service's address; undefined after the last page. */
	next?: string;
	/** First member ID of each page read so far, to detect page links that form a circle. */
	firstIds: string[];
	/** Products of the last page whose variants have not been read yet. */
	pendingProducts?: Array<{ id: string; name?: string }>;
}

export const encodePaginationToken = (position: SearchPosition): string => JSON.stringify(position);

const isPath = (value: unknown): value is string =>
	typeof value === 'string' && /^\/(?![/\\])/.test(value);

/**
 * Parses a token of {@link encodePaginationToken}. It comes from the browser and may have been altered, so only a path
 * is accepted, which cannot lead to another host.
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
	if (!isObject(value) || !Array.isArray(value.firstIds)) return undefined;
	const { next, firstIds, pendingProducts } = value;
	if (next !== undefined && !isPath(next)) return undefined;
	return {
		...(next !== undefined && { next }),
		firstIds: firstIds.map(String),
		...(Array.isArray(pendingProducts) && {
			pendingProducts: (pendingProducts as unknown[]).filter(isObject).map(({ id, name }) => ({
				id: String(id),
				...(typeof name === 'string' && { name }),
			})),
		}),
	};
}
