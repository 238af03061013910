import { RESPONSE_LIMIT_MILLISECONDS } from './facts.ts';
import { isLoopback } from './loopback.ts';

/** A limit on the requests of one account: `requests` in each window of real milliseconds. */
export interface RateLimit {
	requests: number;
	perMilliseconds: number;
}

/** How much data the sandbox starts with. */
export interface SeedOptions {
	/** Catalog products; more than 26 are further editions of the first 26. */
	products: number;
	/** Orders of the demo account, spread over all statuses. */
	orders: number;
	/** Days over which the creation of these orders is spread. Default: one is placed each minute. */
	spreadDays?: number;
	/** Listed mockup tasks of the demo account; there is one more, which has expired (410). */
	mockupTasks: number;
}

export interface SandboxOptions {
	/** Port on 127.0.0.1; 0 picks a free one. */
	port?: number;
	/** Service seconds that pass in one real second; applies to life cycle and retry intervals. */
	timeScale?: number;
	/** Confirmed orders, their shipments, and mockup tasks change status over time. */
	autoAdvance?: boolean;
	/** Orders are confirmed as soon as they pass validation. */
	autoConfirm?: boolean;
	/** Members per page of a collection when the request has no `itemsPerPage`. */
	pageSize?: number;
	seed?: Partial<SeedOptions>;
	/** The word in the webhook header names: `X-<headerBrand>-Request-Signature`. */
	headerBrand?: string;
	/** The short word in the credit header names: `X-<creditHeaderBrand>-Credits-Used`. */
	creditHeaderBrand?: string;
	/** Credits in the monthly plan of each account. */
	creditsIncluded?: number;
	/** Where the demo account's events are sent, and the secret that signs them. */
	webhook?: { url: string; signingSecret?: string };
	/**
	 * Webhook URLs may lead to other machines. Default: false, because events would leave this one. The
	 * control verbs over HTTP cannot set it.
	 */
	allowRemoteWebhooks?: boolean;
	/** Limit per account. Default: none. */
	rateLimit?: RateLimit;
	/** Real milliseconds within which a webhook receiver must respond (section 6: 60 seconds). */
	responseLimitMilliseconds?: number;
	/** A PNG, JPEG or TIFF on loopback must have the pixel size of its placement (section 8). */
	checkFileDimensions?: boolean;
	/** Decides anew what the specification leaves open, see contrary/. Default: as the README says. */
	contrary?: number;
}

export interface ResolvedOptions {
	port: number;
	timeScale: number;
	autoAdvance: boolean;
	autoConfirm: boolean;
	pageSize: number;
	seed: SeedOptions;
	headerBrand: string;
	creditHeaderBrand: string;
	creditsIncluded: number;
	webhook: { url: string; signingSecret?: string } | undefined;
	allowRemoteWebhooks: boolean;
	rateLimit: RateLimit | undefined;
	responseLimitMilliseconds: number;
	checkFileDimensions: boolean;
	contrary: number | undefined;
}

export const DEFAULT_OPTIONS: ResolvedOptions = {
	port: 0,
	timeScale: 60,
	autoAdvance: false,
	autoConfirm: false,
	pageSize: 30,
	seed: { products: 26, orders: 0, mockupTasks: 6 },
	headerBrand: 'Service',
	creditHeaderBrand: 'SVC',
	creditsIncluded: 500,
	webhook: undefined,
	allowRemoteWebhooks: false,
	rateLimit: undefined,
	responseLimitMilliseconds: RESPONSE_LIMIT_MILLISECONDS,
	checkFileDimensions: false,
	contrary: undefined,
};

/**
 * Merges `changes` into `base`.
 * @throws RangeError that names the option that is out of range
 */
export function resolveOptions(base: ResolvedOptions, changes: SandboxOptions): ResolvedOptions {
	const resolved: ResolvedOptions = {
		...base,
		...defined(changes),
		seed: { ...base.seed, ...defined(changes.seed ?? {}) },
	};
	requirePositive('timeScale', resolved.timeScale);
	requirePositive('responseLimitMilliseconds', resolved.responseLimitMilliseconds);
	requireWhole('pageSize', resolved.pageSize, 1);
	requireWhole('port', resolved.port, 0);
	requireWhole('seed.products', resolved.seed.products, 1);
	requireWhole('seed.orders', resolved.seed.orders, 0);
	requireWhole('seed.mockupTasks', resolved.seed.mockupTasks, 0);
	if (resolved.seed.spreadDays !== undefined)
		requirePositive('seed.spreadDays', resolved.seed.spreadDays);
	if (resolved.contrary !== undefined) requireWhole('contrary', resolved.contrary, 0);
	if (resolved.webhook) requireWebhookUrl('webhook.url', resolved.webhook.url, resolved);
	return resolved;
}

/**
 * Checks where events are to be sent.
 * @throws RangeError that names the option
 */
export function requireWebhookUrl(
	name: string,
	url: string,
	{ allowRemoteWebhooks }: Pick<ResolvedOptions, 'allowRemoteWebhooks'>,
): void {
	if (!URL.canParse(url)) throw new RangeError(`${name} is not a URL: ${url}`);
	const { protocol, hostname } = new URL(url);
	if (protocol !== 'http:' && protocol !== 'https:') {
		throw new RangeError(`${name} must begin with http:// or https://, not ${protocol}`);
	}
	if (allowRemoteWebhooks || isLoopback(hostname)) return;
	throw new RangeError(
		`${name} leads to ${hostname}: events are sent to localhost and 127.0.0.1 only. Start the sandbox with --allow-remote-webhooks to allow other machines.`,
	);
}

/** Drops members that are undefined, so that they do not replace the defaults. */
const defined = (options: object): object =>
	Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

function requirePositive(name: string, value: number): void {
	if (!(Number.isFinite(value) && value > 0)) {
		throw new RangeError(`${name} must be a number above 0, not ${value}`);
	}
}

function requireWhole(name: string, value: number, minimum: number): void {
	if (!(Number.isInteger(value) && value >= minimum)) {
		throw new RangeError(`${name} must be a whole number of at least ${minimum}, not ${value}`);
	}
}
