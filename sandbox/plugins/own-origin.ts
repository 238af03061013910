import type { FastifyRequest } from 'fastify';
import { JSON_LD, problemBody } from '../json-ld/problems.ts';
import { isLoopback } from '../loopback.ts';
import { shared } from './plugin.ts';

const FOREIGN_SITES: ReadonlySet<unknown> = new Set(['cross-site', 'same-site']);

/**
 * Refuses what a web page of another origin can send from a browser on this machine. The API keys are published and the
 * control verbs need none, so nothing else would stop it. Applies to every path.
 */
export const ownOrigin = shared(async (instance) => {
	instance.addHook('onRequest', async (request, reply) => {
		const reason = refusal(request);
		if (reason === undefined) return;
		// Sent rather than thrown: each part of the application would word a thrown error in its own way.
		await reply.code(403).type(JSON_LD).send(problemBody(403, reason));
	});
});

function refusal(request: FastifyRequest): string | undefined {
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
