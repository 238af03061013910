import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderItemBody, type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, placeOrder, UUID, violationsOf } from './support/client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

const variantNamed = (name: string): string =>
	sandbox.control.variants().find((variant) => variant.name.startsWith(name))?.id ?? '';

/** Places an order whose one item was changed, and returns path and message of each violation. */
async function violationsWith(
	change: (item: OrderItemBody) => unknown,
	variantName = 'Unisex Organic T-Shirt',
): Promise<string[]> {
	const body = sandbox.control.exampleOrder({ variantIds: [variantNamed(variantName)] });
	const [item] = body.orderItems;
	if (!item) throw new Error('The example has no item');
	const changed = change(item) ?? item;
	const answer = await call(sandbox, 'POST', '/api/orders', {
		body: { ...body, orderItems: [changed] },
	});
	expect(answer.status).toBe(422);
	return violationsOf(answer).map(({ propertyPath, message }) => `${propertyPath}: ${message}`);
}

/** The item's one placement, with members laid over it. */
const withPlacement = (item: OrderItemBody, changes: object): unknown => ({
	...item,
	placements: [{ ...item.placements[0], ...changes }],
});

const withLayer = (item: OrderItemBody, changes: object): unknown =>
	withPlacement(item, { layers: [{ ...item.placements[0]?.layers[0], ...changes }] });

