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
import type { SkuMapping } from './skuMapping';

/** Names and rows that a message lists. */
const MAX_NAMED = 5;

/** Refuses a line for which none of these rows says what to produce, with what it says where they ask for it. */
function refuseUnmet(
	rows: readonly MappedSku[],
	shopSku: string,
	values: readonly LineValue[],
	{ inProblems, properties }: ItemLine,
): never {
	const conditional = rows.filter(({ when }) => when);
	const asking = conditional.some(namesVariant) ? conditional.filter(namesVariant) : conditional;
	const listed = firstAndMore(asking, ({ field }) => field, MAX_NAMED).join(', ');
	const asked = asking.flatMap(({ when = [] }) => when);
	const names = new Map(asked.map(({ name }) => [valueKey(name), name]));
	const seen = firstAndMore(
		[...names],
		([key, name]) => {
			const said = values.filter(({ keys }) => keys.includes(key));
			const texts = said.map(({ texts: [text] }) => quote(text)).join(' and ');
			return `${quote(name)} is ${texts || 'missing'}`;
		},
		MAX_NAMED,
	).join(', ');
	return refuseFor(
		'otherVariant',
		inProblems,
		`meets the conditions of no row of SKU Mapping that says what to produce for SKU ${quote(shopSku)}: ${seen}`,
		`Add a row for it to SKU Mapping with these values under 'When', or correct ${listed}.${namesSeen([...properties, ...values])} Beside rows with conditions, the variant of one without any is not used.`,
	);
}

/** What a row says is to be produced, comparable. Only one of the three is there. */
const variantKey = ({ sku = '', variantId, productId }: MappedSku): string =>
	JSON.stringify([comparableSku(sku), variantId, productId]);

/**
 * Puts rows together that apply to one line. What two of them say is there once, as the first has it.
 *
 * @throws UserError for rows that name different variants, pieces, files or options
 */
