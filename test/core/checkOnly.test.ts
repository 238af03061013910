import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import {
	createParametersWithoutCatalog,
	numberedItems,
	placeProducedOrder,
	receivedRequests,
	reprintParameters,
	runNode,
} from './orderRuns.ts';
import { createParameters, locate, plainVariant, useSandbox, variantWith } from './support.ts';

const node = useSandbox();

const checked = (parameters: INodeParameters): INodeParameters => ({
	...parameters,
	[parameters.operation === 'reprint' ? 'thenReprint' : 'then']: 'check',
});

/** Whether the service was only read. */
const expectNothingSent = (): void => {
	expect(receivedRequests(node).filter((line) => !line.startsWith('GET '))).toEqual([]);
};

describe.each(ENGINES)('Check Only, on the engine of %s', (engine) => {
	const check = async (parameters: INodeParameters) => {
		const { json, error, hints } = await runNode(node, checked(parameters), { engine });
		expect(error).toBeUndefined();
		expectNothingSent();
		return { ...json[0], hints: hints.map(({ message }) => message) } as unknown as {
			wouldSend: Record<string, unknown>;
			warnings?: string[];
			problems: string[];
			hints: string[];
		};
	};

	it('Check Only shows what is sent afterwards, to the letter', async () => {
		const { wouldSend, warnings, problems, hints } = await check(createParameters(node.sandbox));
		expect({ warnings, problems }).toEqual({ warnings: undefined, problems: [] });
		// Only n8n's own engine for nodes has hints of a run.
		const isNative = engine === 'customOperations';
		expect(hints).toEqual(
			isNative ? [expect.stringMatching(/^No problems found\. Print files were not opened\./)] : [],
		);
		await runNode(node, createParameters(node.sandbox), { engine });
		const sent = node.sandbox.control.requests().find(({ method }) => method === 'POST');
		expect(wouldSend).toEqual(sent?.body);
	});

	it('Check Only reports all that is wrong at once, with what the catalog says, and does not fail', async () => {
		const clock = variantWith(node.sandbox, ({ options }) =>
			options.some(({ required }) => required),
		);
		const required = clock.options.find((option) => option.required);
		const { wouldSend, problems } = await check({
			...createParameters(node.sandbox, '={{ "A 1" }}'),
			recipient: {
				name: '',
				address1: 'Street 1',
				city: '={{ $json.none }}',
				zip: '',
				countryCode: 'DE',
			},
			items: {
				item: [
					{
						variantId: locate('id', clock.id),
						quantity: 1,
						placements: { placement: [{ url: 'https://files.example/1.png', type: 'other' }] },
					},
					{
						variantId: locate('id', '={{ $json.none }}'),
						quantity: 0,
						placements: { placement: [{ url: 'motif.png' }] },
					},
				],
			},
		});
		expect(problems).toEqual([
			expect.stringMatching(/^External ID "A 1" must not contain a space\./),
			expect.stringMatching(/^Recipient → Name, City and ZIP or Postal Code are empty\./),
			expect.stringMatching(/^Items → Item 2 → Variant is empty\./),
			expect.stringMatching(/^Items → Item 2 → Quantity is 0,/),
			expect.stringMatching(/^Items → Item 2 → Placements → Placement 1 → Print File is /),
			expect.stringContaining(`Items → Item 1 → Product Options lacks "${required?.id}"`),
			expect.stringMatching(/^Items → Item 1 → Placements → Placement 1 → Placement is "other"/),
			expect.stringMatching(/^Items → Item 1 → Placements lacks "/),
		]);
		expect(wouldSend).toMatchObject({ recipient: { address1: 'Street 1' } });
	});

	it('Create reports the same, all at once, when the order is to be placed', async () => {
		const parameters = {
			...createParameters(node.sandbox),
			recipient: { name: 'Ada', address1: 'Street 1', city: '={{ "" }}', countryCode: 'AE' },
			items: {
				item: [{ variantId: locate('id', plainVariant(node.sandbox).id), quantity: 1 }],
			},
		};
		const { error } = await runNode(node, parameters, { engine });
		expect(error?.message).toMatch(
			/^Recipient → City is empty; Items → Item 1 → Print File is empty/,
		);
		expect(error?.description?.split('<br>\n')).toEqual([
			expect.stringMatching(/^Recipient → City is empty\. Complete the address\./),
			expect.stringMatching(/^Items → Item 1 → Print File is empty\./),
		]);
		expectNothingSent();
	});

	it('Check Only names a variant that is not in the catalog', async () => {
		const { problems } = await check({
			...createParameters(node.sandbox),
			items: {
				item: [
					{
						variantId: locate('id', 'no-such-variant'),
						quantity: 1,
						printFile: 'https://files.example/1.png',
					},
				],
			},
		});
		expect(problems).toEqual([expect.stringContaining('"no-such-variant" was not found')]);
	});

	it('Check Only fails when the catalog cannot be read', async () => {
		node.sandbox.control.injectFault({ match: { path: '/api/catalog-*' }, status: 500 });
		const { error } = await runNode(node, checked(createParameters(node.sandbox)), { engine });
		expect(error).toBeDefined();
		expectNothingSent();
	});

	it.each([
		['the same content', {}, {}, ['exists already with the same content'], []],
		[
			'other content',
			{ shipping: 'DHL_EXPRESS' },
			{},
			[],
			['Shipping: sent "DHL_EXPRESS", existing'],
		],
		['If Order Exists', {}, { ifExists: 'error' }, [], ['exists already. Nothing was created.']],
	])('Check Only finds an order with %s', async (_, changes, options, warnings, problems) => {
		await runNode(node, createParameters(node.sandbox), { engine });
		node.sandbox.control.clearRecords();
		const found = await check({ ...createParameters(node.sandbox), ...changes, options });
		const containing = (texts: string[]) => texts.map((text) => expect.stringContaining(text));
		expect(found.warnings ?? []).toEqual(containing(warnings));
		expect(found.problems).toEqual(containing(problems));
		expect(node.sandbox.control.orders()).toHaveLength(1);
	});

	it('Check Only reads the original of a reprint', async () => {
		await placeProducedOrder(node);
		const fine = await check(reprintParameters('R-1'));
		expect(fine.problems).toEqual([]);
		expect(fine.wouldSend).toMatchObject({ actions: [{ type: 'reprint', source: '@SOURCE' }] });
		expect(receivedRequests(node)).toEqual(['GET /api/orders/@SOURCE', 'GET /api/orders/@R-1']);
		const unknown = await check({
			...reprintParameters('R-1'),
			orderId: locate('externalId', 'NOWHERE'),
		});
		expect(unknown.problems).toEqual([expect.stringContaining('"NOWHERE" was not found')]);
	});

	it('an item that was only checked does not count as done when another one fails', async () => {
		node.sandbox.control.injectFault({
			match: { path: '/api/orders/@A-1' },
			status: 403,
			delayMilliseconds: 300,
		});
		const parameters = checked(createParametersWithoutCatalog(node.sandbox, '={{ $json.number }}'));
		const items = numberedItems('A', 2);
		const { error } = await runNode(node, parameters, { engine, items });
		expect(error?.description).toContain('0 of 2 items were done');
	});

	it('Check Only never confirms', async () => {
		await check({ ...createParameters(node.sandbox), then: 'confirm' });
		expect(node.sandbox.control.orders()).toEqual([]);
	});
});
