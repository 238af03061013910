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
import { isObject, rowsOf, withoutUndefined } from '../../../input/objects';
import { trimmed } from '../../../input/text';
import { joinedBy, quote } from '../../../input/wording';
import { optionsOf } from '../../compose/itemProperties';
import { fileAddress } from '../../compose/printFile';

/** A print file that a row names: its placement as written, empty for the only one, and the label of its column. */
export type MappedFile = Record<'placement' | 'url' | 'field', string>;

/** An option that a row names, by its ID or label, and the label of its column. */
type MappedOption = Record<'name' | 'value' | 'field', string>;

/** The property that a line has to have for a row to apply to it, and its value. */
type Condition = Record<'name' | 'value', string>;

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
	options: MappedOption[];
	/** The row applies only to lines that meet all of these. Left out if there are none. */
	when?: Condition[];
}

/** What a row says is to be produced: a variant, or a product of which the line says the variant. */
const variantsNamed = ({ sku, variantId, productId }: MappedSku): string[] =>
	[sku, variantId, productId].filter((named) => named !== undefined);

/** Whether a row says what to produce. */
export const namesVariant = (row: MappedSku): boolean => variantsNamed(row).length > 0;

/** A row that may lack the SKU of the shop. */
export type MappingRow = MappedSku & { shopSku?: string };

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

/** Reads how many pieces one piece of the line is; undefined for one: the editor enters that by itself. */
function piecesIn(value: unknown, field: string): number | undefined {
	const pieces = isBlank(value) ? 1 : quantityOf(value, field);
	return pieces === 1 ? undefined : pieces;
}

const partIn = (value: unknown, field: string): true | undefined =>
	(!isBlank(value) && switchOf(value, field)) || undefined;

const refuseNoObject = (value: unknown, field: string, advice: string): never =>
	refuse(field, `is ${quote(value)}, but must be an object`, advice);

/** Parses a cell that holds an object or a list as text, as the cells of spreadsheets and data tables do. */
const parsedCell = (value: unknown, field: string): unknown =>
	typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJsonField(value, field) : value;

