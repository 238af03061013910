// Writes into n8n's log why a delivery was refused for its signature, once an hour for each trigger and reason.

import type { IWebhookFunctions } from 'n8n-workflow';

import { quote } from '../../input/wording';
import { nodeKeyOf } from '../nodeKey';
import { explainRejection } from './explanations';
import { FirstInWindow } from './firstInWindow';
import type { Rejection, RequestHeaders } from './signature';

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
