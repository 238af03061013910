// Which fields of Order → Create a user sees: those that what was chosen before needs, and no others.

import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { SOURCES } from '../../../../nodes/PodFulfilment/order/shop/sources/index.ts';
import { description, parameterOf, parametersOf } from '../../package/description.ts';

/** The names of the fields that the editor shows, at the top or in Options. */
function shown(chosen: INodeParameters, path: '' | 'options'): string[] {
	const parameters = {
		...{ resource: 'order', operation: 'create', options: {} },
		...{ externalId: '', shipping: 'STANDARD' },
		...chosen,
	};
	const node = { parameters, typeVersion: 1 } as unknown as INode;
	const fields =
		path === ''
			? parametersOf('order', 'create')
			: (parameterOf('order', 'create', 'options').options as INodeProperties[]);
	return fields
		.filter(({ type }) => type !== 'hidden')
		.filter((field) => NodeHelpers.displayParameterPath(parameters, field, path, node, description))
		.map(({ name }) => name)
		.toSorted();
}

const ALWAYS = ['options', 'orderFrom', 'then'];

const SHOP_ORDER = [
	...['orderWithoutLines', 'printFileFrom', 'shop', 'shopOrder', 'skuMapping', 'unknownLines'],
];

/** Options for an order of whichever source. */
const OPTIONS_ALWAYS = [
	...['addParcels', 'expectExisting', 'fillFromCatalog', 'ifExists', 'shipping', 'simplify'],
];

/** Options for an order of any shop. */
const OPTIONS_OF_SHOPS = [
	...[
		'externalId',
		'lineOptions',
		'printFileHosts',
		'printFilePlacements',
		'sendTestOrders',
		'shippingMapping',
	],
	...['shopName', 'skuMappingJson'],
];

/** Options for the shops that say whether an order is paid, and of which fields are known. */
const OPTIONS_OF_KNOWN_SHOPS = ['orderStatuses', 'sendUnpaidOrders', 'taxNumberFrom'];

const ofFields = { orderFrom: 'fields', specifyRecipient: 'fields', specifyItems: 'fields' };

describe('The fields of Order → Create', () => {
	it.each([
		['an order from fields', ofFields, ['externalId', 'items', 'recipient']],
		[
			'an order from the JSON of its options',
			{ ...ofFields, options: { recipientJson: '{}', itemsJson: '[]' } },
			['externalId'],
		],
		[
			'an order whose items alone are JSON',
			{ ...ofFields, options: { itemsJson: '[]' } },
			['externalId', 'recipient'],
		],
		[
			'an order from JSON that a program wrote',
			{ orderFrom: 'fields', specifyRecipient: 'json', specifyItems: 'json' },
			['externalId', 'itemsJson', 'recipientJson'],
		],
		[
			'an order to which another operation left Shipping, with a notice',
			{ ...ofFields, shipping: 'DHL_EXPRESS' },
			['externalId', 'items', 'recipient', 'shippingNotice'],
		],
		[
			'an order whose option Shipping counts',
			{ ...ofFields, shipping: 'DHL_EXPRESS', options: { shipping: 'STANDARD' } },
			['externalId', 'items', 'recipient'],
		],
		[
			'rows to which fields left an External ID, with a notice',
			{ orderFrom: 'rows', printFileFrom: 'property', externalId: 'A-1' },
			['externalIdNotice', 'printFileFrom', 'skuMapping'],
		],
		[
			"a shop's order with print files in its lines",
			{ orderFrom: 'shopOrder', shop: 'detect', printFileFrom: 'property' },
			[...SHOP_ORDER, 'printFileProperty'],
		],
		[
			"a shop's order with a template of print files",
			{ orderFrom: 'shopOrder', shop: 'shopify', printFileFrom: 'template' },
			[...SHOP_ORDER, 'printFileTemplate'],
		],
		['rows', { orderFrom: 'rows', printFileFrom: 'property' }, ['printFileFrom', 'skuMapping']],
	])('of %s', (_, chosen, fields) => {
		expect(shown({ simplify: true, ...chosen }, '')).toEqual([...ALWAYS, ...fields].toSorted());
	});

	it.each([
		['an order from fields', { orderFrom: 'fields', shop: 'shopify' }, []],
		["a detected shop's", { orderFrom: 'shopOrder', shop: 'detect' }, OPTIONS_OF_KNOWN_SHOPS],
		["another shop's", { orderFrom: 'shopOrder', shop: 'other' }, undefined],
		...SOURCES.map(({ called, shop }): [string, INodeParameters, string[]] => [
			`an order of ${called}`,
			{ orderFrom: 'shopOrder', shop },
			['shopify', 'wooCommerce'].includes(shop) ? OPTIONS_OF_KNOWN_SHOPS : ['sendUnpaidOrders'],
		]),
	])('in Options, of %s', (_, chosen, known) => {
		const ofShops = chosen.orderFrom === 'shopOrder' ? [...OPTIONS_OF_SHOPS, ...(known ?? [])] : [];
		const ofNone = [...OPTIONS_OF_SHOPS, ...OPTIONS_OF_KNOWN_SHOPS].filter(
			(name) => !ofShops.includes(name),
		);
		const found = shown(chosen, 'options');
		expect(found).toEqual(expect.arrayContaining([...OPTIONS_ALWAYS, ...ofShops]));
		expect(found.filter((name) => ofNone.includes(name))).toEqual([]);
	});

	it('in Options, of rows', () => {
		const found = shown({ orderFrom: 'rows' }, 'options');
		const ofRows = ['columnNames', 'readyColumn'];
		expect(found).toEqual(
			expect.arrayContaining([...ofRows, ...OPTIONS_ALWAYS, ...OPTIONS_OF_SHOPS]),
		);
		expect(found.filter((name) => OPTIONS_OF_KNOWN_SHOPS.includes(name))).toEqual([]);
		const ofAShop = shown({ orderFrom: 'shopOrder', shop: 'detect' }, 'options');
		expect(ofAShop.filter((name) => ofRows.includes(name))).toEqual([]);
	});

	it.each([
		['check', []],
		['draft', ['onFailedValidation', 'waitForValidation']],
		['confirm', ['confirmWithoutReview', 'onFailedValidation', 'waitForValidation']],
	])('in Options, of what follows, where Then is %s', (then, options) => {
		const following = ['confirmWithoutReview', 'onFailedValidation', 'waitForValidation'];
		const followingOf = (orderFrom: string) =>
			shown({ orderFrom, then }, 'options').filter((name) => following.includes(name));
		expect(followingOf('shopOrder')).toEqual(options);
		expect(followingOf('fields')).toEqual(
			options.filter((name) => name !== 'confirmWithoutReview'),
		);
	});
});

