import { describe, expect, it } from 'vitest';
import { description, operationsOf, valuesOf } from './description.ts';
import { evaluate } from './evaluate.ts';

describe('The subtitle of the node', () => {
	const [resourceList] = description.properties;

	it.each((resourceList ? valuesOf(resourceList) : []).map(String))(
		'the subtitle shows every operation of %s with its label',
		(resource) => {
			const label = resourceList?.options?.find(
				(option) => 'value' in option && option.value === resource,
			)?.name;
			for (const { name, value } of operationsOf(resource)) {
				expect(evaluate(description.subtitle ?? '', { resource, operation: value })).toBe(
					`${name}: ${String(label)}`,
				);
			}
		},
	);

	it('the subtitle is readable for composed labels and for a custom API call', () => {
		expect(
			evaluate(description.subtitle ?? '', { resource: 'catalogProduct', operation: 'getAll' }),
		).toBe('Get Many: Catalog Product');
		expect(
			evaluate(description.subtitle ?? '', {
				resource: 'order',
				operation: '__CUSTOM_API_CALL__',
			}),
		).toBe('Custom API Call: Order');
	});
});
