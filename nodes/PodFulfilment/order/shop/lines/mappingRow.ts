import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { isObject, rowsOf } from '../../../input/guards';
import { parseJsonField } from '../../../input/jsonField';
import { locatorChoice, SKU_MODE } from '../../../input/locatorValue';
import { quote } from '../../../input/wording';
import { comparable } from '../comparable';

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

/** A row of the mapping: what to produce for a SKU of the shop. */
export interface MappedSku {
	/** Label of the row in messages, e.g. 'SKU Mapping → Row 1'. */
	field: string;
	/** The variant's own SKU. Without it and `variantId`, the SKU in the shop is the variant's. */
	sku?: string;
	variantId?: string;
	files: MappedFile[];
	options: MappedOption[];
}

/** A row that may lack the SKU of the shop. */
export interface MappingRow extends MappedSku {
	shopSku?: string;
}

/** Nobody has a longer SKU, and the SKUs of a shop are read up to this length. */
const MAX_SKU_LENGTH = 1_000;

const isEmptyCell = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Reads a SKU or an ID. Spreadsheets make a number of one that consists of digits. */
function skuIn(value: unknown, field: string): string | undefined {
	if (isEmptyCell(value)) return undefined;
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

/** Reads the address of a print file; it is checked where a line uses it. */
function fileIn(value: unknown, field: string): string | undefined {
	if (isEmptyCell(value)) return undefined;
	return typeof value === 'string'
		? value.trim()
		: refuse(
				field,
				`is ${quote(value)}, but must be the address of one print file`,
				'Enter a web address that begins with https:// or http://.',
			);
}

/** Parses a cell that holds an object or a list as text, as the cells of spreadsheets and data tables do. */
const parsedCell = (value: unknown, field: string): unknown =>
	typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJsonField(value, field) : value;

/** Refuses entries that mean the same, such as 'front' and 'Front'. */
function refuseSameNames(names: readonly string[], field: string): void {
	const seen = new Set<string>();
	const twice = names.find((name) => {
		const key = comparable(name);
		return key === '' || seen.size === seen.add(key).size;
	});
	if (twice === undefined) return;
	refuse(
		field,
		comparable(twice) === '' ? 'has an entry without a name' : `names ${quote(twice)} twice`,
		'Enter each name once.',
	);
}

/** Reads the column `files`: the address of the only print file, or addresses by placement. */
function filesIn(given: unknown, field: string): MappedFile[] {
	const value = parsedCell(given, field);
	if (!isObject(value)) {
		if (Array.isArray(value)) {
			return refuse(
				field,
				`is ${quote(value)}, but must be an object`,
				'Write the files as { "front": "https://…", "back": "https://…" }.',
			);
		}
		const url = fileIn(value, field);
		return url === undefined ? [] : [{ placement: '', url, field }];
	}
	const files = Object.entries(value).flatMap(([placement, entry]) => {
		const fileField = `${field}.${placement}`;
		const url = fileIn(entry, fileField);
		return url === undefined ? [] : { placement, url, field: fileField };
	});
	refuseSameNames(
		files.map(({ placement }) => placement),
		field,
	);
	return files;
}

/** Reads the value of an option, and its name where that is a field too. */
function optionText(value: unknown, field: string): string | undefined {
	if (isEmptyCell(value)) return undefined;
	const text = typeof value === 'number' ? String(value) : value;
	return typeof text === 'string'
		? text.trim()
		: refuse(
				field,
				`is ${quote(value)}, but must be text`,
				'Enter one value that the catalog lists for the option.',
			);
}

function optionOf(name: unknown, value: unknown, field: string): MappedOption[] {
	const [nameText, valueText] = [optionText(name, field), optionText(value, field)];
	if (nameText === undefined && valueText === undefined) return [];
	if (nameText === undefined || valueText === undefined) {
		return refuse(
			field,
			nameText === undefined ? 'has no option ID' : 'has no value',
			'Enter the ID or the label of the option, and one of its values.',
		);
	}
	return [{ name: nameText, value: valueText, field }];
}

/** Reads the column `options`: values by the ID or the label of the option, or a list of them. */
function optionsIn(given: unknown, field: string): MappedOption[] {
	const value = parsedCell(given, field);
	if (isEmptyCell(value)) return [];
	let options: MappedOption[];
	if (isObject(value)) {
		options = Object.entries(value).flatMap(([name, entry]) =>
			isEmptyCell(entry) ? [] : optionOf(name, entry, `${field}.${name}`),
		);
	} else if (Array.isArray(value) && value.every(isObject)) {
		options = value.flatMap(({ id, value: entry }, index) =>
			optionOf(id, entry, `${field}[${index}]`),
		);
	} else {
		return refuse(
			field,
			`is ${quote(value)}, but must be an object`,
			'Write the options as { "dial_color": "black" }.',
		);
	}
	refuseSameNames(
		options.map(({ name }) => name),
		field,
	);
	return options;
}

/** Removes what a row does not say. */
const rowOf = ({ shopSku, sku, variantId, ...row }: MappingRow): MappingRow => ({
	...row,
	...(shopSku !== undefined && { shopSku }),
	...(sku !== undefined && { sku }),
	...(variantId !== undefined && { variantId }),
});

/**
 * Reads a row of the editor.
 *
 * @param field label of the row in messages
 * @throws UserError that names the field of a value of another type
 */
export function rowFromFields(row: IDataObject, field: string): MappingRow {
	const { mode, value } = locatorChoice(row.variantId);
	const variant = skuIn(value, `${field} → Variant`);
	const fileField = `${field} → Print File URL`;
	const url = fileIn(row.printFileUrl, fileField);
	const options = rowsOf(row.options, 'option').map(({ id, value: entry }) => ({
		id: locatorChoice(id).value,
		value: locatorChoice(entry).value,
	}));
	return rowOf({
		field,
		shopSku: skuIn(row.shopSku, `${field} → Shop SKU`),
		...(variant !== undefined && { [mode === SKU_MODE ? 'sku' : 'variantId']: variant }),
		files: url === undefined ? [] : [{ placement: '', url, field: fileField }],
		options: optionsIn(options, `${field} → Product Options`),
	});
}

/** Columns by their comparable names: 'Shop SKU', 'shop_sku' and 'shopSku' are one. */
const COLUMNS: Readonly<Record<string, string | undefined>> = {
	shopsku: 'shopSku',
	sku: 'sku',
	variantid: 'variantId',
	printfileurl: 'printFileUrl',
	printfile: 'printFileUrl',
	files: 'files',
	options: 'options',
};

/** A column with one of these words is meant for this node. Others, such as a row's number, are not read. */
const MEANT_FOR_THIS_NODE = /file|url|sku|variant|option/;

interface Cell {
	/** The column's name as written. */
	name: string;
	value: unknown;
}

/** Collects the cells of a row by the column that they mean. Empty cells are left out. */
function cellsOf(row: IDataObject, field: string): ReadonlyMap<string, Cell> {
	const cells = new Map<string, Cell>();
	for (const [name, value] of Object.entries(row)) {
		if (isEmptyCell(value)) continue;
		const key = comparable(name);
		const column = Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
		if (column === undefined) {
			if (!MEANT_FOR_THIS_NODE.test(key)) continue;
			refuse(
				field,
				`has the column ${quote(name)}, which is unknown`,
				'The columns are "shopSku", "sku", "variantId", "printFileUrl", "files" and "options". Rename it, or leave it out.',
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
	return rowOf({
		field,
		shopSku: read('shopSku', skuIn),
		sku: read('sku', skuIn),
		variantId: read('variantId', skuIn),
		files: single
			? read('printFileUrl', (value, column) =>
					[fileIn(value, column) ?? []]
						.flat()
						.map((url) => ({ placement: '', url, field: column })),
				)
			: read('files', filesIn),
		options: read('options', optionsIn),
	});
}
