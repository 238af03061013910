// The columns of a row, as n8n's nodes give them: Google Sheets, Airtable (flat and under `fields`), n8n's Form, and the
// answers of Tally, Typeform and Jotform, which are found by what only these have. docs/rows.md says what each leaves out.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableName, comparableOptionValue } from '../../../input/equalText';
import { isObject, objectsOf, ownValue, without, withoutUndefined } from '../../../input/objects';
import { contentOf, isSet, listIn, longTextIn, objectIn, saysNone, textIn } from '../values';

/** Label of the parameter that holds a row. */
export const ROW = 'Row';

/** A column, and the heading that it is known by where its source says what it is. */
type Column = [heading: string, value: unknown, known?: string];

/** A row of a sheet or an answer of a form. */
export interface RowData {
	/** By their headings, in their order. */
	columns: Column[];
	/** What the source says beside its answers: read only where Column Names asks for it. */
	facts?: Column[];
	/** The names of the options of a product in a list, and a question that says something else under one of these. */
	product?: { options: ReadonlySet<string>; contrary: Column | undefined };
	/** The payment question that says of no payment that it was made. */
	unpaid?: string;
	/** By which the row is found again: Google's `row_number`, or Airtable's ID of the record. */
	ref?: string | number;
	/** Airtable's ID, which stays when the rows are sorted. */
	recordId?: string;
	/** The answer's own ID. */
	answerId?: string;
	/** Whether a customer answered it: what an answer says may have to be printed. */
	isAnswer: boolean;
	/** Headings in an answer that nobody was asked for. */
	unasked?: ReadonlySet<string>;
	isTest?: boolean;
}

const answer = (columns: RowData['columns'], id?: unknown): RowData =>
	withoutUndefined({ columns, isAnswer: true, answerId: textIn(id) });

/** Tally's options are answered by their IDs. */
function tallyValue(field: IDataObject): unknown {
	const { value } = field;
	if (!Array.isArray(field.options) || !Array.isArray(value)) return value;
	const texts = new Map(objectsOf(field.options).map(({ id, text }) => [id, text]));
	return value.map((id) => texts.get(id as string) ?? id);
}

/** Tally's fields that it fills in itself: from the address of the form, and by calculating. */
const UNASKED = ['HIDDEN_FIELDS', 'CALCULATED_FIELDS'];

function ofTally({ eventType, data }: IDataObject): RowData | undefined {
	if (eventType !== 'FORM_RESPONSE' || !isObject(data) || !Array.isArray(data.fields)) {
		return undefined;
	}
	const headingOf = ({ label }: IDataObject): string => textIn(label) ?? '';
	const columnsOf = (fields: readonly IDataObject[]): Column[] =>
		fields.map((field) => [headingOf(field), tallyValue(field)]);
	const fields = objectsOf(data.fields)
		// Each option of a check box comes once more as a field of its own.
		.filter(({ type, value }) => !(type === 'CHECKBOXES' && typeof value === 'boolean'));
	// What a payment was made of: price, currency, name, email and link.
	const facts = columnsOf(fields.filter(({ type }) => type === 'PAYMENT'));
	const columns = columnsOf(fields.filter(({ type }) => type !== 'PAYMENT'));
	const isPaid = facts.length === 0 || facts.some(([, value]) => !saysNone(value));
	const isUnasked = ({ type }: IDataObject): boolean => UNASKED.includes(String(type));
	const unasked = new Set(fields.filter(isUnasked).map(headingOf));
	// A question may have the same label.
	for (const field of fields) if (!isUnasked(field)) unasked.delete(headingOf(field));
	return {
		...answer(columns, data.submissionId ?? data.responseId),
		...{ facts, unasked, ...(!isPaid && { unpaid: facts[0]?.[0] }) },
	};
}

/** Typeform's answer, by its type: a choice is an object with its label. */
function typeformValue(given: IDataObject): unknown {
	const value = ownValue(given, textIn(given.type) ?? '');
	return isObject(value) ? (value.label ?? value.labels ?? value) : value;
}

function ofTypeform({
	event_type: type,
	form_response: response,
}: IDataObject): RowData | undefined {
	if (type !== 'form_response' || !isObject(response)) return undefined;
	const titles = new Map(
		objectsOf(objectIn(response.definition).fields).map(({ id, title }) => [id, textIn(title)]),
	);
	// The node answers with questions and answers, or with 'Simplify Answers' off as Typeform does.
	const answers = [response.answers]
		.flat()
		.filter(isObject)
		.flatMap((given) => {
			const { field } = given;
			if (!isObject(field)) return Object.entries(given);
			const title = titles.get(field.id) ?? textIn(field.title) ?? '';
			return [[title, typeformValue(given)] as [string, unknown]];
		});
	// The node simplifies a payment to the same object.
	const unpaid = answers.find(
		([, value]) => isObject(value) && 'success' in value && !isSet(value.success),
	);
	return {
		...answer([...answers, ...Object.entries(objectIn(response.hidden))], response.token),
		...(unpaid && { unpaid: unpaid[0] }),
	};
}

/** How Jotform names a question. */
const QUESTION = /^q\d+_/;

function ofJotform({ formID, submissionID, rawRequest }: IDataObject): RowData | undefined {
	const answers = contentOf(rawRequest);
	if (formID === undefined || submissionID === undefined || !isObject(answers)) return undefined;
	// Of a webhook without the node, and with its Resolve Data off, questions are named as in q3_fullName. An upload is a list of
	// addresses under its bare name; all else is Jotform's own.
	const isNamed = Object.keys(answers).some((name) => QUESTION.test(name));
	const columns: Column[] = [];
	const facts: Column[] = [];
	for (const [name, value] of Object.entries(answers)) {
		const isAnswered = !isNamed || QUESTION.test(name) || Array.isArray(value);
		(isAnswered ? columns : facts).push([name.replace(QUESTION, ''), value]);
	}
	return { ...answer(columns, submissionID), facts };
}

