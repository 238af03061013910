import type { Sandbox } from '../../../sandbox/index.ts';

export interface Answer {
	status: number;
	headers: Headers;
	/** The parsed body; undefined when there is none. */
	json: Record<string, unknown>;
	text: string;
}

export interface RequestOptions {
	/** An object is sent as JSON, a string as it is. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Null sends none. */
	apiKey?: string | null;
}

/** Calls the service as a client of section 1 does: JSON-LD accepted, JSON sent. */
export async function call(
	sandbox: Pick<Sandbox, 'url'>,
	method: string,
	path: string,
	{ body, headers = {}, apiKey = 'sandbox-demo-key' }: RequestOptions = {},
): Promise<Answer> {
	const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
	const response = await fetch(`${sandbox.url}${path}`, {
		method,
		redirect: 'manual',
		headers: {
			accept: 'application/ld+json',
			...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
			...(body !== undefined && { 'content-type': contentType }),
			...headers,
		},
		...(body !== undefined && {
			body: typeof body === 'string' ? body : JSON.stringify(body),
		}),
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		text,
		json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
	};
}

/** Places the example order, changed as given, and returns the answer. */
export async function placeOrder(
	sandbox: Sandbox,
	changes: Record<string, unknown> = {},
	options: RequestOptions = {},
): Promise<Answer> {
	const body = { ...sandbox.control.exampleOrder(), ...changes };
	return await call(sandbox, 'POST', '/api/orders', { ...options, body });
}

export interface Violation {
	propertyPath: string;
	message: string;
	code: string;
}

export const violationsOf = (answer: Answer): Violation[] => answer.json.violations as Violation[];

export const membersOf = (answer: Answer): Array<Record<string, unknown>> =>
	answer.json['hydra:member'] as Array<Record<string, unknown>>;

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
