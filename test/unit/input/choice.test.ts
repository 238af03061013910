import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { optionalChoice } from '../../../nodes/PodFulfilment/input/checks.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const CHOICES = ['STANDARD', 'DHL_EXPRESS'] as const;

const read = (value: unknown) => optionalChoice(value, 'Shipping', CHOICES);

describe('A value of a fixed list', () => {
	it.each([
		['STANDARD', 'STANDARD'],
		[' dhl_express\n', 'DHL_EXPRESS'],
		['Standard', 'STANDARD'],
		['', undefined],
		['  ', undefined],
		[null, undefined],
		[undefined, undefined],
	])('%j is read as %s', (value, expected) => {
		expect(read(value)).toBe(expected);
	});

	it('any other value is refused with its field and what the list has', () => {
		const isAllowed = (value: unknown) =>
			value === undefined ||
			value === null ||
			(typeof value === 'string' &&
				['', 'standard', 'dhl_express'].includes(value.trim().toLowerCase()));
		const others = fc
			.oneof(
				fc.anything(),
				fc.string(),
				fc.constantFrom(
					'EXPRESS',
					'DHL EXPRESS',
					'toString',
					'\u017ftandard',
					'STANDARD,DHL_EXPRESS',
				),
				fc.constantFrom(['STANDARD'], { value: 'STANDARD' }, true, 0),
			)
			.filter((value) => !isAllowed(value));
		fc.assert(
			fc.property(others, (value) => {
				const { message, description } = refusedWith(() => read(value));
				expect(message).toMatch(/^Shipping is [\s\S]*, which is unknown$/);
				expect(description).toBe('Choose one of "STANDARD", "DHL_EXPRESS".');
			}),
		);
		expectPlainWords(refusedWith(() => read('EXPRESS')));
	});
});
