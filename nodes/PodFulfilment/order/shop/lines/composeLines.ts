// Composes items from the lines of a shop's order: has the variant, options and placements of each read, takes its ID,
// name and price, has reviewed what it says, and decides which lines are for the service, are left out (bundles, what is
// not shipped) or stop the order. Also the settings for lines.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import { siblingsOf } from '../../../api/catalog/skuIndex';
import { lookUpVariant } from '../../../api/catalog/variantLookup';
import { optionalText } from '../../../input/checks';
import { withoutUndefined } from '../../../input/guards';
import { inTurns, nextTurn } from '../../../input/nextTurn';
import { quote } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import { refuseFor } from '../../causes';
import { asProblem, Findings, hasProblem, type Finding } from '../../findings';
import { itemNameOf, retailPriceOf, type Item, type Placement } from '../../compose/item';
import type { FileOrigin } from '../../composedOrder';
import { fileNamesOf } from './fileNames';
import { itemLinesOf, type ItemLine } from './itemLines';
import { reviewUnusedFiles, reviewValues, statedValues } from './lineRules';
import { namesVariant, type MappedSku } from './mappingRow';
import { lineOptions } from './options';
import { addressesIn, linePlacements, type PrintFileSettings } from './placements';
import { isSurelyFile, namedFilesOf, printedTypes } from './namedFiles';
import { isForEachLine } from './printFileTemplate';
import {
	bundleProblems,
	decideOnUnknown,
	isFulfilled,
	repeatedLines,
	reviewLines,
	type LineResult,
} from './reviewLines';
import { shopKeysOf } from './skuMapping';
import {
	findVariantOfLine,
	unknownVariantProblem,
	type VariantResult,
	type VariantSettings,
} from './variant';
import { writtenAddress } from './writtenAddress';
import { lineDataInProblems, numberInProblems } from '../orderLabel';
import type { ShopOrder } from '../shopOrder';

/** Settings for the lines of a shop's order. */
export interface LineSettings extends VariantSettings {
	printFile: PrintFileSettings;
	unknownLines: 'leaveOut' | 'stop';
	/** Whether the catalog may be read for the placements and options of a variant. */
	fillFromCatalog: boolean;
	/** Items of an existing order by their External ID, that of their line: nothing of these is read from the catalog. */
	existingItems?: ReadonlyMap<string | undefined, Item>;
}

/** A line that is for the service. */
export interface ComposedLine {
	label: string;
	inProblems: string;
	item: Item;
	/** All pieces that the customer keeps. */
	piecesKept: number;
	/** Those of {@link piecesKept} that are still to be sent. */
	piecesToSend: number;
	/** Whether the item is that of an existing order. */
	exists: boolean;
	fileOrigin?: FileOrigin | undefined;
}

interface ComposedLines {
	/** One for each line that is for the service, in the same order. */
	lines: ComposedLine[];
	/** IDs of lines for the service that left already and cannot be composed any more. */
	uncomposedIds: string[];
	/** Whether other lines are not for the service: what is left of them, others send. */
	hasOtherLines: boolean;
	/** Also lines that were left out and why, and print files that are not used. */
	findings: Finding[];
}

type VariantOfLine = Extract<VariantResult, { variantId: string }>;

/** Composes the item of one line. */
class LineComposer {
	private readonly client: ApiClient;

	private readonly line: ItemLine;

	private readonly order: ShopOrder;

	private readonly settings: LineSettings;

	/** Rows of SKU Mapping for the line's SKUs, also those whose conditions it does not meet. */
	private readonly rows: MappedSku[];

	/** The item of an existing order for this line. */
	private readonly existing: Item | undefined;

	private readonly findings = new Findings('line');

	constructor(client: ApiClient, line: ItemLine, order: ShopOrder, settings: LineSettings) {
		this.client = client;
		this.line = line;
		this.order = order;
		this.settings = settings;
		this.rows = shopKeysOf(line).flatMap((sku) => settings.mapping.rowsOf(sku));
		this.existing = settings.existingItems?.get(line.itemId);
	}

