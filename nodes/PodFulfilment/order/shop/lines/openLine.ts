// A line of a shop's order before it is decided what becomes of it: its rows of SKU Mapping, its variant, and whether and why
// it must be ordered. Also the settings for lines.

import { nextTurn } from '../../../input/nextTurn';
import type { ApiClient } from '../../../transport/client';
import type { Item } from '../../compose/item';
import { Findings } from '../../findings';
import type { ShopOrder } from '../shopOrder';
import { fileNamesOf } from './fileNames';
import type { ItemLine } from './itemLine';
import type { MappedSku } from './mappingRow';
import { isSurelyFile, namedFilesOf } from './namedFiles';
import type { PrintFileSettings } from './placements';
import { shopKeysOf } from './skuMapping';
import { findVariantOfLine, type VariantResult, type VariantSettings } from './variant';

/** Settings for the lines of a shop's order. */
export interface LineSettings extends VariantSettings {
	printFile: PrintFileSettings;
	unknownLines: 'leaveOut' | 'stop';
	/** Whether the catalog may be read for the placements and options of a variant. */
	fillFromCatalog: boolean;
	/** Items of an existing order by their External ID, that of their line: nothing of these is read from the catalog. */
	existingItems?: ReadonlyMap<string | undefined, Item>;
}

/** What the lines of one order are composed with. */
export interface Composing {
	client: ApiClient;
	order: ShopOrder;
	settings: LineSettings;
}

/** A line before it is decided what becomes of it. */
export interface OpenLine {
	line: ItemLine;
	findings: Findings;
	/** Undefined for a line that the shop leaves out, or where the search fails. */
	variant: VariantResult | undefined;
	/** The item of an existing order for this line. */
	existing: Item | undefined;
	/** Rows of SKU Mapping for the line's SKUs, also those whose conditions it does not meet. */
	rows: readonly MappedSku[];
	/** Whether the line or a row names a print file; a template names none by itself. */
	hasFile: boolean;
	/** Why the line must be ordered; undefined for one that may not be for this service. */
	reasonToOrder: string | undefined;
}

/** Finds out what is known of a line. */
export async function openLine({ client, settings }: Composing, line: ItemLine): Promise<OpenLine> {
	await nextTurn();
	const { mapping, printFile, existingItems } = settings;
	const findings = new Findings('line');
	const existing = existingItems?.get(line.itemId);
	const rows = shopKeysOf(line).flatMap((sku) => mapping.rowsOf(sku));
	const namesFile =
		!('template' in printFile) &&
		namedFilesOf(line.properties, fileNamesOf(printFile.property)).some(isSurelyFile);
	const [row] = rows;
	const reasonToOrder = row
		? `is listed in ${row.field}`
		: namesFile
			? 'names a print file'
			: undefined;
	const hasFile = namesFile || rows.some(({ files }) => files.length > 0);
	const open = { line, findings, existing, rows, hasFile, reasonToOrder, variant: undefined };
	if (line.leftOutBecause !== undefined) return open;
	if (existing) return { ...open, variant: { variantId: existing.variantId, row: undefined } };
	try {
		return { ...open, variant: await findVariantOfLine(client, line, settings) };
	} catch (error) {
		findings.refused(error);
		return open;
	}
}
