/** Rows of sheets and forms: joined to orders, read again, and as n8n's nodes give them. */
import { readFileSync } from 'node:fs';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import airtable from '../support/shopOrders/rows/rows-airtable.json' with { type: 'json' };
import sheet from '../support/shopOrders/rows/rows-google-sheets.json' with { type: 'json' };
import jotform from '../support/shopOrders/rows/rows-jotform.json' with { type: 'json' };
import form from '../support/shopOrders/rows/rows-n8n-form.json' with { type: 'json' };
import tally from '../support/shopOrders/rows/rows-tally.json' with { type: 'json' };
import { ENGINES } from './engine/execution.ts';
import { mug, shirt, useShopSandbox } from './shopOrders.ts';
import { runNode } from './orderRuns.ts';
import { locate, printFile } from './support.ts';

const { node, shirtSku, mugSku, orderCount } = useShopSandbox();

const fromRows = (others: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'order', operation: 'create', orderFrom: 'rows', then: 'confirm' },
	...others,
});

const place = async (rows: IDataObject[], others: INodeParameters = {}) =>
	await node.run(fromRows(others), { items: rows });

const ADDRESS = {
	Name: 'Mara Odell',
	Street: '12 Harbour Street',
	City: 'Boston',
	State: 'MA',
	ZIP: 2110,
	Country: 'US',
};

const NO_ADDRESS = { Name: '', Street: '', City: '', State: '', ZIP: '', Country: '' };

/** A row of Google Sheets. */
const row = (number: number, changes: IDataObject = {}): IDataObject => ({
	...{ row_number: number, Order: 'A-1001', ...ADDRESS },
	...{ SKU: shirtSku(), Quantity: 1, 'Print File': printFile, Tracking: '' },
	...changes,
});

const secondRow = (number: number, changes: IDataObject = {}): IDataObject =>
	row(number, { ...NO_ADDRESS, SKU: mugSku(), ...changes });

const TRACKING = '1Z999AA10123456784';

const requestCount = (): number => node.sandbox.control.requests().length;

const piecesOf = (externalId: string): number[] =>
	node.sandbox.control.order(`@${externalId}`).items.map(({ quantity }) => quantity);

