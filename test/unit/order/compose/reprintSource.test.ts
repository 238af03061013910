import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { problemTexts } from '../../../../nodes/PodFulfilment/order/findings.ts';
import { reprintSource } from '../../../../nodes/PodFulfilment/order/compose/reprintSource.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { scriptedService, type Answer } from '../../transport/scriptedService.ts';
import { callOf } from './operationCall.ts';
import { byLevel } from '../../../support/byLevel.ts';

const FILE = 'https://files.example.com/front.png';

const RECIPIENT = {
	name: 'Nathan Doe',
	address1: '12 Harbour Street',
	city: 'Hamburg',
	zip: '20457',
	countryCode: 'DE',
};

const ITEM = {
	externalId: 'LINE-1',
	quantity: 2,
	variantId: 'v1',
	placements: [{ type: 'front', technique: 'direct_print', layers: [{ url: FILE, type: 'file' }] }],
};

const MUG = { externalId: 'LINE-2', quantity: 1, variantId: 'v2', placements: [] };

/** The order that is reprinted, as the service returns it (spec section 2, Order). */
const ORIGINAL: IDataObject = {
	'@type': 'Order',
	id: '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88',
	externalId: 'OLD-1',
	status: 'shipped',
	recipient: RECIPIENT,
	shipping: 'STANDARD',
	orderItems: [
		{ id: 'i1', ...ITEM },
		{ id: 'i2', ...MUG },
	],
};

const association = {
	type: 'reprint',
	source: { id: '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88', externalId: 'OLD-1' },
};

/** An existing reprint of the original, as the service returns it. */
const reprintOf = (fields: IDataObject = {}): IDataObject => ({
	...ORIGINAL,
	id: 'o2',
	externalId: 'NEW-1',
	status: 'draft',
	associations: [association],
	...fields,
});

const answer = (body: IDataObject): Answer => ({ status: 200, body });
const NOT_FOUND: Answer = { status: 404 };

const READ_ORIGINAL = 'GET /api/orders/0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88';
const LOOK = 'GET /api/orders/@NEW-1';

const byExternalId = (value: string) => ({ __rl: true, mode: 'externalId', value });

/** The source of a reprint with these items and options, from a service with these answers. */
function sourceOf(
	{ itemIds, ...options }: IDataObject = {},
	answers: Answer[] = [],
	others: IDataObject = {},
) {
	const { client, sent } = scriptedService(answers, { retryPolicy: { maxAttempts: 1 } });
	const parameters = {
		orderId: '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88',
		itemIds,
		externalId: 'NEW-1',
		options,
		...others,
	};
	return { source: reprintSource(callOf(client, parameters)), sent };
}

/** The reprint that is composed with these items and options. */
async function compose(
	options: IDataObject = {},
	answers: Answer[] = [],
	others: IDataObject = {},
	isCheck = false,
) {
	const { source, sent } = sourceOf(options, answers, others);
	const { problems, ...composed } = byLevel(await source.compose(isCheck));
	return { ...composed, problems: problemTexts(problems), sent };
}

describe('A reprint that is composed', () => {
	it('a reprint names its original alone, which is not read', async () => {
		const { body, warnings, problems, existing, sent } = await compose();
		expect({ body, warnings, problems, existing }).toEqual({
			body: {
				externalId: 'NEW-1',
				shipping: 'STANDARD',
				actions: [{ type: 'reprint', source: '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88' }],
			},
			warnings: [],
			problems: [],
			existing: undefined,
		});
		expect(sent).toEqual([]);
	});

	it('a reprint names an original by its external ID', async () => {
		const { body } = await compose({}, [], { orderId: byExternalId('OLD-1') });
		expect(body.actions).toEqual([{ type: 'reprint', source: '@OLD-1' }]);
	});

	it('a reprint has the shipping and the address that were entered', async () => {
		const options = { recipient: { values: RECIPIENT } };
		const { body, problems } = await compose(options, [], { shipping: 'DHL_EXPRESS' });
		expect(problems).toEqual([]);
		expect(body).toMatchObject({ shipping: 'DHL_EXPRESS', recipient: RECIPIENT });
	});

	it.each([
		['a list', ['i1']],
		['text', 'i1'],
		['text with spaces and commas', ' i1 ,,i1, '],
		['a list of texts', ['i1,i1', '']],
		['an external ID', 'LINE-1'],
	])('a reprint has the items that were chosen by %s', async (_, itemIds) => {
		const { body, problems, sent } = await compose({ itemIds }, [answer(ORIGINAL)]);
		expect(problems).toEqual([]);
		expect(body.orderItems).toEqual([ITEM]);
		expect(sent).toEqual([READ_ORIGINAL]);
	});

	it('items that were chosen by numbers are found, as an expression may return them', async () => {
		const original = { ...ORIGINAL, orderItems: [{ ...ITEM, externalId: '7' }] };
		const { body } = await compose({ itemIds: [7] }, [answer(original)]);
		expect(body.orderItems).toEqual([{ ...ITEM, externalId: '7' }]);
	});

	it.each([[undefined], [null], [''], [' , '], [[]]])(
		'a reprint has all items when none is chosen: %j',
		async (itemIds) => {
			const { body, sent } = await compose({ itemIds });
			expect(body).not.toHaveProperty('orderItems');
			expect(sent).toEqual([]);
		},
	);

	it('a check reads the original, also if nothing is taken from it', async () => {
		const { sent, body, problems } = await compose({}, [answer(ORIGINAL)], {}, true);
		expect(sent).toEqual([READ_ORIGINAL]);
		expect(body).not.toHaveProperty('orderItems');
		expect(problems).toEqual([]);
	});
});

