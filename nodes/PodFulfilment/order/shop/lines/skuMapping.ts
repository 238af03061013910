// The table 'SKU Mapping' and its JSON: reads all rows, once per run, and finds those of a SKU. How one row is read is in
// mappingRow.ts, which rows apply to a line in rowForLine.ts.

import { UserError, type IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableSku } from '../../../input/equalText';
import { parseJsonField } from '../../../input/jsonField';
import { rowsOf } from '../../../input/objects';
import { quote, serviceName } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import { sharedInRun } from '../../../transport/run';
import type { About, Cause } from '../../causes';
import { Findings, problemsIn } from '../../findings';
import type { ShopLine } from '../shopOrder';
import {
	namesVariant,
	rowFromFields,
	rowFromJson,
	type MappedSku,
	type MappingRow,
} from './mappingRow';

const FIELD = 'SKU Mapping';
const JSON_FIELD = 'SKU Mapping (JSON)';

/** Maximum number of rows. A shop with more must filter them in the workflow first. */
const MAX_ROWS = 20_000;

/** Rows by the SKUs of the shop. */
export class SkuMapping {
	private readonly rows = new Map<string, MappedSku[]>();

	/** The rows of a SKU, whatever its capitals, also those whose conditions a line may not meet. */
	rowsOf(sku: string): readonly MappedSku[] {
		return this.rows.get(comparableSku(sku)) ?? [];
	}

	/** The names that the rows of a SKU have under 'When'. */
	conditionNames(sku = ''): string[] {
		return this.rowsOf(sku).flatMap(({ when = [] }) => when.map(({ name }) => name));
	}

	/** @returns the row that the SKU has already, if neither has conditions and both are no set: either may be meant */
	add(shopSku: string, row: MappedSku): MappedSku | undefined {
		const rows = this.rows.get(comparableSku(shopSku)) ?? [];
		const same = row.when
			? undefined
			: rows.find(({ when, isPart }) => !when && !(isPart && row.isPart));
		this.rows.set(comparableSku(shopSku), rows);
		rows.push(row);
		return same;
	}
}

/** Label of a row, with its SKU: n8n's editor shows no numbers, or counts on behind a row that was removed. */
function rowLabel({ shopSku }: IDataObject, index: number): string {
	const sku = serviceName(shopSku);
	return `${FIELD} → Row ${index + 1}${sku === '' ? '' : ` (${sku})`}`;
}

const isEmpty = (row: MappingRow): boolean =>
	(row.shopSku ?? row.when) === undefined &&
	!namesVariant(row) &&
	row.files.length + row.options.length === 0;

function rowsFromJson(value: unknown): MappingRow[] {
	if (value === undefined || value === null || value === '') return [];
	const rows = parseJsonField(value, JSON_FIELD);
	if (!Array.isArray(rows)) {
		const advice =
			'Pass the rows as [{ "shopSku": "…", "sku": "…", "printFileUrl": "https://…" }].';
		return refuse(JSON_FIELD, `is ${quote(rows)}, but must be a list in square brackets`, advice);
	}
	if (rows.length > MAX_ROWS) {
		const what = `has ${rows.length} rows, but at most ${MAX_ROWS} are read`;
		return refuse(JSON_FIELD, what, 'Pass only the rows of SKUs that are for this service.');
	}
	return (rows as unknown[]).map((row, index) => rowFromJson(row, `${JSON_FIELD} at [${index}]`));
}

/** Mappings that a run keeps. Mostly all of its items have one. */
const MAX_KEPT_MAPPINGS = 4;

/** Mappings of a run by the JSON of their parameters, the latest last. */
const mappingsOfRun = sharedInRun(() => new Map<string, SkuMapping | UserError>());

/** JSON of the parameters; undefined if they have none, such as a circular object. */
function keyOf(fields: unknown, json: unknown): string | undefined {
	try {
		// A text is JSON already: to quote megabytes for each item takes long. The type tells 'null' and null apart.
		const rows = typeof json === 'string' ? json : JSON.stringify(json);
		return [JSON.stringify(fields), typeof json, rows].join('\n');
	} catch {
		return undefined;
	}
}

/** Like {@link skuMappingOf}, but once in a run for all items with the same mapping: it may have thousands of rows. */
export function sharedSkuMapping(client: ApiClient, fields: unknown, json: unknown): SkuMapping {
	const key = keyOf(fields, json);
	if (key === undefined) return skuMappingOf(fields, json);
	const mappings = mappingsOfRun(client);
	const { check, list } = new Findings();
	const read = mappings.get(key) ?? check(() => skuMappingOf(fields, json));
	const result = read ?? (problemsIn(list)[0] as UserError);
	mappings.delete(key);
	mappings.set(key, result);
	for (const oldest of [...mappings.keys()].slice(0, -MAX_KEPT_MAPPINGS)) mappings.delete(oldest);
	if (result instanceof SkuMapping) return result;
	// Each item has an error of its own.
	throw new UserError(result.message, { description: result.description });
}

/** Reads the parameter 'SKU Mapping' and the option 'SKU Mapping (JSON)'. Each row is used as it is written, or refused. */
export function skuMappingOf(fields: unknown, json: unknown): SkuMapping {
	const mapping = new SkuMapping();
	const rows = [
		...rowsOf(fields, 'row').map((row, index) => rowFromFields(row, rowLabel(row, index))),
		...rowsFromJson(json),
	];
	for (const { shopSku, ...row } of rows.filter((one) => !isEmpty(one))) {
		const label = `${row.field} → Shop SKU`;
		if (shopSku === undefined) {
			return refuse(label, 'is empty', 'Enter the SKU in your shop, or remove the row.');
		}
		const known = mapping.add(shopSku, row);
		if (known) {
			refuse(
				label,
				`is ${quote(shopSku)}, which ${known.field} has too`,
				"Remove one of the two rows, or say under 'When' for which lines each of them is, or turn on 'Part of a Set' in both if both are produced. Capitals and spaces around a SKU do not matter.",
			);
		}
	}
	return mapping;
}

/** A cause that a row of SKU Mapping changes: its text is the Shop SKU, beside which the owner enters what is missing. */
export const withShopSku = (cause: Cause, { sku = '' }: Pick<ShopLine, 'sku'>): About => ({
	cause,
	text: sku,
});