describe.each(ENGINES)('Rows of one order, on the engine of %s', (engine) => {
	it('are one order, paired with each row', async () => {
		const { items, error } = await node.run(fromRows(), {
			items: [row(2), row(3, { Order: 'A-1002' }), secondRow(4, { Quantity: 2 })],
			engine,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.externalId, json.rows, pairedItem])).toEqual([
			['row-A-1001', [2, 4], [{ item: 0 }, { item: 2 }]],
			['row-A-1002', [3], { item: 1 }],
		]);
		expect(items[0]?.json).toMatchObject({
			outcome: 'placed',
			status: 'pending',
			warnings: [expect.stringContaining('it is sent as 02110')],
		});
		expect(piecesOf('row-A-1001')).toEqual([1, 2]);
		const { recipient } = node.sandbox.control.order('@row-A-1001');
		expect(recipient).toMatchObject({ zip: '02110', stateCode: 'MA' });
	});

	it('are refused together, paired with the first, and its message names all', async () => {
		const { items } = await node.run(fromRows(), {
			items: [row(2), row(3, { Order: 'A-1002' }), secondRow(4, { Quantity: 'two' })],
			engine,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items).toHaveLength(2);
		expect(items[0]).toMatchObject({
			pairedItem: { item: 0 },
			json: {
				error: expect.stringMatching(
					/^Order #A-1001, row 4 .*"Quantity" is "two", but must be a whole number.* \[items 0, 2\]$/,
				) as string,
				externalId: 'row-A-1001',
			},
		});
		expect(items[1]?.json).toMatchObject({ outcome: 'placed', externalId: 'row-A-1002' });
		expect(orderCount()).toBe(1);
	});

	it('are refused, all of them, where their numbers are not quite the same', async () => {
		const { items } = await node.run(fromRows(), {
			items: [row(2), row(3, { Order: 'A-1002' }), secondRow(4, { Order: 'a-1001' })],
			engine,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items.map(({ json }) => json.error ?? json.outcome)).toEqual([
			'Order #A-1001 is written in different ways: "A-1001" in row 2, "a-1001" in row 4 [items 0, 2]',
			'placed',
		]);
		expect(orderCount()).toBe(1);
	});

	it('wait where the row right below has no number and no address, since it may be of their order', async () => {
		const below = secondRow(3, { Order: '' });
		const alone = await node.run(fromRows(), {
			items: [row(2), below],
			engine,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(alone.items.map(({ json }) => json)).toMatchObject([
			{
				outcome: 'skipped',
				reason: expect.stringMatching(/^Row 3, right below it, has a SKU, but/),
			},
			{ next: 'look', error: expect.stringMatching(/^Row 3 has no order number;/) },
		]);
		expect(orderCount()).toBe(0);
		const mended = await node.run(fromRows(), { items: [row(2), secondRow(3)], engine });
		expect(mended.error).toBeUndefined();
		expect(piecesOf('row-A-1001')).toEqual([1, 1]);
	});

	it('wait for a box that Airtable leaves out, where another record has it', async () => {
		const record = (letter: string, fields: IDataObject) => ({
			...{ id: `rec${letter.repeat(14)}`, createdTime: '2026-10-01T08:00:00.000Z' },
			fields: { ...row(2, { row_number: undefined, ...fields }) },
		});
		const records = [
			record('A', { Order: 'A-1001', Paid: true }),
			record('B', { Order: 'A-1002' }),
		];
		const { json } = await node.run(fromRows(), { items: records, engine });
		expect(json).toMatchObject([
			{ outcome: 'placed' },
			{
				outcome: 'skipped',
				reason: 'Row recBBBBBBBBBBBBBB is not ready: its "Paid" is not ticked',
			},
		]);
		expect(orderCount()).toBe(1);
	});

	it('are placed once where a try fails after one was placed', async () => {
		node.sandbox.control.injectFault({
			match: { method: 'POST', path: '/api/orders' },
			reset: 'afterCommit',
			times: 1,
		});
		const { items, error } = await node.run(fromRows({ then: 'draft' }), {
			items: [row(2), secondRow(3), row(4, { Order: 'A-1002' })],
			engine,
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.externalId)).toEqual(['row-A-1001', 'row-A-1002']);
		expect(orderCount()).toBe(2);
	});
});

describe('A sheet that is read again', () => {
	it('places nothing, and asks nothing once all rows have a tracking number', async () => {
		const rows = [row(2), secondRow(3)];
		await place(rows);
		const again = await place(rows);
		expect(again.json).toMatchObject([{ outcome: 'existing', externalId: 'row-A-1001' }]);
		expect(orderCount()).toBe(1);

		const before = requestCount();
		const options = { options: { expectExisting: true } };
		const sent = await place(
			rows.map((one) => ({ ...one, Tracking: TRACKING })),
			options,
		);
		expect(sent.json).toEqual([
			{
				...{
					externalId: 'row-A-1001',
					skipped: true,
					rows: [2, 3],
					next: 'nothing',
					outcome: 'skipped',
				},
				reason: 'All rows have a tracking number',
			},
		]);
		expect(requestCount()).toBe(before);
	});

	it.each([false, true])(
		'takes fewer rows for the same order, expected to exist: %s',
		async (expectExisting) => {
			await place([row(2), secondRow(3)]);
			const { json } = await place([row(2)], { options: { expectExisting } });
			expect(json).toMatchObject([{ outcome: 'existing', externalId: 'row-A-1001' }]);
			expect(piecesOf('row-A-1001')).toEqual([1, 1]);
		},
	);

	/** Rows of an order that is left for review, what is then edited in the first, and the item of which no row is there. */
	type Reviewed = () => { rows: IDataObject[]; edited?: IDataObject; missing: string };

	it.each<[string, Reviewed, INodeParameters]>([
		[
			'a row that was pasted twice',
			() => ({ rows: [row(2), row(3)], missing: `${shirtSku()} (2)` }),
			{},
		],
		[
			'a row that was called off',
			() => ({
				rows: [row(2, { Status: '' }), secondRow(3, { Status: 'cancelled' })],
				missing: mugSku(),
			}),
			{},
		],
		[
			'many pieces',
			() => ({ rows: [row(2), secondRow(3, { Quantity: 150 })], missing: mugSku() }),
			{},
		],
		[
			'another variant, of a row that was edited and comes alone',
			() => ({
				rows: [row(2), secondRow(3, { Size: '440 ml' })],
				edited: { Note: 'x' },
				missing: mugSku(),
			}),
			{},
		],
		[
			'its owner, who confirms each',
			() => ({ rows: [row(2), secondRow(3)], missing: mugSku() }),
			{ then: 'draft' },
		],
	])('confirms no draft by fewer rows, left for review because of %s', async (_, given, how) => {
		const { rows, edited, missing } = given();
		const statusNow = () => node.sandbox.control.order('@row-A-1001').status;
		await place(rows, how);
		expect(statusNow()).toBe('draft');

		const first = { ...rows[0], ...edited };
		const { json, error } = await place([first]);
		expect(error).toBeUndefined();
		const why = `It has 1 item of which no row is here: "${missing}". If it was deleted on purpose, change or cancel the order; else pass all its rows together`;
		expect(json).toMatchObject([
			{ outcome: 'existing', status: 'draft', toReview: [why], next: 'look' },
		]);
		expect(json[0]?.nextWhy).toContain(why);
		expect(statusNow()).toBe('draft');

		const check = await place([first], { then: 'check' });
		expect(check.json).toMatchObject([{ toReview: [why], next: 'look' }]);

		await place([{ ...rows[1], ...ADDRESS }]);
		expect(statusNow()).toBe('draft');
	});

	it('confirms a draft by all its rows, and takes fewer for it once it is none', async () => {
		const rows = [row(2), secondRow(3)];
		await place(rows, { then: 'draft' });
		const all = await place([...rows].reverse());
		expect(all.json).toMatchObject([{ outcome: 'existing', status: 'pending' }]);
		const fewer = await place([row(2)]);
		expect(fewer.json).toMatchObject([{ outcome: 'existing', status: 'pending', next: 'wait' }]);
		expect(fewer.json[0]?.toReview).toBeUndefined();
	});

	it('confirms a draft of which a row has left and cannot be composed any more', async () => {
		await place([row(2), secondRow(3)], { then: 'draft' });
		const left = secondRow(3, { Tracking: TRACKING, 'Print File': '' });
		const { json } = await place([row(2), left]);
		expect(json).toMatchObject([{ outcome: 'existing', status: 'pending' }]);
	});

	it('takes rows of one SKU for the same in another order, and for some of them', async () => {
		const other = `${printFile}?2`;
		const twice = [row(2), secondRow(3, { SKU: shirtSku(), 'Print File': other })];
		await place(twice);
		const sorted = [row(2, { 'Print File': other }), secondRow(3, { SKU: shirtSku() })];
		expect((await place(sorted)).json).toMatchObject([{ outcome: 'existing' }]);
		expect((await place(sorted.slice(0, 1))).json).toMatchObject([{ outcome: 'existing' }]);
	});

	it('sends nothing for a row that was added, and names it', async () => {
		await place([row(2)]);
		const { error } = await place([row(2), secondRow(3)]);
		expect(error?.message).toContain('row-A-1001');
		expect(error?.description).toMatch(/Row 3 .*was added in the sheet after the order was placed/);
		expect(piecesOf('row-A-1001')).toEqual([1]);
		expect(orderCount()).toBe(1);
	});

	it('sends nothing for a row more that equals one which has left, and names it', async () => {
		await place([row(2)]);
		const left = row(2, { Tracking: TRACKING });
		const { error } = await place([left, row(3, NO_ADDRESS)]);
		expect(error?.description).toMatch(/Row 3 .*was added in the sheet after the order was placed/);
		expect(error?.description).not.toContain('Row 2');
		const { error: reminded } = await place([row(3), left], { options: { expectExisting: true } });
		expect(reminded?.description).toMatch(/Row 3 .*was added in the sheet/);
		expect(piecesOf('row-A-1001')).toEqual([1]);
	});

	it.each([
		['that was placed', '', 1],
		['that had left before', TRACKING, 0],
	])('is the same order with a row of one SKU %s', async (_, Tracking, placedToo) => {
		const rows = [row(2, { Tracking }), row(3, { ...NO_ADDRESS, Quantity: 3 })];
		await place(rows);
		expect(piecesOf('row-A-1001')).toEqual(placedToo ? [1, 3] : [3]);
		const left = { ...rows[0], Tracking: TRACKING };
		for (const again of [
			[left, ...rows.slice(1)],
			[{ ...rows[1], ...ADDRESS }, left],
		]) {
			const { json, error } = await place(again);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([
				{ outcome: 'existing', rows: again[0] === left ? [2, 3] : [3, 2] },
			]);
			expect(json[0]?.warnings).toContain(
				`Row 2 (SKU ${shirtSku()}) was left out: it is fulfilled in the sheet already`,
			);
		}
	});

	it('is the same order with a SKU in other capitals', async () => {
		await place([row(2)]);
		const again = await place([row(2, { SKU: shirtSku().toLowerCase() })]);
		expect(again.json).toMatchObject([{ outcome: 'existing' }]);
	});

	it('places a draft where Tracking has no number, and says nothing of it once it is produced', async () => {
		const pending = row(2, { Tracking: 'pending' });
		const { json } = await place([pending]);
		expect(json).toMatchObject([
			{ status: 'draft', toReview: [expect.stringContaining('"Tracking" is "pending"')] },
		]);
		await place([row(2)]);
		expect(node.sandbox.control.order('@row-A-1001').status).not.toBe('draft');
		const produced = await place([pending]);
		expect(produced.json).toMatchObject([{ outcome: 'existing' }]);
		expect(produced.json[0]?.toReview).toBeUndefined();
	});

	it('sends nothing for a row that was changed', async () => {
		await place([row(2)]);
		const { error } = await place([row(2, { Quantity: 3 })]);
		expect(error?.description).toMatch(
			/Row 2 .*was changed in the sheet: 3 pieces in the sheet, 1 here/,
		);
		expect(piecesOf('row-A-1001')).toEqual([1]);
	});
});

describe('A row whose address was changed after its order was placed', () => {
	it('is refused by the sheet, since no field of the editor has its address', async () => {
		await place([row(2)]);
		const { error } = await place([row(2, { City: 'Elsewhere' })]);
		expect(error?.message).toContain('The sheet → Address → City');
		expect(`${error?.message} ${String(error?.description)}`).not.toContain('Shop Order');
	});
});

describe('A row that is not ready', () => {
	it.each([
		['not ticked', { Ready: false }, {}],
		['empty', { Ready: '' }, {}],
		['no box at all', { Ready: 'n/a' }, {}],
		['not paid', { Paid: 'no' }, {}],
		['absent from the named column', {}, { options: { readyColumn: 'Approved' } }],
	])('%s, asks nothing and stops nothing', async (_, changes, others) => {
		const before = requestCount();
		// Somebody is typing it: there is no address yet.
		const { json, error } = await place([row(2, { ...NO_ADDRESS, ...changes })], others);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ outcome: 'skipped', reason: expect.stringContaining('not ready') },
		]);
		expect(requestCount()).toBe(before);
	});

	it('is refused by name where its cell is neither a tick nor a no', async () => {
		const { error } = await place([row(2, { Paid: 'paid' })]);
		expect(error?.message).toBe(
			'Order #A-1001, row 2 → "Paid" is "paid", which is neither a tick nor a no',
		);
		expect(orderCount()).toBe(0);
	});

	it('keeps its whole order back until all its rows are', async () => {
		const rows = [row(2, { Ready: true }), secondRow(3, { Ready: false })];
		expect((await place(rows)).json).toMatchObject([{ outcome: 'skipped', rows: [2, 3] }]);
		expect(orderCount()).toBe(0);
		const ready = rows.map((one) => ({ ...one, Ready: 'TRUE' }));
		expect((await place(ready)).json).toMatchObject([{ outcome: 'placed', rows: [2, 3] }]);
	});
});