/** The fields that a person has before them at first; what is behind a button is not among them. */
function countedAtFirst(orderFrom: string): number {
	const parameters = {
		...{ resource: 'order', operation: 'create', orderFrom, options: {}, simplify: true },
		...{ shop: 'detect', printFileFrom: 'property' },
		...{ specifyRecipient: 'fields', specifyItems: 'fields' },
	};
	const node = { parameters, typeVersion: 1 } as unknown as INode;
	const isInRow = ({ typeOptions, type }: INodeProperties): boolean =>
		typeOptions?.showEvenWhenOptional === true && type !== 'fixedCollection';
	const countOf = ({ type, default: preset, options }: INodeProperties): number => {
		const values = Object.keys((preset ?? {}) as object);
		if (type === 'notice' || type === 'hidden') return 0;
		if (type === 'collection') return values.length;
		if (type !== 'fixedCollection') return 1;
		const [row] = (options ?? []) as INodePropertyCollection[];
		return values.length === 0 ? 0 : (row?.values ?? []).filter(isInRow).length;
	};
	const lists = ['resource', 'operation'].length;
	return parametersOf('order', 'create')
		.filter((field) => NodeHelpers.displayParameterPath(parameters, field, '', node, description))
		.reduce((sum, field) => sum + countOf(field), lists);
}

describe('The length of Order → Create at first', () => {
	it.each([
		['fields', 12],
		['shopOrder', 10],
		['rows', 5],
	])('is bounded for an order from %s: %i fields', (orderFrom, count) => {
		expect(countedAtFirst(orderFrom)).toBeLessThanOrEqual(count);
	});

	it('no field of what is open at first is marked as wrong before something is entered', () => {
		const begun = { resource: 'order', operation: 'create' };
		const node = { parameters: begun, typeVersion: 1 } as unknown as INode;
		const { properties } = description;
		const filled = NodeHelpers.getNodeParameters(properties, begun, true, false, node, description);
		const open = { ...node, parameters: filled ?? {} };
		const issues = NodeHelpers.getNodeParametersIssues(properties, open, description);
		// n8n marks a field at the top only once it was left empty.
		expect(issues?.parameters ?? {}).toEqual({ externalId: expect.anything() });
	});

	it('Then is directly below Order From', () => {
		const names = parametersOf('order', 'create').map(({ name }) => name);
		expect(names[names.indexOf('orderFrom') + 1]).toBe('then');
	});
});
