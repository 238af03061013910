import { NodeApiError, NodeOperationError, UserError, type INode } from 'n8n-workflow';

import { withFullStop, withoutMarkup } from '../../input/wording';
import { ServiceError, withMessage } from '../../transport/serviceError';
import { isRefusedKey } from './failures';

/** Whether an error lasts until the user does something about it. */
export const isUrgent = (error: unknown): boolean =>
	error instanceof UserError || (error instanceof ServiceError && isRefusedKey(error));

const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

const descriptionOf = (error: unknown): string =>
	error instanceof Error && 'description' in error && typeof error.description === 'string'
		? error.description
		: '';

/** What is wrong and since when, in one line. */
export const outageText = (error: unknown, since: number): string =>
	`${messageOf(error)}, since ${new Date(since).toISOString()}`;

/**
 * The error of a poll that is told.
 *
 * @param isActivation n8n then shows the message only, so it says what to do as well
 */
export function outageError(
	node: INode,
	error: unknown,
	since: number,
	isActivation: boolean,
): NodeApiError | NodeOperationError {
	const description = descriptionOf(error);
	const message = isActivation
		? `${withFullStop(messageOf(error))} ${description}`.trim()
		: outageText(error, since);
	const told =
		error instanceof ServiceError
			? error.copy()
			: new NodeOperationError(node, error instanceof Error ? error : messageOf(error));
	// The editor shows both as HTML.
	withMessage(told as NodeApiError, withoutMarkup(message));
	told.description = isActivation
		? description
		: `${description} Nothing is lost: the next poll that gets through brings what has changed. This is told once an hour while it lasts.`.trim();
	told.description = told.description.replaceAll('<', '&lt;');
	return told;
}
