// The columns of a row, as n8n's nodes give them: Google Sheets, Airtable (flat and under `fields`), n8n's Form, and the
// answers of Tally, Typeform and Jotform, which are found by what only these have. docs/rows.md says what each leaves out.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableName, comparableOptionValue } from '../../../input/equalText';
import { isObject, objectsOf, ownValue, without, withoutUndefined } from '../../../input/objects';
import { contentOf, isSet, listIn, longTextIn, objectIn, saysNone, textIn } from '../values';

/** Label of the parameter that holds a row. */
export const ROW = 'Row';

/** A column of a row, or a field of an answer. */
export interface Column {
	/** Its heading. */
	path: string;
	value: unknown;
	/** The heading that it is known by, where its source says what it is. */
	column?: string;
	/**
	 * A `fact` is what the source says beside its answers, read only where Column Names asks for it; what is `unasked`, a form
	 * fills in itself. An `option` is that of a product in a list, and a question is `contrary` that says something else.
	 */
	kind?: 'fact' | 'unasked' | 'option' | 'contrary' | undefined;
}

/** A row of a sheet or an answer of a form. */
export interface RowData {
	columns: Column[];
	/** The payment question that says of no payment that it was made. */
	unpaid?: string;
	/** By which the row is found again: Google's `row_number`, or Airtable's ID of the record. */
	ref?: string | number;
	/** Airtable's ID, which stays when the rows are sorted. */
	recordId?: string;
	/** The answer's own ID. */
	answerId?: string;
	/** Whether a customer answered it: what an answer says may have to be printed. */
	isAnswer?: boolean;
	isTest?: boolean;
}

/** The fields of an object as columns. */
const columnsOf = (fields: IDataObject): Column[] =>
	Object.entries(fields).map(([path, value]) => ({ path, value }));

const answer = (columns: Column[], id?: unknown, unpaid?: string): RowData =>
	withoutUndefined({ columns, isAnswer: true, answerId: textIn(id), unpaid });

/** Tally's options are answered by their IDs. */
function tallyValue({ options, value }: IDataObject): unknown {
	if (!Array.isArray(options) || !Array.isArray(value)) return value;
	const texts = new Map(objectsOf(options).map(({ id, text }) => [id, text]));
	return value.map((id) => texts.get(id as string) ?? id);
}

/** Tally's fields that are no questions: what a payment was made of, and what comes from the address of the form or is calculated. */
const TALLY_KINDS: Readonly<Record<string, Column['kind']>> = {
	PAYMENT: 'fact',
	HIDDEN_FIELDS: 'unasked',
	CALCULATED_FIELDS: 'unasked',
};

function ofTally({ eventType, data }: IDataObject): RowData | undefined {
	if (eventType !== 'FORM_RESPONSE' || !isObject(data) || !Array.isArray(data.fields)) {
		return undefined;
	}
	const columns = objectsOf(data.fields)
		// Each option of a check box comes once more as a field of its own.
		.filter(({ type, value }) => !(type === 'CHECKBOXES' && typeof value === 'boolean'))
		.map((field) => ({
			path: textIn(field.label) ?? '',
			value: tallyValue(field),
			kind: ownValue(TALLY_KINDS, String(field.type)),
		}));
	const payment = columns.filter(({ kind }) => kind === 'fact');
	const isUnpaid = payment.every(({ value }) => saysNone(value));
	const id = data.submissionId ?? data.responseId;
	return answer(columns, id, isUnpaid ? payment[0]?.path : undefined);
}

/** Typeform's answer, by its type: a choice is an object with its label. */
function typeformValue(given: IDataObject): unknown {
	const value = ownValue(given, textIn(given.type) ?? '');
	return isObject(value) ? (value.label ?? value.labels ?? value) : value;
}

function ofTypeform(body: IDataObject): RowData | undefined {
	const { event_type: type, form_response: response } = body;
	if (type !== 'form_response' || !isObject(response)) return undefined;
	const titles = new Map(
		objectsOf(objectIn(response.definition).fields).map(({ id, title }) => [id, textIn(title)]),
	);
	// The node answers with questions and answers, or with 'Simplify Answers' off as Typeform does.
	const answers = [response.answers].flat().filter(isObject);
	const columns = answers.flatMap((given): Column[] => {
		const { field } = given;
		if (!isObject(field)) return columnsOf(given);
		const path = titles.get(field.id) ?? textIn(field.title) ?? '';
		return [{ path, value: typeformValue(given) }];
	});
	// The node simplifies a payment to the same object.
	const unpaid = columns.find(
		({ value }) => isObject(value) && 'success' in value && !isSet(value.success),
	);
	return answer(
		[...columns, ...columnsOf(objectIn(response.hidden))],
		response.token,
		unpaid?.path,
	);
}

/** How Jotform names a question. */
const QUESTION = /^q\d+_/;

