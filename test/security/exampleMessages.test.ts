import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ExampleWorkflow } from '../core/engine/example.ts';
import { credentialFor } from '../core/engine/run.ts';
import { shirt, shopifyLineOf, wooCommerceLineOf } from '../core/shopOrders.ts';
import { useSandbox } from '../core/support.ts';
import { CASES } from '../support/seed.ts';
import { shopifyOrder } from '../support/shopOrders/shopify.ts';
import { wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';

// Mail nodes send a text as HTML: what a buyer wrote must not become markup in a message of an example. Each example runs on
// n8n's own engine, with markup in every text that a buyer, or a service that quotes him, can decide.

const node = useSandbox();

interface Example {
	name: string;
	nodes: INode[];
	pinData: Record<string, Array<{ json: IDataObject }>>;
}

const folder = new URL('../../examples/', import.meta.url);

const examples = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.map((name): Example => {
		// The print files of samples are nowhere.
		const text = readFileSync(new URL(name, folder), 'utf8').replaceAll(
			'"checkPrintFiles": true',
			'"checkPrintFiles": false',
		);
		return { ...(JSON.parse(text) as Example), name };
	});

const exampleNamed = (name: string): Example => {
	const found = examples.find((example) => example.name === name);
	if (!found) throw new Error(`There is no example ${name}`);
	return found;
};

/** What a buyer may enter as a name; some mail clients close for themselves what is not closed. */
const MARKUP = [
	'<img src=x onerror=alert(1)>',
	'"><script>alert(1)</script>',
	'<a href="https://evil.example">Pay here</a>',
	'<<b>script>alert(1)//',
	'<!--',
	'Ada <',
];

/** What the specification, or the shop, bounds to words, numbers, dates and addresses of its own; statuses decide the way. */
const BOUNDED =
	/^(id|.*Id|.*ID|.*_id|number|order_number|.*[sS]tatus|event|type|carrier|service|shipping|.*At|.*_at|date_.*|currency|.*countryCode|country_code|sku|admin_graphql_api_id|.*[uU]rl|.*_url|url|version|mode|retries|code)$/;

/** Puts markup into the texts of a value. */
function hostile(value: unknown, next: () => string | undefined, key = ''): unknown {
	if (typeof value === 'string') return BOUNDED.test(key) ? value : value + (next() ?? '');
	if (Array.isArray(value)) return value.map((entry) => hostile(entry, next, key));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, hostile(entry, next, name)]),
	);
}

/** Which text gets which markup, over and over. */
const markup = fc.array(fc.option(fc.constantFrom(...MARKUP), { nil: undefined }), {
	minLength: 5,
	maxLength: 40,
});

const marked = (value: IDataObject, marks: ReadonlyArray<string | undefined>): IDataObject => {
	let index = 0;
	return hostile(value, () => marks[index++ % marks.length]) as IDataObject;
};

interface Case {
	example: string;
	trigger: string;
	/** What starts it, or what the shop has. */
	items: () => IDataObject[];
	/** The fields of an item whose words are the owner's. */
	ofOwner?: string[];
}

const pinned = (example: string, trigger: string): IDataObject[] =>
	(exampleNamed(example).pinData[trigger] ?? []).map(({ json }) => json);

const stopped = (): IDataObject => ({
	workflow: { id: '1', name: 'Orders' },
	execution: {
		...{ id: '7', url: 'https://n8n.example/7', lastNodeExecuted: 'Create the Order' },
		error: { message: 'No variant for ', description: 'Line 1 is<br>\n' },
	},
});

const fromTrigger = (example: string, trigger: string): Case => ({
	...{ example, trigger },
	items: () => pinned(example, trigger),
});

const SHOP = 'Schedule';