describe('The problems of a reprint', () => {
	it('all problems are named at once, in the order of the fields', async () => {
		const options = { recipient: { values: { name: 'Nathan Doe', zip: true } }, itemIds: 'i9' };
		const { problems, existing, sent } = await compose(options, [answer(ORIGINAL)], {
			externalId: 'NEW 1',
		});
		expect(problems).toEqual([
			expect.stringMatching(/^External ID "NEW 1"/),
			expect.stringMatching(/^Options → Recipient → ZIP or Postal Code is true/),
			expect.stringMatching(/^Options → Recipient → Address Line 1, City and Country are empty/),
			expect.stringMatching(/^Item Names or IDs contains "i9"/),
		]);
		expect(existing).toBeUndefined();
		expect(sent).toEqual([READ_ORIGINAL]);
	});

	it.each([
		['OLD-1', 'OLD-1', ', such as OLD-1-R1'],
		['@OLD-1', 'OLD-1', ', such as OLD-1-R1'],
		['A'.repeat(61), 'A'.repeat(61), ''],
	])(
		'a reprint of %s under the External ID %s of that order is refused before anything is read',
		async (original, externalId, example) => {
			const { problems, sent } = await compose({}, [], {
				orderId: byExternalId(original),
				externalId,
			});
			expect(problems).toEqual([
				`External ID is that of the original order. Nothing was created. Enter a new External ID for the reprint${example}.`,
			]);
			expect(sent).toEqual([]);
		},
	);

	it('an original without an ID is refused, and nothing is read', async () => {
		const { problems, body, sent } = await compose({ itemIds: 'i1' }, [], { orderId: '' }, true);
		expect(problems).toEqual([expect.stringMatching(/^Order is empty/)]);
		expect(body.actions).toEqual([{ type: 'reprint', source: undefined }]);
		expect(sent).toEqual([]);
	});

	it('a check names an original that does not exist', async () => {
		const { problems, existing } = await compose({}, [NOT_FOUND, NOT_FOUND], {}, true);
		expect(problems).toHaveLength(1);
		expect(existing).toBeUndefined();
	});
});

describe('A reprint whose original can no longer be read', () => {
	const choose = { itemIds: 'i1' };

	it.each([
		['ID', '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88'],
		['external ID', byExternalId('OLD-1')],
		['external ID with an @', byExternalId('@OLD-1')],
	])('an existing reprint of an original by its %s was not compared', async (_, orderId) => {
		const answers = [NOT_FOUND, answer(reprintOf())];
		const { existing, problems, sent } = await compose(choose, answers, { orderId });
		expect(problems).toEqual([]);
		expect(existing).toEqual({
			order: reprintOf(),
			warnings: [expect.stringMatching(/original order, .*, could not be read\.$/)],
			existedBefore: true,
			isUncompared: true,
		});
		expect(sent[1]).toBe(LOOK);
	});

	it.each([
		[
			'it is a reprint of another order',
			{ associations: [{ type: 'reprint', source: { id: 'o9' } }] },
		],
		[
			'it has another association with the order',
			{ associations: [{ ...association, type: 'split' }] },
		],
		['it has no association', { associations: undefined }],
		['its association has no source', { associations: [{ type: 'reprint', source: null }] }],
	])('an existing order is not the reprint when %s', async (_, fields) => {
		const answers = [NOT_FOUND, answer(reprintOf(fields))];
		const { existing, problems } = await compose(choose, answers);
		expect(existing).toBeUndefined();
		expect(problems).toHaveLength(1);
	});

	it('an existing order is the reprint when one of its associations says so', async () => {
		const associations = [{ ...association, type: 'split' }, association];
		const answers = [NOT_FOUND, answer(reprintOf({ associations }))];
		expect((await compose(choose, answers)).existing).toBeDefined();
	});

	it.each([
		['does not exist', NOT_FOUND],
		['cannot be read', { status: 403 }],
	])('the original is named when the reprint %s', async (_, look) => {
		const { existing, problems, sent } = await compose(choose, [{ status: 410 }, look]);
		expect(existing).toBeUndefined();
		expect(problems).toHaveLength(1);
		expect(sent).toEqual([READ_ORIGINAL, LOOK]);
	});

	it('no reprint is looked for when an existing order is to be refused', async () => {
		const { existing, problems, sent } = await compose({ ...choose, ifExists: 'error' }, [
			NOT_FOUND,
		]);
		expect(existing).toBeUndefined();
		expect(problems).toHaveLength(1);
		expect(sent).toEqual([READ_ORIGINAL]);
	});

	it('no reprint is looked for when something else is wrong', async () => {
		for (const [options, others] of [
			[choose, { externalId: 'NEW 1' }],
			[{ ...choose, recipient: { values: {} } }, {}],
		] as Array<[IDataObject, IDataObject]>) {
			const { problems, sent } = await compose(options, [NOT_FOUND], others);
			expect(problems).toHaveLength(2);
			expect(sent).toEqual([READ_ORIGINAL]);
		}
	});
});

