import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { credentialFor } from '../core/engine/run.ts';
import { createParametersWithoutCatalog } from '../core/orderRuns.ts';
import { useSandbox } from '../core/support.ts';
import { sendJson, useServers } from './support/servers.ts';

// What a hostile service says of an order, and where it enters a text: n8n stores and shows every text whole.

const node = useSandbox();
const listen = useServers();

const MEGABYTE = 1024 * 1024;
const LONG = 'x'.repeat(MEGABYTE);
const HALF = LONG.slice(0, MEGABYTE / 2);

/** Characters of an error's description. */
const LARGEST_DESCRIPTION = 10_000;
/** Characters of its message, which is one line. */
const LARGEST_MESSAGE = 1_000;
/** Problems that are listed, and a last line that counts the others. */
const LISTED = 20;

const NO_WAIT = { maxAttempts: 1, maxWaitSeconds: 0 };

/** An order of so many items of one variant, each of which lacks what the variant requires. */
const orderOf = (
	count: number,
	{ then = 'draft', ...options }: INodeParameters,
): INodeParameters => ({
	...createParametersWithoutCatalog(node.sandbox, 'N-1'),
	itemsJson: JSON.stringify(
		Array.from({ length: count }, (_, index) => ({
			externalId: `LINE-${index}`,
			variantId: '00000000-0000-4000-8000-000000000001',
			quantity: 1,
			retailPrice: '9.90',
			placements: [{ type: 'other', layers: [{ url: 'https://files.example.com/a.png' }] }],
		})),
	),
	then,
	options: { ...NO_WAIT, fillFromCatalog: true, ...options },
});

const placement = (type: string) => ({
	type,
	required: true,
	technique: 'print',
	area: { width: 1, height: 1 },
});

/** Variants of the catalog that are longer, in one place or another, than any text may be. */
const VARIANTS: Array<[place: string, variant: IDataObject]> = [
	['a name of 1 MB', { name: LONG, placements: [placement('front')], options: [] }],
	['a placement type of 1 MB', { name: 'Shirt', placements: [placement(LONG)], options: [] }],
	[
		'5,000 placement types',
		{
			name: 'Shirt',
			placements: Array.from({ length: 5_000 }, (_, index) => placement(`place-${index}`)),
			options: [],
		},
	],
	[
		'an option whose label and values are 1 MB',
		{
			name: 'Shirt',
			placements: [placement('other')],
			options: [{ id: 'size', label: LONG, required: true, values: [{ value: LONG }] }],
		},
	],
	[
		'an option whose ID is 1 MB',
		{
			name: 'Shirt',
			placements: [placement('other')],
			options: [{ id: LONG, required: true, values: [] }],
		},
	],
	[
		'a name of 1 MB in spaces and line breaks',
		{ name: ` ${'\n \t'.repeat(MEGABYTE / 3)}.`, placements: [placement('front')], options: [] },
	],
];

describe('What a variant of the catalog is called', () => {
	it.each(VARIANTS)(
		'%s makes no error long, however many items lack something',
		async (_, variant) => {
			const { url } = await listen((_request, response) =>
				sendJson(response, { id: '1', ...variant }),
			);
			const { error } = await node.run(orderOf(40, {}), {
				credential: credentialFor(node.sandbox, { baseUrl: url }),
			});
			expect(error?.message).toMatch(/; and \d+ more/);
			expect(error?.message.length).toBeLessThanOrEqual(LARGEST_MESSAGE);
			expect(error?.description?.length).toBeLessThanOrEqual(LARGEST_DESCRIPTION);
			expect(error?.description).toMatch(/and \d+ more/);
		},
	);

	it.each(VARIANTS)('%s makes no problem of Check Only long', async (_, variant) => {
		const { url } = await listen((request, response) =>
			request.url?.includes('catalog') === true
				? sendJson(response, { id: '1', ...variant })
				: sendJson(response, {}, 404),
		);
		const { json } = await node.run(orderOf(40, { then: 'check' }), {
			credential: credentialFor(node.sandbox, { baseUrl: url }),
		});
		const problems = json[0]?.problems as string[];
		expect(problems).toHaveLength(LISTED + 1);
		expect(problems.at(-1)).toMatch(/^and \d+ more$/);
		expect(problems.join('\n').length).toBeLessThanOrEqual(LARGEST_DESCRIPTION);
	});
});

