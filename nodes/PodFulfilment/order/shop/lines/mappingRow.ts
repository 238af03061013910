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
import { isObject, ownValue, rowsOf, withoutUndefined } from '../../../input/guards';
import { parseJsonField } from '../../../input/jsonField';
import { locatorChoice, SKU_MODE } from '../../../input/locatorValue';
import { quote } from '../../../input/wording';
import { optionList } from '../../compose/item';
import { optionsOf } from '../../compose/enteredItems';
import { fileAddress } from '../../compose/printFile';

/** A print file that a row names. */
export interface MappedFile {
	/** As written in the row; empty for the file of the only placement. */
	placement: string;
	url: string;
	/** Label of its column, for messages. */
	field: string;
}

/** An option that a row names. */
export interface MappedOption {
	/** ID or label of the option. */
	name: string;
	value: string;
	/** Label of its column, for messages. */
	field: string;
}

/** What a line has to name for a row to apply to it. */
export interface Condition {
	/** Of a property. */
	name: string;
	value: string;
}

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

/** A row that may lack the SKU of the shop. */
export interface MappingRow extends MappedSku {
	shopSku?: string;
}

/** Nobody has a longer SKU, and the SKUs of a shop are read up to this length. */
const MAX_SKU_LENGTH = 1_000;

/** Reads a SKU or an ID. Spreadsheets make a number of one that consists of digits. */
function skuIn(value: unknown, field: string): string | undefined {
	if (isBlank(value)) return undefined;
	refuseBroken(value, field);
	const text = Number.isSafeInteger(value) ? String(value) : value;
	if (typeof text !== 'string') {
		return refuse(
			field,
			`is ${quote(value)}, but must be text`,
			'Enter one SKU or ID. In a spreadsheet, format the column as text.',
		);
	}
	const trimmed = text.trim();
	return trimmed.length <= MAX_SKU_LENGTH
		? trimmed
		: refuse(
				field,
				`has ${trimmed.length} characters, but at most ${MAX_SKU_LENGTH} are read`,
				'Enter one SKU or ID.',
			);
}

/** Reads how many pieces one piece of the line is; undefined for one: the editor enters that by itself. */
function piecesIn(value: unknown, field: string): number | undefined {
	const pieces = isBlank(value) ? 1 : quantityOf(value, field);
	return pieces === 1 ? undefined : pieces;
}

const partIn = (value: unknown, field: string): true | undefined =>
	(!isBlank(value) && switchOf(value, field)) || undefined;

/** Refuses a row that names a variant and a product. */
function refuseTwo({ field, sku, variantId, productId }: MappingRow): void {
	if (productId === undefined || (sku ?? variantId) === undefined) return;
	refuse(
		field,
		'names a variant and a product',
		'Leave one of the two empty. Of a product, the variant that the line says is produced.',
	);
}

/** Parses a cell that holds an object or a list as text, as the cells of spreadsheets and data tables do. */
const parsedCell = (value: unknown, field: string): unknown =>
	typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJsonField(value, field) : value;

/** Refuses entries that mean the same, such as 'front' and 'Front'. */
function refuseSameNames(names: readonly string[], field: string): void {
	const seen = new Set<string>();
	const twice = names.find((name) => {
		const key = comparableName(name);
		return key === '' || seen.size === seen.add(key).size;
	});
	if (twice === undefined) return;
	refuse(
		field,
		comparableName(twice) === '' ? 'has an entry without a name' : `names ${quote(twice)} twice`,
		'Enter each name once.',
	);
}

/** Reads the address of a print file. Whether it is one is checked where a line uses it. */
function fileIn(value: unknown, field: string, placement = ''): MappedFile[] {
	const url = fileAddress(value, field);
	return url === undefined ? [] : [{ placement, url, field }];
}

