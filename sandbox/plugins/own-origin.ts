import { JSON_LD, problemBody } from '../json-ld/problems.ts';
import { refusalOf } from '../own-machine.ts';
import { shared } from './plugin.ts';

/**
 * Refuses what a web page of another origin can send from a browser on this machine. The API keys are published and the
 * control verbs need none, so nothing else would stop it. Applies to every path.
 */
export const ownOrigin = shared(async (instance) => {
	instance.addHook('onRequest', async (request, reply) => {
		const reason = refusalOf(request);
		if (reason === undefined) return;
		// Sent rather than thrown: each part of the application would word a thrown error in its own way.
		await reply.code(403).type(JSON_LD).send(problemBody(403, reason));
	});
});
