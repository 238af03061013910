import type { Violation } from '../validation/violations.ts';

/** Content type of every response (section 1). */
export const JSON_LD = 'application/ld+json; charset=utf-8';

/** Thrown to respond with an error status of section 7. */
export class HttpProblem extends Error {
	readonly status: number;
	readonly headers: Record<string, string>;

	constructor(status: number, message: string, headers: Record<string, string> = {}) {
		super(message);
		this.status = status;
		this.headers = headers;
	}
}

const TITLE = 'An error occurred';

/** Body of any error response but the 422 of a violation (section 7). */
export function problemBody(status: number, message: string): Record<string, unknown> {
	if (status === 401 || status === 403) return { code: status, message };
	return {
		'@context': '/api/contexts/Error',
		'@type': 'hydra:Error',
		'hydra:title': TITLE,
		'hydra:description': message,
	};
}

/** Body of a 422 that lists violations: a ConstraintViolationList (section 7). */
export function violationsBody(violations: Violation[]): Record<string, unknown> {
	const detail = violations
		.map(({ propertyPath, message }) => (propertyPath ? `${propertyPath}: ${message}` : message))
		.join('\n');
	const type = `/validation_errors/${violations[0]?.code ?? ''}`;
	return {
		'@id': `/api${type}`,
		'@type': 'ConstraintViolationList',
		status: 422,
		violations,
		detail,
		'hydra:title': TITLE,
		'hydra:description': detail,
		type,
		title: TITLE,
	};
}