/** Reads the column `files`: the address of the only print file, or addresses by placement. */
function filesIn(given: unknown, field: string): MappedFile[] {
	const value = parsedCell(given, field);
	if (Array.isArray(value)) {
		return refuse(
			field,
			`is ${quote(value)}, but must be an object`,
			'Write the files as { "front": "https://…", "back": "https://…" }.',
		);
	}
	if (!isObject(value)) return fileIn(value, field);
	const files = Object.entries(value).flatMap(([placement, url]) =>
		fileIn(url, `${field}.${placement}`, placement),
	);
	refuseSameNames(
		files.map(({ placement }) => placement),
		field,
	);
	return files;
}

function optionIn({ id, value }: IDataObject, field: string): MappedOption[] {
	const whatToDo = 'Enter one value that the catalog lists for the option.';
	const name = optionalText(id, field, whatToDo);
	const text = optionalText(value, field, whatToDo);
	if (name === undefined && text === undefined) return [];
	if (name === undefined || text === undefined) {
		return refuse(
			field,
			name === undefined ? 'names no option' : 'has no value',
			'Enter the ID or the label of the option, and one of its values.',
		);
	}
	return [{ name, value: text, field }];
}

/**
 * Reads the column `options`: values by the ID or the label of the option, or a list of them.
 *
 * @param entryField label of an entry of a list, by its index
 */
function optionsIn(
	given: unknown,
	field: string,
	entryField = (index: number): string => `${field}[${index}]`,
): MappedOption[] {
	const value = parsedCell(given, field);
	if (isBlank(value)) return [];
	const list = optionList(value);
	if (!Array.isArray(list) || !list.every(isObject)) {
		return refuse(
			field,
			`is ${quote(value)}, but must be an object`,
			'Write the options as { "dial_color": "black" }.',
		);
	}
	const options = isObject(value)
		? list
				.filter((option) => !isBlank(option.value))
				.flatMap((option) => optionIn(option, `${field}.${String(option.id)}`))
		: list.flatMap((option, index) => optionIn(option, entryField(index)));
	refuseSameNames(
		options.map(({ name }) => name),
		field,
	);
	return options;
}

/** A value that a line may have. Shops also send numbers, and true for a ticked box. */
const valueOfLine = (value: unknown): unknown =>
	typeof value === 'boolean' ? String(value) : value;

/**
 * Reads conditions. One without a value is refused: without it, the row would apply to lines for which it is not meant.
 *
 * @returns undefined if there are none
 */
function conditionsIn(entries: readonly IDataObject[], field: string): Condition[] | undefined {
	const conditions = entries.flatMap((entry): Condition[] => {
		const whatToDo = 'Enter one value of the property.';
		const name = optionalText(entry.name, field, 'Enter the name of a property.');
		const value = optionalText(valueOfLine(entry.value), field, whatToDo);
		if (name === undefined && value === undefined) return [];
		return name === undefined || value === undefined
			? refuse(
					field,
					name === undefined
						? 'has a value without a property'
						: `has no value for ${quote(name)}, so it would apply to any`,
					'Enter the name of a property, and the value that a line has to have there.',
				)
			: [{ name, value }];
	});
	refuseSameNames(
		conditions.map(({ name }) => name),
		field,
	);
	return conditions.length > 0 ? conditions : undefined;
}

/** Reads the column `when`: the values that properties of the line have to have, by their names. */
function whenIn(given: unknown, field: string): Condition[] | undefined {
	const value = parsedCell(given, field);
	if (isBlank(value)) return undefined;
	return isObject(value)
		? conditionsIn(
				Object.entries(value).map(([name, entry]) => ({ name, value: entry })),
				field,
			)
		: refuse(
				field,
				`is ${quote(value)}, but must be an object`,
				'Write the conditions as { "Size": "XL", "Print on": "Back" }.',
			);
}

/**
 * Reads a row of the editor.
 *
 * @param field label of the row in messages
 * @throws UserError that names the field of a value of another type
 */
