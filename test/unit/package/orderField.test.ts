import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { differencesOf } from '../../../nodes/PodFulfilment/api/difference.ts';
import { simplifyOrder } from '../../../nodes/PodFulfilment/api/simplify.ts';
import { OUTPUT_FIELDS } from '../../../nodes/PodFulfilment/resources/sharedFields.ts';
import { orderFieldLabel } from '../../../nodes/PodFulfilment/order/compose/fieldLabel.ts';
import type { ExpectedRun } from '../../core/savedWorkflows/action.ts';
import { ACTION, corpus, expectationOf, ourNodes } from '../../support/savedWorkflows.ts';
import { isShownFor, parametersOf } from './description.ts';
import { sources } from './sources.ts';

/** Parameters of Create that say what to do with the order, or how something is entered, not what it is. */
const NOT_OF_THE_ORDER = [
	...['orderFrom', 'then', 'simplify', 'output', 'fields', 'options'],
	...['specifyRecipient', 'recipient', 'recipientJson', 'specifyItems', 'items', 'itemsJson'],
];

const createParameters = parametersOf('order', 'create').filter(({ type }) => type !== 'notice');

/** What an order has beside its recipient and its items, by what it is composed from. */
const fieldsFrom = (from: 'fields' | 'shopOrder'): string[] =>
	createParameters
		.filter((parameter) => isShownFor(from, parameter))
		.map(({ name }) => name)
		.filter((name) => !NOT_OF_THE_ORDER.includes(name));

const orderFields = [...new Set(fieldsFrom('fields'))];

/** Others are only entered: a shop's order and a reprint do not have them. */
const ofEveryOrder = orderFields.filter((name) => fieldsFrom('shopOrder').includes(name));

/** The bodies that saved workflows send to place an order, by what it is composed from. */
const bodies = corpus.flatMap((workflow) =>
	ourNodes(workflow, ACTION).flatMap(({ name, parameters: { operation, orderFrom } }) =>
		(expectationOf<ExpectedRun>(workflow)?.[name]?.requests ?? [])
			.filter(({ request }) => request === 'POST /api/orders')
			.map(({ body }) => ({
				from: operation === 'reprint' ? 'reprint' : String(orderFrom ?? 'fields'),
				body: body as IDataObject,
			})),
	),
);

/** What an order is composed from, besides fields. */
const OTHER_SOURCES = [
	{ from: 'shopOrder', file: 'shop/enteredShopOrder.ts', workflow: 'order-create-shop-order' },
	{ from: 'reprint', file: 'compose/reprintSource.ts', workflow: 'order-reprint' },
];

const RESOURCES = 'nodes/PodFulfilment/resources/order';

describe('A field of an order', () => {
	it('is the external ID and the shipping of every order', () => {
		expect(ofEveryOrder).toEqual(expect.arrayContaining(['externalId', 'shipping']));
	});

	it.each(orderFields)('%s can be entered, changed, compared, shown and named', (name) => {
		const offers = (operation: string, within?: string): boolean => {
			const parameters = parametersOf('order', operation);
			const offered = within ? parameters.find((one) => one.name === within)?.options : parameters;
			return offered?.some((one) => one.name === name) ?? false;
		};
		const modes = { recipient: 'fields', items: 'fields' } as const;
		const missing = Object.entries({
			[`${RESOURCES}/reprint.ts: its fields`]: !ofEveryOrder.includes(name) || offers('reprint'),
			[`${RESOURCES}/update.ts: updateFields`]: offers('update', 'updateFields'),
			'nodes/PodFulfilment/order/compose/fieldLabel.ts: ORDER_FIELDS':
				orderFieldLabel(name, modes) !== name,
			'nodes/PodFulfilment/api/difference.ts: differencesOf':
				differencesOf({ [name]: 'A' }, { [name]: 'B' }).length === 1,
			'nodes/PodFulfilment/api/simplify.ts: ORDER_FIELDS':
				simplifyOrder({ [name]: 'A' })[name] === 'A',
			'scripts/generate/schema/operations.ts: createParameters':
				sources.schema('v1.0.0/order/get.json')?.properties?.[name] !== undefined,
			'nodes/PodFulfilment/resources/sharedFields.ts: OUTPUT_FIELDS': OUTPUT_FIELDS.order.some(
				({ value }) => value === name,
			),
		}).filter(([, isThere]) => !isThere);
		expect(missing.map(([where]) => where)).toEqual([]);
	});

	it.each(
		orderFields.flatMap((name) => [
			{ name, from: 'fields', file: 'compose/orderFromFields.ts', workflow: 'order-create' },
			...(ofEveryOrder.includes(name) ? OTHER_SOURCES.map((source) => ({ name, ...source })) : []),
		]),
	)('$name is sent by a saved workflow, composed from: $from', ({ name, from, file, workflow }) => {
		const sent = bodies.filter((one) => one.from === from && one.body[name] !== undefined);
		expect(
			sent.length,
			`Set it in test/saved-workflows/${workflow}.json, send it in nodes/PodFulfilment/order/${file}, and run npm run generate -- ${workflow}`,
		).toBeGreaterThan(0);
	});
});
