import type { Violation } from '../validation/violations.ts';

/** Section 1: the content type of every answer. */
export const JSON_LD = 'application/ld+json; charset=utf-8';

/** Thrown by a route to answer a status of section 7 in its body shape. */
export class HttpProblem extends Error {
	readonly status: number;
	readonly headers: Record<string, string>;

	constructor(status: number, message: string, headers: Record<string, string> = {}) {
		super(message);
		this.status = status;
		this.headers = headers;
	}
}

/** Thrown by a route to answer 422 with a ConstraintViolationList. */
export class InvalidBody extends Error {
	readonly violations: Violation[];

	constructor(violations: Violation[]) {
		super('The body breaks rules');
		this.violations = violations;
	}
}

const TITLE = 'An error occurred';

/** The three body shapes of section 7. */
export function problemBody(status: number, message: string): Record<string, unknown> {
	if (status === 401 || status === 403) return { code: status, message };
	return {
		'@context': '/api/contexts/Error',
		'@type': 'hydra:Error',
		'hydra:title': TITLE,
		'hydra:description': message,
	};
}

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
