/** Made from the tables: each documented value, each that is not, and each field that is missing or of another kind. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { millisecondsOf } from '../../../../../nodes/PodFulfilment/input/timestamp.ts';
import type { Excluded } from '../../../../../nodes/PodFulfilment/order/shop/reading.ts';
import { shopField } from '../../../../../nodes/PodFulfilment/order/shop/fields.ts';
import type {
	DecidingField,
	Meaning,
} from '../../../../../nodes/PodFulfilment/order/shop/sources/decidingFields.ts';
import { at } from '../../../../../nodes/PodFulfilment/order/shop/sources/field.ts';
import { readSource } from '../../../../support/byLevel.ts';
import {
	INVENTED,
	INVENTED_SAMPLE,
	SAMPLED_SOURCES,
	SAMPLES,
	withValue,
} from '../../../../support/shopOrders/sources.ts';
import { expectPlainWords, refusedWith } from '../../../transport/wording.ts';

const OPTIONS = { sendTestOrders: false, sendUnpaidOrders: false };

/** What a source sends for a value of a table, beside the others of an order or a line. */
function sent(field: DecidingField, value: string, object: IDataObject): unknown[] {
	switch (field.kind) {
		case 'status':
			return [value];
		case 'flag':
			return [value === 'true'];
		case 'list':
			return [value === 'none' ? [] : [{ id: 1 }]];
		case 'date':
		case 'text':
			return value === 'missing' ? [null, ''] : [1_790_000_000, '2026-10-01T10:00:00Z'];
		case 'object':
			return value === 'missing' ? [null] : [{}];
		case 'money':
			if (value === 'all') return [at(object, field.whole ?? ''), 1_000_000];
			return value === 'none' ? [0, '0.00'] : [1, '0.01'];
	}
}

/** Values of other kinds. */
const WRONG: Readonly<Record<DecidingField['kind'], readonly unknown[]>> = {
	status: [7, true, [], ['paid'], {}, { name: 'paid' }, 'paid '.repeat(1_000)],
	flag: ['maybe', 'true', 1, 0, [], {}],
	list: ['none', 7, true, {}, { nodes: [] }],
	date: [true, [], {}],
	text: [true, [], {}],
	object: ['yes', 7, true, []],
	money: ['much', true, [], {}, -1, { amount: 1 }],
};

/** Texts that no source documents, among them names that every object has. */
const UNKNOWN = ['Something new', 'constructor', '__proto__', 'toString', 'missing', '<b>paid</b>'];

/** Fields, without what several of them say together. */
const fieldsOf = (fields: readonly DecidingField[]) =>
	fields
		.filter(({ path }) => path !== '')
		.map((field): [string, DecidingField] => [field.path, field]);

const isRequired = ({ isOptional, missing }: DecidingField): boolean =>
	isOptional !== true && missing === undefined;

const valuesOf = ({ values, missing }: DecidingField): Array<[string, Meaning]> => [
	...Object.entries(values),
	...(missing === undefined ? [] : [['missing', missing] as [string, Meaning]]),
];

const TABLES = [
	...SAMPLED_SOURCES.map((table) => [table.called, table, SAMPLES[table.shop]!] as const),
	[INVENTED.called, INVENTED, INVENTED_SAMPLE] as const,
];

