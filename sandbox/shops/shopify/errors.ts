import type { FastifyError } from 'fastify';
import { shared } from '../../plugins/plugin.ts';

/** An error with the body that Shopify's REST API gives it. */
export class ShopifyError extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

const MESSAGES: Record<number, string> = {
	429: 'Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
};

export const errorBody = (
	status: number,
	message = MESSAGES[status] ?? `Status ${status} on demand`,
) => ({
	errors: message,
});

/** Turns every error into a body as Shopify writes it. */
export const errors = shared(async (instance) => {
	instance.setErrorHandler<FastifyError | ShopifyError>(async (error, _request, reply) => {
		const status =
			error instanceof ShopifyError
				? error.status
				: (error.statusCode ?? (error instanceof SyntaxError ? 400 : 500));
		// A bug in the double must show up on its own console.
		if (status === 500) console.error(error);
		return await reply.code(status).send(errorBody(status, error.message));
	});
	instance.setNotFoundHandler(async () => {
		throw new ShopifyError(404, 'Not Found');
	});
});
