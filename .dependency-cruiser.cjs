/**
 * What may import what. `npm run lint` checks it, type-only imports included. docs/architecture.md says what each
 * folder is for.
 */

/** The folders of the nodes from top to bottom: a file imports from its own folder and from those below it. */
const NODE_LAYERS = [
	'[^/]+\\.node\\.ts',
	'resources/',
	'order/',
	'execution/',
	'trigger/',
	'listSearch/',
	'api/',
	'transport/',
	'input/',
	'spec/',
];

/** An order on its way: a shop's, or one that was entered, until it is placed and changed, and what all of them share. */
const ORDER_LAYERS = ['shop/', 'compose/', 'place/', 'next/', 'change/', '[^/]+\\.ts'];

/** A shop's order: from the editor's fields to a composed order, a reader for each source, what a line becomes, and what all share. */
const SHOP_ORDER_LAYERS = [
	'orderFromShop.ts',
	'(compareShopOrder|enteredShopOrder|shopOrderItems|unsentShopOrder).ts',
	'(fields|options).ts',
	'(other|rows|sources)/',
	'lines/',
	'(?!(compareShopOrder|enteredShopOrder|fields|options|orderFromShop|shopOrderItems|unsentShopOrder).ts)[^/]+\\.ts',
];

/** The catalog is read through the rest of api/. */
const API_LAYERS = ['catalog/', '[^/]+\\.ts'];

/** The client and what it sends, its limits, its errors, and what all of them share. */
const TRANSPORT_LAYERS = [
	'(client|deadlineClient|fileReader|imageDownload).ts',
	'(http|retry|trackedWrite).ts',
	'limits/',
	'errors/',
	'(allow|credential|fileHeader|foreignFile|responseBody|retryPolicy|run|secrets|types).ts',
];

/** The folders of the triggers, then the files that both share. */
const TRIGGER_LAYERS = ['(webhook|polling)/', '[^/]+\\.ts'];

/** The polling trigger from top to bottom: one poll, and what it reads, compares and keeps. */
const POLLING_LAYERS = ['[^/]+\\.ts', 'read/', 'compare/', 'state/'];

/** The sandbox from top to bottom, files included. */
const SANDBOX_LAYERS = [
	'main.ts',
	'shops/',
	'index.ts',
	'server.ts',
	'app.ts',
	'service.ts',
	'contrary/',
	'routes/',
	'plugins/',
	'control/',
	'reads/',
	'json-ld/',
	'seed/',
	'life-cycle/',
	'validation/',
	'webhooks/',
	'state/',
	'images/',
	'catalog/',
	'pages/',
	'time/',
	'options.ts',
	'facts.ts',
	'identifiers.ts',
	'random.ts',
	'webhook-call.ts',
	'own-machine.ts',
	'loopback.ts',
];

/** What the doubles of the shops share with the service's sandbox: nothing that knows the service. */
const SHARED_WITH_SHOPS = [
	'pages/',
	'time/',
	'control/(faults|fault-schema).ts',
	'plugins/(plugin|fault-hooks).ts',
	'validation/(ajv|json).ts',
	'(identifiers|loopback|own-machine|random|webhook-call).ts',
];

/** Inside of the shops: the two doubles, and what both share. */
const SHOP_LAYERS = ['index.ts', '(woocommerce|shopify)/', 'common/'];

/** One rule for each layer: nothing above it may be imported. */
const downwardsOnly = (root, layers) =>
	layers.slice(1).map((layer, index) => ({
		name: `${root}: ${layer} imports downwards only`,
		severity: 'error',
		from: { path: `^${root}/${layer}` },
		to: { path: `^${root}/(${layers.slice(0, index + 1).join('|')})` },
	}));

const NODES = 'nodes/PodFulfilment';

module.exports = {
	forbidden: [
		{ name: 'no import circles', severity: 'error', from: {}, to: { circular: true } },
		{ name: 'every import exists', severity: 'error', from: {}, to: { couldNotResolve: true } },
		...downwardsOnly(NODES, NODE_LAYERS),
		...downwardsOnly('sandbox', SANDBOX_LAYERS),
		...downwardsOnly('sandbox/shops', SHOP_LAYERS),
		...[
			[NODES, NODE_LAYERS],
			[`${NODES}/order`, ORDER_LAYERS],
			[`${NODES}/transport`, TRANSPORT_LAYERS],
			['sandbox', SANDBOX_LAYERS],
			['sandbox/shops', SHOP_LAYERS],
		].map(([root, layers]) => ({
			name: `${root}: every file has its place in the order`,
			severity: 'error',
			from: {},
			to: { path: `^${root}/`, pathNot: `^${root}/(${layers.join('|')})` },
		})),
		{
			name: 'a resource imports nothing of another resource',
			severity: 'error',
			from: { path: `^${NODES}/resources/([^/]+)/` },
			to: { path: `^${NODES}/resources/[^/]+/`, pathNot: `^${NODES}/resources/$1/` },
		},
		...downwardsOnly(`${NODES}/order`, ORDER_LAYERS),
		...downwardsOnly(`${NODES}/order/shop`, SHOP_ORDER_LAYERS),
		...downwardsOnly(`${NODES}/api`, API_LAYERS),
		...downwardsOnly(`${NODES}/transport`, TRANSPORT_LAYERS),
		...downwardsOnly(`${NODES}/trigger`, TRIGGER_LAYERS),
		...downwardsOnly(`${NODES}/trigger/polling`, POLLING_LAYERS),
		{
			name: 'a trigger imports nothing of the other trigger',
			severity: 'error',
			from: { path: `^${NODES}/trigger/(webhook|polling)/` },
			to: {
				path: `^${NODES}/trigger/(webhook|polling)/`,
				pathNot: `^${NODES}/trigger/$1/`,
			},
		},
		{
			name: 'published code imports nothing of the sandbox, the scripts or the tests',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { path: '^(sandbox|scripts|test)/' },
		},
		{
			name: 'the sandbox shares no code with the nodes',
			severity: 'error',
			from: { path: '^sandbox/' },
			to: { path: '^(nodes|credentials|scripts|test)/' },
		},
		{
			name: 'the doubles of the shops know nothing of the service',
			severity: 'error',
			from: { path: '^sandbox/shops/' },
			to: { path: '^sandbox/', pathNot: `^sandbox/(shops/|${SHARED_WITH_SHOPS.join('|')})` },
		},
		{
			name: 'the double of a shop imports nothing of the other shop',
			severity: 'error',
			from: { path: '^sandbox/shops/(woocommerce|shopify)/' },
			to: {
				path: '^sandbox/shops/(woocommerce|shopify)/',
				pathNot: '^sandbox/shops/$1/',
			},
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)dist/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.tools.json' },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'types', 'node', 'default'],
			extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.json'],
		},
	},
};