const OF_FORM = ['submittedAt', 'formMode', 'formQueryParameters', 'headers', 'user'];

function ofForm(row: IDataObject): RowData | undefined {
	const mode = row.formMode;
	if (row.submittedAt === undefined || (mode !== 'production' && mode !== 'test')) return undefined;
	const columns = Object.entries(without(row, OF_FORM));
	const hidden = Object.entries(objectIn(row.formQueryParameters));
	return { ...answer([...columns, ...hidden]), ...(mode === 'test' && { isTest: true }) };
}

function ofAirtable({ id, createdTime, ...columns }: IDataObject): RowData | undefined {
	if (!/^rec[A-Za-z0-9]{14}$/.test(textIn(id) ?? '') || createdTime === undefined) return undefined;
	const fields = isObject(columns.fields) ? columns.fields : columns;
	const recordId = String(id);
	return { columns: Object.entries(fields), ref: recordId, recordId, isAnswer: false };
}

/** The node's own columns. */
const OF_SHEET = ['row_number', 'change_type'];

function ofSheet(row: IDataObject): RowData {
	const columns = Object.entries(without(row, OF_SHEET));
	const isFound = textIn(row.row_number) !== undefined;
	return { columns, isAnswer: false, ...(isFound && { ref: row.row_number as string | number }) };
}

/** The parts of which Jotform's names and phone numbers are put together. */
const JOINED_PARTS = [
	['first', 'last'],
	['area', 'phone'],
];

/** An answer as text where it is a name or a phone number of Jotform. */
function withJoinedParts([heading, value]: Column): Column {
	if (!isObject(value)) return [heading, value];
	const parts = JOINED_PARTS.find((names) => names.every((name) => Object.hasOwn(value, name)));
	if (parts) {
		return [heading, parts.flatMap((name) => textIn(ownValue(value, name)) ?? []).join(' ')];
	}
	return [heading, typeof value.full === 'string' ? value.full : value];
}

/** The products in a list of Jotform, each with its columns and its options. */
function productsIn([heading, value]: Column): Array<Record<'own' | 'options', Column[]>> {
	return objectsOf(objectIn(value).products).map((product) => ({
		own: [
			[`${heading}: Product`, product.productName, 'Product'],
			[`${heading}: Quantity`, product.quantity, 'Quantity'],
			[`${heading}: Price`, product.unitPrice, 'Price'],
		],
		options: listIn(product.productOptions).map((option): Column => {
			const [name = '', ...words] = (textIn(option) ?? '').split(':');
			return [name.trim(), words.join(':').trim()];
		}),
	}));
}

/** More columns than any sheet of orders has; each is compared with all headings. */
const MAX_COLUMNS = 5_000;

/** More cells than the products of an answer have: each has all other columns too. */
const MAX_CELLS = 50_000;

/** Refuses a row of too many columns. @param products of an answer, each of which gets all columns */
function requireFewColumns({ length }: RowData['columns'], products = 1): void {
	const most = Math.min(MAX_COLUMNS, Math.floor(MAX_CELLS / products));
	if (length <= most) return;
	const why =
		products > 1 ? `It has ${products} products, each of which gets all other columns. ` : '';
	refuse(
		ROW,
		`has ${length} columns, but at most ${most} are read`,
		`${why}Keep the columns of the order with an Edit Fields node before this one.`,
	);
}

/** What a column says, to be compared with another one of its name. */
const saying = ([heading, value]: Column): string =>
	[comparableName(heading), comparableOptionValue(String(value))].join(':');

/** The rows of an answer: one for each product of a list of products. */
function withProducts(row: RowData): RowData[] {
	const columns = row.columns.map(withJoinedParts);
	const list = columns.find(([, value]) => isObject(value) && Array.isArray(value.products));
	const products = list ? productsIn(list) : [];
	requireFewColumns(columns, Math.max(1, products.length));
	if (list === undefined || products.length === 0) return [{ ...row, columns }];
	const questions = columns.filter((one) => one !== list);
	return products.map(({ own, options }) => {
		const names = new Set(options.map(([name]) => comparableName(name)));
		const said = new Set(options.map(saying));
		const isRepeated = ([heading]: Column): boolean => names.has(comparableName(heading));
		const contrary = questions.find(
			(one) => isRepeated(one) && longTextIn(one[1]) !== undefined && !said.has(saying(one)),
		);
		const columns = [...questions.filter((one) => !isRepeated(one)), ...own, ...options];
		return {
			...row,
			columns,
			product: { options: new Set(options.map(([name]) => name)), contrary },
		};
	});
}

/**
 * Reads the row in an item, bare or as the `body` of a webhook. An answer may be several rows.
 *
 * @throws UserError for too many columns
 */
export function rowsIn(item: IDataObject): RowData[] {
	const body = isObject(item.body) ? item.body : item;
	const given = ofTally(body) ?? ofTypeform(body) ?? ofJotform(body) ?? ofForm(body);
	// The Webhook node says so while it listens for a test event.
	const isTest = body !== item && item.executionMode === 'test';
	if (given) return withProducts({ ...given, ...(isTest && { isTest }) });
	const row = ofAirtable(body) ?? ofSheet(body);
	requireFewColumns(row.columns);
	return [row];
}