	/** Whether the line names a print file; a template names none by itself. */
	private get namesFile(): boolean {
		const { printFile } = this.settings;
		return (
			!('template' in printFile) &&
			namedFilesOf(this.line.properties, fileNamesOf(printFile.property)).some(isSurelyFile)
		);
	}

	private get hasFile(): boolean {
		return this.namesFile || this.rows.some(({ files }) => files.length > 0);
	}

	/** Why the line must be ordered; undefined for one that may not be for this service. */
	private get reasonToOrder(): string | undefined {
		const [row] = this.rows;
		if (row) return `is listed in ${row.field}`;
		return this.namesFile ? 'names a print file' : undefined;
	}

	/** Finds the variant of the line; undefined for a line that the shop leaves out, or where the search fails. */
	async findVariant(): Promise<VariantResult | undefined> {
		const { client, line, settings, existing, findings } = this;
		if (line.leftOutBecause !== undefined) return undefined;
		if (existing) return { variantId: existing.variantId, row: undefined };
		await nextTurn();
		try {
			return await findVariantOfLine(client, line, settings);
		} catch (error) {
			findings.refused(error);
			return undefined;
		}
	}

	/** Composes the item, or leaves out the line. */
	async compose(found: VariantResult | undefined): Promise<LineResult> {
		await nextTurn();
		const { line, reasonToOrder, findings } = this;
		const isKnownBundle = line.partIds !== undefined && found !== undefined && 'variantId' in found;
		const result: LineResult = {
			...{ line, findings, isForService: false },
			hasReasonToOrder: reasonToOrder !== undefined || isKnownBundle,
		};
		const leftOut = this.whyLeftOut(found);
		if (leftOut !== undefined) {
			findings.check(() => this.leaveOut(leftOut));
			return result;
		}
		if (found && 'unknown' in found && reasonToOrder === undefined) {
			return { ...result, unknown: found };
		}
		result.isForService = true;
		try {
			return found ? { ...result, ...(await this.itemOf(found)) } : result;
		} catch (error) {
			findings.refused(error);
			return result;
		}
	}

	/** Why the line is left out; undefined for one that is not, or whose SKU is not known. */
	private whyLeftOut(found: VariantResult | undefined): string | undefined {
		const { line, reasonToOrder } = this;
		if (line.leftOutBecause !== undefined || !found) return line.leftOutBecause;
		const isUnknown = 'unknown' in found;
		// A bundle may be a variant itself, with a print file. Otherwise its parts are ordered.
		const hasOwnItem = !isUnknown && ('template' in this.settings.printFile || this.hasFile);
		if (line.partIds !== undefined && !hasOwnItem) {
			return 'it is a bundle whose parts are separate lines';
		}
		return isUnknown && reasonToOrder === undefined ? line.noProductBecause : undefined;
	}

	/**
	 * Leaves out the line. One that is not shipped is often a product that was not marked as a physical one.
	 *
	 * @throws UserError for one that is not shipped, although it has a print file: one of the two is wrong
	 */
	private leaveOut(reason: string): void {
		const { line, reasonToOrder, findings } = this;
		if (reasonToOrder === undefined || line.isUnshipped !== true) {
			findings.warn(`${line.label} was left out: ${reason}`, 'leftOut');
			return;
		}
		const howToProduce = 'To have it produced, mark it as a physical product in the shop';
		if (this.hasFile) {
			refuseFor(
				'notShipped',
				line.inProblems,
				'has a print file, but is marked as not shipped in the shop',
				`${howToProduce}. Otherwise remove its print file.`,
			);
		}
		findings.warn(
			`${line.label} was left out: ${reason}, although it ${reasonToOrder}. ${howToProduce}`,
			'notShipped',
		);
	}

