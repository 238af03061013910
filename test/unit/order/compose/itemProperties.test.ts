import { describe, expect, it } from 'vitest';
import { PodFulfilment } from '../../../../nodes/PodFulfilment/PodFulfilment.node.ts';
import {
	optionRows,
	placementRows,
} from '../../../../nodes/PodFulfilment/order/compose/itemProperties.ts';
import { everyProperty, parameterOf } from '../../package/description.ts';

const { methods } = new PodFulfilment();

const fieldsOf = (group: string) =>
	everyProperty([placementRows, optionRows])
		.filter(({ path }) => path.startsWith(`${group} > `))
		.map(({ property }) => property);

const fieldNamed = (group: string, name: string) =>
	fieldsOf(group).find((property) => property.name === name);

const lists = everyProperty().flatMap(({ path, property }) =>
	(property.modes ?? [])
		.filter(({ type }) => type === 'list')
		.map((mode) => ({ path, method: mode.typeOptions?.searchListMethod })),
);

describe('The list of a resource locator', () => {
	it.each(lists)('the list at $path has a search method', ({ method }) => {
		expect(Object.keys(methods.listSearch)).toContain(method);
	});
});

describe('The rows of an item', () => {
	it.each([
		['placements', 'type'],
		['placements', 'technique'],
		['options', 'id'],
		['options', 'value'],
	])('the field %s: %s of an item is selected from a list, or entered by name', (group, name) => {
		expect(fieldNamed(group, name)).toMatchObject({
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			modes: [
				{ name: 'list', type: 'list' },
				{ name: 'name', type: 'string' },
			],
		});
		expect(fieldNamed(group, name)?.required).not.toBe(true);
	});

	it.each([
		['placements', 'technique', '&type.value'],
		['options', 'value', '&id.value'],
	])('the field %s: %s of an item is cleared when %s changes', (group, name, parent) => {
		expect(fieldNamed(group, name)?.typeOptions?.loadOptionsDependsOn).toEqual([parent]);
	});

	it('the rows of an item always show what an order needs, and the other fields on demand', () => {
		const isAlwaysShown = (property: ReturnType<typeof fieldNamed>) =>
			property?.required === true || property?.typeOptions?.showEvenWhenOptional === true;
		const items = parameterOf('order', 'create', 'items');
		expect(items.typeOptions?.hideOptionalFields).toBe(true);
		const [rows] = items.options as Array<{
			values: Array<NonNullable<ReturnType<typeof fieldNamed>>>;
		}>;
		expect(rows?.values.filter(isAlwaysShown).map(({ name }) => name)).toEqual([
			'variantId',
			'printFile',
		]);
		expect(
			['url', 'type', 'technique', 'placementOptions'].filter((name) =>
				isAlwaysShown(fieldNamed('placements', name)),
			),
		).toEqual(['url', 'type']);
	});

	it('the rows of an item start with one item, which has the fields of any that is added', () => {
		expect(parameterOf('order', 'create', 'items').default).toEqual({ item: [{}] });
	});
});
