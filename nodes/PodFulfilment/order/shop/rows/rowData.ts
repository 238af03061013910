// The columns of a row, as n8n's nodes give them: Google Sheets, Airtable (flat and under `fields`), n8n's Form, and the
// answers of Tally, Typeform and Jotform, which are found by what only these have. docs/rows.md says what each leaves out.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { isObject, objectsOf, ownValue, without, withoutUndefined } from '../../../input/guards';
import { contentOf, listIn, objectIn, textIn } from '../values';

/** Label of the parameter that holds a row. */
export const ROW = 'Row';

/** A row of a sheet or an answer of a form. */
export interface RowData {
	/** By their headings, in their order. */
	columns: Array<[heading: string, value: unknown]>;
	/** By which the row is found again: Google's `row_number`, or Airtable's ID of the record. */
	ref?: string | number;
	/** Airtable's ID, which stays when the rows are sorted. */
	recordId?: string;
	/** The answer's own ID. */
	answerId?: string;
	/** Whether a customer answered it: what an answer says may have to be printed. */
	isAnswer: boolean;
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

function ofTally({ eventType, data }: IDataObject): RowData | undefined {
	if (eventType !== 'FORM_RESPONSE' || !isObject(data) || !Array.isArray(data.fields)) {
		return undefined;
	}
	const fields = objectsOf(data.fields)
		// Each option of a check box comes once more as a field of its own.
		.filter(({ type, value }) => !(type === 'CHECKBOXES' && typeof value === 'boolean'))
		.map((field): [string, unknown] => [textIn(field.label) ?? '', tallyValue(field)]);
	return answer(fields, data.submissionId ?? data.responseId);
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
	return answer([...answers, ...Object.entries(objectIn(response.hidden))], response.token);
}

function ofJotform({ formID, submissionID, rawRequest }: IDataObject): RowData | undefined {
	const answers = contentOf(rawRequest);
	if (formID === undefined || submissionID === undefined || !isObject(answers)) return undefined;
	// Of a webhook without the node, questions are named as in q3_fullName.
	const columns = Object.entries(answers).map(([name, value]): [string, unknown] => [
		name.replace(/^q\d+_/, ''),
		value,
	]);
	return answer(columns, submissionID);
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

/** Parts of Jotform's address, by their headings here. */
const JOTFORM_ADDRESS: Readonly<Record<string, string>> = {
	addr_line1: 'Address 1',
	addr_line2: 'Address 2',
	city: 'City',
	state: 'State',
	postal: 'Zip',
	country: 'Country',
};

/** The columns in an answer that is an object: Jotform's address, name and phone number. */
function answerParts([heading, value]: [string, unknown]): RowData['columns'] {
	if (!isObject(value)) return [[heading, value]];
	if ('addr_line1' in value) {
		return Object.entries(JOTFORM_ADDRESS).map(([part, name]) => [name, ownValue(value, part)]);
	}
	if ('first' in value && 'last' in value) {
		return [[heading, [value.first, value.last].flatMap((part) => textIn(part) ?? []).join(' ')]];
	}
	return [[heading, typeof value.full === 'string' ? value.full : value]];
}

/** The products in a list of Jotform, each with its columns. */
function productsIn(value: unknown): Array<RowData['columns']> {
	return objectsOf(objectIn(value).products).map((product) => [
		['Product', product.productName],
		['Quantity', product.quantity],
		['Price', product.unitPrice],
		...listIn(product.productOptions).map((option): [string, unknown] => {
			const [name = '', ...words] = (textIn(option) ?? '').split(':');
			return [name.trim(), words.join(':').trim()];
		}),
	]);
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

/** The rows of an answer: one for each product of a list of products. */
function withProducts(row: RowData): RowData[] {
	const columns = row.columns.flatMap(answerParts);
	const list = columns.find(([, value]) => isObject(value) && Array.isArray(value.products));
	const products = productsIn(list?.[1]);
	requireFewColumns(columns, Math.max(1, products.length));
	if (list === undefined || products.length === 0) return [{ ...row, columns }];
	const named = columns.map((one) => ({ one, name: comparableName(one[0]) }));
	return products.map((product) => {
		const names = new Set(product.map(([heading]) => comparableName(heading)));
		const others = named.filter(({ one, name }) => one !== list && !names.has(name));
		return { ...row, columns: [...others.map(({ one }) => one), ...product] };
	});
}

/**
 * Reads the row in an item, bare or as the `body` of a webhook. An answer may be several rows.
 *
 * @throws UserError for too many columns
 */
export function rowsIn(item: IDataObject): RowData[] {
	const body = isObject(item.body) && isObject(item.headers) ? item.body : item;
	const given = ofTally(body) ?? ofTypeform(body) ?? ofJotform(body) ?? ofForm(body);
	if (given) return withProducts(given);
	const row = ofAirtable(body) ?? ofSheet(body);
	requireFewColumns(row.columns);
	return [row];
}