export function rowFromFields(row: IDataObject, field: string): MappingRow {
	const { mode, value } = locatorChoice(row.variantId);
	const variant = skuIn(value, `${field} → Variant`);
	const options = `${field} → Product Options`;
	const read = withoutUndefined<MappingRow>({
		field,
		shopSku: skuIn(row.shopSku, `${field} → Shop SKU`),
		[mode === SKU_MODE ? 'sku' : 'variantId']: variant,
		productId: skuIn(locatorChoice(row.productId).value, `${field} → Product`),
		pieces: piecesIn(row.pieces, `${field} → Pieces`),
		isPart: partIn(row.isPart, `${field} → Part of a Set`),
		files: fileIn(row.printFileUrl, `${field} → Print File`),
		options: optionsIn(optionsOf(row), options, (index) => `${options} → Option ${index + 1}`),
		when: conditionsIn(rowsOf(row.when, 'condition'), `${field} → When`),
	});
	refuseTwo(read);
	return read;
}

/** Columns by their comparable names: 'Shop SKU', 'shop_sku' and 'shopSku' are one. */
const COLUMNS: Readonly<Record<string, string | undefined>> = {
	shopsku: 'shopSku',
	sku: 'sku',
	variantid: 'variantId',
	productid: 'productId',
	pieces: 'pieces',
	ispart: 'isPart',
	partofaset: 'isPart',
	printfileurl: 'printFileUrl',
	printfile: 'printFileUrl',
	files: 'files',
	options: 'options',
	when: 'when',
};

/** A column with one of these words is meant for this node. Others, such as a row's number, are not read. */
const MEANT_FOR_THIS_NODE = /file|url|sku|variant|option|piece|partof/;

interface Cell {
	/** The column's name as written. */
	name: string;
	value: unknown;
}

/** Collects the cells of a row by the column that they mean. Empty cells are left out. */
function cellsOf(row: IDataObject, field: string): ReadonlyMap<string, Cell> {
	const cells = new Map<string, Cell>();
	for (const [name, value] of Object.entries(row)) {
		if (isBlank(value)) continue;
		const key = comparableName(name);
		const column = ownValue(COLUMNS, key);
		if (column === undefined) {
			if (!MEANT_FOR_THIS_NODE.test(key)) continue;
			refuse(
				field,
				`has the column ${quote(name)}, which is unknown`,
				'The columns are "shopSku", "sku", "variantId", "productId", "printFileUrl", "files", "options", "when", "pieces" and "isPart". Rename it, or leave it out.',
			);
		}
		const known = cells.get(String(column));
		if (known) {
			refuse(
				field,
				`has the columns ${quote(known.name)} and ${quote(name)}, which mean the same`,
				'Leave one of the two empty.',
			);
		}
		cells.set(String(column), { name, value });
	}
	return cells;
}

/**
 * Reads a row of 'SKU Mapping (JSON)'.
 *
 * @param field label of the row in messages
 * @throws UserError that names the column of an unknown name, or of a value of another type
 */
export function rowFromJson(row: unknown, field: string): MappingRow {
	if (!isObject(row)) {
		return refuse(
			field,
			`is ${quote(row)}, but must be an object`,
			'Write each row as { "shopSku": "…", "sku": "…", "printFileUrl": "https://…" }.',
		);
	}
	const cells = cellsOf(row, field);
	const read = <Value>(column: string, reader: (value: unknown, field: string) => Value): Value => {
		const { name = column, value } = cells.get(column) ?? {};
		return reader(value, `${field} → ${name}`);
	};
	const single = cells.get('printFileUrl');
	const byPlacement = cells.get('files');
	if (single && byPlacement) {
		return refuse(
			field,
			`has the columns ${quote(single.name)} and ${quote(byPlacement.name)}`,
			'Enter all files of the row in one of the two.',
		);
	}
	const entered = withoutUndefined<MappingRow>({
		field,
		shopSku: read('shopSku', skuIn),
		sku: read('sku', skuIn),
		variantId: read('variantId', skuIn),
		productId: read('productId', skuIn),
		pieces: read('pieces', piecesIn),
		isPart: read('isPart', partIn),
		files: single ? read('printFileUrl', fileIn) : read('files', filesIn),
		options: read('options', optionsIn),
		when: read('when', whenIn),
	});
	refuseTwo(entered);
	return entered;
}
