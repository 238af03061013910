// One row of 'SKU Mapping', read from fields or from the columns of JSON: its shop SKU, variant or product, print files,
// options and conditions ('When'), pieces, and whether it is part of a set. Also their types.

import type { IDataObject } from 'n8n-workflow';

import {
	isBlank,
	optionalText,
	quantityOf,
	refuse,
	refuseBroken,
	switchOf,
} from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { parseJsonField } from '../../../input/jsonField';
import { locatorChoice, SKU_MODE } from '../../../input/locatorValue';
import { isObject, objectsOf, rowsOf, withoutUndefined } from '../../../input/objects';
import { trimmed } from '../../../input/text';
import { joinedBy, quote } from '../../../input/wording';
import { optionsOf } from '../../compose/itemProperties';
import { fileAddress } from '../../compose/printFile';

/** A print file that a row names: its placement as written, empty for the only one, and the label of its column. */
type MappedFile = Record<'placement' | 'url' | 'field', string>;

/** An option by its ID or label, or a property that a line has to have; its value, and the label of its column. */
type NamedValue = Record<'name' | 'value' | 'field', string>;

/** A row of the mapping: what to produce for a SKU of the shop. */
export interface MappedSku {
	/** Label of the row in messages, e.g. 'SKU Mapping → Row 1 (MUG-1)'. */
	field: string;
	/** The variant's own SKU. Without it and `variantId`, the SKU in the shop is the variant's. */
	sku?: string;
	variantId?: string;
	/** The product whose variant is the one that the line says. */
	productId?: string;
	/** How many pieces one piece of the line is, where that is more than one. */
	pieces?: number;
	/** Whether it is produced together with the other rows that have this. */
	isPart?: true;
	files: MappedFile[];
	options: NamedValue[];
	/** The row applies only to lines that meet all of these. Left out if there are none. */
	when?: NamedValue[];
}

/** A row that may lack the SKU of the shop. */
export type MappingRow = MappedSku & { shopSku?: string };

/** What a row says is to be produced: a variant, or a product of which the line says the variant. */
const variantsNamed = ({ sku, variantId, productId }: MappedSku): string[] =>
	[sku, variantId, productId].filter((named) => named !== undefined);

/** Whether a row says what to produce. */
export const namesVariant = (row: MappedSku): boolean => variantsNamed(row).length > 0;

/** Nobody has a longer SKU, and the SKUs of a shop are read up to this length. */
const MAX_SKU_LENGTH = 1_000;

/** Reads a SKU or an ID. Spreadsheets make a number of one that consists of digits. */
function skuIn(value: unknown, field: string): string | undefined {
	if (isBlank(value)) return undefined;
	refuseBroken(value, field);
	const text = Number.isSafeInteger(value) ? String(value) : trimmed(value);
	if (text !== '' && text.length <= MAX_SKU_LENGTH) return text;
	const what = `is ${quote(value)}, but must be text of at most ${MAX_SKU_LENGTH} characters`;
	const advice = 'Enter one SKU or ID. In a spreadsheet, format the column as text.';
	return refuse(field, what, advice);
}

/** Reads a cell that holds values by names: an object, or its text, as the cells of spreadsheets have it. */
function objectIn(value: unknown, field: string, advice: string): IDataObject {
	const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
	const parsed = isJson ? parseJsonField(value, field) : value;
	if (isObject(parsed)) return parsed;
	return refuse(field, `is ${quote(parsed)}, but must be an object`, advice);
}

/** Refuses entries without a name, and those that mean the same, such as 'front' and 'Front'. */
function withoutSameNames<Entry>(
	entries: Entry[],
	nameOf: (entry: Entry) => string,
	field: string,
): Entry[] {
	const seen = new Set<string>();
	for (const name of entries.map(nameOf)) {
		const key = comparableName(name);
		const advice = 'Enter each name once.';
		if (key === '') return refuse(field, 'has an entry without a name', advice);
		if (seen.has(key)) return refuse(field, `names ${quote(name)} twice`, advice);
		seen.add(key);
	}
	return entries;
}

/** Reads the address of a print file. Whether it is one is checked where a line uses it. */
function fileIn(value: unknown, field: string, placement = ''): MappedFile[] {
	const url = fileAddress(value, field);
	return url === undefined ? [] : [{ placement, url, field }];
}