describe('What is said of rows', () => {
	it('names the columns that are not read, once', async () => {
		const own = { Fulfilment: 'open', Pieces: 3, Gift: 'no', Wrap: 'x', Notes: '' };
		const options = { ignoredProperties: 'Wrap' };
		const rows = [row(2, own), row(3, { Order: 'A-1002', ...own })];
		const { hints } = await runNode(node, fromRows({ options }), { items: rows });
		expect(hints.filter(({ message }) => message.startsWith('Not read'))).toMatchObject([
			{
				type: 'info',
				message:
					'Not read: "Fulfilment", "Pieces". If one of them decides, name it in the option Column Names',
			},
		]);
		expect((await runNode(node, fromRows(), { items: [row(4)] })).hints.join()).not.toContain(
			'read',
		);
	});

	it.each([
		['an unknown SKU', { SKU: 'NONE-1' }],
		['no print file', { 'Print File': '' }],
		['a print file that is not used', { Logo: 'https://files.example.com/logo.png' }],
	])('%s is in the sheet, not in a shop', async (_, changes) => {
		const { json, error } = await place([row(2, changes)]);
		const said = JSON.stringify([json, error?.message, error?.description]);
		expect(said).toContain('sheet');
		expect(said).not.toMatch(/in (?:the|your) shop\b|the line the property/);
	});
});