describe('An existing order beside a reprint', () => {
	/** Where an existing order differs from the reprint with these items and options. */
	async function differences(
		existing: IDataObject,
		options: IDataObject = {},
		answers: Answer[] = [answer(ORIGINAL)],
		others: IDataObject = {},
	) {
		// For chosen items, composing reads the original as well.
		const read = options.itemIds === undefined ? [] : [answer(ORIGINAL)];
		const { compare, sent } = await compose(options, [...read, ...answers], others);
		const comparison = await compare?.(existing);
		return {
			...{ differences: undefined, uncomparable: undefined, ...comparison },
			sent: sent.slice(read.length),
		};
	}

	it('a reprint with the content of its original is the same', async () => {
		const { differences: found, sent } = await differences(reprintOf());
		expect(found).toEqual([]);
		expect(sent).toEqual([READ_ORIGINAL]);
	});

	it('a reprint with another shipping differs', async () => {
		const { differences: found } = await differences(reprintOf({ shipping: 'DHL_EXPRESS' }));
		expect(found).toEqual([{ path: 'shipping', sent: 'STANDARD', existing: 'DHL_EXPRESS' }]);
	});

	it('a reprint with the address or the items of another order differs', async () => {
		const other = { ...RECIPIENT, city: 'Bremen' };
		const { differences: found } = await differences(
			reprintOf({ recipient: other, orderItems: [{ ...ITEM, quantity: 3 }, MUG] }),
		);
		expect(found).toEqual([
			{ path: 'recipient.city', sent: 'Hamburg', existing: 'Bremen' },
			{ path: 'orderItems[0].quantity', sent: 2, existing: 3 },
		]);
	});

	it('a reprint of other variants differs', async () => {
		const { differences: found } = await differences(
			reprintOf({ orderItems: [{ ...ITEM, variantId: 'v9' }, MUG] }),
		);
		expect(found).toEqual([{ path: 'orderItems[0].variantId', sent: 'v1', existing: 'v9' }]);
	});

	it('a reprint of all items has no external IDs of its items to agree in', async () => {
		const orderItems = [ITEM, MUG].map(({ variantId, quantity }) => ({ variantId, quantity }));
		expect((await differences(reprintOf({ orderItems }))).differences).toEqual([]);
	});

	it('an address that was entered is compared, and its empty parts too', async () => {
		const options = { recipient: { values: RECIPIENT } };
		const { differences: found } = await differences(
			reprintOf({ recipient: { ...RECIPIENT, company: 'Example Studios' } }),
			options,
		);
		expect(found).toEqual([
			{ path: 'recipient.company', sent: undefined, existing: 'Example Studios' },
		]);
	});

	it('an address of the original without a company differs from one that has a company', async () => {
		const { differences: found } = await differences(
			reprintOf({ recipient: { ...RECIPIENT, company: 'Example Studios' } }),
		);
		expect(found).toMatchObject([{ path: 'recipient.company' }]);
	});

	it('items that were chosen are compared, and what only a client can have set too', async () => {
		const { differences: found } = await differences(
			reprintOf({ orderItems: [{ ...ITEM, retailPrice: '9.90' }] }),
			{ itemIds: 'i1' },
		);
		expect(found).toEqual([
			{ path: 'orderItems[0].retailPrice', sent: undefined, existing: '9.90' },
		]);
	});

	it('the original is not read when neither its address nor its items are taken', async () => {
		const options = { itemIds: 'i1', recipient: { values: RECIPIENT } };
		const { differences: found, sent } = await differences(
			reprintOf({ orderItems: [ITEM] }),
			options,
			[],
		);
		expect(found).toEqual([]);
		expect(sent).toEqual([]);
	});

	it.each([
		['address', { itemIds: 'i1' }],
		['items', { recipient: { values: RECIPIENT } }],
	])('the original is read when only its %s are taken', async (_, options) => {
		const { sent } = await differences(reprintOf(), options);
		expect(sent).toEqual([READ_ORIGINAL]);
	});

	it('only another shipping is told when the original cannot be read', async () => {
		const existing = reprintOf({ recipient: {}, orderItems: [] });
		const { differences: found } = await differences({ ...existing, shipping: 'X' }, {}, [
			NOT_FOUND,
		]);
		expect(found).toMatchObject([{ path: 'shipping' }]);
	});

	it.each([{}, { itemIds: 'i1' }, { recipient: { values: RECIPIENT } }])(
		'a reprint cannot be compared when its original cannot be read: %j',
		async (options) => {
			const { uncomparable } = await differences(reprintOf(), options, [NOT_FOUND]);
			expect(uncomparable).toMatch(/original order, .*, could not be read\.$/);
		},
	);

	it.each([
		['another order', [{ type: 'split' }, { type: 'reprint', source: { id: 'o9' } }], 'o9'],
		[
			'an order without an ID',
			[{ type: 'reprint', source: '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88' }],
			undefined,
		],
		['no order', [], undefined],
		['nothing', undefined, undefined],
	])('the reprint of %s differs in what it reprints', async (_, associations, id) => {
		const { differences: found, sent } = await differences(
			reprintOf({ associations, shipping: 'X' }),
		);
		expect(found).toEqual([
			{ path: 'shipping', sent: 'STANDARD', existing: 'X' },
			{ path: 'actions[0].source', sent: '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88', existing: id },
		]);
		expect(sent).toEqual([]);
	});

	it('no order is the reprint of an original that was refused', async () => {
		const { differences: found } = await differences(
			reprintOf({ associations: [{ type: 'reprint', source: {} }] }),
			{},
			[],
			{ orderId: '' },
		);
		expect(found).toMatchObject([{ path: 'actions[0].source', sent: undefined }]);
	});
});