function ofJotform({ formID, submissionID, rawRequest }: IDataObject): RowData | undefined {
	const answers = contentOf(rawRequest);
	if (formID === undefined || submissionID === undefined || !isObject(answers)) return undefined;
	// Of a webhook without the node, and with its Resolve Data off, questions are named as in q3_fullName. An upload is a list of
	// addresses under its bare name; all else is Jotform's own.
	const isNamed = Object.keys(answers).some((name) => QUESTION.test(name));
	const isFact = ({ path, value }: Column): boolean =>
		isNamed && !QUESTION.test(path) && !Array.isArray(value);
	const columns = columnsOf(answers).map((column) => ({
		path: column.path.replace(QUESTION, ''),
		value: column.value,
		kind: isFact(column) ? ('fact' as const) : undefined,
	}));
	return answer(columns, submissionID);
}

const OF_FORM = ['submittedAt', 'formMode', 'formQueryParameters', 'headers', 'user'];

function ofForm(row: IDataObject): RowData | undefined {
	const { submittedAt, formMode, formQueryParameters } = row;
	if (submittedAt === undefined || (formMode !== 'production' && formMode !== 'test')) {
		return undefined;
	}
	const hidden = columnsOf(objectIn(formQueryParameters));
	const given = answer([...columnsOf(without(row, OF_FORM)), ...hidden]);
	return { ...given, isTest: formMode === 'test' };
}

function ofAirtable({ id, createdTime, ...others }: IDataObject): RowData | undefined {
	const recordId = textIn(id) ?? '';
	if (!/^rec[A-Za-z0-9]{14}$/.test(recordId) || createdTime === undefined) return undefined;
	const fields = isObject(others.fields) ? others.fields : others;
	return { columns: columnsOf(fields), ref: recordId, recordId };
}

/** The node's own columns. */
const OF_SHEET = ['row_number', 'change_type'];

function ofSheet(row: IDataObject): RowData {
	const columns = columnsOf(without(row, OF_SHEET));
	const isFound = textIn(row.row_number) !== undefined;
	return { columns, ...(isFound && { ref: row.row_number as string | number }) };
}

/** The parts of which Jotform's names and phone numbers are put together. */
const JOINED_PARTS = [['first', 'last'], ['area', 'phone'], ['full']];

/** An answer as text where it is a name or a phone number of Jotform. */
function withJoinedParts(column: Column): Column {
	const { value } = column;
	if (!isObject(value)) return column;
	const parts = JOINED_PARTS.find((names) => names.every((name) => Object.hasOwn(value, name)));
	const texts = parts?.flatMap((name) => textIn(ownValue(value, name)) ?? []);
	return texts ? { ...column, value: texts.join(' ') } : column;
}

/** The products in a list of Jotform, each with its columns and its options. */
const productsIn = ({ path, value }: Column): Array<Record<'own' | 'options', Column[]>> =>
	objectsOf(objectIn(value).products).map((product) => ({
		own: [
			{ path: `${path}: Product`, value: product.productName, column: 'Product' },
			{ path: `${path}: Quantity`, value: product.quantity, column: 'Quantity' },
			{ path: `${path}: Price`, value: product.unitPrice, column: 'Price' },
		],
		options: listIn(product.productOptions).map((option) => {
			const [name = '', ...words] = (textIn(option) ?? '').split(':');
			return { path: name.trim(), value: words.join(':').trim(), kind: 'option' };
		}),
	}));

/** What a column says, to be compared with another one of its name. */
const saying = ({ path, value }: Column): string =>
	[comparableName(path), comparableOptionValue(String(value))].join(':');

/** The questions beside the options of a product: none that an option repeats, unless it says something else. */
function besideOptions(questions: readonly Column[], options: readonly Column[]): Column[] {
	const names = new Set(options.map(({ path }) => comparableName(path)));
	const said = new Set(options.map(saying));
	return questions.flatMap((question): Column[] => {
		if (!names.has(comparableName(question.path))) return [question];
		const isSame = longTextIn(question.value) === undefined || said.has(saying(question));
		return isSame ? [] : [{ ...question, kind: 'contrary' }];
	});
}

/** More than any sheet or answer of orders has; each is compared with all headings. */
const MAX_CELLS = 5_000;

/** Refuses a row of too many columns. @param products of an answer, each of which gets all columns */
function requireFewCells({ length }: readonly Column[], products = 1): void {
	if (length * Math.max(1, products) <= MAX_CELLS) return;
	refuse(
		ROW,
		`has ${length} columns${products > 1 ? ` for each of ${products} products` : ''}, but at most ${MAX_CELLS} cells are read`,
		'Keep the columns of the order with an Edit Fields node before this one.',
	);
}

/** The rows of an answer: one for each product of a list of products. */
function withProducts(row: RowData): RowData[] {
	const columns = row.columns.map(withJoinedParts);
	const isList = ({ value }: Column): boolean => isObject(value) && Array.isArray(value.products);
	const list = columns.find(isList);
	const products = list ? productsIn(list) : [];
	requireFewCells(columns, products.length);
	if (products.length === 0) return [{ ...row, columns }];
	const questions = columns.filter((column) => column !== list);
	return products.map(({ own, options }) => ({
		...row,
		columns: [...besideOptions(questions, options), ...own, ...options],
	}));
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
	const isTest = given?.isTest === true || (body !== item && item.executionMode === 'test');
	if (given) return withProducts({ ...given, isTest });
	const row = ofAirtable(body) ?? ofSheet(body);
	requireFewCells(row.columns);
	return [row];
}