/** What a variant is called among those of its product. */
const wordsOf = ({ name }: { name: string }): string[] =>
	(name.split(' - ').at(-1) ?? '').split(' / ');

const TEMPLATE = { printFileFrom: 'template', printFileTemplate: `${printFile}?{lineId}` };

/** The sample with the sandbox's SKU and its size. */
function withShirt(sample: object): IDataObject {
	const [, size = ''] = wordsOf(shirt(node.sandbox));
	return JSON.parse(
		JSON.stringify(sample)
			.replaceAll('"TEE-M"', JSON.stringify(shirtSku()))
			.replaceAll('"M"', JSON.stringify(size))
			.replaceAll('"Size: M"', JSON.stringify(`Size: ${size}`)),
	) as IDataObject;
}

const tallyWith = (...fields: IDataObject[]): IDataObject => {
	const sample = withShirt(tally);
	const { data } = sample.body as { data: { fields: IDataObject[] } };
	const kept = data.fields.filter(({ type }) => type !== 'FILE_UPLOAD');
	data.fields = [...kept, ...fields];
	return sample;
};

describe('A row as its node gives it', () => {
	it.each<[string, () => IDataObject, string]>([
		['Google Sheets', () => ({ ...withShirt(sheet), Status: '' }), 'row-A-1001'],
		[
			'Airtable',
			() => {
				const { fields, ...record } = withShirt(airtable);
				return { ...record, fields: { ...(fields as IDataObject), Status: undefined } };
			},
			'row-A-1001',
		],
		[
			'Airtable, flat',
			() => {
				const { fields, ...record } = withShirt(airtable);
				return { ...record, ...(fields as IDataObject), Status: undefined };
			},
			'row-A-1001',
		],
		[
			"n8n's Form",
			() => ({
				...withShirt(form),
				...{ SKU: shirtSku(), 'Name on the back': null, Picture: null, Extras: null },
				formQueryParameters: { order: 'F-1' },
			}),
			'row-F-1',
		],
		[
			'Tally',
			() => tallyWith({ label: 'SKU', type: 'DROPDOWN', value: [shirtSku()] }),
			'row-A-1001',
		],
		[
			'Typeform, without Only Answers',
			() => ({
				event_type: 'form_response',
				form_response: {
					token: 'tok1',
					hidden: { sku: shirtSku() },
					definition: { fields: [] },
					answers: {
						...{ Name: 'Mara Odell', Address: '12 Harbour Street', 'City/Town': 'Boston' },
						...{
							'State/Region/Province': 'MA',
							'Zip/Post code': '02110',
							Country: 'United States',
						},
					},
				},
			}),
			'row-tok1',
		],
		[
			'Jotform, without Only Answers',
			() => ({
				...{ formID: '1', submissionID: '5500' },
				rawRequest: { ...withShirt(jotform), 'My Products': null, SKU: shirtSku() },
			}),
			'row-5500',
		],
		[
			"Jotform's webhook",
			() => ({
				headers: {},
				body: {
					...{ formID: '1', submissionID: '5501' },
					rawRequest: JSON.stringify({
						...{ slug: 'submit/2312', submitDate: '1763600000000', path: '/submit/2312' },
						uploadServerUrl: 'https://upload.jotform.com/upload',
						q3_name: { first: 'Mara', last: 'Odell' },
						q4_address: jotform['Shipping Address'],
						q5_sku: shirtSku(),
					}),
				},
			}),
			'row-5501',
		],
	])('of %s is confirmed with nothing set but the print file', async (_, sample, externalId) => {
		const row = sample();
		const namesFile = 'Print file' in row || 'Print file' in ((row.fields as IDataObject) ?? {});
		const { json, error } = await place([row], namesFile ? {} : TEMPLATE);
		expect(error).toBeUndefined();
		expect(json[0]?.toReview).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId, outcome: 'placed', status: 'pending' });
		const { recipient } = node.sandbox.control.order(`@${externalId}`);
		expect(recipient).toMatchObject({
			...{ name: 'Mara Odell', address1: '12 Harbour Street', city: 'Boston' },
			...{ zip: '02110', stateCode: 'MA', countryCode: 'US' },
		});
	});

	it('of Jotform has a line for each product, which SKU Mapping knows by its name', async () => {
		const sample = { formID: '1', submissionID: '5502', rawRequest: withShirt(jotform) };
		const skuMappingJson = [{ shopSku: 'Team Tee', sku: shirtSku(), printFileUrl: printFile }];
		const [color] = wordsOf(shirt(node.sandbox));
		const text = JSON.stringify(sample).replaceAll('Black', String(color));
		const { json } = await place([JSON.parse(text) as IDataObject], {
			options: { skuMappingJson: JSON.stringify(skuMappingJson) },
		});
		expect(json[0]?.toReview).toBeUndefined();
		expect(json).toMatchObject([{ externalId: 'row-5502', status: 'pending' }]);
		expect(node.sandbox.control.order('@row-5502').items).toMatchObject([{ retailPrice: '24.90' }]);
	});

	it('of a form is a draft to review where its customer asks for a print that is nowhere', async () => {
		const sample = {
			...withShirt(form),
			...{ SKU: shirtSku(), formQueryParameters: { order: 'F-2' } },
		};
		const template = { ...TEMPLATE, printFileTemplate: printFile };
		const { json } = await place([sample], template);
		expect(json[0]).toMatchObject({ status: 'draft', outcome: 'placed' });
		expect(json[0]?.toReview).toEqual(
			expect.arrayContaining([
				expect.stringContaining('"Name on the back" is "Odell"'),
				expect.stringContaining('the file in "Picture" is not used'),
			]),
		);
		const ofSheet = row(2, { 'Sales rep': 'Odell', 'Print File': '' });
		expect((await place([ofSheet], template)).json[0]).toMatchObject({ status: 'pending' });
	});

	it('of a form in test mode is left out', async () => {
		const sample = { ...withShirt(form), formMode: 'test', SKU: shirtSku() };
		const { json } = await place([sample], TEMPLATE);
		expect(json).toMatchObject([{ outcome: 'skipped', reason: expect.stringContaining('test') }]);
		expect(orderCount()).toBe(0);
	});

	it('of a form in test mode is judged by Check Only, as the answers of customers will be', async () => {
		const sample = { ...withShirt(form), formMode: 'test', SKU: shirtSku() };
		const numbered = { ...sample, formQueryParameters: { order: 'F-3' } };
		const check = { ...TEMPLATE, then: 'check' };
		const whyNotDue = expect.stringContaining('The answer is a test') as unknown;
		const [good] = (await place([numbered], check)).json;
		expect(good).toMatchObject({ outcome: 'checked', problems: [], wouldSend: null, whyNotDue });
		const [unknown] = (await place([{ ...numbered, SKU: 'NO-SUCH' }], check)).json;
		expect(unknown?.warnings).toContainEqual(expect.stringContaining('"NO-SUCH"'));
		const [homeless] = (await place([{ ...numbered, City: '' }], check)).json;
		expect(homeless).toMatchObject({ whyNotDue, problems: [expect.stringContaining('City')] });
		const [nameless] = (await place([{ ...sample, City: '' }], check)).json;
		expect(nameless?.problems).toEqual([
			expect.stringContaining('no order number'),
			expect.stringContaining('Have the form require "City"'),
		]);
		expect(orderCount()).toBe(0);
	});
});

