import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { failureReasons, failureWarnings } from '../../../nodes/PodFulfilment/order/failedOrder.ts';
import { warningsIn } from '../../../nodes/PodFulfilment/order/findings.ts';
import { ORDER_STATUSES } from '../../../nodes/PodFulfilment/spec/service.ts';

const PRINT_FILE = { code: 1001, message: 'Damaged' };

const failed = (fields: IDataObject): IDataObject => ({
	id: 'o1',
	externalId: 'HAND-2',
	status: 'failed',
	...fields,
});

describe('The warning of a failed order (sections 3 and 7)', () => {
	it.each<[string, IDataObject, string]>([
		[
			'a print file',
			{ orderItems: [{ id: 'i1', errors: [PRINT_FILE] }] },
			'HAND-2 failed: the print file of item 1 cannot be read. Correct it with Order Item → Update → Print File, then Confirm.',
		],
		[
			'a print file of an item with a name',
			{ orderItems: [{ id: 'i1' }, { id: 'i2', name: 'Harbour Tee', errors: [PRINT_FILE] }] },
			'HAND-2 failed: the print file of item 2 (Harbour Tee) cannot be read. Correct it with Order Item → Update → Print File, then Confirm.',
		],
		[
			'a print file of an unknown item',
			{ errors: [PRINT_FILE] },
			'HAND-2 failed: the print file of an item cannot be read. Correct it with Order Item → Update → Print File, then Confirm.',
		],
		[
			'the address',
			{ errors: [{ code: 2001, message: 'The street is\nmissing.' }] },
			'HAND-2 failed: the address is not valid (The street is missing). Correct it with Order → Update → Recipient, then Confirm.',
		],
		[
			'the address, in words that hold another full stop',
			{ errors: [{ code: 2001, message: 'No. 12 is missing.' }] },
			'HAND-2 failed: the address is not valid (No. 12 is missing). Correct it with Order → Update → Recipient, then Confirm.',
		],
		[
			'the address, without words',
			{ errors: [{ code: 2001 }] },
			'HAND-2 failed: the address is not valid. Correct it with Order → Update → Recipient, then Confirm.',
		],
		[
			'several parts of the address as one reason, beside a print file',
			{
				errors: [
					{ code: 2001, message: 'The street is missing.' },
					{ code: 2001, message: 'The city is missing.' },
					{ code: 2001, message: 'The ZIP is missing.' },
				],
				orderItems: [{ id: 'i1', errors: [PRINT_FILE] }],
			},
			'HAND-2 failed: the address is not valid (The street is missing; The city is missing; and 1 more); the print file of item 1 cannot be read. Correct it with Order → Update or Order Item → Update, then Confirm.',
		],
		[
			'both',
			{ errors: [{ code: 2001 }], orderItems: [{ id: 'i1', errors: [PRINT_FILE] }] },
			'HAND-2 failed: the address is not valid; the print file of item 1 cannot be read. Correct it with Order → Update or Order Item → Update, then Confirm.',
		],
		[
			'something else',
			{ errors: [{ code: 7, message: 'Odd', propertyPath: 'shipping' }] },
			'HAND-2 failed: shipping: Odd. Correct it with Order → Update or Order Item → Update, then Confirm.',
		],
		[
			'a code alone',
			{ errors: [{ code: 'constructor' }] },
			'HAND-2 failed: code constructor. Correct it with Order → Update or Order Item → Update, then Confirm.',
		],
		[
			'nothing that the service says',
			{ externalId: null },
			'o1 failed, and the service does not say why. Correct it with Order → Update or Order Item → Update, then Confirm.',
		],
	])('names %s, and the better way first', (_, fields, beginning) => {
		const text = `${beginning} If it stays failed, order again under another External ID.`;
		expect(failureWarnings(failed(fields))).toEqual([{ level: 'warning', kind: 'failed', text }]);
	});

	it('says first that another External ID does, of an order that was entered by hand', () => {
		const [text] = warningsIn(failureWarnings(failed({ errors: [PRINT_FILE] }), true));
		expect(text).toMatch(
			/^HAND-2 failed: .*\. It is not produced: correct the fields of this node, enter another External ID, and run it again\. Or correct that order with another node, Order Item → Update → Print File, then Confirm\.$/,
		);
	});

	it('names two reasons at most, each once, and counts the others', () => {
		const orderItems = ['i1', 'i2', 'i3', 'i4'].map((id) => ({ id, errors: [PRINT_FILE] }));
		expect(failureReasons(failed({ orderItems }))).toBe(
			'the print file of item 1 cannot be read; the print file of item 2 cannot be read; and 2 more',
		);
		expect(failureReasons(failed({ errors: [PRINT_FILE, { code: 1001 }] }))).toBe(
			'the print file of an item cannot be read',
		);
	});

	it.each(ORDER_STATUSES.filter((status) => status !== 'failed'))(
		'is none for an order whose status is %s',
		(status) => {
			expect(failureWarnings(failed({ status, errors: [PRINT_FILE] }))).toEqual([]);
		},
	);
});