describe.each(TABLES)('The table of %s', (_name, table, sample) => {
	const { order, full = order, noOrders } = sample;
	const read = (value: unknown, options = {}) =>
		readSource(table, value, { ...OPTIONS, ...options });
	const firstLine = `${table.lines.at}.0`;
	const withLine = (path: string, value: unknown): IDataObject =>
		withValue(full, `${firstLine}.${path}`, value);
	const lineOf = (value: unknown) => read(value).lines[0]!;

	it('reads its sample, which is due, and its date', () => {
		for (const sample of [order, full, { body: order }]) {
			const { whyNotSent, toReview, warnings, problems, lines } = read(sample);
			expect({ whyNotSent, toReview, warnings, problems }).toEqual({
				...{ whyNotSent: undefined, toReview: [], warnings: [], problems: [] },
			});
			expect(lines.map(({ sku }) => sku)).toEqual(['TEE-M', 'MUG-11']);
		}
		expect(millisecondsOf(at(order, table.date))).toBeGreaterThan(0);
	});

	it('is one of the shops, and its sample has each of its fields', () => {
		expect(shopField.read(table.shop)).toBe(table.shop);
		// One without a path is told by several fields, or by the number of entries.
		for (const { path } of table.deciding) {
			if (path !== '') expect(at(full, path)).toBeDefined();
		}
		for (const [path] of fieldsOf(table.lines.deciding)) {
			expect(at(full, `${firstLine}.${path}`)).toBeDefined();
		}
	});

	describe.each(fieldsOf(table.deciding))('of its field %s', (path, field) => {
		it.each(valuesOf(field))('%s means what it says', (value, means) => {
			for (const given of sent(field, value, full)) {
				const changed = withValue(full, path, given);
				const meaning = typeof means === 'function' ? means(changed) : means;
				const { whyNotSent, toReview, warnings } = read(changed);
				if (meaning === 'due') expect({ whyNotSent, toReview }).toEqual({ toReview: [] });
				else if (meaning === 'notPaid') {
					expect(whyNotSent?.because).toMatch(/^is not paid: /);
					expect(whyNotSent?.because).toContain(path);
					const asDraft = read(changed, { sendUnpaidOrders: true });
					expect(asDraft.whyNotSent).toBeUndefined();
					expect(asDraft.toReview).toEqual([
						expect.stringContaining(`is not paid in the shop: its ${path} is`),
					]);
				} else if (meaning === 'notYet') expect(whyNotSent?.because).toMatch(/^is not due yet: /);
				else if (meaning === 'cancelled') expect(whyNotSent?.endedBy).toMatch(/cancelled/);
				else if (meaning === 'refunded') expect(whyNotSent?.endedBy).toMatch(/refunded/);
				else if (meaning === 'sent') {
					expect(whyNotSent?.because).toBe('is fulfilled in the shop already');
				} else if (meaning === 'handedOver') {
					expect(whyNotSent?.because).toMatch(/^is picked up or was handed over/);
				} else if (meaning === 'test') {
					expect(whyNotSent?.because).toBe('is a test order');
					const asTest = read(changed, { sendTestOrders: true });
					expect(asTest.whyNotSent).toBeUndefined();
					expect(asTest.warnings).toEqual(['This is a test order']);
				} else if (typeof meaning === 'object' && 'because' in meaning) {
					expect(whyNotSent).toMatchObject({ because: meaning.because, advice: meaning.advice });
				} else {
					const { review } = meaning as { review: string };
					expect(review).not.toBe('');
					expect(whyNotSent).toBeUndefined();
					expect(toReview).toEqual([review]);
				}
				expect(warnings.filter((text) => !toReview.includes(text))).toEqual([]);
			}
		});

		if (field.kind === 'status') {
			it.each(UNKNOWN)('a value that is not documented is reviewed by name: %s', (value) => {
				const { whyNotSent, toReview } = read(withValue(full, path, value));
				expect(whyNotSent).toBeUndefined();
				expect(toReview).toHaveLength(1);
				expect(toReview[0]).toMatch(
					new RegExp(`^${table.called} calls it ".*" in "${path}", which is not known here: `),
				);
				expect(toReview[0]).toContain(value.slice(0, 20));
				expect(toReview[0]!.length).toBeLessThan(500);
			});
			it('cases matter unless the source mixes them', () => {
				const value = valuesOf(field).find(([, meaning]) => meaning === 'due')?.[0] ?? '';
				const { toReview } = read(withValue(full, path, value.toUpperCase()));
				const isSame = table.isCaseIgnored === true || value === value.toUpperCase();
				expect(toReview).toHaveLength(isSame ? 0 : 1);
			});
		}

		// What is read of an amount may be below 0.
		const wrong = WRONG[field.kind].filter((value) => value !== -1 || !field.read);
		it.each(wrong)('a value of another kind is a problem by name: %j', (value) => {
			const refused = refusedWith(() => read(withValue(full, path, value)));
			expect(refused.message).toMatch(
				/^Order #\S+ has ".*" as .*, so nothing says whether it is due$/,
			);
			expect(refused.message).toContain(`"${path}"`);
			expectPlainWords(refused);
		});

		it.each([undefined, null, ' '])('is required, unless it may be missing: %j', (value) => {
			const changed = withValue(full, path, value);
			const isAsked = field.isAlwaysSent !== true || value !== undefined;
			if (!isRequired(field) && isAsked) {
				expect(() => read(changed)).not.toThrow();
				return;
			}
			const refused = refusedWith(() => read(changed));
			expect(refused.message).toMatch(/^Order #\S+ lacks ".*", so nothing says whether it is due$/);
			expect(refused.message).toContain(`"${path}"`);
			expect(refused.description).toContain(`as ${table.called} sends it`);
		});
	});

	const ofLines = fieldsOf(table.lines.deciding);
	describe.each(ofLines)('of the field %s of a line', (path, field) => {
		it.each(valuesOf(field))('%s means what it says', (value, meaning) => {
			for (const given of sent(field, value, full)) {
				const line = lineOf(withLine(path, given));
				const { quantity, fulfilled = 0, doubt, isUnshipped, isGiftCard } = line;
				const excluded: Excluded =
					typeof meaning === 'object' && 'leftOutBecause' in meaning ? meaning : {};
				const isLeftOut = excluded.leftOutBecause !== undefined;
				expect(line.leftOutBecause !== undefined).toBe(isLeftOut);
				expect(quantity > 0).toBe(!isLeftOut);
				expect(quantity > 0 && quantity === fulfilled).toBe(meaning === 'sent');
				expect(isUnshipped).toBe(excluded.isUnshipped);
				expect(isGiftCard).toBe(excluded.isGiftCard);
				expect(doubt).toBe(
					typeof meaning === 'object' && 'review' in meaning ? meaning.review : undefined,
				);
			}
		});

		it.each(WRONG[field.kind])('a value of another kind is a problem by name: %j', (value) => {
			const refused = refusedWith(() => read(withLine(path, value)));
			expect(refused.message).toMatch(/^Order #\S+, line 1 \(.*\) has ".*" as .*/);
			expect(refused.message).toContain(`"${path}"`);
		});

		it.each(isRequired(field) ? [undefined, null] : [])('is required: %j', (value) => {
			const refused = refusedWith(() => read(withLine(path, value)));
			expect(refused.message).toMatch(/^Order #\S+, line 1 \(.*\) lacks "/);
			expect(refused.message).toContain(`"${path}"`);
		});

		it.each(field.kind === 'status' ? UNKNOWN : [])(
			'is reviewed where it is unknown: %s',
			(value) => {
				expect(lineOf(withLine(path, value)).doubt).toContain(`${table.called} calls it "`);
			},
		);
	});

	it.each([undefined, null, 'none', {}, 7])(
		'lines that are no list stop the order: %j',
		(value) => {
			expect(() => read(withValue(order, table.lines.at, value))).toThrow();
		},
	);

	it('a line without an SKU has an ID that SKU Mapping may name', () => {
		const bare = table.lines.skus.reduce<IDataObject>(
			(changed, path) => withValue(changed, `${firstLine}.${String(path)}`, null),
			order,
		);
		const { sku, otherIds } = lineOf(bare);
		expect(sku).toBeUndefined();
		expect(otherIds?.map(({ id }) => id)).toContainEqual(expect.stringMatching(/\w/));
	});

	it.each(noOrders)('%s is refused with the next node', (_what, value, advice) => {
		for (const given of [value, { headers: {}, body: value }]) {
			const refused = refusedWith(() => read(given));
			expect(refused.message).toMatch(/^Shop Order is /);
			expect(refused.description).toContain(advice);
			expectPlainWords(refused);
		}
	});
});

describe('The pieces of a line', () => {
	const lineOf = (changes: IDataObject) => {
		const { lines, warnings } = readSource(
			INVENTED,
			Object.entries(changes).reduce<IDataObject>(
				(order, [name, value]) => withValue(order, `parts.list.0.${name}`, value),
				INVENTED_SAMPLE.order,
			),
			OPTIONS,
		);
		return { ...lines[0]!, warnings };
	};

	it.each<[IDataObject, number]>([
		[{}, 4],
		[{ off: 1 }, 3],
		[{ off: null }, 4],
	])('with %j are %d', (changes, quantity) => {
		const line = lineOf(changes);
		expect([line.quantity, line.fulfilled, line.quantityProblem]).toEqual([
			...[quantity, undefined, undefined],
		]);
		expect(line.warnings).toHaveLength(quantity < 4 ? 1 : 0);
	});

	it.each([{ off: 4 }, { off: 5 }, { count: 0 }])('are none with %j', (changes) => {
		expect(lineOf(changes)).toMatchObject({ quantity: 0, isEmptied: true });
	});

	it.each<IDataObject>([
		...[{ off: 'two' }, { off: -1 }, { off: [] }, { off: {} }, { off: 1.5 }, { off: true }],
		...[{ count: null }, { count: 'two' }, { count: 1.5 }, { count: -2 }],
	])('are no number with %j, which stops the order', (changes) => {
		expect(lineOf(changes).quantityProblem).toMatch(/whole number|below 0/);
	});

	it('have a price of their own where the source has that of all', () => {
		expect([lineOf({}).price, lineOf({ cost: 3 }).price]).toEqual(['2.50', '0.75']);
	});
});

it('An order has an ID beside its number, and its address from the first field that has a part', () => {
	const { id, number, recipient } = readSource(INVENTED, INVENTED_SAMPLE.order, OPTIONS);
	expect([id, number]).toEqual(['77', 'A-7']);
	expect(recipient).toMatchObject({ name: 'Mara Odell', address1: '1 Long Street' });
});