/** Reads a cell that holds values by their names; none of an empty one. */
function entriesIn(given: unknown, field: string, advice: string): Array<[string, unknown]> {
	const value = parsedCell(given, field);
	if (isBlank(value)) return [];
	return isObject(value) ? Object.entries(value) : refuseNoObject(value, field, advice);
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

/** Reads the column `files`: the address of the only print file, or addresses by placement. */
function filesIn(given: unknown, field: string): MappedFile[] {
	const value = parsedCell(given, field);
	const advice = 'Write the files as { "front": "https://…", "back": "https://…" }.';
	if (Array.isArray(value)) return refuseNoObject(value, field, advice);
	if (!isObject(value)) return fileIn(value, field);
	const files = Object.entries(value).flatMap(([placement, url]) =>
		fileIn(url, `${field}.${placement}`, placement),
	);
	return withoutSameNames(files, ({ placement }) => placement, field);
}

type NamedValue = Partial<Record<'name' | 'value', unknown>>;

/** Reads a name and its value; nothing where both are empty. Without its value, a condition would apply to any line. */
function namedValueIn(given: NamedValue, field: string, advice: string): Condition[] {
	const name = optionalText(given.name, field, advice);
	const value = optionalText(given.value, field, advice);
	if (name !== undefined && value !== undefined) return [{ name, value }];
	if (name === value) return [];
	const what =
		name === undefined ? 'has a value without a name' : `has no value for ${quote(name)}`;
	return refuse(field, what, advice);
}

function optionIn(option: NamedValue, field: string): MappedOption[] {
	const advice =
		'Enter the ID or the label of the option, and one value that the catalog lists for it.';
	return namedValueIn(option, field, advice).map((entry) => ({ ...entry, field }));
}

/** Reads the column `options`: values by the ID or the label of the option. */
function optionsIn(given: unknown, field: string): MappedOption[] {
	const advice = 'Write the options as { "dial_color": "black" }.';
	const options = entriesIn(given, field, advice)
		.filter(([, value]) => !isBlank(value))
		.flatMap(([name, value]) => optionIn({ name, value }, `${field}.${name}`));
	return withoutSameNames(options, ({ name }) => name, field);
}

function conditionsIn(entries: readonly NamedValue[], field: string): Condition[] | undefined {
	const advice = 'Enter the name of a property, and the value that a line has to have there.';
	const conditions = entries.flatMap(({ name, value }) => {
		// Shops send true for a ticked box.
		const given = typeof value === 'boolean' ? String(value) : value;
		return namedValueIn({ name, value: given }, field, advice);
	});
	const named = withoutSameNames(conditions, ({ name }) => name, field);
	return named.length > 0 ? named : undefined;
}

/** Reads the column `when`: the values that properties of the line have to have, by their names. */
function whenIn(given: unknown, field: string): Condition[] | undefined {
	const advice = 'Write the conditions as { "Size": "XL", "Print on": "Back" }.';
	const entries = entriesIn(given, field, advice).map(([name, value]) => ({ name, value }));
	return conditionsIn(entries, field);
}

/** Refuses a row that names what to produce in two ways, of which one may be wrong. */
function withOne(row: MappingRow): MappingRow {
	if (variantsNamed(row).length < 2) return row;
	const advice =
		'Keep one of the SKU, the ID of the variant and the product. Of a product, the variant that the line says is produced.';
	return refuse(row.field, 'names what to produce in two ways', advice);
}

/** Reads a row of the editor; `field` is its label in messages. */
export function rowFromFields(row: IDataObject, field: string): MappingRow {
	const { mode, value } = locatorChoice(row.variantId);
	const variant = skuIn(value, `${field} → Variant`);
	const optionsField = `${field} → Product Options`;
	const options = optionsOf(row).flatMap(({ id, value: text }, index) =>
		optionIn({ name: id, value: text }, `${optionsField} → Option ${index + 1}`),
	);
	return withOne(
		withoutUndefined<MappingRow>({
			field,
			shopSku: skuIn(row.shopSku, `${field} → Shop SKU`),
			[mode === SKU_MODE ? 'sku' : 'variantId']: variant,
			productId: skuIn(locatorChoice(row.productId).value, `${field} → Product`),
			pieces: piecesIn(row.pieces, `${field} → Pieces`),
			isPart: partIn(row.isPart, `${field} → Part of a Set`),
			files: fileIn(row.printFileUrl, `${field} → Print File`),
			options: withoutSameNames(options, ({ name }) => name, optionsField),
			when: conditionsIn(rowsOf(row.when, 'condition'), `${field} → When`),
		}),
	);
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

/** Collects the cells of a row by the column that they mean, with its name as written. Empty cells are left out. */
function cellsOf(row: IDataObject, field: string) {
	const cells = new Map<string, { name: string; value: unknown }>();
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
	const advice = 'Write each row as { "shopSku": "…", "sku": "…", "printFileUrl": "https://…" }.';
	if (!isObject(row)) return refuseNoObject(row, field, advice);
	const cells = cellsOf(row, field);
	const read = <Value>(column: string, reader: (value: unknown, field: string) => Value): Value => {
		const { name = column, value } = cells.get(column) ?? {};
		return reader(value, `${field} → ${name}`);
	};
	const isByPlacement = comparableName(cells.get('files')?.name ?? '') === 'files';
	return withOne(
		withoutUndefined<MappingRow>({
			field,
			shopSku: read('shopSku', skuIn),
			sku: read('sku', skuIn),
			variantId: read('variantId', skuIn),
			productId: read('productId', skuIn),
			pieces: read('pieces', piecesIn),
			isPart: read('isPart', partIn),
			files: read('files', isByPlacement ? filesIn : fileIn),
			options: read('options', optionsIn),
			when: read('when', whenIn),
		}),
	);
}
