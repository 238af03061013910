import type { IDataObject } from 'n8n-workflow';

import type { ErrorShape, SuccessAnswer } from './personality.ts';

export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

const JSON_LD = { 'content-type': 'application/ld+json; charset=utf-8' };

export const jsonAnswer = (
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): Answer => ({ status, headers: { ...JSON_LD, ...headers }, body: JSON.stringify(body) });

const emptyAnswer = (status: number, headers: Record<string, string> = {}): Answer => ({
	status,
	headers,
	body: '',
});

export const htmlAnswer = (status: number, headers: Record<string, string> = {}): Answer => ({
	status,
	headers: { 'content-type': 'text/html', ...headers },
	body: '<html><body><h1>Please wait</h1></body></html>',
});

/**
 * How a change is answered that was made.
 *
 * @param order as it is now
 * @param changed what the change set
 */
export function successAnswer(
	{ status, body }: SuccessAnswer,
	order: IDataObject,
	changed: IDataObject,
	job: string,
): Answer {
	if (status === 204) return emptyAnswer(204);
	switch (body) {
		case 'whole':
			return jsonAnswer(status, order);
		case 'empty':
			return emptyAnswer(status);
		case 'id':
			return jsonAnswer(status, { id: order.id });
		case 'changed':
			return jsonAnswer(status, changed);
		case 'job':
			return jsonAnswer(status, { id: job, status: 'accepted' });
		case 'text':
			return { status, headers: { 'content-type': 'text/plain' }, body: 'OK' };
		case 'object':
			return jsonAnswer(status, {});
		case 'wrapped':
			return jsonAnswer(status, { data: order });
		case 'location':
			return emptyAnswer(status, { location: `/api/orders/${String(order.id)}` });
	}
}

/** A refusal in one of the shapes that errors come in. */
export function errorAnswer(
	status: number,
	shape: ErrorShape,
	message: string,
	propertyPath?: string,
	headers: Record<string, string> = {},
): Answer {
	switch (shape) {
		case 'violations':
			return jsonAnswer(
				status,
				{
					'@type': 'ConstraintViolationList',
					status,
					violations: [
						{ ...(propertyPath !== undefined && { propertyPath }), message, code: 'c1' },
					],
					detail: `${propertyPath ?? ''}: ${message}`,
					'hydra:title': 'An error occurred',
					'hydra:description': `${propertyPath ?? ''}: ${message}`,
				},
				headers,
			);
		case 'hydra':
			return jsonAnswer(
				status,
				{
					'@type': 'hydra:Error',
					'hydra:title': 'An error occurred',
					'hydra:description': message,
				},
				headers,
			);
		case 'access':
			return jsonAnswer(status, { code: status, message }, headers);
		case 'problem':
			return jsonAnswer(status, { type: 'about:blank', title: message, status }, headers);
		case 'errorText':
			return jsonAnswer(status, { error: message }, headers);
		case 'errorList':
			return jsonAnswer(status, { errors: [{ field: propertyPath ?? null, message }] }, headers);
		case 'html':
			return htmlAnswer(status, headers);
		case 'empty':
			return emptyAnswer(status, headers);
	}
}
