import type { IDataObject } from 'n8n-workflow';

import { comparableSku } from '../../api/catalog/skuTable';
import { refuse } from '../../input/checks';
import { isObject, rowsOf } from '../../input/guards';
import { parseJsonField } from '../../input/jsonField';
import { locatorChoice, locatorText } from '../../input/locatorValue';
import { quote } from '../../input/wording';
import { comparable } from './comparable';
import { firstText, textIn } from './values';

const FIELD = 'SKU Mapping';
const JSON_FIELD = 'SKU Mapping (JSON)';

/** Maximum number of rows. A shop with more must filter them in the workflow first. */
const MAX_ROWS = 20_000;

/** A row of the mapping: the variant and print file for a SKU of the shop. */
export interface MappedSku {
	/** Label of the row in messages, e.g. 'SKU Mapping → Row 1'. */
	field: string;
	/** The variant, by its ID or SKU; undefined if the shop's SKU is the variant's. */
	variant?: { by: 'id' | 'sku'; value: string };
	printFileUrl?: string;
}

interface Row extends MappedSku {
	shopSku: string | undefined;
}

/** Variants and print files by the SKUs of the shop. */
export class SkuMapping {
	private readonly rows = new Map<string, Array<MappedSku & { shopSku: string }>>();

	/** Finds the row of a SKU. Upper and lower case matter only between SKUs that differ in nothing else. */
	find(sku: string): MappedSku | undefined {
		const rows = this.rows.get(comparableSku(sku)) ?? [];
		return this.findExactly(sku) ?? (rows.length === 1 ? rows[0] : undefined);
	}

	findExactly(sku: string): MappedSku | undefined {
		return this.rows.get(comparableSku(sku))?.find(({ shopSku }) => shopSku === sku);
	}

	add(row: MappedSku & { shopSku: string }): void {
		const key = comparableSku(row.shopSku);
		this.rows.set(key, [...(this.rows.get(key) ?? []), row]);
	}
}

const isEmpty = ({ shopSku, variant, printFileUrl }: Row): boolean =>
	shopSku === undefined && variant === undefined && printFileUrl === undefined;

function rowFromFields(row: IDataObject, index: number): Row {
	const variant = locatorText(row.variantId);
	const by = locatorChoice(row.variantId).mode === 'sku' ? 'sku' : 'id';
	const printFileUrl = textIn(row.printFileUrl);
	return {
		field: `${FIELD} → Row ${index + 1}`,
		shopSku: textIn(row.shopSku),
		...(variant !== '' && { variant: { by, value: variant } }),
		...(printFileUrl !== undefined && { printFileUrl }),
	};
}

/** Normalizes column names: 'Shop SKU', 'shop_sku' and 'shopSku' are equal. */
const byColumn = (row: IDataObject): Record<string, unknown> =>
	Object.fromEntries(Object.entries(row).map(([name, value]) => [comparable(name), value]));

function rowFromJson(value: unknown, index: number): Row {
	const field = `${JSON_FIELD} at [${index}]`;
	if (!isObject(value)) {
		return refuse(
			field,
			`is ${quote(value)}, but must be an object`,
			'Write each row as { "shopSku": "…", "sku": "…", "printFileUrl": "https://…" }.',
		);
	}
	const columns = byColumn(value);
	const [sku, id] = [textIn(columns.sku), textIn(columns.variantid)];
	const printFileUrl = firstText(columns.printfileurl, columns.printfile);
	return {
		field,
		shopSku: textIn(columns.shopsku),
		...(sku !== undefined && { variant: { by: 'sku', value: sku } }),
		...(id !== undefined && { variant: { by: 'id', value: id } }),
		...(printFileUrl !== undefined && { printFileUrl }),
	};
}

function rowsFromJson(value: unknown): Row[] {
	if (value === undefined || value === null || value === '') return [];
	const rows = parseJsonField(value, JSON_FIELD);
	if (!Array.isArray(rows)) {
		return refuse(
			JSON_FIELD,
			`is ${quote(rows)}, but must be a list in square brackets`,
			'Pass the rows as [{ "shopSku": "…", "sku": "…", "printFileUrl": "https://…" }].',
		);
	}
	if (rows.length > MAX_ROWS) {
		return refuse(
			JSON_FIELD,
			`has ${rows.length} rows, but at most ${MAX_ROWS} are read`,
			'Pass only the rows of SKUs that are for this service.',
		);
	}
	return (rows as unknown[]).map(rowFromJson);
}

const isSame = (a: MappedSku, b: MappedSku): boolean =>
	a.variant?.by === b.variant?.by &&
	a.variant?.value === b.variant?.value &&
	a.printFileUrl === b.printFileUrl;

/**
 * Reads the parameters 'SKU Mapping' and 'SKU Mapping (JSON)'. A SKU may occur in several rows that agree.
 *
 * @throws UserError for a row without a shop SKU, and for rows with the same one that disagree
 */
export function skuMappingOf(fields: unknown, json: unknown): SkuMapping {
	const mapping = new SkuMapping();
	const rows = [...rowsOf(fields, 'row').map(rowFromFields), ...rowsFromJson(json)];
	for (const row of rows.filter((candidate) => !isEmpty(candidate))) {
		const { shopSku } = row;
		if (shopSku === undefined) {
			return refuse(
				`${row.field} → Shop SKU`,
				'is empty',
				'Enter the SKU in your shop, or remove the row.',
			);
		}
		const known = mapping.findExactly(shopSku);
		if (known && !isSame(known, row)) {
			return refuse(
				`${row.field} → Shop SKU`,
				`is ${quote(shopSku)} again, but differs from ${known.field}`,
				'Remove one of the two rows.',
			);
		}
		if (!known) mapping.add({ ...row, shopSku });
	}
	return mapping;
}
