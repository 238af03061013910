/** Answers of forms: whose address is whose, products of a list, payments, tests, and how they arrive. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { atOnce } from '../../../../../nodes/PodFulfilment/input/nextTurn.ts';
import { statedValues } from '../../../../../nodes/PodFulfilment/order/shop/lines/catalogWords.ts';
import { IgnoredProperties } from '../../../../../nodes/PodFulfilment/order/shop/lines/lineValues.ts';
import { readItems } from '../../../../support/rows.ts';
import { refusedWith } from '../../../transport/wording.ts';

const read = (item: IDataObject, settings?: Parameters<typeof readItems>[1]) =>
	atOnce(readItems([item], settings));

const textsOf = ({ findings }: ReturnType<typeof read>): string[] =>
	findings.flatMap((finding) => (finding.level === 'problem' ? [] : finding.text));

const ADDRESS = {
	...{ Street: '12 Harbour Street', City: 'Boston', State: 'MA', Zip: '02110', Country: 'US' },
	...{ Name: 'Mara Odell' },
};

const block = (street: string, changes: IDataObject = {}): IDataObject => ({
	...{ addr_line1: street, addr_line2: '', city: 'Boston', state: 'MA', postal: '02110' },
	...{ country: 'United States', ...changes },
});

const jotform = (answers: IDataObject): IDataObject => ({
	...{ formID: '1', submissionID: '5500' },
	rawRequest: { 'Full Name': { first: 'Mara', last: 'Odell' }, SKU: 'TEE-M', ...answers },
});

const products = (...list: IDataObject[]): IDataObject => ({
	'My Products': {
		products: list.map((product) => ({ productName: 'Team Tee', unitPrice: '24.90', ...product })),
	},
});

/** Tally's answer, with a field for each column. */
const tally = (columns: IDataObject, ...fields: IDataObject[]): IDataObject => ({
	eventType: 'FORM_RESPONSE',
	data: {
		submissionId: 's1',
		fields: [
			...Object.entries(columns).map(([label, value]) => ({ label, type: 'INPUT_TEXT', value })),
			...fields,
		],
	},
});

/** Typeform's answer, simplified, or as Typeform gives it. */
const typeform = (columns: IDataObject, isWhole = false): IDataObject => ({
	event_type: 'form_response',
	form_response: {
		token: 't1',
		definition: {
			fields: Object.keys(columns).map((title, index) => ({ id: `f${index}`, title })),
		},
		answers: isWhole
			? Object.values(columns).map((value, index) => {
					const type = typeof value === 'object' ? 'payment' : 'text';
					return { type, field: { id: `f${index}` }, [type]: value };
				})
			: columns,
	},
});

const ANSWER = { ...ADDRESS, SKU: 'TEE-M', Quantity: 1 };

describe('A whole address in an answer', () => {
	const KNOWN = ['Address', 'Address 1', 'Street Address', 'Shipping Address'];
	const OTHERS = ['Billing Address', 'Your company address', 'Rechnungsadresse', 'Return Address'];

	it.each(KNOWN)('is that of the recipient in %s', (heading) => {
		expect(read(jotform({ [heading]: block('12 Harbour Street') })).recipient).toMatchObject({
			...{ name: 'Mara Odell', address1: '12 Harbour Street', city: 'Boston' },
			...{ zip: '02110', stateCode: 'MA', countryCode: 'US' },
		});
	});

	it.each(OTHERS)('is refused in %s, with the line that takes it', (heading) => {
		const answers = jotform({ [heading]: block('9 Bill St') });
		const { message, description } = refusedWith(() => read(answers));
		expect(message).toBe(`Answer → "${heading}" must say to which address the parcel goes`);
		const line = `Address 1 = ${heading}`;
		expect(description).toContain(`Add the line ${line} to the option Column Names`);
		expect(read(answers, { columnNames: line }).recipient).toMatchObject({
			...{ address1: '9 Bill St', city: 'Boston', zip: '02110', countryCode: 'US' },
		});
	});

	it.each(OTHERS)('beside another one in %s is refused, with a line that works', (heading) => {
		for (const known of [...KNOWN, 'Second address']) {
			const answers = jotform({ [heading]: block('9 Bill St'), [known]: block('1 Ship St') });
			const { message, description = '' } = refusedWith(() => read(answers));
			expect(message).toContain('must say to which address the parcel goes');
			const [, line = ''] = /line (.+) to the option/.exec(description) ?? [];
			const isKnown = KNOWN.includes(known);
			expect(line).toBe(`Address 1 = ${isKnown ? known : heading}`);
			expect(read(answers, { columnNames: line }).recipient.address1).toBe(
				isKnown ? '1 Ship St' : '9 Bill St',
			);
		}
	});

	it('is no second one where it is empty, or says the same', () => {
		const shipping = { 'Shipping Address': block('1 Ship St') };
		const empty = block('', { city: '', state: '', postal: '', country: '' });
		for (const billing of [empty, block('1 Ship St')]) {
			const { recipient } = read(jotform({ 'Billing Address': billing, ...shipping }));
			expect(recipient.address1).toBe('1 Ship St');
		}
	});

	it('is empty, part by part, where its known one is', () => {
		const { addressAdvice } = read(jotform({ Address: block('', { city: '', postal: '' }) }));
		expect(addressAdvice).toContain('"Address.addr_line1" and "Address.city" and "Address.postal"');
	});

	it('leaves a part to the column that Column Names has for it', () => {
		const answers = jotform({ 'Shipping Address': block('1 Ship St'), Land: 'Canada' });
		const { recipient } = read(answers, { columnNames: 'Country = Land' });
		expect(recipient).toMatchObject({ address1: '1 Ship St', countryCode: 'CA' });
	});
});