/** Reads the address of the only print file, or addresses by placement. */
function filesIn(value: unknown, field: string): MappedFile[] {
	const isOne = typeof value === 'string' && !/^\s*[[{]/.test(value);
	if (isOne) return fileIn(value, field);
	const advice = 'Write the files as { "front": "https://…", "back": "https://…" }.';
	const files = Object.entries(objectIn(value, field, advice)).flatMap(([placement, url]) =>
		fileIn(url, `${field}.${placement}`, placement),
	);
	return withoutSameNames(files, ({ placement }) => placement, field);
}

/** What to enter in the columns that hold values by names, in the editor and in JSON. */
const NAMED_VALUES = {
	options: {
		advice: 'Enter the ID or the label of the option, and one value that the catalog lists for it.',
		inJson: 'Write the options as { "dial_color": "black" }.',
	},
	when: {
		advice: 'Enter the name of a property, and the value that a line has to have there.',
		inJson: 'Write the conditions as { "Size": "XL", "Print on": "Back" }.',
	},
};

/** Reads names with their values; those of which both are empty are left out. */
function namedValuesIn(
	column: keyof typeof NAMED_VALUES,
	entries: unknown,
	field: string,
): NamedValue[] {
	const { advice } = NAMED_VALUES[column];
	const named = objectsOf(entries).flatMap((entry) => {
		const label = trimmed(entry.field) || field;
		const name = optionalText(entry.name, label, advice);
		const value = optionalText(entry.value, label, advice);
		if (name !== undefined && value !== undefined) return [{ name, value, field: label }];
		if (name === value) return [];
		const what =
			name === undefined ? 'has a value without a name' : `has no value for ${quote(name)}`;
		return refuse(label, what, advice);
	});
	return withoutSameNames(named, ({ name }) => name, field);
}

/** The cells of a row by the column that they mean, with what messages call it. */
type Cells = Map<string, { name: string; value: unknown }>;

/** Reads a row. Refuses one that names what to produce in two ways, of which one may be wrong. */
function rowOf(cells: Cells, field: string): MappingRow {
	const read = <Value>(column: string, reader: (value: unknown, field: string) => Value): Value => {
		const { name = column, value } = cells.get(column) ?? {};
		return reader(value, `${field} → ${name}`);
	};
	const pieces = read('pieces', (value, label) => (isBlank(value) ? 1 : quantityOf(value, label)));
	const isPart = read('isPart', (value, label) => !isBlank(value) && switchOf(value, label));
	const conditions = read('when', (value, label) => namedValuesIn('when', value, label));
	const isByPlacement = comparableName(cells.get('files')?.name ?? '') === 'files';
	const row = withoutUndefined<MappingRow>({
		field,
		shopSku: read('shopSku', skuIn),
		sku: read('sku', skuIn),
		variantId: read('variantId', skuIn),
		productId: read('productId', skuIn),
		// The editor enters 1 and false by itself.
		pieces: pieces === 1 ? undefined : pieces,
		isPart: isPart ? true : undefined,
		files: read('files', isByPlacement ? filesIn : fileIn),
		options: read('options', (value, label) => namedValuesIn('options', value, label)),
		when: conditions.length > 0 ? conditions : undefined,
	});
	if (variantsNamed(row).length < 2) return row;
	const advice =
		'Keep one of the SKU, the ID of the variant and the product. Of a product, the variant that the line says is produced.';
	return refuse(field, 'names what to produce in two ways', advice);
}

/** Shops send true for a ticked box. */
const conditionOf = ({ name, value }: { name?: unknown; value?: unknown }) => {
	return { name, value: typeof value === 'boolean' ? String(value) : value };
};

/** Reads a row of the editor; `field` is its label in messages. */
export function rowFromFields(row: IDataObject, field: string): MappingRow {
	const { mode, value } = locatorChoice(row.variantId);
	const options = optionsOf(row).map(({ id, value: text }, index) => {
		return { name: id, value: text, field: `${field} → Product Options → Option ${index + 1}` };
	});
	const cells = Object.entries({
		shopSku: { name: 'Shop SKU', value: row.shopSku },
		[mode === SKU_MODE ? 'sku' : 'variantId']: { name: 'Variant', value },
		productId: { name: 'Product', value: locatorChoice(row.productId).value },
		pieces: { name: 'Pieces', value: row.pieces },
		isPart: { name: 'Part of a Set', value: row.isPart },
		files: { name: 'Print File', value: row.printFileUrl },
		options: { name: 'Product Options', value: options },
		when: { name: 'When', value: rowsOf(row.when, 'condition').map(conditionOf) },
	});
	return rowOf(new Map(cells), field);
}

/** The columns, as messages name them. */
const COLUMN_NAMES =
	'shopSku sku variantId productId printFileUrl files options when pieces isPart'.split(' ');

/** By their comparable names: 'Shop SKU', 'shop_sku' and 'shopSku' are one. */
const COLUMNS = new Map(COLUMN_NAMES.map((name) => [comparableName(name), name] as const))
	.set('partofaset', 'isPart')
	.set('printfile', 'files')
	.set('printfileurl', 'files');

/** A column with one of these words is meant for this node. Others, such as a row's number, are not read. */
const MEANT_FOR_THIS_NODE = /file|url|sku|variant|option|piece|partof/;

/** Collects the cells of a row. Empty ones are left out. */
function cellsOf(row: IDataObject, field: string): Cells {
	const cells: Cells = new Map();
	for (const [name, value] of Object.entries(row)) {
		if (isBlank(value)) continue;
		const key = comparableName(name);
		const column = COLUMNS.get(key);
		if (column === undefined) {
			if (!MEANT_FOR_THIS_NODE.test(key)) continue;
			const names = joinedBy(COLUMN_NAMES.map((each) => `"${each}"`));
			const what = `has the column ${quote(name)}, which is unknown`;
			return refuse(field, what, `The columns are ${names}. Rename it, or leave it out.`);
		}
		const known = cells.get(column);
		if (known) {
			const what = `has the columns ${quote(known.name)} and ${quote(name)}, which mean the same`;
			refuse(field, what, 'Enter all of it in one of the two, and leave the other empty.');
		}
		cells.set(column, { name, value });
	}
	return cells;
}

/** Reads a row of 'SKU Mapping (JSON)'; `field` is its label in messages. Refuses a column of an unknown name. */
export function rowFromJson(row: unknown, field: string): MappingRow {
	const form = '{ "shopSku": "…", "sku": "…", "printFileUrl": "https://…" }';
	const cells = cellsOf(objectIn(row, field, `Write each row as ${form}.`), field);
	const [options, when] = [cells.get('options'), cells.get('when')];
	if (options) {
		const label = `${field} → ${options.name}`;
		const named = Object.entries(objectIn(options.value, label, NAMED_VALUES.options.inJson));
		options.value = named
			.filter(([, value]) => !isBlank(value))
			.map(([name, value]) => ({ name, value, field: `${label}.${name}` }));
	}
	if (when) {
		const named = objectIn(when.value, `${field} → ${when.name}`, NAMED_VALUES.when.inJson);
		when.value = Object.entries(named).map(([name, value]) => conditionOf({ name, value }));
	}
	return rowOf(cells, field);
}
