import { describe, expect, it } from 'vitest';

import { httpError } from '../../../../nodes/PodFulfilment/transport/errors/httpErrors.ts';
import { responseOf, caller, requestOf } from '../caller.ts';
import { expectPlainWords, wordingOf } from '../wording.ts';

const errorFor = (status: number, body: unknown) =>
	httpError(caller, requestOf('POST'), responseOf(status, body));

const violationsBody = (violations: unknown[]) => ({
	'@type': 'ConstraintViolationList',
	status: 422,
	violations,
	detail: 'Several values are not accepted',
	'hydra:description': 'Several values are not accepted',
});

describe('The error for a 422 with violations (section 7)', () => {
	it('the error names the property path when there are no field labels', () => {
		const violation = {
			propertyPath: 'orderItems[0].quantity',
			message: 'This value should be greater than 0.',
			code: 'ea4e51d1-3342-48bd-87f1-9e672cd90cad',
		};
		const error = errorFor(422, violationsBody([violation]));
		expect(wordingOf(error).message).toContain(
			'orderItems[0].quantity: This value should be greater than 0.',
		);
		expect(error.violations).toEqual([violation]);
	});

	it('the error names the field by its label, and not by the property path', () => {
		const violation = { propertyPath: 'orderItems[0].quantity', message: 'Greater than 0' };
		const request = { ...requestOf('POST'), fieldLabel: (path: string) => `Field of ${path}` };
		const error = httpError(caller, request, responseOf(422, violationsBody([violation])));
		const { message, description } = wordingOf(error);
		expect(message).toContain('Field of orderItems[0].quantity: Greater than 0');
		expect(description).not.toContain('orderItems[0]');
	});

	it('the error has two violations in the message and lists all in the description', () => {
		const fields = ['externalId', 'shipping', 'recipient.city', 'orderItems[1].variantId'];
		const { message, description } = wordingOf(
			errorFor(
				422,
				violationsBody(
					fields.map((propertyPath, index) => ({ propertyPath, message: `Rule ${index}` })),
				),
			),
		);
		expect(message).toBe(
			'The service does not accept 4 values: externalId: Rule 0; shipping: Rule 1; and 2 more',
		);
		const lines = description.split('\n');
		expect(lines.slice(0, 4)).toEqual(fields.map((field, index) => `${field}: Rule ${index}`));
		expect(lines).toHaveLength(5);
		expect(lines.at(-1)).toMatch(/^Correct what is named here and run the node again\./);
	});

	it('the error names a field with each of its violations', () => {
		const { message, description } = wordingOf(
			errorFor(
				422,
				violationsBody([
					{ propertyPath: 'shipping', message: 'Not blank' },
					{ propertyPath: 'shipping', message: 'No valid choice' },
				]),
			),
		);
		expect(message).toBe(
			'The service does not accept 2 values: shipping: Not blank; shipping: No valid choice',
		);
		expect(description).toContain('shipping: Not blank\nshipping: No valid choice\n');
	});

	it('the error leaves out the full stop of a violation in the message, and no other dot', () => {
		const violations = ['At least 0.5.', 'At most 9.5.'].map((message) => ({ message }));
		expect(wordingOf(errorFor(422, violationsBody(violations))).message).toBe(
			'The service does not accept 2 values: At least 0.5; At most 9.5',
		);
	});

	it('the error tells violations that have no field', () => {
		const { message, description } = wordingOf(
			errorFor(422, violationsBody([{ message: 'Too large.' }, { message: 'Too old.' }])),
		);
		expect(message).toBe('The service does not accept 2 values: Too large; Too old');
		expect(description).toMatch(/^Too large\.\nToo old\.\n/);
	});

	it('the error truncates a long list in the texts, and keeps 20 violations as data', () => {
		const violations = Array.from({ length: 200 }, (_, index) => ({
			propertyPath: `orderItems[${index}].quantity`,
			message: 'This value should be greater than 0.',
		}));
		const error = errorFor(422, violationsBody(violations));
		expect(wordingOf(error).message).toContain('200');
		expect(wordingOf(error).message.length).toBeLessThan(200);
		expect(wordingOf(error).description.split('\n')).toHaveLength(12);
		expect(wordingOf(error).description).toContain('\nand 190 more\n');
		expect(wordingOf(error).description.length).toBeLessThan(2000);
		expect(error.violations).toHaveLength(20);
	});

	it('the error cuts a long violation in the message', () => {
		const body = violationsBody([{ message: 'x'.repeat(500) }, { message: 'No' }]);
		const { message } = wordingOf(errorFor(422, body));
		expect(message).toMatch(/^The service does not accept 2 values: x{149}…; No$/);
	});

	it.each([
		[false, 'Correct what is named here and run the node again. Nothing was changed.'],
		[true, 'Correct what is named here and run the node again.'],
	])('the error when the change is in doubt (%s) says: %s', (isInDoubt, expected) => {
		const response = responseOf(422, violationsBody([{ message: 'The order is too large.' }]));
		const error = httpError(caller, requestOf('POST'), response, isInDoubt);
		expect(error.message).toBe('The service does not accept a value: The order is too large.');
		expect(error.description).toBe(expected);
	});

	it('the error names the path of a field only where there is one', () => {
		const { description } = wordingOf(
			errorFor(
				422,
				violationsBody([{ message: 'Too large.' }, { propertyPath: 'shipping', message: 'No.' }]),
			),
		);
		expect(description).toMatch(/^Too large\.\nshipping: No\.\n/);
	});

	it('the error uses only the message of a violation without a field', () => {
		const { message } = wordingOf(
			errorFor(422, violationsBody([{ propertyPath: '', message: 'The order is too large.' }])),
		);
		expect(message).toContain('The order is too large.');
		expect(message).not.toContain(': : ');
	});

	it('the error leaves out violations of another shape', () => {
		const error = errorFor(
			422,
			violationsBody([
				null,
				'shipping',
				{ propertyPath: 'shipping' },
				{ message: 'Not blank' },
				{ propertyPath: 7, message: {} },
			]),
		);
		expect(error.violations).toEqual([{ propertyPath: '', message: 'Not blank' }]);
		expectPlainWords(wordingOf(error));
	});

	it.each([[[]], ['none'], [{}]])('the detail is used for the violations %j', (violations) => {
		const error = errorFor(422, { violations, detail: 'The order is too large' });
		expect(wordingOf(error).description).toContain('The order is too large');
	});

	it('the error has no violations for any other status', () => {
		const violation = { propertyPath: 'shipping', message: 'Not this one.' };
		expect(errorFor(500, violationsBody([violation])).violations).toEqual([]);
	});
});

