import { WEBHOOK_RESOLVERS, type INodeParameters, type IWebhookDescription } from 'n8n-workflow';

/** The service retries for about 17 minutes (spec section 6), and clocks differ a little. */
export const DEFAULT_TOLERANCE_SECONDS = 1200;

/** Events are remembered for at least this long, which is well beyond the service's last retry. */
const SHORTEST_MEMORY_SECONDS = 3600;

/** The trigger's `options` parameter. */
export interface TriggerOptions {
	toleranceSeconds?: number;
	ignoreDuplicates?: boolean;
	acknowledge?: 'immediately' | 'afterFinish';
	rawBody?: boolean;
}

/** The tolerance in seconds; what is no number of seconds gives the default rather than no check at all. */
export function toleranceOf({ toleranceSeconds }: TriggerOptions): number {
	return typeof toleranceSeconds === 'number' && toleranceSeconds >= 0
		? toleranceSeconds
		: DEFAULT_TOLERANCE_SECONDS;
}

/**
 * How long an event is remembered, in seconds: a captured delivery passes the age check from one tolerance
 * before its timestamp to one after it, and must be known as a duplicate for all that time.
 */
export function memorySecondsOf(options: TriggerOptions): number {
	return Math.max(SHORTEST_MEMORY_SECONDS, 2 * toleranceOf(options));
}

const RESPONSE_MODE =
	'={{ $parameter["options"]["acknowledge"] === "afterFinish" ? "lastNode" : "onReceived" }}';

/**
 * The `responseMode` of the webhook: when n8n answers an accepted delivery. The expression is what the editor
 * reads; the resolver gives n8n the same without its expression engine, which costs time for each delivery.
 * Versions of n8n that do not know resolvers use the expression.
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
