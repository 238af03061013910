import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { printFile, useSandbox, variantWith } from './support.ts';

const node = useSandbox();

const docs = readFileSync(new URL('../../docs/composing-orders.md', import.meta.url), 'utf8');

const HEADING = '## From other data, with one expression';

const section = docs.slice(docs.indexOf(HEADING)).split(/^## /m)[1] ?? '';

/** The expression that the documentation gives for a field. */
function documented(field: string): string {
	const [, rest = ''] = section.split(`**${field}**`);
	const expression = /^\s*```text\n(.+)\n```/.exec(rest)?.[1];
	if (expression === undefined) throw new Error(`The documentation has no ${field}`);
	return expression;
}

/** The expression for the items, with what the documentation says can be added. */
function documentedItems(): string {
	const [, after = '', more = ''] =
		/to be added after `(.+)`:\n\n```text\n(.+)\n```/.exec(section) ?? [];
	const expression = documented('Items (JSON)');
	expect(expression).toContain(after);
	return expression.replace(after, `${after} ${more}`);
}

/** Runs what the documentation says to enter, on one input item. */
const runDocumented = async (item: IDataObject, items = documented('Items (JSON)')) =>
	await node.run(
		{
			resource: 'order',
			operation: 'create',
			externalId: `=${documented('External ID')}`,
			shipping: 'STANDARD',
			specifyRecipient: 'json',
			recipientJson: `=${documented('Recipient (JSON)')}`,
			specifyItems: 'json',
			itemsJson: `=${items}`,
		},
		{ items: [item] },
	);

const shirt = () =>
	variantWith(
		node.sandbox,
		({ placements, inStock }) => inStock && placements.some(({ type }) => type === 'front'),
	);

const clock = () =>
	variantWith(
		node.sandbox,
		({ options, inStock }) =>
			inStock &&
			options.some(({ id }) => id === 'dial_color') &&
			options.every(({ id, required }) => !required || id === 'dial_color'),
	);

const row = (variantId: string): IDataObject => ({
	row_number: 2,
	Order: 'SHEET-7',
	Name: 'Ada Example',
	Address: 'Musterstrasse 12',
	City: 'Berlin',
	// A spreadsheet makes numbers of what looks like one.
	ZIP: 10_115,
	Country: 'de',
	'Variant ID': variantId,
	Quantity: '3',
	'Print File': printFile,
	Colour: 'black',
});

describe('The expressions of the documentation', () => {
	it.each([
		['as it is', shirt, 'front', documented('Items (JSON)'), []],
		['with a choice', clock, 'main', documentedItems(), [{ id: 'dial_color', value: 'black' }]],
	])('a row of a spreadsheet, %s, makes an order', async (_, variant, type, items, options) => {
		const { json, error } = await runDocumented(row(variant().id), items);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'SHEET-7', status: 'draft' });
		const order = node.sandbox.control.order('@SHEET-7');
		expect(order.recipient).toMatchObject({ zip: '10115', countryCode: 'DE' });
		expect(order.items).toMatchObject([
			{ variantId: variant().id, quantity: 3, placements: [{ type }], options },
		]);
	});

	it('the order passes the validation after placement (section 7)', async () => {
		await runDocumented(row(shirt().id));
		await node.sandbox.control.settled();
		expect(node.sandbox.control.orders().map(({ status }) => status)).toEqual(['draft']);
	});

	it('the error says which item has no print file', async () => {
		const { 'Print File': _, ...withoutFile } = row(shirt().id);
		const { error } = await runDocumented(withoutFile);
		expect(error?.message).toMatch(/^Items \(JSON\) at \[0\] → Placements lacks "front"/);
	});
});
