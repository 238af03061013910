import { describe, expect, it } from 'vitest';

import { switchIn } from '../../../nodes/PodFulfilment/input/checks.ts';
import type { Field } from '../../../nodes/PodFulfilment/input/field.ts';
import { addParcelsField } from '../../../nodes/PodFulfilment/order/parcels.ts';
import { itemsFromRows } from '../../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import {
	checkPrintFilesField,
	confirmWithoutReviewField,
	expectExistingField,
	fillFromCatalogField,
} from '../../../nodes/PodFulfilment/order/fields.ts';
import { getAll } from '../../../nodes/PodFulfilment/resources/catalogVariant/getAll.ts';
import {
	downloadImageField,
	returnAllField,
} from '../../../nodes/PodFulfilment/resources/sharedFields.ts';
import { description } from '../package/description.ts';
import { listOf, locate, runOperation } from './runOperation.ts';

// An expression may give true or false as text. 'false' is a text that is not empty, so that JavaScript takes it for true.

const SWITCHES: Array<Field<boolean>> = [
	addParcelsField,
	checkPrintFilesField,
	confirmWithoutReviewField,
	downloadImageField,
	expectExistingField,
	fillFromCatalogField,
	returnAllField,
];

/** Labels of the fields that are on or off and may hold an expression. */
function booleansIn(value: unknown, labels: Set<string>): Set<string> {
	if (typeof value !== 'object' || value === null) return labels;
	const { type, displayName, noDataExpression } = value as Record<string, unknown>;
	if (type === 'boolean' && noDataExpression !== true) labels.add(String(displayName));
	for (const entry of Object.values(value)) booleansIn(entry, labels);
	return labels;
}

const VARIANTS = [
	{ '@id': '/v1', id: 'v1', name: 'One', inStock: true },
	{ '@id': '/v2', id: 'v2', name: 'Two', inStock: false },
];

const variants = async (parameters: Record<string, unknown>) =>
	await runOperation(getAll, { productId: locate('id', 'p1'), ...parameters }, [
		listOf(...VARIANTS),
	]);

describe("A switch that an expression sets to the text 'false'", () => {
	it.each(SWITCHES.map((field) => [field.property.displayName, field] as const))(
		'is off: %s',
		(label, { read }) => {
			expect([read('false'), read(' False '), read('true')]).toEqual([false, false, true]);
			expect(() => read('maybe')).toThrow(`${label} is "maybe", but must be true or false`);
		},
	);

	it('is off: Return All', async () => {
		const { json } = await variants({ returnAll: 'false', limit: 1 });
		expect(json).toHaveLength(1);
	});

	it('is off: Simplify', async () => {
		const [off, on] = [await variants({ simplify: 'false' }), await variants({ simplify: 'true' })];
		expect(off.json[0]).toHaveProperty('@id');
		expect(on.json[0]).not.toHaveProperty('@id');
		expect((await variants({ simplify: 'maybe' })).error?.message).toBe(
			'Simplify is "maybe", but must be true or false',
		);
	});

	it('is off: In Stock', async () => {
		const { json } = await variants({ filters: { inStock: 'false' } });
		expect(json.map(({ id }) => id)).toEqual(['v2']);
	});

	it.each([
		['false', false],
		['False', false],
		['true', true],
		['', true],
	])('is off: Switched On of a placement option, %j', (value, expected) => {
		const placementOptions = { placementOption: [{ name: 'unlimited_color', value }] };
		const url = 'https://files.example.com/front.png';
		const placements = { placement: [{ url, placementOptions }] };
		const [item] = itemsFromRows({ item: [{ variantId: 'v1', quantity: 1, placements }] });
		expect(item?.placements[0]?.placementOptions).toEqual([
			{ name: 'unlimited_color', value: expected },
		]);
	});

	it('is one of those above, or of a shop: no other field is on or off', () => {
		const tested = SWITCHES.map(({ property }) => property.displayName);
		const ofShops = ['Part of a Set', 'Send Test Orders', 'Send Unpaid Orders'];
		expect([...booleansIn(description.properties, new Set())].sort()).toEqual(
			[...tested, 'In Stock', 'Simplify', 'Switched On', ...ofShops].sort(),
		);
	});

	it.each([1, 0, 'no', 'off', {}, ['true'], undefined, null, ''])('is no %j', (value) => {
		expect(switchIn(value)).toBeUndefined();
	});
});