describe('An address with what a spreadsheet changed', () => {
	it.each(['fields', 'json'])('is repaired in %s as in rows', async (way) => {
		const recipient = {
			...{ name: "'Mara Odell", address1: '12 Harbour Street', city: 'Boston' },
			...{ zip: 2110, stateCode: 'Massachusetts', countryCode: 'United States' },
		};
		const item = { sku: mug(node.sandbox).sku, quantity: 1, files: printFile };
		const { json, error } = await node.run({
			...{ resource: 'order', operation: 'create', orderFrom: 'fields', externalId: 'X-1' },
			...{ specifyRecipient: way, specifyItems: 'json', itemsJson: [item] as never },
			...(way === 'json' ? { recipientJson: recipient as never } : { recipient }),
		});
		expect(error).toBeUndefined();
		expect(json[0]?.warnings).toEqual([expect.stringContaining('it is sent as 02110')]);
		expect(node.sandbox.control.order('@X-1').recipient).toMatchObject({
			...{ zip: '02110', stateCode: 'MA', countryCode: 'US' },
		});
	});

	const update = async (way: string, recipient: IDataObject) =>
		await node.run({
			...{ resource: 'order', operation: 'update' },
			orderId: locate('externalId', 'row-A-1001'),
			updateFields: (way === 'json'
				? { recipientJson: JSON.stringify(recipient) }
				: { recipient: { values: recipient } }) as INodeParameters,
		});

	it.each(['fields', 'json'])('is repaired in an update, in %s', async (way) => {
		await place([row(2)], { then: 'draft' });
		const { json, error } = await update(way, {
			...{ city: 'Concord', stateCode: 'New Hampshire', countryCode: 'USA' },
			...{ zip: 3301, phone: "'+16175550100" },
		});
		expect(error).toBeUndefined();
		expect(json[0]?.warnings).toEqual([expect.stringContaining('it is sent as 03301')]);
		expect(node.sandbox.control.order('@row-A-1001').recipient).toMatchObject({
			...{ zip: '03301', stateCode: 'NH', countryCode: 'US', phone: '+16175550100' },
		});
	});

	it.each(['fields', 'json'])('loses the code of a state that it leaves, in %s', async (way) => {
		await place([row(2)], { then: 'draft' });
		const moved = { city: 'Bremen', zip: '28195', stateCode: 'Bremen', countryCode: 'Germany' };
		await update(way, moved);
		const { recipient } = node.sandbox.control.order('@row-A-1001');
		expect(recipient).toMatchObject({ stateName: 'Bremen', countryCode: 'DE' });
		expect(recipient.stateCode ?? null).toBeNull();
	});

	it('is repaired in a reprint', async () => {
		await place([row(2)]);
		for (const status of ['inprocess', 'fulfilled', 'shipped'] as const) {
			await node.sandbox.control.stepOrder('@row-A-1001', status);
		}
		const values = {
			...{ name: 'Mara Odell', address1: '1 Mill Road', city: 'Concord', zip: 3301 },
			...{ stateCode: 'New Hampshire', countryCode: 'USA' },
		};
		const { json, error } = await node.run({
			...{ resource: 'order', operation: 'reprint', externalId: 'row-A-1001-R1' },
			orderId: locate('externalId', 'row-A-1001'),
			options: { recipient: { values } },
		});
		expect(error).toBeUndefined();
		expect(json[0]?.warnings).toEqual([expect.stringContaining('it is sent as 03301')]);
		expect(node.sandbox.control.order('@row-A-1001-R1').recipient).toMatchObject({
			...{ zip: '03301', stateCode: 'NH', countryCode: 'US' },
		});
	});
});

