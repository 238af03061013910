import { JSON_LD } from '../json-ld/problems.ts';
import type { ContraryStyle, ErrorBody, SuccessStyle } from './style.ts';

/** What goes back to the client in place of the sandbox's own response. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	/** Text as it is sent; empty for none. */
	body: string;
}

type Json = Record<string, unknown>;

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
	status,
	headers: { 'content-type': JSON_LD, ...headers },
	body: JSON.stringify(body),
});

/** @param entity what was created or changed */
export function successAnswer({ status, body }: SuccessStyle, entity: Json): Answer {
	if (status === 204) return { status, headers: {}, body: '' };
	switch (body) {
		case 'entity':
			return json(status, entity);
		case 'empty':
			return { status, headers: {}, body: '' };
		case 'id':
			return json(status, { id: entity.id });
		case 'job':
			return json(status, { id: 'job-1', status: 'accepted' });
		case 'text':
			return { status, headers: { 'content-type': 'text/plain' }, body: 'OK' };
		case 'object':
			return json(status, {});
		case 'wrapped':
			return json(status, { data: entity });
		case 'location':
			return { status, headers: { location: String(entity['@id']) }, body: '' };
	}
}

/** @param specified the body as section 7 has it */
export function errorAnswer(status: number, style: ErrorBody, specified: Json): Answer {
	const message = String(specified['hydra:description'] ?? specified.message ?? '');
	switch (style) {
		case 'specified':
			return json(status, specified);
		case 'problem':
			return json(status, { type: 'about:blank', title: 'Error', status, detail: message });
		case 'text':
			return json(status, { error: message });
		case 'list':
			return json(status, { errors: specified.violations ?? [{ message }] });
		case 'html':
			// That something is not there, the service says in JSON: a page may be a gateway's.
			if (status === 404) return json(status, specified);
			return {
				status,
				headers: { 'content-type': 'text/html' },
				body: `<html><body><h1>${status}</h1></body></html>`,
			};
		case 'empty':
			return { status, headers: {}, body: '' };
	}
}

/**
 * @param page a collection as the sandbox writes it
 * @param origin of the request, without a slash at its end
 */
export function pageAnswer(style: ContraryStyle, page: Json, origin: string): Answer {
	const { 'hydra:member': members, 'hydra:view': view, ...others } = page;
	const next = (view as Json)['hydra:next'] as string | undefined;
	const body = { ...others, [style.members]: members };
	if (next === undefined || style.next === 'none') return json(200, body);
	switch (style.next) {
		case 'header':
			return json(200, body, { link: `<${next}>; rel="next"` });
		case 'object':
			return json(200, { ...body, 'hydra:view': { 'hydra:next': { '@id': next } } });
		case 'url':
			return json(200, { ...body, 'hydra:view': { 'hydra:next': `${origin}${next}` } });
		case 'query':
			return json(200, {
				...body,
				'hydra:view': { 'hydra:next': next.slice(next.indexOf('?')) },
			});
		case 'path':
			return json(200, { ...body, 'hydra:view': { 'hydra:next': next } });
	}
}

/** Phone numbers without blanks and signs, prices without zeros at their end. */
export function rewritten(value: unknown, name = ''): unknown {
	if (typeof value === 'string') {
		if (name === 'phone') return value.replace(/[^+\d]/g, '');
		return name === 'retailPrice' && value !== '' ? String(Number(value)) : value;
	}
	if (Array.isArray(value)) return value.map((entry) => rewritten(entry));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, rewritten(inner, key)]),
	);
}
