import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { DoNotRetryError, isDoNotRetry } from '../../../nodes/PodFulfilment/execution/itemError.ts';
import type { Item } from '../../../nodes/PodFulfilment/order/compose/item.ts';
import { itemsFromRows } from '../../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import { labelsIn } from '../../../nodes/PodFulfilment/order/compose/fieldLabel.ts';
import { completeItem } from '../../../nodes/PodFulfilment/order/compose/completion.ts';
import { printFileWarnings } from '../../../nodes/PodFulfilment/order/compose/printFile.ts';
import {
	problemTexts,
	throwAtOnce,
	throwProblems,
	Findings,
	problemsIn,
} from '../../../nodes/PodFulfilment/order/findings.ts';
import { completeRecipientOf } from '../../../nodes/PodFulfilment/order/compose/recipient.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { refuse } from '../../../nodes/PodFulfilment/input/checks.ts';
import { CLOCK, SHIRT } from './compose/variants.ts';
import { itemsFromJson } from './compose/jsonReaders.ts';

const refusal = (field: string): UserError =>
	new UserError(`${field} is empty`, { description: 'Enter it.' });

/** What is thrown for these problems. */
function thrownFor(...problems: Array<UserError | string>): UserError {
	try {
		throwProblems(problems);
	} catch (error) {
		return error as UserError;
	}
	return expect.unreachable('nothing was thrown');
}

describe('Problems of an order', () => {
	it('nothing is thrown when there are no problems', () => {
		expect(() => throwProblems([])).not.toThrow();
	});

	it('one problem alone is thrown as its check threw it', () => {
		const one = refusal('City');
		expect(thrownFor(one)).toBe(one);
		expect(thrownFor('Line 3 has no print file.').message).toBe('Line 3 has no print file.');
	});

	it('several problems are not to be retried when one of them is not', () => {
		expect(isDoNotRetry(thrownFor(refusal('City'), refusal('Zip')))).toBe(false);
		expect(isDoNotRetry(thrownFor(refusal('City'), new DoNotRetryError('No')))).toBe(true);
	});

	it('several problems are thrown as one error, with the first two in its message and a line for each', () => {
		const { message, description } = thrownFor(
			refusal('City'),
			'Line 3 has no file.',
			refusal('Zip'),
		);
		expect(message).toBe('City is empty; Line 3 has no file; and 1 more');
		expect(description).toBe(
			'City is empty. Enter it.\nLine 3 has no file.\nZip is empty. Enter it.',
		);
	});

	it('the message has no full stop inside when the first of several problems is a sentence', () => {
		expect(thrownFor('Line 3 has no file. Name it.', refusal('Zip')).message).toBe(
			'Line 3 has no file. Name it; Zip is empty',
		);
	});

	it('line breaks and the spaces around them become one space: each problem is one line', () => {
		const broken = new UserError('City is "A \n\n B"', { description: 'Enter\r\n\tit.' });
		expect(problemTexts([broken])).toEqual(['City is "A B". Enter it.']);
	});

	it('a problem of the service is told with what to do about it', () => {
		const missing = new ServiceError({
			message: 'Variant "v1" was not found',
			description: 'Check that it exists.',
			outcome: 'refused',
			status: 404,
		});
		const { check, list: found } = new Findings();
		check(() => {
			throw missing;
		});
		expect(problemTexts(problemsIn(found))).toEqual([
			'Variant "v1" was not found. Check that it exists.',
		]);
		expect(() => throwProblems(problemsIn(found))).toThrow(missing);
	});

	it('a problem without advice is told as its message alone', () => {
		expect(problemTexts([new UserError('City is empty')])).toEqual(['City is empty']);
	});

	it('a check that passes gives its value, also when problems are collected', () => {
		const { check, list: found } = new Findings();
		expect(check(() => 7)).toBe(7);
		expect(throwAtOnce(() => 7)).toBe(7);
		expect(found).toEqual([]);
	});

	it('a problem that two checks found is told once', () => {
		expect(problemTexts([refusal('City'), refusal('City')])).toEqual(['City is empty. Enter it.']);
		expect(thrownFor(refusal('City'), refusal('City')).message).toBe('City is empty');
	});

	it('an error about something else, such as a run that was stopped, is no problem of the order', () => {
		const { check, list: found } = new Findings();
		const stopped = new TypeError('stopped');
		expect(() =>
			check(() => {
				throw stopped;
			}),
		).toThrow(stopped);
		expect(check(() => refuse('City', 'is empty', 'Enter it.'))).toBeUndefined();
		expect(found).toHaveLength(1);
	});
});

