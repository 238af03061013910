// Which rows of SKU Mapping for a SKU apply to a line by their conditions ('When'), and what they say together. Also the lines
// that become items by them: a line itself, with the 'Pieces' of its row ('Set of 3'), or one for each part of a set.

import { comparableName, comparableOptionValue, comparableSku } from '../../../input/equalText';
import { nextTurn } from '../../../input/nextTurn';
import { withoutUndefined } from '../../../input/objects';
import { firstAndMore, quote } from '../../../input/wording';
import { refuseFor } from '../../causes';
import { lineInProblems } from '../orderLabel';
import type { ShopLine, ShopOrder } from '../shopOrder';
import type { ItemLine } from './itemLine';
import { lineValuesOf, namesSeen, saidIn, valueKey, type LineValue } from './lineValues';
import { namesVariant, type MappedSku } from './mappingRow';
import { shopKeyOf, type SkuMapping } from './skuMapping';

/** Names and rows that a message lists. */
const MAX_NAMED = 5;

/** What a line says where these rows ask for it. */
function seenValues(rows: readonly MappedSku[], values: readonly LineValue[]): string {
	const asked = rows.flatMap(({ when = [] }) => when);
	const names = new Map(asked.map(({ name }) => [valueKey(name), name]));
	const seen = ([key, name]: readonly [string, string]): string => {
		const said = values.filter(({ keys }) => keys.includes(key));
		const texts = said.map((value) => quote(value.texts[0])).join(' and ');
		return `${quote(name)} is ${texts || 'missing'}`;
	};
	return firstAndMore([...names], seen, MAX_NAMED).join(', ');
}

/** Refuses a line for which none of these rows says what to produce. */
function refuseUnmet(
	rows: readonly MappedSku[],
	shopSku: string,
	values: readonly LineValue[],
	{ inProblems, properties }: ItemLine,
): never {
	const conditional = rows.filter(({ when }) => when);
	const asked = conditional.some(namesVariant) ? conditional.filter(namesVariant) : conditional;
	const listed = firstAndMore(asked, ({ field }) => field, MAX_NAMED).join(', ');
	return refuseFor(
		'otherVariant',
		inProblems,
		`meets the conditions of no row of SKU Mapping that says what to produce for SKU ${quote(shopSku)}: ${seenValues(asked, values)}`,
		`Add a row for it to SKU Mapping with these values under 'When', or correct ${listed}.${namesSeen([...properties, ...values])} Beside rows with conditions, the variant of one without any is not used.`,
	);
}

/** What has to agree with what other rows say: what a message calls several of it, what it is about, and its comparable value. */
type Said = readonly [what: string, about: string, value: string | number | undefined];

function saidBy(row: MappedSku): Said[] {
	const { files, options, sku = '', variantId, productId, pieces } = row;
	// Only one of the three is there.
	const variant = JSON.stringify([comparableSku(sku), variantId, productId]);
	const said: Said[] = [
		['variants', 'variant', namesVariant(row) ? variant : undefined],
		['numbers of pieces', 'pieces', pieces],
		...files.map(({ placement, url }): Said => ['print files for one placement', placement, url]),
		...options.map(({ name, value }): Said => {
			return ['values of one option', name, comparableOptionValue(value)];
		}),
	];
	return said.filter(([, , value]) => value !== undefined);
}

/** Refuses rows that apply to one line and name different variants, files or options. */
function refuseContradiction(rows: readonly MappedSku[], { inProblems }: ItemLine): void {
	const known = new Map<string, { field: string; value: Said[2] }>();
	for (const row of rows) {
		for (const [what, about, value] of saidBy(row)) {
			const key = `${what} ${comparableName(about)}`;
			const other = known.get(key);
			if (other && other.value !== value) {
				refuseFor(
					'skuMapping',
					inProblems,
					`meets the conditions of ${other.field} and ${row.field}, which name different ${what}`,
					"Let the two agree, or change what one of them asks for under 'When', so that only one applies. If both are produced, turn on 'Part of a Set' in both.",
				);
			}
			known.set(key, { field: row.field, value });
		}
	}
}

/** The first of each name: rows that agree may have one twice. */
function firstOfEach<Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string): Entry[] {
	const seen = new Set<string>();
	return entries.filter((entry) => seen.size < seen.add(comparableName(nameOf(entry))).size);
}

/** Puts rows together that apply to one line and agree. */
function together(rows: readonly MappedSku[], line: ItemLine): MappedSku {
	refuseContradiction(rows, line);
	const files = rows.flatMap((row) => row.files);
	const options = rows.flatMap((row) => row.options);
	return {
		// What one of them says, none contradicts; the first has it as messages write it.
		...rows.reduceRight<Partial<MappedSku>>((said, row) => ({ ...said, ...row }), {}),
		field: rows.map(({ field }) => field).join(' with '),
		files: firstOfEach(files, ({ placement }) => placement),
		options: firstOfEach(options, ({ name }) => name),
		when: rows.flatMap(({ when = [] }) => when),
	};
}

/**
 * Conditional rows of a set none of whose alternatives applies. Rows that ask for the same properties are alternatives, such
 * as the sizes of its shirt: without one of them, a part of the set would be missing.
 */
function unanswered(conditional: readonly MappedSku[], met: readonly MappedSku[]): MappedSku[] {
	const askedBy = ({ when = [] }: MappedSku): string =>
		JSON.stringify(when.map(({ name }) => valueKey(name)).sort());
	const answered = new Set(met.map(askedBy));
	return conditional.filter((row) => !answered.has(askedBy(row)));
}

/** What tells one part from another: two that are equal would be one part that was entered twice. */
const contentOf = (part: MappedSku): string => JSON.stringify(saidBy({ ...part, pieces: 1 }));

