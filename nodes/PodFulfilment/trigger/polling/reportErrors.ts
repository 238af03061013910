// The words of all reports of the polling trigger.

import { NodeOperationError, UserError, type INode, type NodeApiError } from 'n8n-workflow';

import { forEditor, upperFirst, withFullStop } from '../../input/wording';
import { errorTextOf, toNodeError } from '../../transport/errors/nodeError';
import { ServiceError, type ErrorText } from '../../transport/errors/serviceError';
import { isKeyRefused } from './read/client';
import { StateError } from './state/schema';
import type { NewBeginning } from './nodeMemory';

/** Whether only the user can fix an error. */
export const isUrgent = (error: unknown): boolean =>
	error instanceof UserError || (error instanceof ServiceError && isKeyRefused(error));

/** What is wrong and since when, in one line. */
export const outageText = (error: unknown, sinceMs: number): string =>
	`${errorTextOf(error).message}, since ${new Date(sinceMs).toISOString()}`;

/**
 * The error with which a poll reports an outage.
 *
 * @param isActivation n8n then shows nothing but the message, so that says what to do as well
 */
export function outageError(
	node: INode,
	error: unknown,
	sinceMs: number,
	isActivation: boolean,
): NodeApiError {
	const { message, description } = errorTextOf(error);
	// What follows from a state that cannot be used depends on what the user does.
	const consequence =
		error instanceof StateError
			? 'Until then nothing starts the workflow, and this is reported once an hour.'
			: 'Nothing is lost: the next successful poll brings what has changed. While the outage lasts, it is reported once an hour.';
	const text = isActivation
		? { message: `${withFullStop(message)} ${description}`.trim(), description }
		: {
				message: outageText(error, sinceMs),
				description: `${description} ${consequence}`.trim(),
			};
	return toNodeError(node, error, text);
}

/** The error with which a poll names objects that keep failing, while everything else is read. */
export const troubledObjectsError = (node: INode, troubles: string): NodeOperationError =>
	new NodeOperationError(
		node,
		'Some orders, shipments or mockup tasks cannot be read, so their changes do not start this workflow',
		{
			description: forEditor(
				`${troubles.split('\n').map(upperFirst).join('\n')}\nAsk the provider what is wrong with them. Everything else is watched, and nothing is lost: once they can be read, the next poll brings what has changed. Until then, they are named once a day.`,
			),
		},
	);

/** What to say of a trigger that begins anew. */
export function newBeginningText(
	beginning: NewBeginning,
	{ name }: INode,
	address: string,
): ErrorText {
	const why =
		beginning.cause === 'address'
			? `Its credential now leads to ${address} instead of ${beginning.before}, where other orders are. If changes are missing, read them with the operation Get Many.`
			: `It was renamed from ${beginning.before.map((one) => `"${one}"`).join(' or ')} to "${name}", and n8n keeps what it remembers under its name. If changes are missing, give it its old name back: it then goes on where it was, and repeats what has started the workflow since.`;
	return {
		message: 'This trigger has begun anew: changes before its last poll did not start the workflow',
		description: `${why} From now on, every change starts the workflow.`,
	};
}

export const newBeginningError = (
	node: INode,
	{ message, description }: ErrorText,
): NodeOperationError =>
	new NodeOperationError(node, message, { description: forEditor(description) });
