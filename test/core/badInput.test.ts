import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { credentialFor } from './engine/run.ts';
import { shirt } from './shopOrders.ts';
import {
	createParameters,
	locate,
	plainVariant,
	printFile,
	requestsPastCatalog,
	useSandbox,
} from './support.ts';

const node = useSandbox();

const create = (changes: INodeParameters): INodeParameters => ({
	...createParameters(node.sandbox),
	...changes,
});

const itemJson = (changes: object): INodeParameters => ({
	specifyItems: 'json',
	itemsJson: JSON.stringify([
		{ variantId: plainVariant(node.sandbox).id, quantity: 1, files: printFile, ...changes },
	]),
});

const recipient = {
	name: 'Nathan Doe',
	address1: '12 Harbour Street',
	city: 'Hamburg',
	zip: '20457',
	countryCode: 'DE',
};

const rows = (changes: INodeParameters): INodeParameters => {
	const { items } = createParameters(node.sandbox) as { items: { item: INodeParameters[] } };
	return { items: { item: [{ ...items.item[0], ...changes }] } };
};

describe('Bad input', () => {
	it.each<[string, () => INodeParameters, string]>([
		[
			'an external ID of 64 characters',
			() => create({ externalId: 'x'.repeat(64) }),
			'External ID has 64 characters, but the service accepts at most 63',
		],
		[
			'an external ID with a space',
			() => create({ externalId: 'A 1' }),
			'External ID "A 1" must not contain a space',
		],
		[
			'an empty external ID',
			() => create({ externalId: '={{ $json.missing }}' }),
			'External ID is empty',
		],
		[
			'a kind of shipping that the service does not have',
			() => create({ shipping: "={{ 'EXPRESS' }}" }),
			'Shipping is "EXPRESS", which is unknown',
		],
		[
			'a shipping that is no text',
			() => create({ shipping: '={{ ({ a: 1 }) }}' }),
			'Shipping is {"a":1}, which is unknown',
		],
		[
			'quantity 0',
			() => create(rows({ quantity: 0 })),
			'Items → Item 1 → Quantity is 0, but must be a whole number greater than 0',
		],
		[
			'quantity 1.5',
			() => create(rows({ quantity: 1.5 })),
			'Items → Item 1 → Quantity is 1.5, but must be a whole number greater than 0',
		],
		[
			'quantity 0 in JSON',
			() => create(itemJson({ quantity: 0 })),
			'Items (JSON) at [0].quantity is 0, but must be a whole number greater than 0',
		],
		[
			'a row without variant',
			() => create(rows({ variantId: locate('id', '={{ $json.missing }}') })),
			'Items → Item 1 → Variant is empty',
		],
		[
			'a row without print file',
			() => create(rows({ placements: { placement: [{ url: '', type: 'front' }] } })),
			'Items → Item 1 → Placements → Placement 1 → Print File is empty',
		],
		[
			'a row without anything to print',
			() => create(rows({ placements: {} })),
			'Items → Item 1 → Print File is empty',
		],
		[
			'a print file that was not found',
			() => create(rows({ printFile: '={{ $json.missing }}', placements: {} })),
			'Items → Item 1 → Print File is empty',
		],
		[
			'a print file that is no web address',
			() => create(rows({ placements: { placement: [{ url: 'motif.png', type: 'front' }] } })),
			'Items → Item 1 → Placements → Placement 1 → Print File is "motif.png", but must be one web address that begins with https:// or http://',
		],
		[
			'a print file in JSON that is no web address',
			() => create(itemJson({ files: { front: 's3://bucket/motif.png' } })),
			'Items (JSON) at [0].files.front is "s3://bucket/motif.png", but must be one web address that begins with https:// or http://',
		],
		[
			'an expression in a name that was not evaluated',
			() => create({ recipient: { ...recipient, name: '{{ $json.name }}' } }),
			'Recipient → Name holds an expression that was not evaluated: switch the field to Expression',
		],
		[
			'an expression in the JSON of a recipient that was not evaluated',
			() =>
				create({
					specifyRecipient: 'json',
					recipientJson: JSON.stringify({ ...recipient, city: '{{ $json.city }}' }),
				}),
			'Recipient (JSON) at city holds an expression that was not evaluated: switch the field to Expression',
		],
		[
			'an expression in the name of an item that was not evaluated',
			() => create(rows({ name: '{{ $json.product }}' })),
			'Items → Item 1 → Name holds an expression that was not evaluated: switch the field to Expression',
		],
		[
			'an expression in a print file that was not evaluated',
			() => create(rows({ placements: {}, printFile: 'https://x.example/{{ $json.sku }}.png' })),
			'Items → Item 1 → Print File holds an expression that was not evaluated: switch the field to Expression',
		],
		[
			'a variant in JSON that is an expression',
			() => create(itemJson({ variantId: '{{ $json.variant }}' })),
			'Items (JSON) at [0].variantId holds an expression that was not evaluated: switch the field to Expression',
		],
		[
			'a price that was not calculated',
			() => create(rows({ retailPrice: '={{ Number("x") }}' })),
			'Items → Item 1 → Retail Price is not a number: it could not be calculated',
		],
		[
			'a price in JSON that was not calculated',
			() => create(itemJson({ retailPrice: 'NaN' })),
			'Items (JSON) at [0].retailPrice is not a number: it could not be calculated',
		],
		[
			'an object as the name of an item in JSON',
			() => create(itemJson({ name: '[object Object]' })),
			'Items (JSON) at [0].name is "[object Object]", which an object becomes as text',
		],
		[
			'an expression in the new address of an order',
			() => ({
				resource: 'order',
				operation: 'update',
				orderId: locate('id', '1'),
				updateFields: { recipient: { values: { address1: '{{ $json.street }}' } } },
			}),
			'Update Fields → Recipient → Address Line 1 holds an expression that was not evaluated: switch the field to Expression',
		],
		[
			'an object in the new address of an order, in JSON',
			() => ({
				resource: 'order',
				operation: 'update',
				orderId: locate('id', '1'),
				updateFields: { recipientJson: '{ "name": "[object Object]" }' },
			}),
			'Update Fields → Recipient (JSON) at name is "[object Object]", which an object becomes as text',
		],
		[
			'a new price of an order item that was not calculated',
			() => ({
				resource: 'orderItem',
				operation: 'update',
				orderId: locate('id', '1'),
				orderItemId: locate('id', '2'),
				updateFields: { retailPrice: '-Infinity' },
			}),
			'Update Fields → Retail Price is not a number: it could not be calculated',
		],
		[
			'an expression in the address of a reprint',
			() => ({
				resource: 'order',
				operation: 'reprint',
				orderId: locate('id', '1'),
				externalId: 'X-1',
				options: { recipient: { values: { ...recipient, city: '{{ $json.city }}' } } },
			}),
			'Options → Recipient → City holds an expression that was not evaluated: switch the field to Expression',
		],
		['no items', () => create({ items: {} }), 'Items is empty'],
		[
			'invalid JSON of items, with the position',
			() => create({ specifyItems: 'json', itemsJson: '[\n  { "variantId": "v", }\n]' }),
			'Items (JSON) is not valid JSON at line 2, column 23',
		],
		[
			'invalid JSON of a recipient, with the position',
			() => create({ specifyRecipient: 'json', recipientJson: '{ "name": "Ada"' }),
			'Recipient (JSON) is not valid JSON at line 1, column 16',
		],
		[
			'items that are no list',
			() => create({ specifyItems: 'json', itemsJson: '{}' }),
			'Items (JSON) is {}, but must be a list in square brackets',
		],
		[
			'JSON of the wrong shape, with the path',
			() => create(itemJson({ files: undefined, placements: [{ type: 'front', layers: [7] }] })),
			'Items (JSON) at [0].placements[0].layers[0] is 7, but must be an object',
		],
		[
			'two files on one placement',
			() =>
				create(
					itemJson({ files: undefined, placements: [{ layers: [{ url: 'a' }, { url: 'b' }] }] }),
				),
			'Items (JSON) at [0].placements[0].layers has 2 print files, but a placement takes exactly one',
		],
		[
			'a recipient that is no object',
			() => create({ specifyRecipient: 'json', recipientJson: '["Ada"]' }),
			'Recipient (JSON) is ["Ada"], but must be a JSON object',
		],
		...(['get', 'update', 'confirm', 'cancel', 'refund', 'reprint'] as const).map(
			(operation): [string, () => INodeParameters, string] => [
				`an empty order for ${operation}`,
				() => ({
					resource: 'order',
					operation,
					orderId: locate('id', '={{ $json.missing }}'),
					externalId: 'X-1',
					updateFields: { shipping: 'STANDARD' },
				}),
				'Order is empty',
			],
		),
		[
			'an empty order item',
			() => ({
				resource: 'orderItem',
				operation: 'update',
				orderId: locate('id', '1'),
				orderItemId: locate('id', ' '),
				updateFields: { quantity: 1 },
			}),
			'Order Item is empty',
		],
		[
			'quantity 0 of an order item',
			() => ({
				resource: 'orderItem',
				operation: 'update',
				orderId: locate('id', '1'),
				orderItemId: locate('id', '2'),
				updateFields: { quantity: 0 },
			}),
			'Update Fields → Quantity is 0, but must be a whole number greater than 0',
		],
		[
			'an empty product',
			() => ({
				resource: 'catalogProduct',
				operation: 'get',
				productId: locate('id', '={{ $json.missing }}'),
			}),
			'Product is empty',
		],
		[
			'an empty variant',
			() => ({
				resource: 'catalogVariant',
				operation: 'get',
				variantId: locate('id', '={{ $json.missing }}'),
			}),
			'Variant is empty',
		],
		[
			'an empty mockup task',
			() => ({
				resource: 'mockupTask',
				operation: 'get',
				mockupTaskId: locate('id', '={{ $json.missing }}'),
			}),
			'Mockup Task is empty',
		],
		[
			'an id that leads to another path',
			() => ({ resource: 'order', operation: 'get', orderId: locate('id', '..') }),
			'Order ".." cannot be used',
		],
	])('bad input gets a clear message, and nothing is sent: %s', async (_, parameters, message) => {
		const { error, outputs } = await node.run(parameters());
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(/\w/);
		expect(outputs.flat()).toEqual([]);
		expect(requestsPastCatalog(node.sandbox)).toEqual([]);
	});

	it('a file beside one for the required placement is not printed on another, and Check Only says so', async () => {
		const parameters = create(
			itemJson({
				variantId: shirt(node.sandbox).id,
				placements: [{ type: 'front', layers: [{ url: printFile, type: 'file' }] }],
			}),
		);
		const message =
			/^Items \(JSON\) at \[0\]\.files names no placement, and variant ".*" requires no other/;
		const { error } = await node.run(parameters);
		expect(error?.message).toMatch(message);
		const checked = await node.run({ ...parameters, then: 'check' });
		expect(checked.json[0]?.problems).toEqual([expect.stringMatching(message)]);
		expect(node.sandbox.control.orders()).toEqual([]);
	});

	it('the message names the input item when there are several', async () => {
		const { error } = await node.run(create({ externalId: '={{ $json.id }}' }), {
			items: [{ id: 'A-1' }, { id: 'A 2' }],
		});
		expect(error?.message).toBe('External ID "A 2" must not contain a space [item 1]');
		expect(error?.context?.itemIndex).toBe(1);
	});

	it.each([
		['shop', 'The Base URL in the credential is not a web address'],
		['http://shop.example', 'The Base URL in the credential has to begin with https://'],
		['', 'The Base URL in the credential is empty'],
	])('a base URL that is %j is refused', async (baseUrl, message) => {
		const { error } = await node.run(createParameters(node.sandbox), {
			credential: credentialFor(node.sandbox, { baseUrl }),
		});
		expect(error?.message).toBe(message);
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	it.each(['/', '/api', '/api/'])('a base URL that ends with %s is accepted', async (ending) => {
		const { error, json } = await node.run(createParameters(node.sandbox), {
			credential: credentialFor(node.sandbox, { baseUrl: `${node.sandbox.url}${ending}` }),
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'SHOP-1001' });
	});
});

describe('Orders that contradict the catalog (spec section 2)', () => {
	it('the message shows both values of a position that is not the area of the placement', async () => {
		const body = node.sandbox.control.exampleOrder();
		const [item] = body.orderItems;
		const [layer] = item?.placements[0]?.layers ?? [];
		const width = layer?.position.width ?? 0;
		if (layer) layer.position.width = width + 1;
		const { error } = await node.run(
			create({ specifyItems: 'json', itemsJson: JSON.stringify(body.orderItems) }),
		);
		expect(error?.message).toContain(`is ${width + 1}, but the catalog gives ${width}`);
		expect(node.sandbox.control.requests().map(({ method }) => method)).toEqual(['GET']);
	});
});
