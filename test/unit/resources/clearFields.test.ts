import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { clearedFields } from '../../../nodes/PodFulfilment/resources/mergePatch.ts';
import { parameterOf, valuesOf } from '../package/description.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const field = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});

const CLEARABLE = [field('Company', 'company'), field('Phone', 'phone')];

describe('clearedFields (section 4: null in a merge-patch removes a field)', () => {
	it.each([
		[['company', 'phone'], { company: null, phone: null }],
		[['phone'], { phone: null }],
		['phone', { phone: null }],
		['company, phone', { company: null, phone: null }],
		[[], {}],
		[undefined, {}],
		['', {}],
	])('clearedFields maps %j to %j', (value, cleared) => {
		expect(clearedFields(value, CLEARABLE, { company: undefined })).toEqual(cleared);
	});

	it('clearedFields refuses an object with a name that every object inherits in words', () => {
		const value = [JSON.parse('{"toString":1}') as unknown];
		expect(() => clearedFields(value, CLEARABLE)).toThrow(
			'Update Fields → Clear Fields contains {"toString":1}, which cannot be cleared',
		);
	});

	it.each([[['name']], ['name'], [[7]]])('clearedFields rejects a mandatory field: %j', (value) => {
		const error = refusedWith(() => clearedFields(value, CLEARABLE));
		expect(error.message).toMatch(/^Update Fields → Clear Fields contains "(name|7)"/);
		expectPlainWords(error);
	});

	it('clearedFields rejects a field that is also set', () => {
		const error = refusedWith(() => clearedFields(['phone'], CLEARABLE, { phone: '1' }));
		expect(error.message).toContain('Phone');
		expectPlainWords(error);
	});

	it('Clear Fields offers the optional fields of an address and of an item', () => {
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