function together(rows: readonly MappedSku[], { inProblems }: ItemLine): MappedSku {
	const known = new Map<string, { field: string; value: unknown }>();
	const isNew = (field: string, what: string, about: string, value: unknown): boolean => {
		const key = `${what} ${comparableName(about)}`;
		const other = known.get(key);
		known.set(key, { field, value });
		if (!other || other.value === value) return !other;
		return refuseFor(
			'skuMapping',
			inProblems,
			`meets the conditions of ${other.field} and ${field}, which name different ${what}`,
			"Let the two agree, or change what one of them asks for under 'When', so that only one applies. If both are produced, turn on 'Part of a Set' in both.",
		);
	};
	const whole: MappedSku = {
		field: rows.map(({ field }) => field).join(' with '),
		files: [],
		options: [],
		when: rows.flatMap(({ when = [] }) => when),
	};
	for (const row of rows) {
		const { field, files, options } = row;
		if (namesVariant(row)) isNew(field, 'variants', '', variantKey(row));
		if (row.pieces !== undefined) isNew(field, 'numbers of pieces', '', row.pieces);
		// What is there already is the same.
		Object.assign(whole, { ...row, ...whole });
		for (const file of files) {
			if (isNew(field, 'print files for one placement', file.placement, file.url)) {
				whole.files.push(file);
			}
		}
		for (const option of options) {
			const value = comparableOptionValue(option.value);
			if (isNew(field, 'values of one option', option.name, value)) whole.options.push(option);
		}
	}
	return whole;
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

/** Refuses parts of a set of which others may be missing, or one was entered twice. Accepts none: that is no set. */
function refuseIncompleteSet(parts: readonly MappedSku[], { inProblems }: ItemLine): void {
	const fields = new Map<string, string>();
	for (const part of parts) {
		const files = part.files.map(({ placement, url }) => [comparableName(placement), url]);
		const options = part.options.map(({ name, value }) => [comparableName(name), value]);
		const content = JSON.stringify([variantKey(part), files, options]);
		const same = fields.get(content);
		if (same !== undefined || parts.length === 1) {
			refuseFor(
				'skuMapping',
				inProblems,
				same === undefined
					? `is a set of which only ${part.field} applies`
					: `is a set in which ${same} and ${part.field} are the same part`,
				"Each part needs a row of its own with 'Part of a Set', once: how many there are of it is under 'Pieces'. Turn 'Part of a Set' off where nothing else is produced.",
			);
		}
		fields.set(content, part.field);
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
	const values = conditional.length > 0 ? lineValuesOf(line) : [];
	const isSaid = saidIn(values);
	const met = conditional.filter(({ when = [] }) =>
		when.every(({ name, value }) => isSaid(name, value)),
	);
	const parts = rows.filter((row) => row.isPart && (!row.when || met.includes(row)));
	const isUndecided = met.length === 0 || (rows.some(namesVariant) && !met.some(namesVariant));
	const undecided = conditional.length > 0 && isUndecided ? rows : [];
	const unmet = parts.length > 0 ? unanswered(conditional, met) : undecided;
	if (unmet.length > 0) return refuseUnmet(unmet, shopSku, values, line);
	refuseIncompleteSet(parts, line);
	if (conditional.length === 0) return rows;
	const unconditional = rows
		.filter(({ when, isPart }) => !when && !isPart)
		.map(({ field, files, options, pieces }) =>
			withoutUndefined<MappedSku>({ field, files, options, pieces }),
		);
	const shared = [...unconditional, ...met.filter(({ isPart }) => !isPart)];
	if (parts.length === 0) return [together(shared, line)];
	return parts.map((part) => together([...shared, part], line));
}

/** A line of which each piece is so many. Its price is that of all of them, and of none alone. */
function withPieces(line: ItemLine, { field, pieces = 1 }: MappedSku): ItemLine {
	const quantity = line.quantity * pieces;
	const tooLarge = `its quantity, times Pieces of ${field}, is too large`;
	return {
		...line,
		quantity,
		price: undefined,
		unreadPrice: undefined,
		fulfilled: line.fulfilled === undefined ? undefined : line.fulfilled * pieces,
		quantityProblem: Number.isSafeInteger(quantity) ? line.quantityProblem : tooLarge,
	};
}

/** The rows of a line are found by its SKU, or of a line without one by the first of the shop's other IDs that has rows. */
const shopKeyOf = ({ sku, otherIds = [] }: ShopLine, mapping: SkuMapping): string | undefined =>
	sku ?? otherIds.find(({ id }) => mapping.rowsOf(id).length > 0)?.id;

function partsOf(line: ShopLine, inProblems: string, mapping: SkuMapping): ItemLine[] {
	const shopKey = shopKeyOf(line, mapping);
	const whole: ItemLine = { ...line, inProblems, itemId: line.id, shopKey };
	let rows: readonly MappedSku[] = [];
	try {
		if (shopKey !== undefined) rows = rowsForLine(shopKey, whole, mapping);
	} catch (error) {
		return [{ ...whole, rowProblem: error as Error }];
	}
	const [first] = rows;
	if (!first) return [whole];
	const isChosenBy = (row: MappedSku): boolean =>
		namesVariant(row) && (row.productId !== undefined || (row.when ?? []).length > 0);
	const isChosen = rows.some(isChosenBy);
	const asked = rows.flatMap(({ when = [] }) => when.map(({ name }) => name));
	const single: ItemLine = { ...whole, row: first, isChosen, asked };
	if (line.leftOutBecause !== undefined) return [single];
	if (!first.isPart) return [first.pieces === undefined ? single : withPieces(single, first)];
	return rows.map((row, index) => {
		const part = ` part ${index + 1}`;
		return {
			...withPieces({ ...single, row }, row),
			// That is the name of the set, and the item's one is that of its variant.
			name: undefined,
			label: `${line.label},${part}`,
			inProblems: `${inProblems},${part}`,
			itemId: line.id !== undefined && index > 0 ? `${line.id}-${index + 1}` : line.id,
		};
	});
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