describe('All that is wrong with an order', () => {
	it('all that is wrong with the address is found at once', () => {
		const { check, list: found } = new Findings();
		completeRecipientOf({ address1: 'Street 1', countryCode: 'XX', phone: {} }, { check });
		expect(problemTexts(problemsIn(found))).toEqual([
			expect.stringContaining('Recipient → Country is "XX"'),
			expect.stringContaining('Recipient → Phone is {}'),
			expect.stringContaining('Recipient → Name and City are empty'),
		]);
	});

	it('all that is wrong with the rows is found at once, each with its number', () => {
		const { check, list: found } = new Findings();
		const rows = [
			{ quantity: 0, placements: { placement: [{}] }, options: { option: [{}] } },
			{ variantId: 'v2', quantity: 1 },
			{ variantId: '', quantity: '2' },
		];
		itemsFromRows({ item: rows }, check);
		expect(problemTexts(problemsIn(found)).map((text) => text.split(' is ')[0])).toEqual([
			'Items → Item 1 → Variant',
			'Items → Item 1 → Quantity',
			'Items → Item 1 → Placements → Placement 1 → Print File',
			'Items → Item 1 → Product Options → Option 1 → Option',
			'Items → Item 1 → Product Options → Option 1 → Value',
			'Items → Item 2 → Print File',
			'Items → Item 3 → Variant',
			'Items → Item 3 → Print File',
		]);
	});

	it('all that is wrong with the JSON is found at once, each with its path', () => {
		const { check, list: found } = new Findings();
		const items = itemsFromJson(
			[
				7,
				{ quantity: 1, files: 'no' },
				{ variantId: 'v', quantity: -1, placements: [{ layers: [] }] },
			],
			check,
		);
		expect(problemTexts(problemsIn(found)).map((text) => text.split(/ is | has /)[0])).toEqual([
			'Items (JSON) at [0]',
			'Items (JSON) at [1].variantId',
			'Items (JSON) at [1].files',
			'Items (JSON) at [2].quantity',
			'Items (JSON) at [2].placements[0].layers',
		]);
		// Each keeps its place, so that messages about the catalog count as well as these.
		expect(items).toHaveLength(3);
	});

	it('every option and placement that is missing is found at once', () => {
		const { check, list: found } = new Findings();
		const variant = {
			...CLOCK,
			placements: [
				...CLOCK.placements.map((placement) => ({ ...placement, required: true })),
				...SHIRT.placements.map((placement) => ({ ...placement, required: true })),
			],
			options: CLOCK.options.map((option) => ({ ...option, required: true })),
		};
		const labelOf = labelsIn('Items → Item 2');
		completeItem({ variantId: 'v', quantity: 1, placements: [] }, variant, labelOf, check);
		expect(found).toHaveLength(variant.placements.length + variant.options.length);
		for (const text of problemTexts(problemsIn(found)))
			expect(text).toMatch(/^Items → Item 2 → .* lacks "/);
	});

	it('each problem is one line, whatever was entered, and composing invalid values never breaks', () => {
		const value = fc.oneof(
			fc.constantFrom(
				'',
				'v1',
				'front',
				'https://files.example.com/a.png',
				'x\ny',
				0,
				1,
				null,
				true,
			),
			fc.anything({ maxDepth: 1 }),
		);
		const placement = fc.record(
			{ url: value, type: value, technique: value, placementOptions: value, layers: value },
			{ requiredKeys: [] },
		);
		const item = fc.record(
			{
				variantId: value,
				quantity: value,
				name: value,
				files: fc.oneof(value, fc.dictionary(fc.string(), value, { maxKeys: 2 })),
				placements: fc.oneof(
					value,
					fc.array(placement, { maxLength: 2 }),
					fc.record({ placement: fc.array(placement, { maxLength: 2 }) }),
				),
				options: fc.oneof(
					value,
					fc.record({ option: fc.array(fc.record({ id: value, value }), { maxLength: 2 }) }),
				),
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(fc.array(item, { maxLength: 3 }), fc.boolean(), (rows, isJson) => {
				const { check, list: found } = new Findings();
				const items =
					check(() =>
						isJson ? itemsFromJson(rows, check) : itemsFromRows({ item: rows }, check),
					) ?? [];
				const completed = items.map((composed, index) =>
					completeItem(
						composed as Item,
						index === 0 ? SHIRT : CLOCK,
						labelsIn(`Items → Item ${index + 1}`),
						check,
					),
				);
				for (const composed of completed) printFileWarnings(composed, 'Item');
				for (const text of problemTexts(problemsIn(found))) expect(text).toMatch(/^.*\S$/);
				// Who stops at the first finds the same first, or nothing at all.
				const strict = () => {
					const strictItems = isJson ? itemsFromJson(rows) : itemsFromRows({ item: rows });
					strictItems.forEach((composed, index) =>
						completeItem(
							composed as Item,
							index === 0 ? SHIRT : CLOCK,
							labelsIn(`Items → Item ${index + 1}`),
						),
					);
				};
				if (found.length === 0) expect(strict).not.toThrow();
				else expect(strict).toThrow(UserError);
			}),
		);
	});
});