const CASES_OF_EXAMPLES: Case[] = [
	fromTrigger('each-event-once.json', 'An Event'),
	fromTrigger('follow-the-parcel.json', 'Order or Parcel Moved'),
	fromTrigger('order-trouble.json', 'An Order Is in Trouble'),
	{
		...fromTrigger('order-trouble.json', 'A Workflow Stopped'),
		items: () => [stopped()],
		ofOwner: ['workflow'],
	},
	{
		...fromTrigger('woocommerce.json', SHOP),
		// A refusal names the line.
		items: () =>
			[shirt(node.sandbox).sku, 'TS-UNKNOWN'].map((sku, index) =>
				wooCommerceOrder([wooCommerceLineOf(sku)], { id: 727 + index, number: `${727 + index}` }),
			),
	},
	{
		...fromTrigger('personalised-goods.json', SHOP),
		items: () =>
			[shirt(node.sandbox).sku, 'TS-UNKNOWN'].map((sku, index) =>
				wooCommerceOrder(
					[wooCommerceLineOf(shirt(node.sandbox).sku), wooCommerceLineOf(sku, { id: 2 })],
					{ id: 731 + index, number: `${731 + index}` },
				),
			),
	},
	{
		...fromTrigger('shopify.json', SHOP),
		// Of an order it is the number, with what the shop puts in front.
		ofOwner: ['name'],
		items: () =>
			[shirt(node.sandbox).sku, 'TS-UNKNOWN'].map((sku, index) =>
				shopifyOrder([shopifyLineOf(sku)], { id: 5000 + index, name: `#${1001 + index}` }),
			),
	},
];

/**
 * Fields that are no text of a mail: its address, the customer's own note, which goes back to the shop, and the buyer's note
 * as data of the order, which no message of an example has.
 */
const NO_TEXT = ['to', 'note', 'buyerNote'];

/** Examples whose messages have nothing of a buyer. */
const WITHOUT_BUYER = {
	'no-event-lost.json': 'names the change ID alone',
	'place-an-order.json': 'has an order of its own, and the words of the node',
	'rehearsal-shopify.json': 'is a table for its owner, who sends it to nobody',
	'rehearsal-woocommerce.json': 'is a table for its owner, who sends it to nobody',
};

/** The nodes whose words go into a message. */
const saying = (nodes: readonly INode[]): INode[] =>
	nodes.filter(
		({ type, parameters }) =>
			(type === 'n8n-nodes-base.set' && parameters.mode !== 'raw') ||
			type === 'n8n-nodes-base.stopAndError' ||
			type === 'n8n-nodes-base.emailSend',
	);

/** Runs an example; resolves to the texts that it says. */
async function play({ example, trigger }: Case, items: IDataObject[]): Promise<string[]> {
	const file = exampleNamed(example);
	let isFirst = true;
	const workflow = new ExampleWorkflow(file, credentialFor(node.sandbox), async (url) => {
		const orders = isFirst ? items : [];
		isFirst = false;
		return await Promise.resolve(
			Response.json(url.includes('orders.json') || url.includes('graphql') ? { orders } : orders),
		);
	});
	const outputs = await workflow
		.run(trigger, trigger === SHOP ? [{}] : items)
		.catch((error: unknown) => ({
			'n8n stopped': [{ message: (error as Error).message }],
		}));
	const names = new Set(['n8n stopped', ...saying(file.nodes).map(({ name }) => name)]);
	return Object.entries(outputs as Record<string, IDataObject[]>)
		.filter(([name]) => names.has(name))
		.flatMap(([, said]) => said)
		.flatMap((json) => Object.entries(json))
		.filter(([name]) => !NO_TEXT.includes(name))
		.flatMap(([, text]) => (typeof text === 'string' ? [text] : []));
}

describe('Markup of a buyer in the messages of the examples', () => {
	it.each(CASES_OF_EXAMPLES)('is text: $example, $trigger', async (one) => {
		const { ofOwner = [] } = one;
		let messages = 0;
		await fc.assert(
			fc.asyncProperty(markup, async (marks) => {
				const texts = await play(
					one,
					one.items().map((item) => ({
						...marked(item, marks),
						...Object.fromEntries(ofOwner.map((name) => [name, item[name]])),
					})),
				);
				if (texts.length > 0) messages += 1;
				for (const text of texts) expect(text).not.toContain('<');
			}),
			{ numRuns: Math.min(CASES, 20) },
		);
		expect(messages).toBeGreaterThan(5);
	});

	it('every example that says something is among them', () => {
		const all = examples.filter(({ nodes }) => saying(nodes).length > 0).map(({ name }) => name);
		const here = CASES_OF_EXAMPLES.map(({ example }) => example);
		expect(all.filter((name) => !here.includes(name))).toEqual(Object.keys(WITHOUT_BUYER));
	});
});