describe('What messages call a reprint and its fields', () => {
	it.each([
		['draft', 'OLD-1 cannot be reprinted: it is a draft'],
		['failed', 'OLD-1 cannot be reprinted: it failed'],
		['shipped', 'OLD-1 cannot be reprinted in its current state'],
	])('a conflict is about the original, whose status is %s', async (status, message) => {
		const { explainRefusal, sent } = await compose({}, [answer({ ...ORIGINAL, status })]);
		const conflict = { outcome: 'refused', status: 409, description: '' } as const;
		const refusal = new ServiceError({ ...conflict, message: 'Conflict' });
		expect((await explainRefusal?.(refusal, false))?.message).toBe(message);
		expect(sent).toEqual([READ_ORIGINAL]);
	});

	it.each([
		['draft', 'The order has the status draft.', 'OLD-1 cannot be reprinted: it is a draft'],
		['draft', 'The order cannot be reprinted.', undefined],
		['draft', 'The externalId is taken by a draft.', undefined],
		['draft', '', undefined],
		['shipped', 'The order is shipped.', undefined],
		['of another kind', 'The order is of another kind.', undefined],
	])(
		'of an original whose status is %s, the refusal "%s" is certain to be about it: %s',
		async (status, serviceMessage, message) => {
			const { explainRefusal, sent } = await compose({}, [answer({ ...ORIGINAL, status })]);
			const refusal = new ServiceError({
				outcome: 'refused',
				status: 409,
				description: '',
				message: 'Conflict',
				serviceMessage,
			});
			expect((await explainRefusal?.(refusal, true))?.message).toBe(message);
			expect(sent).toEqual([READ_ORIGINAL]);
		},
	);

	it('nothing is certain of an original that cannot be read', async () => {
		const { explainRefusal } = await compose({}, [NOT_FOUND]);
		const conflict = { outcome: 'refused', status: 409, description: '' } as const;
		const refusal = new ServiceError({ ...conflict, message: 'Conflict', serviceMessage: 'draft' });
		expect(await explainRefusal?.(refusal, true)).toBeUndefined();
	});

	it('the external ID is that which was entered, and undefined when it was refused', () => {
		expect(sourceOf().source.externalId).toBe('NEW-1');
		expect(sourceOf({}, [], { externalId: '' }).source.externalId).toBeUndefined();
	});

	it.each([
		['recipient', 'Options → Recipient'],
		['recipient.city', 'Options → Recipient → City'],
		['orderItems', 'Items'],
		['orderItems[1].quantity', 'Items → Item 2 → Quantity'],
		['shipping', 'Shipping'],
		['actions[0].source', 'Original Order'],
		['recipients', 'recipients'],
		['original.recipient', 'original.recipient'],
	])('the label of %s is %s', async (path, label) => {
		expect((await compose()).labelOf(path)).toBe(label);
	});
});
