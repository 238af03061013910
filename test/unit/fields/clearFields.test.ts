import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { clearedFields } from '../../../nodes/PodFulfilment/fields/updateFields.ts';
import { parameterOf, valuesOf } from '../package/description.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const field = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});

const CLEARABLE = [field('Company', 'company'), field('Phone', 'phone')];

describe('Fields to clear (section 4: a merge-patch removes with null)', () => {
	it.each([
		[['company', 'phone'], { company: null, phone: null }],
		[['phone'], { phone: null }],
		['phone', { phone: null }],
		[[], {}],
		[undefined, {}],
		['', {}],
	])('%j become %j', (value, cleared) => {
		expect(clearedFields(value, CLEARABLE, { company: undefined })).toEqual(cleared);
	});

	it.each([[['name']], ['name'], [[7]]])('are refused where one cannot be cleared: %j', (value) => {
		const refused = refusedWith(() => clearedFields(value, CLEARABLE));
		expect(refused.message).toMatch(/^Update Fields → Clear Fields contains "(name|7)"/);
		expectPlainWords(refused);
	});

	it('are refused where one is set as well', () => {
		const refused = refusedWith(() => clearedFields(['phone'], CLEARABLE, { phone: '1' }));
		expect(refused.message).toContain('Phone');
		expectPlainWords(refused);
	});

	it('offer what the spec does not need: of an address, and of an item', () => {
		const ofOrder = parameterOf('order', 'update', 'updateFields.clearFields');
		expect(valuesOf(ofOrder).sort()).toEqual(
			[
				'address2',
				'company',
				'countryName',
				'email',
				'phone',
				'stateCode',
				'stateName',
				'taxNumber',
				'zip',
			].sort(),
		);
		const ofItem = parameterOf('orderItem', 'update', 'updateFields.clearFields');
		expect(valuesOf(ofItem).sort()).toEqual(['externalId', 'name', 'options', 'retailPrice']);
	});
});
