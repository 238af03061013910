import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { update } from '../../../../nodes/PodFulfilment/resources/order/update.ts';
import type { Answer } from '../../transport/scriptedService.ts';
import {
	found,
	locate,
	passWaitingTimes,
	runOperation,
	type OperationResult,
} from '../runOperation.ts';

passWaitingTimes();

const PATCH = 'PATCH /api/orders/o1';

const before: IDataObject = {
	id: 'o1',
	externalId: 'A-1',
	status: 'draft',
	shipping: 'STANDARD',
	orderItems: [],
	recipient: { name: 'Nathan Doe', city: 'Bremen', company: 'Harbour Ltd', countryCode: 'DE' },
};
const run = async (
	updateFields: IDataObject,
	answers: Answer[],
	parameters: IDataObject = {},
): Promise<OperationResult> =>
	await runOperation(update, { orderId: locate('id', 'o1'), updateFields, ...parameters }, answers);

/** What is sent for these fields. */
const bodyFor = async (updateFields: IDataObject): Promise<unknown> =>
	(await run(updateFields, [found(before)])).bodies.at(-1);

describe('What an update of an order sends', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['the shipping', { shipping: 'DHL_EXPRESS' }, { shipping: 'DHL_EXPRESS' }],
		[
			'fields of the address',
			{ recipient: { values: { city: ' Hamburg ', zip: 20457 } } },
			{ recipient: { city: 'Hamburg', zip: '20457' } },
		],
		[
			'the address as JSON',
			{ recipientJson: '{ "city": "Hamburg", "company": null }' },
			{ recipient: { city: 'Hamburg', company: null } },
		],
		[
			'different fields of the address from both',
			{ recipient: { values: { zip: '20457' } }, recipientJson: { city: 'Hamburg' } },
			{ recipient: { zip: '20457', city: 'Hamburg' } },
		],
		[
			'no address whose fields are empty',
			{ shipping: 'STANDARD', recipient: { values: { city: '' } } },
			{ shipping: 'STANDARD' },
		],
		[
			'no address for empty JSON',
			{ shipping: 'STANDARD', recipientJson: '' },
			{ shipping: 'STANDARD' },
		],
		[
			'no address for JSON without fields',
			{ shipping: 'STANDARD', recipientJson: '{}' },
			{ shipping: 'STANDARD' },
		],
		[
			'null for a field to clear',
			{ clearFields: ['company', 'address2'] },
			{ recipient: { company: null, address2: null } },
		],
	])('is only %s, if nothing else is set', async (_, fields, body) => {
		expect(await bodyFor(fields)).toEqual(body);
	});

	it.each(['company', 'address2', 'stateCode', 'stateName', 'zip', 'phone', 'email', 'taxNumber'])(
		'is null for the field %s that is to be cleared',
		async (name) => {
			expect(await bodyFor({ clearFields: [name] })).toEqual({ recipient: { [name]: null } });
		},
	);

	it.each(['name', 'address1', 'city', 'countryCode'])(
		'is nothing when the field %s is to be cleared, which every address needs',
		async (name) => {
			const { error, sent } = await run({ clearFields: [name] }, []);
			expect(error?.message).toBe(
				`Update Fields → Clear Fields contains "${name}", which cannot be cleared`,
			);
			expect(sent).toEqual([]);
		},
	);

	it.each<[IDataObject, string]>([
		[{}, 'Update Fields is empty'],
		[{ externalId: '' }, 'Update Fields → External ID is empty'],
		[{ externalId: '#1' }, 'Update Fields → External ID "#1" must not contain the character "#"'],
		[
			{ recipient: { values: { city: ['Hamburg'] } } },
			'Update Fields → Recipient → City is ["Hamburg"], but must be text',
		],
		[
			{ recipientJson: { countryCode: 'ZZ' } },
			'Update Fields → Recipient (JSON) at countryCode is "ZZ", but no country has that code or name',
		],
		[
			{ recipient: { values: { city: 'Bremen' } }, recipientJson: { zip: '1', city: 'Hamburg' } },
			'Update Fields → Recipient (JSON) contains "city", which is also set under Recipient',
		],
		[
			{ recipientJson: { company: 'Harbour Ltd' }, clearFields: ['company'] },
			'Update Fields → Clear Fields contains Company, which is also set',
		],
	])('is nothing for the fields %j', async (fields, message) => {
		const { error, sent } = await run(fields, []);
		expect(error?.message).toBe(message);
		expect(sent).toEqual([]);
	});

	it('the error for a field that is set twice says what to do', async () => {
		const city = { city: 'Hamburg' };
		const { error } = await run({ recipient: { values: city }, recipientJson: city }, []);
		expect(error?.description).toContain('Set it in only one of the two places.');
	});
});

