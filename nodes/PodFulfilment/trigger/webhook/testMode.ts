// Whether the editor listens for a test event. While it does, an error shows there why a delivery starts nothing, with
// the same explanation once in 10 minutes.

import { NodeOperationError, type IWebhookFunctions } from 'n8n-workflow';

import { forEditor } from '../../input/wording';
import type { Explanation } from './explanations';
import { FirstInWindow } from './firstInWindow';
import { nodeKeyOf } from '../nodeKey';
import { timeSpan } from './timeSpan';

/** Window in which one kind of event is explained once. n8n listens for 2 minutes; the service retries for about 17. */
const WINDOW_MS = 10 * 60_000;

/** {@link WINDOW_MS} in words. */
export const EXPLANATION_WINDOW = timeSpan(WINDOW_MS);

const explained = new FirstInWindow(WINDOW_MS);

/** Whether a user listens for a test event in the editor. n8n calls production webhooks in the mode `webhook`. */
export const isTestMode = (context: IWebhookFunctions): boolean => context.getMode() === 'manual';

/**
 * Shows in the editor why a delivery starts no workflow, by throwing, since the editor shows only executions. The
 * execution fails with the explanation, the listening stops, and the caller receives n8n's own 500 without it.
 */
export function showInEditor(
	context: IWebhookFunctions,
	{ message, description }: Explanation,
): never {
	throw new NodeOperationError(context.getNode(), forEditor(message), {
		description: forEditor(description),
	});
}

/**
 * Whether an explanation is given for the first time in 10 minutes with these parameters. An account sends all its
 * events to one address and retries those answered with 500: nobody could wait for a certain event if each of the
 * others stopped the listening every time.
 */
export function isFirstInWindow(
	context: IWebhookFunctions,
	{ message }: Explanation,
	...parameters: unknown[]
): boolean {
	return explained.isFirst(nodeKeyOf(context), message, parameters);
}