describe('What the validation of the service found', () => {
	/** A service that places an order, and finds something wrong with each of its items. */
	const failing = async (findings: IDataObject[]) => {
		let placed: IDataObject | undefined;
		return await listen((request, response) => {
			let text = '';
			request.on('data', (chunk: Buffer) => (text += chunk.toString()));
			request.on('end', () => {
				if (text !== '') placed = JSON.parse(text) as IDataObject;
				if (!placed) return sendJson(response, {}, 404);
				const orderItems = (placed.orderItems as IDataObject[]).map((item, index) => ({
					...item,
					id: `item-${index}`,
				}));
				const order = { ...placed, id: '1', status: 'failed', orderItems };
				sendJson(response, { ...order, validationErrors: findings });
			});
		});
	};

	it.each([
		[4_500, 'item', (index: number) => ({ code: 3002, itemId: `item-${index}` })],
		[4_500, 'field', (index: number) => ({ message: `no ${index}` })],
		[3, 'long', () => ({ message: HALF, propertyPath: HALF })],
	])('%i findings of the kind %s make no error long', async (count, _, finding) => {
		const { url } = await failing(Array.from({ length: count }, (__, index) => finding(index)));
		const { error } = await node.run(
			createParametersWithoutCatalog(node.sandbox, 'N-1', { ...NO_WAIT, waitForValidation: 30 }),
			{ credential: credentialFor(node.sandbox, { baseUrl: url }) },
		);
		expect(error?.message).toMatch(/^N-1 is not produced: /);
		expect(error?.message.length).toBeLessThanOrEqual(LARGEST_MESSAGE);
		expect(error?.description?.length).toBeLessThanOrEqual(LARGEST_DESCRIPTION);
		// What to do comes last.
		expect(error?.description).toContain('Running the node again is safe');
		if (count > LISTED) expect(error?.description).toContain(`and ${count - LISTED} more`);
	});

	it('findings that are handed back are listed up to the twentieth', async () => {
		const { url } = await failing(
			Array.from({ length: 5_000 }, (_, index) => ({ message: `no ${index}` })),
		);
		const { json } = await node.run(
			createParametersWithoutCatalog(node.sandbox, 'N-1', {
				...NO_WAIT,
				waitForValidation: 30,
				onFailedValidation: 'handBack',
			}),
			{ credential: credentialFor(node.sandbox, { baseUrl: url }) },
		);
		const warnings = json[0]?.warnings as string[];
		expect(warnings.length).toBeLessThan(LISTED + 10);
		expect(warnings).toContain(`and ${5_000 - LISTED} more`);
	});
});

describe('Names of the service in the error of a read', () => {
	it.each([
		['404', 404, {}],
		['a list that is none', 200, 'text'],
	])('an ID of 60 KB makes the error of %s no longer', async (_, status, body) => {
		const { url } = await listen((_request, response) => sendJson(response, body, status));
		const { error } = await node.run(
			{
				resource: 'order',
				operation: 'get',
				orderId: { __rl: true, mode: 'id', value: 'x'.repeat(10_000) },
				options: NO_WAIT,
			},
			{ credential: credentialFor(node.sandbox, { baseUrl: url }) },
		);
		expect(error?.message.length).toBeLessThanOrEqual(LARGEST_MESSAGE);
		expect(error?.description?.length).toBeLessThanOrEqual(LARGEST_DESCRIPTION);
	});
});
