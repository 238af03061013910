import type { IDataObject } from 'n8n-workflow';

import { jsonAnswer, type Answer } from './answers.ts';
import type { ListStyle } from './personality.ts';

export interface ListRequest {
	/** Path without the prefix, such as `/api/orders`. */
	path: string;
	/** The page that was asked for, from 1. */
	page: number;
	/** Address of the service with its prefix. */
	baseUrl: string;
}

function linkOf({ next }: ListStyle, { path, baseUrl }: ListRequest, page: number): string {
	const { origin, pathname, host } = new URL(baseUrl);
	const prefix = pathname === '/' ? '' : pathname;
	switch (next) {
		case 'query':
			return `?page=${page}`;
		case 'relative':
		case 'object':
			return `${prefix}${path}?page=${page}`;
		case 'withoutPrefix':
			return `${path}?page=${page}`;
		case 'otherHost':
			return `http://inner.example:8080${path}?page=${page}`;
		case 'otherScheme':
			return `http://${host}${prefix}${path}?page=${page}`;
		default:
			return `${origin}${prefix}${path}?page=${page}`;
	}
}

/** The number of the page that a page links to; undefined where it links to none. */
function nextPage({ ending }: ListStyle, page: number, lastPage: number): number | undefined {
	if (page < lastPage) return page + 1;
	if (ending === 'repeatsLast' || ending === 'emptyForever') return page + 1;
	return ending === 'loop' && lastPage > 1 ? 1 : undefined;
}

/** One page of a collection, in the style of this service. */
export function listAnswer(style: ListStyle, all: IDataObject[], request: ListRequest): Answer {
	if (all.length === 0 && style.empty !== 'list') {
		return style.empty === 'status204'
			? { status: 204, headers: {}, body: '' }
			: jsonAnswer(200, []);
	}
	const { pageSize, next } = style;
	const lastPage = Math.max(1, Math.ceil(all.length / pageSize));
	const wanted = next === 'noneAndOnePageOnly' ? 1 : request.page;
	const shown = wanted > lastPage && style.ending === 'repeatsLast' ? lastPage : wanted;
	const members: unknown[] = all.slice((shown - 1) * pageSize, shown * pageSize);
	if (style.nullMembers && members.length > 0) members.splice(1, 0, null);
	const hasLink = next !== 'none' && next !== 'noneAndOnePageOnly';
	const following = hasLink ? nextPage(style, request.page, lastPage) : undefined;
	const link = following === undefined ? undefined : linkOf(style, request, following);
	const isInHeader = next === 'header';
	return jsonAnswer(
		200,
		{
			'@type': 'hydra:Collection',
			[style.members]: members,
			...((style.showsTotal || !hasLink) && { 'hydra:totalItems': all.length }),
			...(link !== undefined &&
				!isInHeader && {
					'hydra:view': {
						'@id': `${request.path}?page=${request.page}`,
						'hydra:next': next === 'object' ? { '@id': link } : link,
					},
				}),
		},
		isInHeader && link !== undefined ? { link: `<${link}>; rel="next"` } : {},
	);
}
