import type { NodeApiError } from 'n8n-workflow';

/**
 * Puts a message back as it was meant. n8n replaces one that contains the name of a system code by a sentence about
 * that code, and an order may well be called SHOEACCESSORY-1.
 */
export function withOwnWords<Thrown extends NodeApiError>(error: Thrown, message: string): Thrown {
	error.message = message;
	error.messages = [];
	return error;
}
