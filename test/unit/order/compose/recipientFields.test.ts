import { describe, expect, it } from 'vitest';

import {
	countryField,
	recipientFields,
} from '../../../../nodes/PodFulfilment/order/compose/recipientFields.ts';

describe('The fields of a recipient', () => {
	it('the fields that nearly every address has are shown, and the others can be added', () => {
		const shown = recipientFields.filter(
			({ typeOptions }) => (typeOptions as Record<string, unknown>)?.showEvenWhenOptional === true,
		);
		expect(shown.map(({ name }) => name)).toEqual([
			'name',
			'address1',
			'city',
			'zip',
			'countryCode',
		]);
	});

	it('a country is found by its name and by its code', () => {
		expect(countryField.options).toContainEqual({ name: 'Germany, Deutschland (DE)', value: 'DE' });
	});
});
