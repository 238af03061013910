import type { FastifyError } from 'fastify';
import { shared } from '../../plugins/plugin.ts';

/** An error with the body that WordPress gives it. */
export class WooError extends Error {
	readonly status: number;
	readonly code: string;
	/** What its `data` has besides the status. */
	readonly data: Record<string, unknown>;

	constructor(status: number, code: string, message: string, data: Record<string, unknown> = {}) {
		super(message);
		this.status = status;
		this.code = code;
		this.data = data;
	}
}

/** What is wrong with a parameter: WordPress's code and sentence. */
export interface InvalidParameter {
	name: string;
	code: string;
	message: string;
}

/** The error of parameters that are refused, each with its reason. */
export const invalidParameters = (parameters: readonly InvalidParameter[]): WooError =>
	new WooError(
		400,
		'rest_invalid_param',
		`Invalid parameter(s): ${parameters.map(({ name }) => name).join(', ')}`,
		{
			params: Object.fromEntries(parameters.map(({ name, message }) => [name, message])),
			details: Object.fromEntries(
				parameters.map(({ name, code, message }) => [name, { code, message, data: null }]),
			),
		},
	);

const missingParameters = (names: readonly string[]): WooError =>
	new WooError(400, 'rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
		params: names,
	});

export const errorBody = (
	status: number,
	code = 'rest_error',
	message = `Status ${status} on demand.`,
	data: Record<string, unknown> = {},
) => ({
	code,
	message,
	data: { status, ...data },
});

type Violation = NonNullable<FastifyError['validation']>[number];

/** The parameter that breaks a schema, as WordPress says it. */
function invalidOf({ instancePath, keyword, params }: Violation): InvalidParameter {
	const name = instancePath.split('/')[1] ?? 'body';
	switch (keyword) {
		case 'enum': {
			const allowed = (params.allowedValues as string[]).join(', ');
			return { name, code: 'rest_not_in_enum', message: `${name} is not one of ${allowed}.` };
		}
		case 'type':
			return {
				...{ name, code: 'rest_invalid_type' },
				message: `${name} is not of type ${String(params.type)}.`,
			};
		default:
			return { name, code: 'rest_invalid_param', message: `Invalid parameter: ${name}` };
	}
}

function errorOfValidation(violations: readonly Violation[]): WooError {
	const missing = violations.flatMap(
		({ params }) => (params.missingProperty as string | undefined) ?? [],
	);
	return missing.length > 0
		? missingParameters(missing)
		: invalidParameters(violations.map(invalidOf));
}

/** Turns every error into a body as WordPress writes it. */
export const errors = shared(async (instance) => {
	instance.setErrorHandler<FastifyError | WooError>(async (error, _request, reply) => {
		const known =
			'validation' in error && error.validation ? errorOfValidation(error.validation) : error;
		if (known instanceof WooError) {
			const { status, code, message, data } = known;
			return await reply.code(status).send(errorBody(status, code, message, data));
		}
		const status = known.statusCode ?? (known instanceof SyntaxError ? 400 : 500);
		// A bug in the double must show up on its own console.
		if (status === 500) console.error(known);
		return await reply.code(status).send(errorBody(status, 'rest_error', known.message));
	});
	instance.setNotFoundHandler(async () => {
		throw new WooError(
			404,
			'rest_no_route',
			'No route was found matching the URL and request method.',
		);
	});
});
