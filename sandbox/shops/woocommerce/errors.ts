import type { FastifyError } from 'fastify';
import { shared } from '../../plugins/plugin.ts';

/** An error with the body that WordPress gives it. */
export class WooError extends Error {
	readonly status: number;
	readonly code: string;

	constructor(status: number, code: string, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

export const errorBody = (
	status: number,
	code = 'rest_error',
	message = `Status ${status} on demand.`,
) => ({
	code,
	message,
	data: { status },
});

/** Turns every error into a body as WordPress writes it. */
export const errors = shared(async (instance) => {
	instance.setErrorHandler<FastifyError | WooError>(async (error, _request, reply) => {
		if (error instanceof WooError) {
			return await reply
				.code(error.status)
				.send(errorBody(error.status, error.code, error.message));
		}
		if (error.validation) {
			const names = error.validation.map(
				({ instancePath, params }) =>
					instancePath.split('/')[1] ?? (params.missingProperty as string | undefined) ?? 'body',
			);
			const message = `Invalid parameter(s): ${[...new Set(names)].join(', ')}`;
			return await reply.code(400).send(errorBody(400, 'rest_invalid_param', message));
		}
		const status = error.statusCode ?? (error instanceof SyntaxError ? 400 : 500);
		// A bug in the double must show up on its own console.
		if (status === 500) console.error(error);
		return await reply.code(status).send(errorBody(status, 'rest_error', error.message));
	});
	instance.setNotFoundHandler(async () => {
		throw new WooError(
			404,
			'rest_no_route',
			'No route was found matching the URL and request method.',
		);
	});
});
