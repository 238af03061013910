import type { FastifyRequest } from 'fastify';
import { isLoopback } from './loopback.ts';

const FOREIGN_SITES: ReadonlySet<unknown> = new Set(['cross-site', 'same-site']);

/**
 * Says why a request is refused that comes from another machine, or that a web page of another origin can send from a
 * browser on this one; undefined for every other request.
 */
export function refusalOf(request: FastifyRequest): string | undefined {
	const isLocalPeer = /^(::ffff:)?127\.|^::1$/.test(request.ip);
	// A name that an attacker's DNS server resolves to this machine makes a page's own origin of the sandbox.
	if (!isLocalPeer || !isLoopback(request.hostname)) {
		return 'The sandbox answers only on this machine, by the name localhost or 127.0.0.1.';
	}
	if (request.method === 'GET') return undefined;
	const { origin, 'sec-fetch-site': site } = request.headers;
	const isForeign =
		(origin !== undefined && origin !== `http://${request.host}`) || FOREIGN_SITES.has(site);
	return isForeign ? 'A web page of another origin cannot change anything here.' : undefined;
}
