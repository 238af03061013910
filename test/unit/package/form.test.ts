import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
import {
	description,
	everyProperty,
	isShownFor,
	operationsOf,
	parameterOf,
	parametersOf,
	valuesOf,
} from './description.ts';

const [resourceList] = description.properties;

const operations = (resourceList ? valuesOf(resourceList) : []).flatMap((resource) =>
	operationsOf(String(resource)).map(({ value }) => [String(resource), String(value)] as const),
);

/** The form of each operation, and of Create for each value of Order From. */
const forms = (resourceList ? valuesOf(resourceList) : []).flatMap((resource) =>
	operationsOf(String(resource)).flatMap(({ value }) =>
		(['fields', 'shopOrder'] as const).map((orderFrom) => ({
			form: `${String(resource)} ${String(value)}, ${orderFrom}`,
			properties: parametersOf(String(resource), String(value)).filter((property) =>
				isShownFor(orderFrom, property),
			),
		})),
	),
);

/** The sections of a form: what it groups, at any depth. */
const sectionsOf = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => {
		const { type, options } = property;
		if (type === 'collection') return [property, ...sectionsOf(options as INodeProperties[])];
		if (type !== 'fixedCollection') return [];
		const groups = options as INodePropertyCollection[];
		return [property, ...groups.flatMap(({ values }) => sectionsOf(values))];
	});

/** The texts of the buttons that add something to a section. */
const buttonsOf = ({ type, placeholder, typeOptions }: INodeProperties): string[] =>
	[
		typeOptions?.multipleValues === true ? typeOptions.multipleValueButtonText : undefined,
		typeOptions?.hideOptionalFields === true ? typeOptions.addOptionalFieldButtonText : undefined,
		type === 'collection' ? placeholder : undefined,
	].filter((text): text is string => text !== undefined);

const repeated = (texts: string[]): string[] =>
	texts.filter((text, index) => texts.indexOf(text) !== index);

/** How many fields a collection or another field shows before something was added. */
function shownIn({ type, typeOptions, options = [], ...property }: INodeProperties): number {
	if (type === 'notice' || type === 'hidden') return 0;
	if (type === 'collection') return Object.keys(property.default as object).length;
	if (type !== 'fixedCollection') return 1;
	const values = (options as INodePropertyCollection[]).flatMap((group) =>
		((property.default as INodeParameters)[group.name] ? group.values : []).filter(
			(value) =>
				typeOptions?.hideOptionalFields !== true ||
				value.required === true ||
				value.typeOptions?.showEvenWhenOptional === true,
		),
	);
	return values.reduce((count, value) => count + shownIn(value), 0);
}

/** How many fields a new node shows for Create, Resource and Operation with them. */
function shownFieldsOfCreate(orderFrom: string, shop = 'detect'): number {
	const entered = { resource: 'order', operation: 'create', orderFrom, shop };
	const { properties } = description;
	const values = NodeHelpers.getNodeParameters(
		properties,
		entered,
		true,
		false,
		null,
		description,
	) as INodeParameters;
	return properties
		.filter((property) => NodeHelpers.displayParameter(values, property, null, description))
		.reduce((count, property) => count + shownIn(property), 0);
}

