import { describe, expect, it } from 'vitest';

import { itemErrorText } from '../../../nodes/PodFulfilment/execution/itemError.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { Write } from '../../../nodes/PodFulfilment/transport/write.ts';

const errorWith = (
	status: number,
	message = 'The service is not available at the moment',
	namesSubject = false,
) =>
	new ServiceError({
		outcome: status === 503 ? 'busy' : 'refused',
		status,
		namesSubject,
		message,
		description: '',
	});

/** The message of an item that was to change an order. */
function messageOf(error: unknown): string {
	const write = new Write();
	write.begin('order "A-1"');
	return itemErrorText(error, {
		itemIndex: 0,
		itemCount: 1,
		write,
		notes: undefined,
		redact: (text) => text,
	}).message;
}

describe('The message of a refused item', () => {
	it('names the order that was to be changed when the service is not available', () => {
		expect(messageOf(errorWith(503))).toBe(
			'Order "A-1": The service is not available at the moment',
		);
	});

	it.each([
		['which names it already', errorWith(503, 'The service does not show order "A-1"', true)],
		['which is about something else', errorWith(422, 'The account is suspended')],
		['of another kind', new Error('The service is odd')],
	])('is left as it is for an error %s', (_, error) => {
		expect(messageOf(error)).toBe(error.message);
	});

	it('is one line, as a mail shows it', () => {
		expect(messageOf(new Error('First\nsecond'))).toBe('First second');
	});

	it('has no name where nothing was to be changed', () => {
		const text = itemErrorText(errorWith(503), {
			itemIndex: 2,
			itemCount: 3,
			write: new Write(),
			notes: undefined,
			redact: (text: string) => text,
		});
		expect(text.message).toBe('The service is not available at the moment [item 2]');
	});
});