describe('A phone number in parts', () => {
	it('is one number', () => {
		const phone = { area: '617', phone: '555-0100' };
		const answers = jotform({ Address: block('1 Ship St'), 'Phone Number': phone });
		expect(read(answers).recipient.phone).toBe('617 555-0100');
	});
});

describe("Jotform's own fields", () => {
	const OWN = {
		...{ slug: 'submit/2312', jsExecutionTracker: 'build-date-17=>init', submitDate: '17' },
		...{ uploadServerUrl: 'https://upload.jotform.com/upload', timeToSubmit: '21', event_id: '1' },
		...{ temp_upload: { q7_printFile: ['a.png'] }, path: '/submit/2312', preview: 'true' },
		...{ validatedNewRequiredFieldIDs: '{"new":1}', 'Some new one': 'x', Quantity: 'x' },
	};
	const upload = 'https://www.jotform.com/uploads/pod/2312/61/a.png';
	const raw = (answers: IDataObject): IDataObject => ({
		...{ formID: '1', submissionID: '5500' },
		rawRequest: JSON.stringify({ ...OWN, ...answers }),
	});
	const questions = {
		...{ q3_fullName: { first: 'Mara', last: 'Odell' }, q4_shippingAddress: block('1 Ship St') },
		...{ q5_sku: 'TEE-M', q6_nameOnBack: 'Odell' },
	};
	const namesIn = ({ lines }: ReturnType<typeof read>) =>
		lines[0]?.properties.map(({ names }) => names[0]);

	it('are no answers where questions have their names', () => {
		const order = read(raw(questions));
		expect(order.recipient).toMatchObject({ name: 'Mara Odell', address1: '1 Ship St' });
		expect(order.lines).toMatchObject([{ sku: 'TEE-M', quantity: 1 }]);
		expect(namesIn(order)).toEqual(['nameOnBack']);
		expect(order.unreadColumns).toEqual(['nameOnBack']);
	});

	it('are not an upload, which is a list of addresses under its bare name', () => {
		const order = read(raw({ ...questions, printFile: [upload], otherFile: [upload, upload] }));
		expect(namesIn(order)).toEqual(['printFile', 'nameOnBack', 'otherFile']);
		expect(order.lines[0]?.properties[0]?.value).toBe(upload);
	});

	it('are read where Column Names asks for them', () => {
		const order = read(raw({ ...questions, q5_sku: '' }), { columnNames: 'SKU = event_id' });
		expect(order.lines).toMatchObject([{ sku: '1' }]);
	});

	it('are answers where no question has the form of a name', () => {
		const answers = { 'Full Name': 'Mara', 'Shipping Address': block('1 Ship St'), SKU: 'TEE-M' };
		expect(read(raw({ ...answers, Quantity: '2' })).lines).toMatchObject([{ quantity: 2 }]);
	});
});

describe('A product of a list', () => {
	const own = { quantity: '1', productOptions: ['Color: Navy', 'Size: M'] };
	const withList = (questions: IDataObject, ...list: IDataObject[]): IDataObject =>
		jotform({ SKU: '', Address: block('1 Ship St'), ...questions, ...products(own, ...list) });

	it.each([
		['Quantity', '3', '1'],
		['Qty', '3', '1'],
		['Product', 'Mug', 'Team Tee'],
		['Price', '9.00', '24.90'],
	])('is refused beside a question %s that says something else', (heading, said, same) => {
		const answers = withList({ [heading]: said });
		const { message, description = '' } = refusedWith(() => read(answers));
		expect(message).toContain(`Answer → "${heading}" and "My Products: `);
		expect(message).toContain('say different things');
		const [, line = ''] = /line (.+) to the option/.exec(description) ?? [];
		expect(() => read(answers, { columnNames: line })).not.toThrow();
		expect(() => read(withList({ [heading]: same }))).not.toThrow();
		expect(() => read(withList({ [heading]: '' }))).not.toThrow();
	});

	it('has the quantity that Column Names says, of the question or of each product', () => {
		const answers = withList({ Quantity: '3' }, { ...own, quantity: '2', productName: 'Mug' });
		const quantitiesBy = (columnNames: string) =>
			read(answers, { columnNames }).lines.map(({ quantity }) => quantity);
		expect(quantitiesBy('Quantity = Quantity')).toEqual([3, 3]);
		expect(quantitiesBy('Quantity = My Products: Quantity')).toEqual([1, 2]);
		expect(
			read(withList({}), { columnNames: 'Quantity = Quantity' }).lines.map((one) => one.quantity),
		).toEqual([1]);
	});

	it.each([
		['Size', 'L', 'M'],
		['size', 'l', 'm'],
		['Color', 'White', 'Navy'],
	])('is refused beside a question %s: %s', (heading, said, same) => {
		expect(refusedWith(() => read(withList({ [heading]: said }))).message).toMatch(
			new RegExp(`^Answer → "${heading}" is "${said}", and the list of products says`),
		);
		const { lines, unreadColumns } = read(withList({ [heading]: same }));
		expect(lines[0]?.properties.map(({ names }) => names[0])).toEqual(['Color', 'Size', 'Product']);
		expect(unreadColumns).toEqual([]);
	});
});