describe('An update that is refused', () => {
	const violations = (...paths: string[]): Answer => ({
		status: 422,
		body: { violations: paths.map((propertyPath) => ({ propertyPath, message: 'Too long' })) },
	});

	it.each<[IDataObject, string, string]>([
		[
			{ recipient: { values: { city: 'Hamburg' } } },
			'recipient.city',
			'Update Fields → Recipient → City',
		],
		[
			{ recipientJson: { city: 'Hamburg' } },
			'recipient.city',
			'Update Fields → Recipient (JSON) at city',
		],
		[{ shipping: 'STANDARD' }, 'shipping', 'Update Fields → Shipping'],
	])('names the field of the editor for %j', async (fields, path, label) => {
		const { error } = await run(fields, [violations(path)]);
		expect(`${error?.message} ${error?.description}`).toContain(label);
		expect(error?.description).not.toContain('may have been made');
	});

	it('is led by the status of the order, which is read once after a 409', async () => {
		const answers = [{ status: 409 }, found({ id: 'o1', externalId: 'A-1', status: 'shipped' })];
		const { error, sent } = await run({ shipping: 'STANDARD' }, answers);
		expect(sent).toEqual([PATCH, 'GET /api/orders/o1']);
		expect(error?.message).toBe('A-1 cannot be changed: it is shipped');
	});

	it('names the order as it was entered when it cannot be read', async () => {
		const { error } = await run({ shipping: 'STANDARD' }, [{ status: 409 }, { status: 404 }]);
		expect(error?.message).toBe('Order "o1" cannot be changed in its current state');
	});
});

describe('A new external ID', () => {
	const orderId = locate('externalId', 'A-1');
	const after = { ...before, externalId: 'B-2' };

	it('is sent to the ID of the order, which stays valid', async () => {
		const { json, sent, bodies } = await run({ externalId: 'B-2' }, [found(before), found(after)], {
			orderId,
		});
		expect(sent).toEqual(['GET /api/orders/@A-1', PATCH]);
		expect(bodies).toEqual([{ externalId: 'B-2' }]);
		expect(json).toMatchObject([after]);
	});

	it('is sent without a read to an order that is named by its ID', async () => {
		expect((await run({ externalId: 'B-2' }, [found(after)])).sent).toEqual([PATCH]);
	});

	it('is named in errors by the old external ID, as the user knows the order', async () => {
		const { error } = await run({ externalId: 'B-2' }, [found(before), { status: 404 }], {
			orderId,
		});
		expect(error?.message).toBe('Order "A-1" was not found');
	});

	it('is not sent when the order cannot be read', async () => {
		const { error, sent } = await run({ externalId: 'B-2' }, [{ status: 404 }], { orderId });
		expect(error?.message).toBe('Order "A-1" was not found');
		expect(sent).toEqual(['GET /api/orders/@A-1']);
	});

	it('an update without one is sent to the external ID at once', async () => {
		const { sent } = await run({ shipping: 'STANDARD' }, [found(before)], { orderId });
		expect(sent).toEqual(['PATCH /api/orders/@A-1']);
	});
});
