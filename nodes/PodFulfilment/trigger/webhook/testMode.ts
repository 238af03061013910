import { NodeOperationError, type IWebhookFunctions } from 'n8n-workflow';

import { forEditor } from '../../input/wording';
import type { Explanation } from './explanations';
import { timeSpan } from './timeSpan';

/** n8n ends 'Listen for test event' after 2 minutes, and the service repeats a delivery for about 17. */
const PASSED_OVER_MS = 10 * 60_000;

/** {@link PASSED_OVER_MS} in words. */
export const PASSED_OVER = timeSpan(PASSED_OVER_MS);

const MAX_REMEMBERED = 1_000;

/** When each kind of filtered event was shown, in milliseconds since 1970, oldest first. */
const shownAt = new Map<string, number>();

/** Whether somebody listens for a test event in the editor. n8n calls production webhooks in the mode `webhook`. */
export const isTestMode = (context: IWebhookFunctions): boolean => context.getMode() === 'manual';

/**
 * Shows in the editor why a delivery starts nothing. n8n shows there only what it stores as an execution, so this throws:
 * the execution fails with the explanation, the listening ends, and the caller gets n8n's own 500 without it.
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
 * Whether an explanation was not given yet, for these parameters, in the last 10 minutes. An account sends all its events
 * to one address and repeats what is answered with 500: nobody could wait for a certain one if each of the others ended
 * the listening each time.
 */
export function isNews(
	context: IWebhookFunctions,
	{ message }: Explanation,
	...parameters: unknown[]
): boolean {
	const now = Date.now();
	for (const [kind, at] of shownAt) {
		if (Math.abs(now - at) >= PASSED_OVER_MS) shownAt.delete(kind);
	}
	const kind = JSON.stringify([
		context.getWorkflow().id,
		context.getNode().id,
		message,
		parameters,
	]);
	if (shownAt.has(kind)) return false;
	shownAt.set(kind, now);
	if (shownAt.size > MAX_REMEMBERED) shownAt.delete(shownAt.keys().next().value ?? kind);
	return true;
}