	/** Composes the item of a line that is for the service, and has reviewed what is uncertain about the line. */
	private async itemOf(found: VariantResult): Promise<Partial<LineResult>> {
		const { line, reasonToOrder = '', findings, existing } = this;
		if ('unknown' in found) throw unknownVariantProblem(line, found, reasonToOrder);
		if (line.quantityProblem !== undefined) {
			const path = lineDataInProblems(line.label, numberInProblems(this.order));
			findings.problem(`${path}: ${line.quantityProblem}`, 'quantity');
			return {};
		}
		this.reviewReading();
		if (!existing) return await this.newItem(found);
		const { fileOrigin } = this.filesBy(undefined, new Set());
		return { item: { ...existing, quantity: line.quantity }, fileOrigin };
	}

	/** Adds to the review what is uncertain about the line before its item is composed. */
	private reviewReading(): void {
		const { label, fulfilmentService, doubt, properties, unreadProperties = 0 } = this.line;
		if (fulfilmentService !== undefined && this.rows.length === 0) {
			this.findings.review(
				`${label}: the shop gives it to the fulfilment service ${quote(fulfilmentService)}, and SKU Mapping does not name it: check that it is not sent twice`,
				'otherService',
			);
		}
		if (doubt !== undefined) this.findings.review(`${label}: ${doubt}`, 'line');
		if (unreadProperties > 0) {
			this.findings.review(
				`${label}: only the first ${properties.length} of its ${properties.length + unreadProperties} properties are read: check its print files and options`,
				'line',
			);
		}
	}

	/** The row for the line, or else one for its product that names no variant: it is about all of its variations. */
	private rowOf({ row }: VariantOfLine): MappedSku | undefined {
		if (row) return row;
		const { mapping } = this.settings;
		return this.line.skus
			.filter((sku) => !mapping.rowsOf(sku).every(namesVariant))
			.flatMap((sku) => mapping.findAll(sku, this.line).slice(0, 1))
			.find((found) => !namesVariant(found));
	}

	private async newItem(found: VariantOfLine): Promise<Partial<LineResult>> {
		const { client, line, order, settings, findings } = this;
		const { variantId } = found;
		const row = this.rowOf(found);
		const variant = settings.fillFromCatalog ? await lookUpVariant(client, variantId) : undefined;
		// Most lines wait for the same answer, and go on together.
		await nextTurn();
		const options = lineOptions(line, row, variant, settings.options, findings);
		await nextTurn();
		const ours = { line, row, variant, variantId, orderNumber: order.number };
		const placements = linePlacements(ours, settings.printFile, findings);
		const files = this.filesBy(row, addressesIn(placements));
		if (!isFulfilled(line)) {
			await this.reviewWhatItSays({ ...found, row }, variant, placements, files.sameForAll);
		}
		await nextTurn();
		const { inProblems, unreadPrice } = line;
		// Also of one that cannot be read: an expression that was not evaluated is refused.
		const price = retailPriceOf(line.price ?? unreadPrice, `${inProblems} → Price`);
		if (unreadPrice !== undefined) {
			findings.warn(
				`${line.label}: the price ${quote(unreadPrice)} is no amount of money that can be read, so the item is sent without one`,
				'line',
			);
		}
		const item = withoutUndefined<Item>({
			externalId: optionalText(line.itemId, `${inProblems} → Line ID`),
			variantId,
			quantity: line.quantity,
			name: itemNameOf(line.name, `${inProblems} → Name`),
			retailPrice: unreadPrice === undefined ? price : undefined,
			placements,
			options: options.length > 0 ? options : undefined,
		});
		const isChosen =
			line.set?.isChosen ?? (row && namesVariant(row) && (row.when ?? row.productId) !== undefined);
		return { item, isChosen, ...files };
	}

