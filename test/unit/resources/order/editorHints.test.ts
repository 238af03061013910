import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { description } from '../../package/description.ts';
import { evaluate } from '../../package/evaluate.ts';

/** The first six words of each hint that is shown. */
const shownHints = (parameters: INodeParameters, items?: IDataObject[]): string[] =>
	(description.hints ?? [])
		.filter(({ displayCondition }) => evaluate(displayCondition ?? '', parameters, items) === true)
		.map(({ message }) => message.split(' ').slice(0, 6).join(' '));

const SAME_ID = 'Several input items have the same';
const SAME_RECIPIENT = 'Several input items go to the';

const createParameters = (parameters: INodeParameters): INodeParameters => ({
	resource: 'order',
	operation: 'create',
	specifyRecipient: 'fields',
	...parameters,
});

const perItem = createParameters({
	externalId: '={{ $json.number }}',
	recipient: { name: '={{ $json.name }}', address1: '={{ $json.street }}', zip: '10115' },
});

const row = (number: string, name: string, street = 'Musterstrasse 12') => ({
	number,
	name,
	street,
});

describe('The hints of the action node', () => {
	it('a hint warns if several items have the same external ID', () => {
		const items = [row('A-1', 'Ada'), row('A-2', 'Bo'), row('A-1', 'Ada')];
		expect(shownHints(perItem, items)).toEqual([SAME_ID]);
		const fixed = createParameters({ externalId: 'A-1', recipient: {} });
		expect(shownHints(fixed, [{}, {}])).toEqual([SAME_ID]);
		expect(shownHints({ ...fixed, operation: 'reprint' }, [{}, {}])).toEqual([SAME_ID]);
	});

	it('a hint warns if several orders go to the same recipient', () => {
		const items = [row('A-1', 'Ada'), row('A-2', 'Bo'), row('A-3', 'Ada')];
		expect(shownHints(perItem, items)).toEqual([SAME_RECIPIENT]);
		const json = createParameters({
			externalId: '={{ $json.number }}',
			specifyRecipient: 'json',
			recipientJson: '={{ JSON.stringify({ name: $json.name }) }}',
		});
		expect(shownHints(json, items)).toEqual([SAME_RECIPIENT]);
	});

	it('the hints look at the options that have an External ID or a recipient', () => {
		const items = [row('A-1', 'Ada'), row('A-2', 'Bo')];
		const json = (recipientJson: string) =>
			createParameters({ externalId: '={{ $json.number }}', options: { recipientJson } });
		expect(shownHints(json('{ "name": "Ada" }'), items)).toEqual([SAME_RECIPIENT]);
		expect(shownHints(json('={{ JSON.stringify({ name: $json.name }) }}'), items)).toEqual([]);
		const ofShop = { resource: 'order', operation: 'create', orderFrom: 'shopOrder' };
		const named = { ...ofShop, externalId: '', options: { externalId: 'A-1' } };
		expect(shownHints(named, items)).toEqual([SAME_ID]);
	});

	it('no hint is shown if each item is a separate order', () => {
		const items = [row('A-1', 'Ada'), row('A-2', 'Bo'), row('A-3', 'Ada', 'Hauptstrasse 1')];
		expect(shownHints(perItem, items)).toEqual([]);
		expect(shownHints(perItem, items.slice(0, 1))).toEqual([]);
	});

	it.each(['name', 'address1', 'zip'])(
		'no hint is shown for recipients that differ in their %s alone',
		(field) => {
			const recipient = { name: 'Ada', address1: 'Musterstrasse 12', zip: '10115' };
			const parameters = createParameters({
				externalId: '={{ $json.number }}',
				recipient: { ...recipient, [field]: '={{ $json.value }}' },
			});
			const items = ['A-1', 'A-2'].map((number) => ({ number, value: `${number} of its own` }));
			expect(shownHints(parameters, items)).toEqual([]);
			expect(shownHints(createParameters({ ...parameters, recipient }), items)).toEqual([
				SAME_RECIPIENT,
			]);
		},
	);

	it('no hint is shown for recipients that differ in their JSON', () => {
		const parameters = createParameters({
			externalId: '={{ $json.number }}',
			specifyRecipient: 'json',
			recipientJson: '={{ JSON.stringify({ name: $json.number }) }}',
		});
		expect(shownHints(parameters, [{ number: 'A-1' }, { number: 'A-2' }])).toEqual([]);
	});

	it('no hint is shown for orders of a shop, which have their own numbers and addresses', () => {
		const shopOrder = { resource: 'order', operation: 'create', orderFrom: 'shopOrder' };
		const items = [{ order_number: 1001 }, { order_number: 1002 }];
		expect(shownHints({ ...shopOrder, externalId: '' }, items)).toEqual([]);
		expect(shownHints({ ...shopOrder, externalId: '={{ $json.order_number }}' }, items)).toEqual(
			[],
		);
		expect(shownHints({ ...shopOrder, externalId: 'A-1' }, items)).toEqual([SAME_ID]);
	});

	it('no hint is shown for other operations', () => {
		const get = { resource: 'order', operation: 'get', orderId: 'A-1' };
		expect(shownHints(get, [{}, {}])).toEqual([]);
		expect(shownHints({ resource: 'catalogProduct', operation: 'getAll' }, [{}, {}])).toEqual([]);
	});

	it('the hints are expressions for the output pane, without words of failure', () => {
		for (const hint of description.hints ?? []) {
			expect(hint).toMatchObject({
				location: 'outputPane',
				displayCondition: expect.stringMatching(/^=\{\{/) as string,
			});
			expect(hint.message).not.toMatch(/error|problem|failure|mistake/i);
		}
	});
});

describe('The hint on parcels that are asked for and do not come', () => {
	const OFF = "The option 'Add Parcels' is there";
	const withOptions = (operation: string, options: INodeParameters): INodeParameters => ({
		resource: 'order',
		operation,
		externalId: 'A-1',
		options,
	});

	it.each(['create', 'get', 'getAll'])(
		'is shown where the option was added and not turned on: %s',
		(operation) => {
			expect(shownHints(withOptions(operation, { addParcels: false }), [{}])).toEqual([OFF]);
		},
	);

	it.each<[string, INodeParameters]>([
		['is on', { addParcels: true }],
		['was not added', {}],
		['is decided by an expression', { addParcels: '={{ false }}' }],
	])('is not shown where the option %s', (_, options) => {
		expect(shownHints(withOptions('create', options), [{}])).toEqual([]);
	});

	it('is not shown for another operation, or a node without options', () => {
		expect(shownHints(withOptions('confirm', { addParcels: false }), [{}])).toEqual([]);
		expect(shownHints({ resource: 'order', operation: 'get' }, [{}])).toEqual([]);
	});
});
