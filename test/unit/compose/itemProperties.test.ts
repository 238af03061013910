import { describe, expect, it } from 'vitest';
import { PodFulfilment } from '../../../nodes/PodFulfilment/PodFulfilment.node.ts';
import { optionRows, placementRows } from '../../../nodes/PodFulfilment/compose/itemProperties.ts';
import { everyProperty, parameterOf } from '../package/description.ts';

const { methods } = new PodFulfilment();

const fieldsOf = (within: string) =>
	everyProperty([placementRows, optionRows])
		.filter(({ path }) => path.startsWith(`${within} > `))
		.map(({ property }) => property);

const named = (within: string, name: string) =>
	fieldsOf(within).find((property) => property.name === name);

const lists = everyProperty().flatMap(({ path, property }) =>
	(property.modes ?? [])
		.filter(({ type }) => type === 'list')
		.map((mode) => ({ path, method: mode.typeOptions?.searchListMethod })),
);

describe('The lists of the action node', () => {
	it.each(lists)('$path has its search', ({ method }) => {
		expect(Object.keys(methods.listSearch)).toContain(method);
	});
});

describe('The rows of an item', () => {
	it.each([
		['placements', 'type'],
		['placements', 'technique'],
		['options', 'id'],
		['options', 'value'],
	])('%s: %s is chosen from a list, or entered by name', (within, name) => {
		expect(named(within, name)).toMatchObject({
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			modes: [
				{ name: 'list', type: 'list' },
				{ name: 'name', type: 'string' },
			],
		});
		expect(named(within, name)?.required).not.toBe(true);
	});

	it.each([
		['placements', 'technique', '&type.value'],
		['options', 'value', '&id.value'],
	])('%s: %s is chosen again when %s changes', (within, name, parent) => {
		expect(named(within, name)?.typeOptions?.loadOptionsDependsOn).toEqual([parent]);
	});

	it('show at once what an order needs, and the rest on demand', () => {
		const shown = (property: ReturnType<typeof named>) =>
			property?.required === true || property?.typeOptions?.showEvenWhenOptional === true;
		const items = parameterOf('order', 'create', 'items');
		expect(items.typeOptions?.hideOptionalFields).toBe(true);
		const [rows] = items.options as Array<{ values: Array<NonNullable<ReturnType<typeof named>>> }>;
		expect(rows?.values.filter(shown).map(({ name }) => name)).toEqual([
			'productId',
			'variantId',
			'quantity',
			'placements',
			'options',
		]);
		expect(
			['url', 'type', 'technique', 'placementOptions'].filter((name) =>
				shown(named('placements', name)),
			),
		).toEqual(['url', 'type']);
	});

	it('begin with one item and one print file', () => {
		expect(parameterOf('order', 'create', 'items').default).toEqual({
			item: [{ placements: { placement: [{ url: '' }] } }],
		});
	});
});