describe('The form of an operation', () => {
	// What every order, address or item has, and what decides about money; all else is behind a button.
	it.each([
		['fields', 'detect', 12],
		['shopOrder', 'detect', 10],
		['shopOrder', 'other', 14],
		['rows', 'detect', 5],
	])(
		'Create shows no more fields of an order from %s (%s) than what it is composed of: %i',
		(orderFrom, shop, count) => {
			expect(shownFieldsOfCreate(orderFrom, shop)).toBe(count);
		},
	);

	it('the options of Create come in the order in which owners need them, and none has no place', () => {
		const { options } = parameterOf('order', 'create', 'options');
		const names = (options as INodeProperties[]).map(({ name }) => name);
		expect(names.slice(0, 5)).toEqual([
			...['columnNames', 'readyColumn', 'addressField', 'orderNumberField'],
			'recipientJson',
		]);
		expect(names.slice(-5, -3)).toEqual(['fillFromCatalog', 'simplify']);
	});

	it.each(forms)('has no two sections of one name, and no two buttons: $form', ({ properties }) => {
		const sections = sectionsOf(properties);
		expect(repeated(sections.map(({ displayName }) => displayName))).toEqual([]);
		expect(repeated(sections.flatMap(buttonsOf))).toEqual([]);
	});

	it('no field inside of a group has a red mark before something was entered', () => {
		// n8n 2.41 leaves out the marks of a new node by the names of its parameters, also inside of groups.
		const names = new Set(description.properties.map(({ name }) => name));
		const groups = [...description.properties];
		const marked: string[] = [];
		for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
			const inside = (
				(group.options ?? []) as Array<INodeProperties & Partial<INodePropertyCollection>>
			)
				.flatMap((option) => option.values ?? [option])
				.filter(({ type }) => type !== undefined);
			groups.push(...inside);
			marked.push(...inside.filter(({ required }) => required).map(({ name }) => name));
		}
		expect(groups).toEqual([]);
		expect(marked.filter((name) => !names.has(name))).toEqual([]);
	});

	it("labels of modes fit n8n's narrow selector", () => {
		const modes = everyProperty().flatMap(({ property }) => property.modes ?? []);
		expect(modes.length).toBeGreaterThan(10);
		// The selector shows as many words as fit into nine characters.
		for (const { displayName } of modes)
			expect(displayName.split(' ')[0]).toMatch(/^(?!By$).{2,9}$/);
	});

	it.each([
		['create', 'then'],
		['reprint', 'thenReprint'],
	])('what becomes of the order is a field of %s', (operation, name) => {
		const then = parameterOf('order', operation, name);
		expect(then).toMatchObject({ type: 'options', default: 'draft' });
		expect(then.displayOptions?.show).toEqual({ resource: ['order'], operation: [operation] });
		// In the order of their consequences.
		expect(valuesOf(then)).toEqual(['check', 'draft', 'confirm']);
		const options = parameterOf('order', operation, 'options').options as INodeProperties[];
		expect(options.map(({ name }) => name)).not.toContain('confirm');
		expect(options.map(({ name }) => name)).not.toContain('checkOnly');
	});

	it.each<[string, string[]]>([
		['confirmWithoutReview', ['confirm']],
		['waitForValidation', ['draft', 'confirm']],
		['onFailedValidation', ['draft', 'confirm']],
	])('the option %s is shown where it has an effect', (name, values) => {
		const { displayOptions } = parameterOf('order', 'create', `options.${name}`);
		expect(displayOptions?.show?.['/then']).toEqual(values);
	});

	it.each(operations)('the options of %s %s begin with its own', (resource, operation) => {
		const { options } = parameterOf(resource, operation, 'options');
		expect((options as INodeProperties[]).slice(-3).map(({ name }) => name)).toEqual([
			'concurrency',
			'maxAttempts',
			'maxWaitSeconds',
		]);
	});

	it('a row of the SKU mapping shows three fields, and the others behind Add Field', () => {
		const { typeOptions, options } = parameterOf('order', 'create', 'skuMapping');
		expect(typeOptions).toMatchObject({
			hideOptionalFields: true,
			addOptionalFieldButtonText: 'Add Field',
		});
		const [row] = options as INodePropertyCollection[];
		// As messages call it: SKU Mapping → Row 1.
		expect(row?.displayName).toBe('Row');
		const shown = row?.values.filter((field) => field.typeOptions?.showEvenWhenOptional === true);
		expect(shown?.map(({ displayName }) => displayName)).toEqual([
			'Shop SKU',
			'Variant',
			'Print File',
		]);
		expect(row?.values).toHaveLength(8);
		for (const field of row?.values ?? []) expect(field.required).not.toBe(true);
	});

	it('what to reprint is a field of its own', () => {
		const fields = parametersOf('order', 'reprint').filter(({ type }) => type !== 'notice');
		const [original, items] = fields;
		expect([original?.name, items?.name]).toEqual(['orderId', 'itemIds']);
	});
});

describe('The nodes panel', () => {
	it("the webhook trigger's description, which n8n shows for the action node too, says what both do", () => {
		expect(new PodFulfilmentTrigger().description.description).toBe(
			'Place and follow print-on-demand orders, browse the catalog, or start a workflow when an order or parcel changes',
		);
		expect(new PodFulfilmentPollingTrigger().description.description).toContain(
			'needs no public address',
		);
	});
});
