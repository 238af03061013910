// The options of the webhook trigger as values: tolerance, time for duplicates, when to answer (`responseMode`). Their
// fields are in parameters.ts.

import { WEBHOOK_RESOLVERS, type INodeParameters, type IWebhookDescription } from 'n8n-workflow';

/** The service retries for about 17 minutes (spec section 6), and clocks may differ a little. */
export const DEFAULT_TOLERANCE_SECONDS = 1200;

/** Well beyond the service's last retry. */
const MIN_DEDUPLICATION_SECONDS = 3600;

/** The trigger's `options` parameter. */
export interface TriggerOptions {
	toleranceSeconds?: number;
	ignoreDuplicates?: boolean;
	acknowledge?: 'immediately' | 'afterFinish';
	rawBody?: boolean;
	addCurrentOrder?: boolean;
}

/** Returns the tolerance in seconds. An invalid value gives the default, so that it cannot disable the check. */
export function toleranceSecondsOf({ toleranceSeconds }: TriggerOptions): number {
	return typeof toleranceSeconds === 'number' && toleranceSeconds >= 0
		? toleranceSeconds
		: DEFAULT_TOLERANCE_SECONDS;
}

/**
 * Returns how long to remember an event, in seconds. A recorded delivery passes the age check from one tolerance
 * before its timestamp until one tolerance after it, and must be recognized as a duplicate all that time.
 */
export function deduplicationSecondsOf(options: TriggerOptions): number {
	return Math.max(MIN_DEDUPLICATION_SECONDS, 2 * toleranceSecondsOf(options));
}

const RESPONSE_MODE =
	'={{ $parameter["options"]["acknowledge"] === "afterFinish" ? "lastNode" : "onReceived" }}';

/**
 * The webhook's `responseMode`: when n8n responds to an accepted delivery. The editor reads the expression; n8n calls
 * the resolver, which gives the same result without the expression engine and so saves time for each delivery.
 * Versions of n8n without resolvers evaluate the expression.
 */
export const RESPONSE_MODE_FIELDS: Pick<IWebhookDescription, 'responseMode'> = {
	responseMode: RESPONSE_MODE,
	...(WEBHOOK_RESOLVERS && {
		[WEBHOOK_RESOLVERS]: {
			responseMode: {
				template: RESPONSE_MODE,
				resolve: ({ options }: INodeParameters) =>
					(options as TriggerOptions | undefined)?.acknowledge === 'afterFinish'
						? 'lastNode'
						: 'onReceived',
			},
		},
	}),
};