describe('A payment in an answer', () => {
	const payment = { amount: '24.90', last4: '4242', name: 'Mara Odell' };

	it.each([true, false])('of Typeform that failed is reviewed, whole: %s', (isWhole) => {
		for (const success of [false, 'false', null, 0]) {
			const answers = { ...ANSWER, 'Card details': { ...payment, success } };
			expect(textsOf(read(typeform(answers, isWhole)))).toEqual([
				'Answer: "Card details" says of no payment that it was made: check whether it was before you confirm the order',
			]);
		}
		const paid = { ...ANSWER, 'Card details': { ...payment, success: true } };
		expect(textsOf(read(typeform(paid, isWhole)))).toEqual([]);
	});

	const tallyPayment = (price: unknown): IDataObject[] =>
		['price', 'currency', 'name', 'email', 'link'].map((part) => ({
			...{ label: `Payment (${part})`, type: 'PAYMENT' },
			value: part === 'price' || price === null ? price : 'x',
		})) as IDataObject[];

	it('of Tally is nothing that the customer wrote, and Column Names may name it', () => {
		const order = read(tally(ANSWER, ...tallyPayment(24.9)));
		expect(textsOf(order)).toEqual([]);
		expect(order.lines[0]?.properties).toEqual([]);
		const columnNames = 'Price = Payment (price)';
		expect(read(tally(ANSWER, ...tallyPayment(24.9)), { columnNames }).lines[0]?.price).toBe(
			'24.90',
		);
		expect(textsOf(read(tally(ANSWER, ...tallyPayment(null))))).toEqual([
			expect.stringContaining('"Payment (price)" says of no payment that it was made'),
		]);
	});
});

describe('An answer from the Webhook node', () => {
	const answers = {
		Tally: tally(ANSWER),
		Typeform: typeform(ANSWER),
		Jotform: jotform({ Address: block('1 Ship St') }),
	};

	it.each(Object.entries(answers))('of %s is read with and without its headers', (_, body) => {
		for (const item of [{ body }, { body, headers: {} }, body]) {
			expect(read(item)).toMatchObject({ recipient: { city: 'Boston' } });
			expect(read(item).nothingToDo).toBeUndefined();
		}
	});

	it.each(Object.entries(answers))('of %s is a test while it listens for one', (_, body) => {
		const item = { headers: {}, body, executionMode: 'test' };
		expect(read(item).nothingToDo).toContain('The answer is a test');
		expect(textsOf(read(item, { sendTestOrders: true }))).toEqual(['This is a test order']);
		expect(read({ ...item, executionMode: 'production' }).nothingToDo).toBeUndefined();
	});
});

describe('What no customer entered in an answer', () => {
	const stated = (given: ReturnType<typeof read>): string[] =>
		given.lines
			.flatMap((line) => statedValues(line, new IgnoredProperties()))
			.flatMap(({ name, isField }) => (isField ? [] : name));

	it.each<[string, (columns: IDataObject) => IDataObject]>([
		["n8n's Form", (columns) => ({ ...columns, submittedAt: 'x', formMode: 'production' })],
		['Tally', (columns) => tally(columns)],
		['Typeform', (columns) => typeform(columns)],
		['Jotform', (columns) => jotform(columns)],
	])('of %s is a column that Column Names has for a part', (_, answerOf) => {
		const columns = { ...ADDRESS, SKU: 'TEE-M', 'How many?': 2, 'Which one?': 'Tee', Text: 'Ada' };
		const columnNames = 'Quantity = how many?\nProduct = Which one?\nOrder Number = SKU';
		const given = read(answerOf(columns), { columnNames });
		expect(given.lines[0]).toMatchObject({ quantity: 2, name: 'Tee' });
		expect(stated(given)).toEqual(['Text']);
	});

	it.each(['HIDDEN_FIELDS', 'CALCULATED_FIELDS'])('of Tally is a field of the type %s', (type) => {
		const field = (label: string, value: string): IDataObject => ({ label, type, value });
		const hidden = [field('source', 'post'), field('Order Number', '77'), field('Text', 'Eve')];
		const given = read(tally({ ...ANSWER, Text: 'Ada', Consent: 'I agree' }, ...hidden));
		expect(given.number).toBe('77');
		expect(stated(given)).toEqual(['Text', 'Consent']);
	});
});