/** Refuses parts of a set of which others may be missing, or one was entered twice. Accepts none: that is no set. */
function refuseIncompleteSet(rows: readonly MappedSku[], { inProblems }: ItemLine): void {
	const parts = rows.filter(({ isPart }) => isPart);
	const [first] = parts;
	if (first && parts.length === 1) {
		refuseFor(
			'skuMapping',
			inProblems,
			`is a set of which only ${first.field} applies`,
			"Add a row with 'Part of a Set' for each other part, or turn it off where nothing else is produced.",
		);
	}
	const fields = new Map<string, string>();
	for (const part of parts) {
		const same = fields.get(contentOf(part));
		if (same !== undefined) {
			refuseFor(
				'skuMapping',
				inProblems,
				`is a set in which ${same} and ${part.field} are the same part`,
				"Remove one of the two, or enter how many there are under 'Pieces'.",
			);
		}
		fields.set(contentOf(part), part.field);
	}
}

/**
 * Puts together what the rows for a SKU say of a line. Rows with conditions apply where the line meets all of them; one of
 * them then has to name the variant, if any row does. A row without conditions beside them gives its files and options to
 * all lines, but never its variant: a size that no row names would be produced as another. Rows that are parts of a set
 * are not put together with each other, and are produced also without conditions.
 *
 * @returns one, one for each part of a set, or none if there are none
 * @throws UserError for rows that contradict each other, and for a line for which none says what to produce
 */
export function rowsForLine(
	shopSku: string,
	line: ItemLine,
	mapping: SkuMapping,
): readonly MappedSku[] {
	const rows = mapping.rowsOf(shopSku);
	const conditional = rows.filter(({ when }) => when);
	if (conditional.length === 0) {
		refuseIncompleteSet(rows, line);
		return rows;
	}
	const values = lineValuesOf(line);
	const isSaid = saidIn(values);
	const met = conditional.filter(({ when = [] }) =>
		when.every(({ name, value }) => isSaid(name, value)),
	);
	const parts = rows.filter((row) => row.isPart && (!row.when || met.includes(row)));
	const isUndecided = met.length === 0 || (rows.some(namesVariant) && !met.some(namesVariant));
	const undecided = isUndecided ? rows : [];
	const unmet = parts.length > 0 ? unanswered(conditional, met) : undecided;
	if (unmet.length > 0) return refuseUnmet(unmet, shopSku, values, line);
	const unconditional = rows
		.filter(({ when, isPart }) => !when && !isPart)
		.map(({ field, files, options, pieces }) =>
			withoutUndefined<MappedSku>({ field, files, options, pieces }),
		);
	const shared = [...unconditional, ...met.filter(({ isPart }) => !isPart)];
	if (parts.length === 0) return [together(shared, line)];
	refuseIncompleteSet(parts, line);
	return parts.map((part) => together([...shared, part], line));
}

/** A line of which each piece is so many. Its price is that of all of them, and of none alone. */
function withPieces(line: ItemLine, { field, pieces = 1 }: MappedSku): ItemLine {
	const quantity = line.quantity * pieces;
	const tooLarge = `its quantity, times Pieces of ${field}, is too large`;
	return withoutUndefined<ItemLine>({
		...line,
		...{ quantity, price: undefined, unreadPrice: undefined },
		fulfilled: line.fulfilled === undefined ? undefined : line.fulfilled * pieces,
		quantityProblem: Number.isSafeInteger(quantity) ? line.quantityProblem : tooLarge,
	});
}

/** The rows for a line by its SKU or one of its IDs; none where its rows contradict each other: that is said later. */
function rowsOf(line: ItemLine, mapping: SkuMapping): Array<NonNullable<ItemLine['row']>> {
	const shopKey = shopKeyOf(line, mapping);
	if (shopKey === undefined || line.leftOutBecause !== undefined) return [];
	try {
		return rowsForLine(shopKey, line, mapping).map((row) => ({ ...row, shopKey }));
	} catch {
		return [];
	}
}

function partsOf(line: ShopLine, inProblems: string, mapping: SkuMapping): ItemLine[] {
	const whole = withoutUndefined<ItemLine>({ ...line, inProblems, itemId: line.id });
	const rows = rowsOf(whole, mapping);
	const [first] = rows;
	if (!first) return [whole];
	const isChosenBy = (row: MappedSku): boolean =>
		namesVariant(row) && (row.productId !== undefined || (row.when ?? []).length > 0);
	const isChosen = rows.some(isChosenBy);
	const asked = rows.flatMap(({ when = [] }) => when.map(({ name }) => name));
	if (!first.isPart) {
		const single = { ...whole, row: first, isChosen, asked };
		return [first.pieces === undefined ? single : withPieces(single, first)];
	}
	return rows.map((row, index) => ({
		// Its name is that of the set, and the item's one is that of its variant.
		...withPieces(withoutUndefined<ItemLine>({ ...whole, name: undefined }), row),
		...{ row, isChosen, asked },
		label: `${line.label}, part ${index + 1}`,
		inProblems: `${inProblems}, part ${index + 1}`,
		...(line.id !== undefined && index > 0 && { itemId: `${line.id}-${index + 1}` }),
	}));
}

/**
 * Makes of the lines of an order those that become items. The first part of a set has the ID of the line, so that an order
 * that was placed before its line was made a set shows what was added.
 */
export async function itemLinesOf(
	order: Pick<ShopOrder, 'lines' | 'number'>,
	mapping: SkuMapping,
): Promise<ItemLine[]> {
	const itemLines: ItemLine[] = [];
	for (const line of order.lines) {
		await nextTurn();
		const inProblems = lineInProblems(line.label, order.number);
		for (const part of partsOf(line, inProblems, mapping)) itemLines.push(part);
	}
	return itemLines;
}