describe('Section 7: the body of a validation error', () => {
	it('the body is a ConstraintViolationList that names all violations at once', async () => {
		const answer = await call(sandbox, 'POST', '/api/orders', {
			body: {
				externalId: 'not valid!',
				shipping: 'PIGEON',
				orderItems: [{ quantity: 0, variantId: variantNamed('Ceramic Mug'), placements: [] }],
			},
		});
		expect(answer.status).toBe(422);
		expect(
			violationsOf(answer)
				.map(({ propertyPath }) => propertyPath)
				.sort(),
		).toEqual([
			'externalId',
			'orderItems[0].placements',
			'orderItems[0].placements',
			'orderItems[0].quantity',
			'recipient',
			'shipping',
		]);
		const detail = violationsOf(answer)
			.map(({ propertyPath, message }) => `${propertyPath}: ${message}`)
			.join('\n');
		expect(answer.json).toEqual({
			'@id': expect.stringMatching(/^\/api\/validation_errors\//),
			'@type': 'ConstraintViolationList',
			status: 422,
			violations: expect.any(Array),
			detail,
			'hydra:title': 'An error occurred',
			'hydra:description': detail,
			type: expect.stringMatching(/^\/validation_errors\//),
			title: 'An error occurred',
		});
		for (const violation of violationsOf(answer)) {
			expect(violation).toEqual({
				propertyPath: expect.any(String),
				message: expect.stringMatching(/\.$/),
				code: expect.stringMatching(UUID),
			});
		}
	});

	it('each kind of violation has one fixed code', async () => {
		const codes = async (externalId: string) =>
			violationsOf(await placeOrder(sandbox, { externalId }))[0]?.code;
		expect(await codes('a b')).toBe(await codes('c.d'));
		expect(await codes('a b')).not.toBe(await codes('x'.repeat(64)));
	});

	it('nothing of an order that was refused is stored', async () => {
		await placeOrder(sandbox, { externalId: 'refused', shipping: 'PIGEON' });
		expect((await call(sandbox, 'GET', '/api/orders/@refused')).status).toBe(404);
	});
});

describe('Section 2: the required fields of an order', () => {
	it.each(['externalId', 'recipient', 'orderItems'])('an order requires %s', async (field) => {
		const answer = await placeOrder(sandbox, { [field]: undefined });
		expect(violationsOf(answer)).toEqual([
			expect.objectContaining({
				propertyPath: field,
				message: 'This value should not be blank.',
			}),
		]);
	});

	it('an order requires at least one item', async () => {
		const answer = await placeOrder(sandbox, { orderItems: [] });
		expect(violationsOf(answer)[0]?.propertyPath).toBe('orderItems');
	});

	it('an order ships as STANDARD or DHL_EXPRESS only', async () => {
		expect((await placeOrder(sandbox, { shipping: 'DHL_EXPRESS' })).status).toBe(201);
		const answer = await placeOrder(sandbox, { shipping: 'standard' });
		expect(violationsOf(answer)).toEqual([
			expect.objectContaining({
				propertyPath: 'shipping',
				message: 'The value you selected is not a valid choice.',
			}),
		]);
	});

	it('an order requires strings where the specification says string', async () => {
		const answer = await placeOrder(sandbox, { recipient: { zip: 10115 } });
		expect(violationsOf(answer)).toEqual([
			expect.objectContaining({
				propertyPath: 'recipient.zip',
				message: 'This value should be of type string.',
			}),
		]);
	});
});

describe('Section 2: the required fields of an item', () => {
	it.each([
		[0, 'This value should be greater than 0.'],
		[-1, 'This value should be greater than 0.'],
		[1.5, 'This value should be of type integer.'],
		['1', 'This value should be of type integer.'],
		[undefined, 'This value should not be blank.'],
	])('the quantity %j is refused', async (quantity, message) => {
		expect(await violationsWith((item) => ({ ...item, quantity }))).toEqual([
			`orderItems[0].quantity: ${message}`,
		]);
	});

	it.each(['variantId', 'placements'])('an item requires %s', async (field) => {
		expect(await violationsWith((item) => ({ ...item, [field]: undefined }))).toEqual([
			expect.stringMatching(`^orderItems\\[0\\]\\.${field}: This value should not be blank\\.$`),
		]);
	});

	it('a variant that the catalog does not have is refused', async () => {
		expect(await violationsWith((item) => ({ ...item, variantId: 'none' }))).toEqual([
			'orderItems[0].variantId: This catalog variant does not exist.',
		]);
	});

	it('a variant that is out of stock is refused', async () => {
		const gone = sandbox.control.variants().find(({ inStock }) => !inStock);
		const body = sandbox.control.exampleOrder({ variantIds: [gone?.id ?? ''] });
		const answer = await call(sandbox, 'POST', '/api/orders', { body });
		expect(violationsOf(answer)).toEqual([
			expect.objectContaining({
				propertyPath: 'orderItems[0].variantId',
				message: 'This catalog variant is out of stock.',
			}),
		]);
	});

	it.each(['abc', '9,90', '-1', ''])('the retail price "%s" is refused', async (retailPrice) => {
		expect(await violationsWith((item) => ({ ...item, retailPrice }))).toEqual([
			'orderItems[0].retailPrice: This value is not valid.',
		]);
	});
});

describe('Section 2: placements and layers', () => {
	it('the placements that the catalog requires are required', async () => {
		expect(
			await violationsWith((item) =>
				withPlacement(item, {
					type: 'back',
				}),
			),
		).toEqual(["orderItems[0].placements: The placement 'front' is required."]);
	});

	it('a placement the variant does not have is refused', async () => {
		const found = await violationsWith((item) => ({
			...item,
			placements: [...item.placements, { ...item.placements[0], type: 'hood' }],
		}));
		expect(found).toEqual([
			expect.stringMatching(/^orderItems\[0\]\.placements\[1\]\.type: .*has no such placement/),
		]);
	});

	it('the same placement twice is refused', async () => {
		const found = await violationsWith((item) => ({
			...item,
			placements: [item.placements[0], item.placements[0]],
		}));
		expect(found).toEqual([
			'orderItems[0].placements[1].type: This placement is given more than once.',
		]);
	});

	it('a technique that is not among the placement’s is refused', async () => {
		expect(
			await violationsWith((item) => withPlacement(item, { technique: 'embroidery' })),
		).toEqual([
			'orderItems[0].placements[0].technique: This technique cannot be used here. Use dtg, dtf.',
		]);
	});

	it('a placement has one file, neither none nor two', async () => {
		expect(await violationsWith((item) => withPlacement(item, { layers: [] }))).toEqual([
			'orderItems[0].placements[0].layers: This collection should contain 1 element or more.',
		]);
		expect(
			await violationsWith((item) => {
				const layer = item.placements[0]?.layers[0];
				return withPlacement(item, { layers: [layer, layer] });
			}),
		).toEqual([
			'orderItems[0].placements[0].layers: This collection should contain 1 element or less.',
		]);
	});

	it.each([
		[{ top: 1, left: 0, width: 3000, height: 4000 }, 'top', 0],
		[{ top: 0, left: 5, width: 3000, height: 4000 }, 'left', 0],
		[{ top: 0, left: 0, width: 2999, height: 4000 }, 'width', 3000],
		[{ top: 0, left: 0, width: 3000, height: 3000 }, 'height', 4000],
	])('the position %j, not the whole area, is refused', async (position, member, value) => {
		expect(await violationsWith((item) => withLayer(item, { position }))).toEqual([
			`orderItems[0].placements[0].layers[0].position.${member}: This value should be equal to ${value}.`,
		]);
	});

	it('the layer of the second placement is named by its full path', async () => {
		const found = await violationsWith((item) => ({
			...item,
			placements: [
				item.placements[0],
				{ type: 'back', layers: [{ position: { top: 0, left: 0, width: 3000, height: 4000 } }] },
			],
		}));
		expect(found).toEqual([
			'orderItems[0].placements[1].layers[0].url: This value should not be blank.',
		]);
	});

	it.each(['not a url', '/relative.png', 'ftp://host.example/a.png'])(
		'the print file address "%s" is refused',
		async (url) => {
			expect(await violationsWith((item) => withLayer(item, { url }))).toEqual([
				'orderItems[0].placements[0].layers[0].url: This value is not a valid URL.',
			]);
		},
	);

	it('layers have the type file only, and placement options a boolean value', async () => {
		expect(await violationsWith((item) => withLayer(item, { type: 'text' }))).toEqual([
			'orderItems[0].placements[0].layers[0].type: The value you selected is not a valid choice.',
		]);
		const placementOptions = [{ name: 'unlimited_color', value: 'yes' }];
		expect(await violationsWith((item) => withPlacement(item, { placementOptions }))).toEqual([
			'orderItems[0].placements[0].placementOptions[0].value: This value should be of type boolean.',
		]);
	});
});

describe('Section 2: options of an item', () => {
	const clock = 'Wooden Wall Clock';

	it('the options that the catalog requires are required', async () => {
		expect(await violationsWith((item) => ({ ...item, options: [] }), clock)).toEqual([
			"orderItems[0].options: The option 'dial_color' is required.",
		]);
		expect(await violationsWith((item) => ({ ...item, options: undefined }), clock)).toEqual([
			"orderItems[0].options: The option 'dial_color' is required.",
		]);
	});

	it('only values that the catalog lists are accepted', async () => {
		const options = [{ id: 'dial_color', value: 'purple' }];
		expect(await violationsWith((item) => ({ ...item, options }), clock)).toEqual([
			'orderItems[0].options[0].value: This value is not offered. Use black, white, silver, gold.',
		]);
	});

	it('options the variant does not have are refused, and the same option twice', async () => {
		const unknown = [{ id: 'size', value: 'L' }];
		expect(await violationsWith((item) => ({ ...item, options: unknown }))).toEqual([
			'orderItems[0].options[0].id: This variant has no such option.',
		]);
		const black = { id: 'dial_color', value: 'black' };
		expect(await violationsWith((item) => ({ ...item, options: [black, black] }), clock)).toEqual([
			'orderItems[0].options[1].id: This option is given more than once.',
		]);
	});
});
