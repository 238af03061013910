/** Rows of one order: headings, Column Names, cells, address, lines and what is not read. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { atOnce } from '../../../../../nodes/PodFulfilment/input/nextTurn.ts';
import { readItems } from '../../../../support/rows.ts';
import { refusedWith } from '../../../transport/wording.ts';

const read = (rows: IDataObject | IDataObject[], settings?: Parameters<typeof readItems>[1]) =>
	atOnce(readItems([rows].flat(), settings));

const ADDRESS = {
	...{ Name: 'Mara Odell', 'Address 1': '12 Harbour Street', City: 'Boston', State: 'MA' },
	...{ Zip: '02110', Country: 'US' },
};

const ROW = { row_number: 5, 'Order Number': 'A-1', ...ADDRESS, SKU: 'TEE-M', Quantity: 1 };

const textsOf = ({ findings }: ReturnType<typeof read>): string[] =>
	findings.flatMap((finding) => (finding.level === 'problem' ? [] : finding.text));

describe('A row of thousands of columns', () => {
	it('is read in pieces: its cells, then those that nothing reads', () => {
		const columns = Object.fromEntries(
			Array.from({ length: 4_000 }, (_, index) => [`Note ${index}`, 'x']),
		);
		const pieces = readItems([{ ...ROW, ...columns }]);
		let count = 0;
		while (pieces.next().done !== true) count += 1;
		expect(count).toBeGreaterThan((2 * 4_000) / 100);
	});
});

describe('A heading', () => {
	it.each([
		[
			'Order Number',
			['Order', 'Order No', 'ORDER_NUMBER', 'order-no.', 'Order ID'],
			'number',
			'A-1',
		],
	])('%s is known by its other names', (_, others, property, value) => {
		for (const other of others) {
			const { 'Order Number': number, ...row } = ROW;
			expect(read({ ...row, [other]: number })).toHaveProperty(property, value);
		}
	});

	it.each([
		['Name', ['Full Name', 'Recipient', 'Your name'], 'name'],
		['Address 1', ['Street', 'Address', 'Address Line 1', 'Street Address'], 'address1'],
		['City', ['Town', 'City/Town'], 'city'],
		['Zip', ['ZIP', 'Zip Code', 'Postcode', 'Postal Code', 'Zip/Post code'], 'zip'],
		['State', ['Province', 'Region', 'State/Region/Province'], 'stateCode'],
		['Country', ['COUNTRY', 'Country Code'], 'countryCode'],
	])('%s of an address is known by its other names', (heading, others, part) => {
		const wanted = read(ROW).recipient[part];
		expect(wanted).toBeDefined();
		for (const other of others) {
			const { [heading]: value, ...row } = ROW as IDataObject;
			expect(read({ ...row, [other]: value }).recipient[part]).toBe(wanted);
		}
	});

	it.each([
		['Address 2', ['Street 2', 'Apartment', 'Address line 2'], 'address2', 'Apt 4'],
		['Email', ['E-mail', 'Your e-mail', 'email address'], 'email', 'mara@example.com'],
		['Phone', ['Phone number', 'PHONE'], 'phone', '+16175550100'],
		['Company', ['company'], 'company', 'Odell Ltd.'],
		['Tax Number', ['tax_number'], 'taxNumber', '123'],
	])('%s is read under all its names', (heading, others, part, value) => {
		for (const name of [heading, ...others]) {
			expect(read({ ...ROW, [name]: value }).recipient[part]).toBe(value);
		}
	});

	it('Quantity, Price, Product and Shipping are those of the line', () => {
		const row = {
			...ROW,
			Quantity: undefined,
			Qty: '2',
			Price: '€24,90',
			Item: 'Tee',
			Shipping: 'Express',
		};
		const { lines, shippingMethods } = read(JSON.parse(JSON.stringify(row)) as IDataObject);
		expect(lines).toMatchObject([{ quantity: 2, price: '24.90', name: 'Tee', sku: 'TEE-M' }]);
		expect(shippingMethods).toEqual([['Express']]);
	});

	it("is that of Airtable's lookup", () => {
		const { SKU, ...row } = ROW;
		expect(read({ ...row, 'SKU (from Product)': [SKU] }).lines[0]?.sku).toBe('TEE-M');
	});

	it('first and last name are one name', () => {
		const { Name: _, ...row } = ROW;
		const { recipient } = read({ ...row, 'First Name': 'Mara', 'Last Name': 'Odell' });
		expect(recipient.name).toBe('Mara Odell');
	});

	it.each([
		['Print Fle Back', 'Print File'],
		['PrintFile'.replace('F', 'V'), 'Print File'],
		['Quantitty', 'Quantity'],
		['Order Numbre', undefined],
		['Postal Cde', undefined],
		['Trackin', 'Tracking'],
	])('%s is one letter off %s', (heading, known) => {
		const { Quantity: _, ...row } = ROW;
		const given = known === 'Quantity' ? row : ROW;
		const asked = () => read({ ...given, [heading]: 'x' });
		if (known === undefined) expect(asked).not.toThrow();
		else {
			expect(refusedWith(asked).message).toBe(
				`Order #A-1, row 5 → "${heading}" may be meant as "${known}"`,
			);
		}
	});

	it('one letter off a print file is refused beside another print file too: a side would be missing', () => {
		expect(() => read({ ...ROW, 'Print File': 'a.png', 'Print Fle Back': 'b.png' })).toThrow(
			'may be meant as "Print File"',
		);
	});

	it('one letter off a known one is a column of its own where that is there, or said to be none', () => {
		expect(() => read({ ...ROW, Quantitty: 'x' })).not.toThrow();
		const settings = { columnNames: 'Print File =' };
		expect(() => read({ ...ROW, 'Print Film': 'x' }, settings)).not.toThrow();
		const { description = '' } = refusedWith(() => read({ ...ROW, 'Print Film': 'x' }));
		const [, columnNames = ''] = /add the line (.+) to the option/.exec(description) ?? [];
		expect(() => read({ ...ROW, 'Print Film': 'x' }, { columnNames })).not.toThrow();
		expect(() => read({ ...ROW, 'Print Fil': 'x' }, { columnNames })).toThrow(
			'may be meant as "Print File"',
		);
	});

	it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('may be %s', (heading) => {
		const row = JSON.parse(
			JSON.stringify({ ...ROW, own: 'x' }).replace('"own"', JSON.stringify(heading)),
		) as IDataObject;
		expect(read(row)).toMatchObject({ number: 'A-1', recipient: { city: 'Boston' } });
		expect(read(row).lines[0]?.properties.map(({ names }) => names[0])).toEqual([heading]);
	});
});

describe('Column Names', () => {
	it('names columns in another language, and a path in one', () => {
		const row = {
			...{
				row_number: 5,
				Bestellung: 'A-1',
				Kunde: { name: 'Mara Odell' },
				Strasse: '12 Harbour Street',
			},
			...{ Ort: 'Berlin', PLZ: '10115', Land: 'Deutschland', Artikel: ['TEE-M', 'x'], Menge: 2 },
			Rueckseite: 'https://files.example.com/back.png',
		};
		const columnNames = [
			...['Order Number = Bestellung', 'Name = Kunde.name', 'Street = Strasse', 'City = Ort'],
			...['Zip = PLZ', 'Country = Land', 'SKU = Artikel[0]', 'Qty = menge'],
			'Print File Back = Rueckseite',
		].join('\n');
		expect(read(row, { columnNames })).toMatchObject({
			number: 'A-1',
			recipient: {
				...{ name: 'Mara Odell', address1: '12 Harbour Street', city: 'Berlin' },
				...{ zip: '10115', countryCode: 'DE' },
			},
			lines: [{ sku: 'TEE-M', quantity: 2 }],
		});
		expect(read(row, { columnNames }).lines[0]?.properties[0]).toEqual({
			names: ['Print File Back'],
			value: row.Rueckseite,
		});
	});

	it('takes the place of the heading', () => {
		const { recipient } = read({ ...ROW, Zip: '1', PLZ: '02110' }, { columnNames: 'Zip = PLZ' });
		expect(recipient.zip).toBe('02110');
	});

	it.each(['PLZ', 'Zap = PLZ', '= PLZ'])('refuses the line %s', (columnNames) => {
		expect(refusedWith(() => read(ROW, { columnNames })).message).toBe(
			`Options → Column Names has the line "${columnNames}", which does not begin with a known column and an equals sign`,
		);
	});
});

describe('A cell', () => {
	it.each(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#ERROR!', 'Loading...'])(
		'with the error %s is refused by its name',
		(error) => {
			for (const column of ['SKU', 'Zip', 'Quantity', 'Print File']) {
				expect(refusedWith(() => read({ ...ROW, [column]: error })).message).toBe(
					`Order #A-1, row 5 → "${column}" is "${error}", an error of the sheet`,
				);
			}
			// A column that is not read.
			expect(() => read({ ...ROW, Margin: error })).not.toThrow();
		},
	);

	it.each(['SKU', 'City', 'Print File'])('with several values is refused in %s', (column) => {
		expect(refusedWith(() => read({ ...ROW, [column]: ['a', 'b'] })).message).toBe(
			`Order #A-1, row 5 → "${column}" is a list: add [0]`,
		);
	});

	it('that is a list of one is its entry, and JSON in a text is read', () => {
		const { lines, recipient } = read({ ...ROW, SKU: ['TEE-M'], City: '["Boston"]' });
		expect([lines[0]?.sku, recipient.city]).toEqual(['TEE-M', 'Boston']);
	});

	it('with an upload that has no address says what to do', () => {
		const upload = [{ filename: 'a.png', mimetype: 'image/png', size: 1 }];
		const { message } = refusedWith(() => read({ ...ROW, 'Print File': upload }));
		expect(message).toMatch(/^Order #A-1, row 5 → "Print File" is an upload without an address/);
	});

	it('with a link of Airtable is refused where its value is needed', () => {
		const { message } = refusedWith(() => read({ ...ROW, SKU: ['recA1b2C3d4E5f6G7'] }));
		expect(message).toContain('a link to another record');
	});

	it.each([
		['', 'empty'],
		['two', '"two"'],
		[1.5, '1.5'],
		[-1, '-1'],
	])('with the quantity %j stops its line', (Quantity, shown) => {
		expect(read({ ...ROW, Quantity }).lines[0]?.quantityProblem).toBe(
			`the quantity in "Quantity" is ${shown}, but must be a whole number greater than 0. Write it in digits, such as 2; if another column has it, name that one in the option Column Names.`,
		);
	});

	it('that is no price is left out with what it says', () => {
		expect(read({ ...ROW, Price: 'on request' }).lines[0]).toMatchObject({
			unreadPrice: 'on request',
		});
	});

	it.each([
		['a text that lost its digits', '5.76E+17'],
		['a number that lost its digits', 57000000020010000000],
	] as Array<[string, string | number]>)('with %s as its order number is refused', (_, number) => {
		expect(refusedWith(() => read({ ...ROW, 'Order Number': number })).message).toContain(
			'a number that has lost digits',
		);
	});

	it.each([
		...['Status', 'Cancelled', 'Refunded', 'Shipped'],
		// What has one of these words in it may say the same.
		...['Payment Status', 'payment_status', 'Date shipped', 'Is Paid', 'isRefunded'],
	])('that is filled in %s is reviewed', (column) => {
		expect(textsOf(read({ ...ROW, [column]: 'yes' }))).toEqual([
			expect.stringMatching(
				new RegExp(`^Row 5: "${column}" is "yes", and what that means is not known`),
			),
		]);
		for (const none of ['', false, 'No', 'FALSE', 'n/a', 0, '0', '0.00', '0,00', '€ 0.00']) {
			expect(textsOf(read({ ...ROW, [column]: none }))).toEqual([]);
		}
		expect(textsOf(read({ ...ROW, [column]: 'yes' }, { columnNames: `${column} =` }))).toEqual([]);
	});

	const DECIDING = [
		...['Status', 'Order Status', 'Cancelled', 'Canceled', 'Refunded', 'Shipped'],
		...['Paid at', 'Payment Status', 'Cancelled at', 'Refunded Amount', 'shippedBy', 'Is Ready'],
		'Paid\ndate',
	];

	it.each(DECIDING)(
		'that is filled in %j is answered for that column alone, by the line to paste',
		(column) => {
			const row = { ...ROW, ...Object.fromEntries(DECIDING.map((one) => [one, 'x'])) };
			const [text = ''] = textsOf(read({ ...ROW, [column]: 'x' }));
			const [, line = ''] = /add the line (Own Column = .+) to the option/.exec(text) ?? [];
			const reviewed = textsOf(read(row, { columnNames: line }));
			expect(reviewed).toHaveLength(DECIDING.length - 1);
			expect(reviewed.join()).not.toContain(JSON.stringify(column));
			const answers = DECIDING.map((one) => `own column = ${one.replace('\n', ' ')}`);
			expect(textsOf(read(row, { columnNames: answers.join('\n') }))).toEqual([]);
		},
	);

	it.each([
		['Status =', ['Status', 'Order Status']],
		['Status = Zustand', ['Status', 'Order Status']],
		['Cancelled =', ['Cancelled', 'Canceled']],
		['Payment Status =', ['Payment Status']],
	])('in Column Names, %s takes away these headings alone', (columnNames, taken) => {
		for (const column of DECIDING) {
			expect(textsOf(read({ ...ROW, [column]: 'x' }, { columnNames }))).toHaveLength(
				taken.includes(column) ? 0 : 1,
			);
		}
	});

	it('that is filled in a column named as the status is answered like one with its heading', () => {
		const row = { ...ROW, Zustand: 'x' };
		const [text = ''] = textsOf(read(row, { columnNames: 'Status = Zustand' }));
		expect(text).toContain('add the line Own Column = Zustand to');
		const columnNames = 'Status = Zustand\nOwn Column = Zustand';
		expect(textsOf(read(row, { columnNames }))).toEqual([]);
	});

	it('in a column of the owner is no property, and says whether a row is due where a line asks for it', () => {
		const row = { ...ROW, 'Paid at': '' };
		const columnNames = 'Own Column = Paid at';
		expect(read({ ...row, 'Paid at': 'x' }, { columnNames }).lines[0]?.properties).toEqual([]);
		expect(read(row, { columnNames, readyColumn: 'Paid at' }).nothingToDo).toContain('not ready');
	});

	it.each([
		...['Quantity (pcs)', 'Order Qty', 'quantity_ordered', 'orderQty'],
		'What quantity of shirts would you like to order from us?',
	])('in %j is refused where no column is the quantity, with the lines to add', (heading) => {
		const { Quantity: _, ...row } = { ...ROW, [heading]: 3 };
		const { message, description = '' } = refusedWith(() => read(row));
		expect(message).toBe(
			`Order #A-1, row 5 → ${JSON.stringify(heading)} may be meant as "Quantity"`,
		);
		const [, isIt = ''] = /the line (Quantity = .+) there/.exec(description) ?? [];
		expect(read(row, { columnNames: isIt }).lines[0]?.quantity).toBe(3);
		const [, isOwn = ''] = /add the line (Own Column = .+) to the option/.exec(description) ?? [];
		expect(read(row, { columnNames: isOwn }).lines[0]?.quantity).toBe(1);
		expect(read(row, { columnNames: 'Quantity =' }).lines[0]?.quantity).toBe(1);
		expect(read({ ...row, Qty: 2 }).lines[0]?.quantity).toBe(2);
		// A record of Airtable lacks what is empty.
		const columns = new Map([['quantity', 'Quantity']]);
		expect(read(row, { columns }).lines[0]?.quantityProblem).toContain('is empty');
	});

	it('two columns that say different things are refused', () => {
		expect(refusedWith(() => read({ ...ROW, Street: '1 Other Street' })).message).toBe(
			'Order #A-1, row 5 → "Address 1" and "Street" say different things, and both are "Address 1"',
		);
		expect(() => read({ ...ROW, Street: ADDRESS['Address 1'] })).not.toThrow();
	});
});

describe('Rows', () => {
	it('have the address of the first, and two are refused', () => {
		const second = { row_number: 6, 'Order Number': 'A-1', SKU: 'MUG', Quantity: 1, City: '' };
		expect(read([ROW, second])).toMatchObject({ recipient: { city: 'Boston' }, rows: [5, 6] });
		expect(read([second, ROW])).toMatchObject({ recipient: { city: 'Boston' } });
		expect(read([ROW, { ...ROW, row_number: 6 }])).toMatchObject({ rows: [5, 6] });
		expect(refusedWith(() => read([ROW, { ...second, City: 'Berlin' }])).message).toBe(
			'Order #A-1, row 6 → City is not that of row 5, and both are rows of one order',
		);
	});

	it('have one address where they write it in other capitals or blanks', () => {
		const texts = Object.entries(ADDRESS).map(([heading, text]) => [heading, text.toUpperCase()]);
		const second = { ...ROW, ...(Object.fromEntries(texts) as IDataObject), row_number: 6 };
		const { recipient, lines } = read([ROW, { ...second, Name: ' MARA  ODELL' }]);
		expect(recipient).toMatchObject({ name: 'Mara Odell', address1: '12 Harbour Street' });
		expect(lines).toHaveLength(2);
		for (const [heading, other] of [
			...[
				['Name', 'Mara Odel'],
				['Address 1', '1-2 Harbour Street'],
				['Zip', '02111'],
			],
		] as Array<[string, string]>) {
			expect(() => read([ROW, { ...second, [heading]: other }])).toThrow('is not that of row 5');
		}
	});

	it('without the quantity that another row has are refused as with an empty one', () => {
		const { Quantity: _, ...row } = ROW;
		const { Quantity: __, ...second } = { ...ROW, row_number: 6, SKU: 'MUG' };
		const empty = expect.stringMatching(/^the quantity in "(?:Qty|Quantity)" is empty/) as string;
		const problemsOf = (...given: Parameters<typeof read>) =>
			read(...given).lines.map(({ quantityProblem }) => quantityProblem);
		expect(problemsOf([ROW, second])).toEqual([undefined, empty]);
		expect(problemsOf([row, { ...second, Qty: 2 }])).toEqual([empty, undefined]);
		expect(problemsOf(row, { columns: new Map([['quantity', 'Qty']]) })).toEqual([empty]);
		expect(problemsOf(row, { columnNames: 'Quantity = Qty' })).toEqual([empty]);
		expect(problemsOf([row, second])).toEqual([undefined, undefined]);
		expect(problemsOf(row, { columnNames: 'Quantity =' })).toEqual([undefined]);
	});

	it.each([
		'Delivery address',
		'Street 1',
		'Street name',
		'Strasse',
		'Billing Street',
		'Address 1',
	])('have no street where it is in %s alone or empty: what Address 2 says is none', (heading) => {
		const { 'Address 1': street, ...row } = ROW;
		const written = heading === 'Address 1' ? '' : street;
		for (const second of ['Address 2', 'Address Line 2', 'Street 2', 'Apartment']) {
			const { recipient, addressAdvice } = read({
				...{ ...row, [heading]: written },
				[second]: 'Apt 4',
			});
			expect(recipient).toMatchObject({ address2: 'Apt 4' });
			expect(recipient.address1).toBeUndefined();
			expect(addressAdvice).toContain('Fill its cells "Address 1".');
		}
	});

	it('name a cell that is empty by its own heading, and the columns where one is missing', () => {
		const { Zip: _, City: __, ...row } = ROW;
		expect(read({ ...row, Town: '', Postcode: '' }).addressAdvice).toBe(
			'Fill its cells "Town" and "Postcode".',
		);
		expect(read({ ...row, Town: '', Plz: '20457' }).addressAdvice).toMatch(
			/^Fill its cells "Town" and "Zip"\. The columns are .*"Plz": if another one is "Zip", name it in the option Column Names, such as Zip = PLZ\.$/,
		);
	});

	it.each(['House Number', 'house_number', 'House No.', 'Street Number'])(
		'are refused where %s is not in the street',
		(heading) => {
			for (const number of [12, '12', '12a']) {
				const row = { ...ROW, 'Address 1': 'Harbour Street', [heading]: number };
				expect(refusedWith(() => read(row)).message).toBe(
					`Order #A-1, row 5 → "${heading}" is "${number}", and the street "Harbour Street" lacks it`,
				);
				const { recipient } = read({ ...row, 'Address 1': `Harbour Street ${number}` });
				expect(recipient.address1).toBe(`Harbour Street ${number}`);
				expect(() => read(row, { columnNames: 'House Number =' })).not.toThrow();
			}
			expect(() => read({ ...ROW, [heading]: '' })).not.toThrow();
		},
	);

	it.each<[IDataObject, string]>([
		[{ City: '', Zip: '' }, 'cells "City" and "Zip".'],
		[{ 'Address 1': '' }, 'cells "Address 1".'],
		[{ Name: '' }, 'cells "Name".'],
		[{ Name: '', Company: 'Odell Ltd', City: '' }, 'cells "City".'],
	])('name the cells of an address that are empty, and no others: %j', (changes, cells) => {
		expect(read({ ...ROW, ...changes }).addressAdvice).toContain(cells);
	});

	it('that say the same are reviewed, as one may have been pasted twice; not those of an answer', () => {
		const { row_number: _, ...fields } = ROW;
		const record = (id: string) => ({ id: `rec${id.repeat(14)}`, createdTime: id, fields });
		const reviewed = [
			expect.stringMatching(
				/^Row .+ says the same as .+: check that both are to be produced\. For more pieces, enter their Quantity in one row$/,
			),
		];
		expect(textsOf(read([ROW, { ...ROW, row_number: 6 }]))).toEqual(reviewed);
		expect(textsOf(read([record('a'), record('b')]))).toEqual(reviewed);
		expect(textsOf(read([ROW, { ...ROW, row_number: 6, Note: 'second' }]))).toEqual([]);
	});

	it('that came twice are refused, and so is a quantity that may be thousands', () => {
		expect(refusedWith(() => read([ROW, { ...ROW }])).message).toBe(
			'Order #A-1, row 5 came twice in this execution',
		);
		expect(read([ROW, { ...ROW, row_number: 6 }]).lines).toHaveLength(2);
		const [line] = read({ ...ROW, Quantity: '1.000' }).lines;
		expect(line).toMatchObject({ quantity: 0, quantityProblem: expect.stringContaining('1.000') });
		expect(read({ ...ROW, Quantity: '1.0' }).lines).toMatchObject([{ quantity: 1 }]);
	});

	it('without SKU, name and address are skipped', () => {
		expect(
			read({ row_number: 9, 'Order Number': '', SKU: '', Name: '', Notes: 'x' }),
		).toMatchObject({
			nothingToDo: 'The row has no SKU, name or address',
		});
	});

	it.each<[what: string, row: object, listed: string, first: string]>([
		[
			'headings of another language',
			{ row_number: 2, Bestellnummer: 7001, PLZ: '01067', Artikel: 'TEE-M' },
			'"Bestellnummer", "PLZ", "Artikel"',
			'Bestellnummer',
		],
		[
			'headings of a sheet without any',
			{ row_number: 2, col_1: '77', col_2: 'Mara Odell' },
			'"col_1", "col_2"',
			'col_1',
		],
		['rows in a list', { data: [ROW, { ...ROW, row_number: 6 }] }, '"data"', 'data'],
		[
			'one row in a list, beside other fields',
			{ spreadsheetId: 'x', values: [ROW] },
			'"spreadsheetId", "values"',
			'spreadsheetId',
		],
		[
			'the body of a webhook of another kind',
			{ headers: {}, body: { event: 'ping', object: { a: 1 } } },
			'"event", "object"',
			'event',
		],
	])('of which no heading is known are refused: %s', (_, row, listed, first) => {
		const { message, description } = refusedWith(() => read(row as IDataObject));
		expect(message).toMatch(/^Row(?: 2)? has no column that is known, so it is no order$/);
		expect(description).toBe(
			`Its columns are ${listed}: name them in the option Column Names, a line each, such as Order Number = ${first}. If the rows are in one of these, add a Split Out node before this one, with that field.`,
		);
		const columns = new Map([['sku', 'SKU']]);
		expect(() => read(row as IDataObject, { columns })).toThrow('no column that is known');
	});

	it('of which no heading is known are refused in few words, however long these are', () => {
		const long = 'x'.repeat(1_000_000);
		const { message, description = '' } = refusedWith(() =>
			read({ [long]: long, [`${long}2`]: 1 }),
		);
		expect(`${message}${description}`.length).toBeLessThan(1_000);
	});

	it('that say nothing are skipped, and so are records of Airtable that lack what others have', () => {
		const nothingToDo = 'The row has no SKU, name or address';
		for (const row of [{}, { row_number: 2, PLZ: '', Artikel: null }]) {
			expect(read(row)).toMatchObject({ nothingToDo });
		}
		const columnNames = 'SKU = Artikel';
		const empty = { row_number: 2, Artikel: '', Notiz: 'x' };
		expect(read(empty, { columnNames })).toMatchObject({ nothingToDo });
		const fields = { Notes: 'x' };
		const record = { id: 'recA1b2C3d4E5f6G7', createdTime: '2026-10-01', fields };
		const columns = new Map([['sku', 'SKU']]);
		expect(read(record, { columns })).toMatchObject({ nothingToDo });
		expect(() => read(record)).toThrow('no column that is known');
	});

	it('without an order number are refused with all else, unless there is an External ID', () => {
		const row = { ...ROW, 'Order Number': '' };
		const problem = { message: 'Row 5 has no order number' };
		expect(read(row)).toMatchObject({ findings: [{ problem }], recipient: { city: 'Boston' } });
		expect(read(row, { isNamed: true })).toMatchObject({ findings: [], lines: [{}] });
	});

	it('of one SKU are numbered, and records of Airtable have their ID', () => {
		const record = { id: 'recA1b2C3d4E5f6G7', createdTime: '2026-10-01', fields: ROW };
		expect(read([ROW, { ...ROW, row_number: 6 }]).lines.map(({ id }) => id)).toEqual([
			'TEE-M',
			'TEE-M (2)',
		]);
		expect(read(record)).toMatchObject({ lines: [{ id: record.id }], rows: [record.id] });
	});

	it.each([
		[{ Ready: 'yes' }, undefined],
		[{ Ready: true, Paid: 'x' }, undefined],
		[{ Ready: true, Paid: '' }, 'Row 5 is not ready: its "Paid" is not ticked'],
		[{ Ready: 'n/a' }, 'Row 5 is not ready: its "Ready" is not ticked'],
		[{ Ready: 'maybe', Paid: 'no' }, 'Row 5 is not ready: its "Paid" is not ticked'],
		[{ Tracking: '1Z999AA10123456784' }, 'All rows have a tracking number'],
		[{ Tracking: '1Z999AA10123456784', Paid: 'paid' }, 'All rows have a tracking number'],
	])('with %j: %s', (changes, nothingToDo) => {
		expect(read({ ...ROW, ...changes }).nothingToDo).toBe(nothingToDo);
	});

	it.each(['paid', 'Y', '2026-10-12', 'soon', ['yes', 'no'], true])(
		'with %j in a column that decides are due or refused, never left out',
		(value) => {
			for (const heading of ['Paid', 'Ready', 'Approved']) {
				const asked = () => read({ ...ROW, [heading]: value }, { readyColumn: heading });
				if (value === true) expect(asked().lines).toHaveLength(1);
				else {
					expect(refusedWith(asked).message).toBe(
						`Order #A-1, row 5 → "${heading}" is ${JSON.stringify(value)}, which is neither a tick nor a no`,
					);
				}
			}
		},
	);

	it.each([
		...['1Z999AA10123456784', '1Z 999 AA1 01 2345 6784', '9400 1000 0000 0000 0000 00'],
		...[340434161094, 3.4043416109402e19, '3.4E+19', ['DPD', '01234567890123']],
		...['https://parcels.example.com/?number=00340434', 'DHL: 00340434161094'],
	])('with the tracking number %j are done', (Tracking) => {
		expect(read({ ...ROW, Tracking } as IDataObject).nothingToDo).toBe(
			'All rows have a tracking number',
		);
	});

	it.each([
		...['-', 'n/a', '0', 0, 'pending', 'sent by Jo', true, 'none'],
		...['2026-10-12', '12/10/2026 08:00', '2026-10-12T08:00:00.000Z', '12 Oct 2026'],
	])('with %j as Tracking are reviewed', (Tracking) => {
		const order = read({ ...ROW, Tracking } as IDataObject);
		expect(order.nothingToDo).toBeUndefined();
		expect(order.lines).toMatchObject([{ quantity: 1 }]);
		expect(order.lines[0]?.fulfilled).toBeUndefined();
		expect(order.findings).toMatchObject([
			{
				level: 'review',
				isOfNew: true,
				text: expect.stringMatching(/^Row 5: "Tracking" is .*no tracking number/),
			},
		]);
	});

	it.each(['', null, false])('with %j as Tracking are to be placed', (Tracking) => {
		expect(textsOf(read({ ...ROW, Tracking }))).toEqual([]);
	});

	it.each([
		['A-1', 'a-1'],
		['A-1', 'A -1'],
		['01001', '1001'],
		['01001', 1001],
		['Ä-1', 'A\u0308-1'],
	] as Array<[string, string | number]>)(
		'of the numbers %j and %j are refused, all of them',
		(one, other) => {
			const rows = [one, other].map((number, index) => ({
				...{ ...ROW, row_number: index + 5, 'Order Number': number },
				Ready: index === 0,
			}));
			expect(refusedWith(() => read(rows)).message).toBe(
				`Order #${one} is written in different ways: ${JSON.stringify(one)} in row 5, "${other}" in row 6`,
			);
			// They left long ago.
			const tracked = rows.map((row) => ({ ...row, Tracking: '1Z999AA10123456784' }));
			expect(read(tracked).nothingToDo).toBe('All rows have a tracking number');
		},
	);

	it('of one number with blanks around it, or a sign before it, are one order', () => {
		const numbers = ['1001', ' 1001 ', 1001, '#1001'];
		const rows = numbers.map((number, index) => ({
			...{ ...ROW, row_number: index + 5, 'Order Number': number },
		}));
		expect(read(rows)).toMatchObject({ number: '1001', rows: [5, 6, 7, 8] });
	});

	it('of other orders say that there is a column Paid', () => {
		const record = { id: 'recA1b2C3d4E5f6G7', createdTime: '2026-10-01', fields: ROW };
		expect(read(record).nothingToDo).toBeUndefined();
		expect(read(record, { columns: new Map([['paid', 'paid?']]) }).nothingToDo).toBe(
			`Row ${record.id} is not ready: its "paid?" is not ticked`,
		);
	});

	it('are called not ready by the column that Ready Column names', () => {
		for (const row of [ROW, { ...ROW, Paid: false }]) {
			expect(read(row, { readyColumn: 'Paid' }).nothingToDo).toBe(
				'Row 5 is not ready: its "Paid" is not ticked',
			);
		}
	});

	it.each([{}, { Country: 'US' }, { 'Order Number': 'Total' }])(
		'of totals with %j are skipped',
		(others) => {
			const totals = { row_number: 9, 'Order Number': '', Name: '', SKU: '', Zip: '' };
			const row = { ...totals, Quantity: 7, Price: 174.3, ...others };
			expect(read(row).nothingToDo).toBe('The row has no SKU, name or address');
		},
	);

	it.each([{}, { Quantity: 2 }, { Country: 'US', Price: 9 }])(
		'wait for one that has their order number and nothing to produce: %j',
		(others) => {
			const begun = { row_number: 6, 'Order Number': 'A-1', Name: '', SKU: '', ...others };
			const whole = { ...ROW, 'Order Number': 'A-1' };
			for (const rows of [
				[whole, begun],
				[begun, whole],
			]) {
				expect(read(rows).nothingToDo).toBe(
					'Row 6 has the order number, and no SKU yet: enter it, or delete the row',
				);
			}
			expect(read([{ ...whole, Tracking: '1Z999AA10123456784' }, begun]).nothingToDo).toBe(
				'All rows have a tracking number',
			);
			expect(read([whole, { ...begun, SKU: 'MUG' }]).lines).toHaveLength(2);
		},
	);

	it('name the columns that are not known, where these say something', () => {
		const row = { ...ROW, Fulfilment: 'open', Pieces: 3, Notes: '', Paid: true };
		expect(read([row, { ...row, row_number: 6 }]).unreadColumns).toEqual([
			...['Fulfilment', 'Pieces'],
		]);
		const named = { ...ROW, PLZ: '02110', Land: { code: 'US' }, Status: 'x', 'Sales rep': 'Jo' };
		const columnNames = 'Zip = PLZ\nCountry = Land.code\nStatus =';
		expect(read(named, { columnNames }).unreadColumns).toEqual(['Sales rep']);
	});

	it('of one SKU in other capitals are numbered as one', () => {
		const rows = [ROW, { ...ROW, row_number: 6, SKU: 'tee-m' }];
		expect(read(rows).lines.map(({ id }) => id)).toEqual(['TEE-M', 'tee-m (2)']);
	});

	it('wait for a box that is absent in one of them, or that Ready Column names', () => {
		const { nothingToDo } = read([
			{ ...ROW, Paid: true },
			{ ...ROW, row_number: 6 },
		]);
		expect(nothingToDo).toBe('Row 6 is not ready: its "Paid" is not ticked');
		expect(read(ROW, { readyColumn: 'Approved' }).nothingToDo).toContain('not ready');
		expect(
			read({ ...ROW, approved: true }, { readyColumn: 'Approved' }).nothingToDo,
		).toBeUndefined();
	});

	it('of which some have a tracking number leave these out', () => {
		const { lines } = read([
			{ ...ROW, Tracking: '1Z999AA10123456784' },
			{ ...ROW, row_number: 6 },
		]);
		expect(lines.map(({ fulfilled }) => fulfilled)).toEqual([1, undefined]);
	});

	it('of a sheet say what their owner wrote, and answers what a customer did', () => {
		const answer = {
			...ROW,
			row_number: undefined,
			submittedAt: '2026-10-01',
			formMode: 'production',
		};
		const propertiesOf = (row: object) =>
			read({ ...row, Back: 'Odell' }).lines[0]?.properties.map(({ isField = false }) => isField);
		expect(propertiesOf(ROW)).toEqual([true]);
		expect(propertiesOf(JSON.parse(JSON.stringify(answer)) as object)).toEqual([false]);
	});
});

describe('A row without a SKU', () => {
	const { SKU: _, ...rest } = ROW;
	const adviceOf = (...rows: IDataObject[]) => read(rows).lines.map(({ skuAdvice }) => skuAdvice);

	it('has the line for each of its columns that Column Names may name', () => {
		const row = { ...rest, product_code: 'TEE-M', 'My\ncolour': 'Black', Empty: '' };
		expect(adviceOf(row)).toEqual([
			'If a column has the SKU, enter its line in the option Column Names: "SKU = product_code", "SKU = My colour"',
		]);
		const columnNames = 'SKU = product_code';
		expect(read(row, { columnNames }).lines).toMatchObject([{ sku: 'TEE-M' }]);
	});

	it('has at most 20 of them', () => {
		const columns = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`c${at}`, 'x']));
		const [advice] = adviceOf({ ...rest, ...columns });
		expect(advice?.match(/"SKU = c\d+"/g)).toHaveLength(20);
		expect(advice).toMatch(/and 5 more$/);
	});

	it('has none where a column is known for it, or there is no other', () => {
		expect(adviceOf({ ...rest, SKU: '', Colour: 'Black' })).toEqual([undefined]);
		expect(
			adviceOf(ROW, { ...rest, row_number: 6, Product: 'Tee', Colour: 'Black' })[1],
		).toBeUndefined();
		expect(adviceOf({ ...rest, Product: 'Tee' })).toEqual([undefined]);
	});
});
