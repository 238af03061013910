/**
 * What documents may name although this repository's code does not. Each with its reason, so that a stale name is not let
 * through by adding it here without one.
 */

/** Names in backticks. */
export const FOREIGN_NAMES: Record<string, string> = {
	was_shipped: "parameter of Etsy's API",
	hasPendingWithdrawal: "parameter of Snipcart's API",
	was_paid: "parameter of Etsy's API",
	was_canceled: "parameter of Etsy's API",
	tracking_code: "parameter of Etsy's API",
	carrier_name: "parameter of Etsy's API",
	payment_intents: "path of Stripe's API",
	shipDate: "parameter of Squarespace's API",
	carrierName: "parameter of Squarespace's API",
	shouldSendNotification: "parameter of Squarespace's API",
	extendedFields: "field of Wix's orders",
	shipping_fulfillment: "path of eBay's API",
	orderfulfillmentstatus: "filter of eBay's API",
	async_payment_succeeded: 'event of Stripe',
	N8N_PAYLOAD_SIZE_MAX: "n8n's setting for the size of bodies",
	N8N_REINSTALL_MISSING_PACKAGES: "n8n's setting for packages that a process lacks",
	N8N_COMMUNITY_PACKAGES: "n8n's setting for packages that it installs as it starts",
	N8N_COMMUNITY_PACKAGES_ENABLED: "n8n's setting for its page of community nodes",
	N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: "n8n's setting for packages that it installs as it starts",
	N8N_COMMUNITY_PACKAGES_PREVENT_LOADING: "n8n's setting for what it loads",
	N8N_UNVERIFIED_PACKAGES_ENABLED: "n8n's setting for packages that it has not verified",
	N8N_BLOCK_ENV_ACCESS_IN_NODE: "n8n's setting for $env",
	HTTP_PROXY: 'usual name of a proxy, which n8n reads',
	HTTPS_PROXY: 'usual name of a proxy, which n8n reads',
	NODE_EXTRA_CA_CERTS: "Node.js's setting for certificates",
	EXECUTIONS_DATA_MAX_AGE: "n8n's setting for how long executions are kept",
	QUEUE_WORKER_LOCK_DURATION: "n8n's setting for queue mode",
	QUEUE_WORKER_LOCK_RENEW_TIME: "n8n's setting for queue mode",
	QUEUE_WORKER_STALLED_INTERVAL: "n8n's setting for queue mode",
	maxStalledCount: "n8n's setting for Bull, its queue",
	getParameterIssues: 'function of n8n-workflow',
	tryToParseDateTime: 'function of n8n-workflow that these nodes do not use',
	maxContentLength: 'option of axios that a credential test cannot set',
	ERR_HTTP_HEADERS_SENT: "Node.js's error code, which n8n runs into",
	isolated: 'isolated-vm, a dependency of n8n',
	client_max_body_size: "nginx's setting",
	request_body: "Caddy's setting",
	max_size: "Caddy's setting",
	print_file_url: 'example of a column as somebody may write it',
	Location: 'header of HTTP, which the contrary sandbox writes in lower case',
};

const N8N_EDITOR = "n8n's editor";
const N8N_NODE_SETTINGS = 'setting that n8n adds to nodes';
const N8N_NODE = 'another node of n8n';

/** Labels in italics, or with an arrow in bold. */
export const FOREIGN_LABELS: Record<string, string> = {
	Settings: N8N_EDITOR,
	'Community nodes': N8N_EDITOR,
	Install: N8N_EDITOR,
	'Install a community node': N8N_EDITOR,
	Publish: N8N_EDITOR,
	Retry: N8N_EDITOR,
	Tools: N8N_EDITOR,
	'Fetch Test Event': N8N_EDITOR,
	'Poll Times': N8N_NODE_SETTINGS,
	'Tool Description': N8N_NODE_SETTINGS,
	'Set Manually': N8N_NODE_SETTINGS,
	'Request Options': N8N_NODE_SETTINGS,
	Batching: N8N_NODE_SETTINGS,
	'Ignore SSL Issues': N8N_NODE_SETTINGS,
	'Continue on Fail': N8N_NODE_SETTINGS,
	'On Error': N8N_NODE_SETTINGS,
	'Continue (using error output)': N8N_NODE_SETTINGS,
	'Retry On Fail': N8N_NODE_SETTINGS,
	'Allowed HTTP Request Domains': 'field that n8n adds to credentials',
	All: 'value of Allowed HTTP Request Domains',
	None: 'value of Allowed HTTP Request Domains',
	'Remove Duplicates': N8N_NODE,
	'Remove Items Processed in Previous Executions': N8N_NODE,
	'History Size': N8N_NODE,
	'All Item Data': N8N_NODE,
	Fields: "option of n8n's Shopify node",
	'Send and Wait for Response': N8N_NODE,
	'Order Paid': 'event of the Shopify Trigger',
	'order.created': 'event of the WooCommerce Trigger',
	'order.updated': 'event of the WooCommerce Trigger',
	'Item 1': 'first row of Items in a message',
	ours: 'column of a table',
	reference: 'column of a table',
	'all statuses': 'emphasis',
};

/** Texts in backticks that look like a path, and are none of the repository. */
export const NO_PATHS: Array<[pattern: RegExp, reason: string]> = [
	[/^\.local\//, 'made when tests and n8n run'],
	[/^(order|shipment|mockupTask)\/<id>\//, 'value of changeId'],
	[/^application\//, 'media type'],
	[/^@(n8n|typescript-eslint)\//, 'npm package, or a rule of one'],
	[/^(front-3000x4000|damaged|missing)\.png$/, 'print file that the sandbox serves'],
];

/** Options of other programs. */
export const FOREIGN_OPTIONS: Record<string, string> = {
	'save-dev': 'npm',
	'save-exact': 'npm',
	'package-lock-only': 'npm',
	'no-deps': 'docker compose',
	'volumes-from': 'docker',
	interactive: 'docker',
	entrypoint: 'docker compose',
	detach: 'docker compose',
	profile: 'docker compose',
};

/** Figures in pages for users, which do not name the constants that they quote. */
export const QUOTED_FIGURES: Array<[document: string, words: string, constant: string]> = [
	['docs/webhook-trigger.md', 'remembers its latest 50,000 events', 'MAX_REMEMBERED_EVENTS'],
	['docs/webhook-trigger.md', 'for up to 10 seconds, so that', 'CURRENT_ORDER_TIME_MS'],
	['docs/webhook-trigger.md', 'more than 50 events of one account', 'MAX_READING'],
	['docs/webhook-trigger.md', 'body of more than 2 MB with 400', 'MAX_BODY_BYTES'],
	['docs/webhook-trigger.md', '(20 minutes unless you change it)', 'DEFAULT_TOLERANCE_SECONDS'],
	['docs/security.md', '(1,200 seconds by default)', 'DEFAULT_TOLERANCE_SECONDS'],
	['docs/security.md', 'A response may have 4 MB', 'MAX_RESPONSE_BYTES'],
	['docs/check-and-confirm.md', 'up to 600 seconds', 'MAX_VALIDATION_SECONDS'],
	['docs/polling.md', '30 days (_Forget After_)', 'DEFAULT_FORGET_AFTER_DAYS'],
	['docs/polling.md', 'once it has lasted for 10 minutes', 'REPORTED_AFTER_MS'],
];