	/** Where print files come from; a text of a customer cannot be in those that all orders get. */
	private filesBy(
		row: MappedSku | undefined,
		used: ReadonlySet<unknown>,
	): Pick<LineResult, 'fileOrigin' | 'sameForAll'> {
		const { printFile } = this.settings;
		if ((row?.files ?? []).length > 0) return { sameForAll: 'row' };
		if ('template' in printFile) {
			const isOwn = isForEachLine(printFile.template);
			return isOwn ? { fileOrigin: 'ownFile' } : { sameForAll: 'template' };
		}
		const ofProduct = this.line.properties.filter(({ isOfProduct }) => isOfProduct);
		const files = new Set(ofProduct.map(({ value }) => writtenAddress(value)));
		return {
			...(printFile.hosts.length === 0 && { fileOrigin: 'buyer' }),
			...([...used].every((url) => files.has(url)) && { sameForAll: 'product' }),
		};
	}

	/** Adds to the review what the line says and is not what would be produced. */
	private async reviewWhatItSays(
		{ variantId, sku, row }: VariantOfLine,
		variant: CatalogVariant | undefined,
		placements: readonly Placement[],
		sameForAll: LineResult['sameForAll'],
	): Promise<void> {
		const { client, line, settings, findings } = this;
		const asked = line.set?.asked ?? (row?.when ?? []).map(({ name }) => name);
		const values = statedValues(line, settings.ignored, asked);
		const named = { sku: variant?.sku ?? sku ?? '', name: variant?.name ?? '' };
		const hasWords = variant && values.some(({ parts }) => parts.length > 0);
		const known = hasWords ? await siblingsOf(client, variantId) : undefined;
		const siblings = known ?? { variants: [named], index: 0 };
		const printed = new Set(printedTypes(placements, variant));
		reviewValues({ line, values, row, variant, siblings, printed, sameForAll }, findings);
		reviewUnusedFiles(line, addressesIn(placements), settings.ignored, findings);
	}
}

/**
 * Composes items from the lines of a shop's order: finds their variants and print files. Whatever is wrong with a line
 * that is for the service is added to the problems, also a catalog that cannot be read, and whatever is left out to the
 * warnings. Nothing else of a line is checked before it is known to be for the service.
 */
export async function composeLines(
	client: ApiClient,
	order: ShopOrder,
	settings: LineSettings,
): Promise<ComposedLines> {
	const itemLines = await itemLinesOf(order, settings.mapping);
	const composers = itemLines.map((line) => new LineComposer(client, line, order, settings));
	// First all variants: where one is found by its SKU, the catalog is read, and none has to be read by itself.
	const variants = await Promise.all(composers.map(async (one) => await one.findVariant()));
	const results = await Promise.all(
		composers.map(async (one, index) => await one.compose(variants[index])),
	);
	const ours = results.filter(({ isForService }) => isForService);
	decideOnUnknown(results, settings.unknownLines);
	const ofOrder = new Findings();
	await inTurns(reviewLines(results, order, settings.ignored, ofOrder));
	const asRepeated = (problem: string) => asProblem(problem, 'repeatedLine');
	const findings = [
		...repeatedLines(
			ours.map(({ line }) => line),
			numberInProblems(order),
		).map(asRepeated),
		...results.flatMap(({ line, findings: { list } }) =>
			isFulfilled(line) ? list.filter(({ level }) => level !== 'problem') : list,
		),
		...ofOrder.list,
	];
	if (!hasProblem(findings)) findings.push(...bundleProblems(results).map(asRepeated));
	return {
		lines: ours.flatMap(({ item, fileOrigin, line }) => {
			const { itemId, label, inProblems, quantity, fulfilled = 0 } = line;
			if (!item) return [];
			const exists = settings.existingItems?.has(itemId) === true;
			const pieces = { piecesKept: quantity, piecesToSend: quantity - fulfilled };
			return [{ label, inProblems, item, ...pieces, exists, fileOrigin }];
		}),
		uncomposedIds: ours.flatMap(({ item, line }) => (item ? [] : (line.itemId ?? []))),
		// The parts of a bundle are lines of their own.
		hasOtherLines: results.some(
			({ isForService, line }) =>
				!isForService && line.isEmptied !== true && line.partIds === undefined,
		),
		findings,
	};
}
