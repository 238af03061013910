import { describe, expect, it } from 'vitest';

import { externalIdField } from '../../../nodes/PodFulfilment/order/fields.ts';
import {
	brokenKindOf,
	hasMissingWord,
	isMissingValue,
	isNoNumber,
} from '../../../nodes/PodFulfilment/input/brokenText.ts';
import {
	externalIdOf,
	optionalText,
	quantityOf,
} from '../../../nodes/PodFulfilment/input/checks.ts';
import { parseJsonField } from '../../../nodes/PodFulfilment/input/jsonField.ts';
import { printFileUrlOf } from '../../../nodes/PodFulfilment/order/compose/printFile.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const UNEVALUATED =
	'Field holds an expression that was not evaluated: switch the field to Expression';

describe('A text that stands in place of a value', () => {
	it.each([
		'{{ $json.name }}',
		'{{$json["first name"]}}',
		'Order {{ $json.number }}',
		"{{ $('Webhook').item.json.body.name }}",
		'{{ String($json.zip).padStart(5, "0") }}',
		'{{ $now.toISO() }}',
		'{{ $["json"].name }}',
		'{{\n\t$json.name\n}}',
	])('the expression %j was not evaluated', (text) => {
		for (const read of [optionalText, externalIdOf, quantityOf, printFileUrlOf]) {
			const refused = refusedWith(() => read(text, 'Field'));
			expect(refused.message).toBe(UNEVALUATED);
			expectPlainWords(refused);
		}
	});

	it.each([
		'[object Object]',
		'Ada [object Object]',
		'[object Undefined]',
		'[object Promise]',
		'https://files.example.com/[object%20Object].png',
		'https://files.example.com/%5Bobject%20Object%5D.png',
	])('%j was an object', (text) => {
		for (const read of [optionalText, printFileUrlOf]) {
			const { message, description } = refusedWith(() => read(text, 'Field'));
			expect(message).toBe(`Field is "${text}", which an object becomes as text`);
			expect(description).toContain('one field of the object');
		}
	});

	it.each([
		'{{Name}}',
		'{{ Name }}',
		'{{ customer.name }}',
		'{{}}',
		'{{ 5 $ }}',
		'$json.name',
		'$5 {{',
		'{ $json.name }',
		'[object]',
		'an object Object',
		'[objects Inc]',
		'M (40)',
		'null',
		'NaN',
	])('%j may be meant', (text) => {
		expect(brokenKindOf(text)).toBeUndefined();
		expect(optionalText(text, 'Field')).toBe(text);
	});

	it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
		'the number %d was not calculated',
		(value) => {
			const refused = refusedWith(() => optionalText(value, 'Field'));
			expect(refused.message).toBe('Field is not a number: it could not be calculated');
			expectPlainWords(refused);
		},
	);

	it.each([
		...['NaN', '-Infinity', 'NaN EUR', '€NaN', 'NaN.00'].map((text) => [text, true] as const),
		...['Nancy', 'nan', 'Banana', 'InfinityTee', '24.90'].map((text) => [text, false] as const),
	])('%j is no number: %j', (text, expected) => {
		expect(isNoNumber(text)).toBe(expected);
	});

	it.each([
		['undefined', true],
		['null', true],
		['Null', false],
		['NULL', false],
		['', false],
		['null null', false],
	])('%j is a missing value: %j', (text, expected) => {
		expect(isMissingValue(text)).toBe(expected);
	});

	it.each([
		['undefined undefined', true],
		['Nathan undefined', true],
		['undefined Hauptstraße', true],
		['null null', true],
		['undefined', false],
		['null', false],
		['Jane null', false],
		['Undefined Records', false],
		['Nathan Doe', false],
	])('%j has a word that was missing: %j', (text, expected) => {
		expect(hasMissingWord(text)).toBe(expected);
	});

	it('JSON with an expression that was not evaluated is refused with how to evaluate it', () => {
		for (const json of ['{{ $json }}', '{"name": {{ $json.name }}}']) {
			const refused = refusedWith(() => parseJsonField(json, 'Recipient (JSON)'));
			expect(refused.message).toMatch(/^Recipient \(JSON\) is not valid JSON at line 1/);
			expect(refused.description).toMatch(/^It holds an expression that was not evaluated: switch/);
			expectPlainWords(refused);
		}
	});

	it.each(['undefined', 'SHOP-undefined', 'SHOP-null', 'null_7', 'NaN', 'A-undefined-R1'])(
		'the External ID %j is refused, since two orders would have it',
		(externalId) => {
			expect(() => externalIdField.read(externalId)).toThrow(
				`External ID "${externalId}" has no order number`,
			);
		},
	);

	it.each(['SHOP-1', 'nullable-7', 'undefined7', 'NULL-7'])(
		'the External ID %j is used',
		(externalId) => {
			expect(externalIdField.read(externalId)).toBe(externalId);
		},
	);
});
