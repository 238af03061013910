import { NodeApiError, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { externalIdField } from '../../../../nodes/PodFulfilment/order/fields.ts';
import {
	errorTextOf,
	ServiceError,
	toNodeError,
} from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { caller } from '../caller.ts';

const node = caller.getNode();

const notFound = new ServiceError({
	outcome: 'refused',
	message: 'Order "SHOEACCESSORY-1" was not found',
	description: 'Check that it exists.',
	status: 404,
});

describe('toNodeError', () => {
	it('shows message, description and status of a failed request', () => {
		const error = toNodeError(node, notFound);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'Order "SHOEACCESSORY-1" was not found',
			description: 'Check that it exists.',
			httpCode: '404',
			messages: [],
		});
	});

	it('shows no status when there was no usable response', () => {
		expect(toNodeError(node, notFound.reworded({})).httpCode).toBe('404');
		const unsent = new ServiceError({ outcome: 'unsent', message: 'No', description: '' });
		expect(toNodeError(node, unsent).httpCode).toBeNull();
	});

	it.each([
		'HAND-1 cannot be canceled: it is shipped',
		'Order "canceled-1" was not found',
		'canceled',
	])(
		'n8n does not take the message %j for the end of an execution that somebody stopped',
		(message) => {
			const error = toNodeError(node, notFound.reworded({ message }));
			// The condition of n8n's engine, under which no error workflow is started.
			expect(error.message.includes('canceled')).toBe(false);
			expect(error.message).toBe(message.replace('canceled', 'cancelled'));
		},
	);

	it('keeps a message that contains the name of a system error code, which n8n would replace', () => {
		// EACCES is in SHOEACCESSORY.
		expect(new NodeApiError(node, { message: 'SHOEACCESSORY' }).message).not.toBe('SHOEACCESSORY');
		expect(toNodeError(node, new Error('SHOEACCESSORY')).message).toBe('SHOEACCESSORY');
		let thrown: unknown;
		try {
			externalIdField.read('SHOEACCESSORY 1');
		} catch (error) {
			thrown = error;
		}
		expect(toNodeError(node, thrown).message).toMatch(/^External ID "SHOEACCESSORY 1" /);
	});

	it('has the description of a refused input, and none when there is none', () => {
		const refused = new UserError('Limit is 0', { description: 'Enter 1.' });
		expect(toNodeError(node, refused).description).toBe('Enter 1.');
		expect(toNodeError(node, new Error('Limit is 0')).description).toBeFalsy();
		expect(toNodeError(node, 'Limit is 0').message).toBe('Limit is 0');
	});

	it('says what its caller made of the text, and names the item', () => {
		const text = { message: 'Not found [item 3]', description: 'Look.' };
		const error = toNodeError(node, notFound, text, 3);
		expect(error).toMatchObject({ ...text, context: { itemIndex: 3 } });
		expect(toNodeError(node, notFound, text, 0).context.itemIndex).toBe(0);
	});

	it('names no item for an error of all items', () => {
		expect(toNodeError(node, notFound).context).not.toHaveProperty('itemIndex');
	});

	it('lets no markup into the editor, and keeps lines apart', () => {
		const text = { message: '<b>Order</b>', description: 'One <img src=x>\nTwo' };
		expect(toNodeError(node, notFound, text)).toMatchObject({
			message: '‹b›Order‹/b›',
			description: 'One ‹img src=x›<br>\nTwo',
		});
	});

	it('keeps the stack of what was thrown, so that a bug can be found', () => {
		const bug = new TypeError('x is not a function');
		expect(toNodeError(node, bug).stack).toBe(bug.stack);
	});

	it('keeps a stack of its own when what was thrown has none', () => {
		expect(toNodeError(node, 'Limit is 0').stack).toContain('NodeApiError');
	});
});

describe('errorTextOf', () => {
	it.each([null, undefined, 7, ['Enter 1.'], { text: 'Enter 1.' }])(
		'has no description when that of the error is no text: %j',
		(description) => {
			const error = Object.assign(new Error('Limit is 0'), { description });
			expect(errorTextOf(error)).toEqual({ message: 'Limit is 0', description: '' });
		},
	);

	it('has the message of an error without a description, and the text of anything else', () => {
		expect(errorTextOf(new Error('No'))).toEqual({ message: 'No', description: '' });
		expect(errorTextOf(7)).toEqual({ message: '7', description: '' });
	});
});
