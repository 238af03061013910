import { describe, expect, it } from 'vitest';
import { httpError } from '../../../nodes/PodFulfilment/transport/httpErrors.ts';
import { answerOf, caller, requestOf } from './caller.ts';
import { expectPlainWords, wordingOf } from './wording.ts';

const refused = (status: number, body: unknown) =>
	httpError(caller, requestOf('POST'), answerOf(status, body));

const violationsBody = (violations: unknown[]) => ({
	'@type': 'ConstraintViolationList',
	status: 422,
	violations,
	detail: 'Several values are not accepted',
	'hydra:description': 'Several values are not accepted',
});

describe('The violations of a 422 (section 7)', () => {
	it('name the field, as for a quantity of 0', () => {
		const violation = {
			propertyPath: 'orderItems[0].quantity',
			message: 'This value should be greater than 0.',
			code: 'ea4e51d1-3342-48bd-87f1-9e672cd90cad',
		};
		const refusal = refused(422, violationsBody([violation]));
		expect(wordingOf(refusal).message).toContain(
			'orderItems[0].quantity: This value should be greater than 0.',
		);
		expect(refusal.violations).toEqual([violation]);
	});

	it('name the field as the user sees it, and tell the path that the service uses', () => {
		const violation = { propertyPath: 'orderItems[0].quantity', message: 'Greater than 0' };
		const request = { ...requestOf('POST'), fieldName: (path: string) => `Field of ${path}` };
		const refusal = httpError(caller, request, answerOf(422, violationsBody([violation])));
		const { message, description } = wordingOf(refusal);
		expect(message).toContain('Field of orderItems[0].quantity: Greater than 0');
		expect(description).toContain('orderItems[0].quantity');
	});

	it('are all listed, a line for each, under one line that names their fields', () => {
		const fields = ['externalId', 'shipping', 'recipient.city', 'orderItems[1].variantId'];
		const { message, description } = wordingOf(
			refused(
				422,
				violationsBody(
					fields.map((propertyPath, index) => ({ propertyPath, message: `Rule ${index}` })),
				),
			),
		);
		expect(message).toBe(
			'The service does not accept 4 values: externalId, shipping, recipient.city, orderItems[1].variantId',
		);
		const lines = description.split('\n');
		expect(lines.slice(0, 4)).toEqual(fields.map((field, index) => `${field}: Rule ${index}`));
		expect(lines).toHaveLength(5);
		expect(lines.at(-1)).toMatch(/^Correct what is named here and run the node again\./);
	});

	it('of one field are named once in the one line', () => {
		const { message, description } = wordingOf(
			refused(
				422,
				violationsBody([
					{ propertyPath: 'shipping', message: 'Not blank' },
					{ propertyPath: 'shipping', message: 'No valid choice' },
				]),
			),
		);
		expect(message).toBe('The service does not accept 2 values: shipping');
		expect(description).toContain('shipping: Not blank\nshipping: No valid choice\n');
	});

	it('without any field are counted in the one line', () => {
		const { message, description } = wordingOf(
			refused(422, violationsBody([{ message: 'Too large.' }, { message: 'Too old.' }])),
		);
		expect(message).toBe('The service does not accept 2 values');
		expect(description).toMatch(/^Too large\.\nToo old\.\n/);
	});

	it('stay readable when there are very many, and all stay at hand', () => {
		const violations = Array.from({ length: 200 }, (_, index) => ({
			propertyPath: `orderItems[${index}].quantity`,
			message: 'This value should be greater than 0.',
		}));
		const refusal = refused(422, violationsBody(violations));
		expect(wordingOf(refusal).message).toContain('200');
		expect(wordingOf(refusal).message.length).toBeLessThan(200);
		expect(wordingOf(refusal).description.split('\n')).toHaveLength(12);
		expect(wordingOf(refusal).description).toContain('\nand 190 more\n');
		expect(wordingOf(refusal).description.length).toBeLessThan(2000);
		expect(refusal.violations).toHaveLength(200);
	});

	it('without a field are told by their message alone', () => {
		const { message } = wordingOf(
			refused(422, violationsBody([{ propertyPath: '', message: 'The order is too large.' }])),
		);
		expect(message).toContain('The order is too large.');
		expect(message).not.toContain(': : ');
	});

	it('in another shape are left out, and the rest is told', () => {
		const refusal = refused(
			422,
			violationsBody([
				null,
				'shipping',
				{ propertyPath: 'shipping' },
				{ message: 'Not blank' },
				{ propertyPath: 7, message: {} },
			]),
		);
		expect(refusal.violations).toEqual([{ propertyPath: '', message: 'Not blank' }]);
		expectPlainWords(wordingOf(refusal));
	});

	it.each([[[]], ['none'], [{}]])(
		'when there are none (%j) leave the word to the detail',
		(violations) => {
			const refusal = refused(422, { violations, detail: 'The order is too large' });
			expect(wordingOf(refusal).description).toContain('The order is too large');
		},
	);

	it('belong to a 422 only', () => {
		const violation = { propertyPath: 'shipping', message: 'Not this one.' };
		expect(refused(500, violationsBody([violation])).violations).toEqual([]);
	});
});

describe('A suspended account (section 7: 422 as well)', () => {
	it.each([
		[{ 'hydra:description': 'The account is suspended.' }],
		[{ detail: 'Account suspended' }],
		[{ code: 422, message: 'Your account has been SUSPENDED' }],
		[{ violations: [], detail: 'This account is suspended' }],
	])('is told from a value that is not accepted: %j', (body) => {
		const { message, description } = wordingOf(refused(422, body));
		expect(message).toBe('The account is suspended');
		expect(description).toContain('"Shop production"');
	});

	it('is not read into a violation that names the word', () => {
		const violation = { propertyPath: 'orderItems[0].name', message: 'Suspenders are sold out.' };
		const { message } = wordingOf(refused(422, violationsBody([violation])));
		expect(message).toContain('orderItems[0].name: Suspenders are sold out.');
		expect(message).not.toContain('account');
	});
});