describe('The error for a suspended account (section 7: also a 422)', () => {
	it.each([
		[{ 'hydra:description': 'The account is suspended.' }],
		[{ detail: 'Account suspended' }],
		[{ code: 422, message: 'Your account has been SUSPENDED' }],
		[{ violations: [], detail: 'This account is suspended' }],
		[{ title: 'Account suspended', detail: 'The request was not processed' }],
		[{ 'hydra:title': 'Account suspended', 'hydra:description': 'Not processed' }],
		[{ error: 'The account is suspended', message: 'Unprocessable Entity' }],
		[{ error: { code: 'account_suspended' } }],
		[{ errors: [{ title: 'accountSuspended' }] }],
		[{ status: 422, reason: 'Suspension of the account' }],
		[{ violations: [{ propertyPath: '', message: 'The account is suspended' }] }],
		[
			{
				violations: [{ propertyPath: 'shipping', message: 'Not available' }],
				detail: 'shipping: Not available',
				title: 'The account is suspended',
			},
		],
		['The account is suspended'],
		['<html><title>Account suspended</title></html>'],
	])('the error for a suspended account names the credential for %j', (body) => {
		const { message, description } = wordingOf(errorFor(422, body));
		expect(message).toBe('The account is suspended');
		expect(description).toContain('"Shop production"');
		expect(description).not.toContain('<');
		expectPlainWords({ message, description });
	});

	it('the error shows the sentence that says so rather than a code', () => {
		const body = { code: 'ACCOUNT_SUSPENDED', error: 'Your account is suspended, call us' };
		expect(wordingOf(errorFor(422, body)).description).toMatch(
			/The service says: Your account is suspended, call us\.$/,
		);
	});

	it('an item with a similar name is not taken for a suspended account', () => {
		const detail = 'The item "Suspenders" is sold out';
		const { message, description } = wordingOf(errorFor(422, { detail, title: 'Refused' }));
		expect(message).not.toContain('account');
		expect(description).toContain(detail);
	});

	it('a value that a violation repeats is not taken for a suspended account', () => {
		const violation = { propertyPath: 'orderItems[0].name', message: '"suspended" is not allowed' };
		const body = { ...violationsBody([violation]), detail: 'orderItems[0].name: "suspended"' };
		expect(wordingOf(errorFor(422, body)).message).toContain('orderItems[0].name');
	});

	it('a violation with a similar word is not taken for a suspended account', () => {
		const violation = { propertyPath: 'orderItems[0].name', message: 'Suspenders are sold out.' };
		const { message } = wordingOf(errorFor(422, violationsBody([violation])));
		expect(message).toContain('orderItems[0].name: Suspenders are sold out.');
		expect(message).not.toContain('account');
	});

	it.each([
		[300, true],
		[301, false],
	])('the error shows what the service says in %i characters: %s', (length, isShown) => {
		const detail = 'The account is suspended. '.padEnd(length - 1, 'x') + '.';
		const { description } = wordingOf(errorFor(422, { detail }));
		expect(description).toMatch(/^Contact the fulfilment service/);
		const says = `The service says: ${detail}`;
		if (isShown) expect(description).toSatisfy((text: string) => text.endsWith(says));
		else expect(description).not.toContain('The service says');
	});

	it('the error shows a code when there is no sentence', () => {
		const { description } = wordingOf(errorFor(422, { error: { code: ' ACCOUNT_SUSPENDED ' } }));
		expect(description).toMatch(/ The service says: ACCOUNT_SUSPENDED\.$/);
	});

	it('a suspended account is found six objects deep, and a body of any depth does no harm', () => {
		const nested = (depth: number): unknown =>
			Array.from({ length: depth }).reduce<unknown>((inner) => ({ inner }), 'Account suspended');
		expect(errorFor(422, nested(6)).message).toBe('The account is suspended');
		expect(errorFor(422, nested(20_000)).message).not.toContain('suspended');
	});

	it.each(['detail', 'hydra:description'])('a value in %s does not suspend the account', (key) => {
		const body = {
			violations: [{ propertyPath: 'orderItems[0].name', message: 'Not allowed' }],
			[key]: 'orderItems[0].name: "suspended"',
		};
		expect(errorFor(422, body).message).toContain('orderItems[0].name: Not allowed');
	});
});
