// Tells the user why a delivery starts no workflow: by an error in the editor while it listens for a test event, otherwise in
// n8n's log. Each reason once in a while.

import { NodeOperationError, type IWebhookFunctions } from 'n8n-workflow';

import { forEditor, quote } from '../../input/wording';
import { nodeKeyOf } from '../nodeKey';
import { explainRejection, timeSpan, type Explanation } from './explanations';
import type { Rejection, RequestHeaders } from './signature';

const MAX_REMEMBERED = 1_000;

/**
 * Tells the first of several equal things within a time, so that what may happen often is said once. In the memory of one
 * process, and limited in number.
 */
class FirstInWindow {
	/** When each was first, in milliseconds since 1970, oldest first. */
	private readonly firstAt = new Map<string, number>();

	private readonly windowMs: number;

	constructor(windowMs: number) {
		this.windowMs = windowMs;
	}

	/** Whether nothing equal came in the time before. */
	isFirst(...parts: unknown[]): boolean {
		const now = Date.now();
		for (const [key, at] of this.firstAt) {
			if (Math.abs(now - at) >= this.windowMs) this.firstAt.delete(key);
		}
		const key = JSON.stringify(parts);
		if (this.firstAt.has(key)) return false;
		this.firstAt.set(key, now);
		if (this.firstAt.size > MAX_REMEMBERED) {
			this.firstAt.delete(this.firstAt.keys().next().value ?? key);
		}
		return true;
	}
}

// In the editor

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

// In the log

const HOUR_MS = 3_600_000;

/** By trigger and reason: a stranger's call without a signature must not hide that the secret is wrong. */
const logged = new FirstInWindow(HOUR_MS);

/**
 * Writes into n8n's log why a delivery was refused, once an hour for each trigger and reason: in production n8n shows
 * nothing of it, and with a wrong secret no event arrives. Nothing of the delivery is in it but its age.
 */
export function logRefusal(
	context: IWebhookFunctions,
	rejection: Rejection,
	headers: RequestHeaders,
	toleranceSeconds: number,
): void {
	if (!logged.isFirst(nodeKeyOf(context), rejection.reason)) return;
	const { message } = explainRejection(rejection, headers, toleranceSeconds);
	const { id, name } = context.getWorkflow();
	context.logger.warn(
		`POD Fulfilment Trigger in workflow ${quote(name ?? id)}: a delivery was refused. ${message}. If your provider sent it, its events do not arrive: compare Signing Secret and Header Brand in the credential with the webhook settings of your provider, and check the clock of n8n. Said once an hour.`,
		{ reason: rejection.reason },
	);
}