/** The rows of the sheet to copy, as Google Sheets gives them once the last is ready too. */
function sheetToCopy(): IDataObject[] {
	const [head = '', ...lines] = readFileSync(
		new URL('../../docs/rows-sheet.csv', import.meta.url),
		'utf8',
	)
		.trim()
		.split(/\r?\n/);
	const headings = head.split(',');
	return lines.map((line, index) => ({
		row_number: index + 2,
		...Object.fromEntries(line.split(',').map((cell, at) => [headings[at] ?? '', cell])),
		Ready: 'TRUE',
	}));
}

describe('The sheet to copy, docs/rows-sheet.csv', () => {
	// As README.md says: no field but Order From is set.
	const parameters = { resource: 'order', operation: 'create', orderFrom: 'rows' };

	it("is four drafts of the sandbox's catalog, and none more when it is read again", async () => {
		const first = await node.run(parameters, { items: sheetToCopy() });
		expect(first.error).toBeUndefined();
		expect(
			first.json.map(({ externalId, outcome, status }) => [externalId, outcome, status]),
		).toEqual(
			['1001', '1002', '1003', '1004'].map((number) => [`row-${number}`, 'placed', 'draft']),
		);
		await node.sandbox.control.settled();
		const again = await node.run(parameters, { items: sheetToCopy() });
		expect(again.json.map(({ outcome, status }) => [outcome, status])).toEqual(
			Array.from({ length: 4 }, () => ['existing', 'draft']),
		);
		expect(orderCount()).toBe(4);
	});
});
