import { isObject, text } from './values';

/**
 * The members of a collection. Section 4 names `hydra:member`; where the spec says just 'list', a plain array
 * and the newer name `member` are taken as well.
 *
 * @returns undefined when the answer is no collection
 */
export function membersOf(body: unknown): unknown[] | undefined {
	if (Array.isArray(body)) return body as unknown[];
	if (!isObject(body)) return undefined;
	const members = body['hydra:member'] ?? body.member;
	return Array.isArray(members) ? (members as unknown[]) : undefined;
}

/**
 * The path of the next page. The spec shows no paging; `hydra:view` is what a JSON-LD service links its pages with.
 *
 * @param current address of this page, e.g. `https://api.example.com/api/orders?page=1`
 * @param address base address of the service, see address.ts
 * @returns path and query below the base address; undefined on the last page
 * @throws RangeError when the link leads to another host: the key must not follow it
 */
export function nextPagePath(body: unknown, current: string, address: string): string | undefined {
	if (!isObject(body)) return undefined;
	const view = body['hydra:view'] ?? body.view;
	if (!isObject(view)) return undefined;
	const link = text(view['hydra:next'] ?? view.next);
	if (link === '') return undefined;

	const base = new URL(address);
	const next = new URL(link, current);
	if (next.origin !== base.origin) throw new RangeError(next.origin);
	const prefix = base.pathname.replace(/\/$/, '');
	const path = next.pathname.startsWith(`${prefix}/`)
		? next.pathname.slice(prefix.length)
		: next.pathname;
	return `${path}${next.search}`;
}
