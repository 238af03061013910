// Composes items from the lines of a shop's order: has the variant, options and placements of each read, takes its ID,
// name and price, has reviewed what it says, and decides which lines are for the service, are left out (bundles, what is not shipped) or
// stop the order. Also the settings for lines.

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
import { FileNames } from './fileNames';
import { addressesIn, reviewUnusedFiles, reviewValues, statedValues } from './lineRules';
import { lineOptions } from './options';
import { linePlacements, printedTypes, type PrintFileSettings } from './placements';
import {
	findVariantOfLine,
	refuseUnknown,
	type UnknownVariant,
	type VariantResult,
	type VariantSettings,
} from './variant';
import { namesVariant, type MappedSku } from './mappingRow';
import { isForEachLine, isSurelyFile, namedFilesOf } from './printFiles';
import {
	bundleProblems,
	decideOnUnknown,
	isFulfilled,
	repeatedLines,
	reviewLines,
	type LineResult,
} from './reviewLines';
import { itemLinesOf, type ItemLine } from './itemLines';
import { shopKeysOf } from './skuMapping';
import { writtenAddress } from './writtenAddress';
import { lineDataInProblems, lineInProblems } from '../orderLabel';
import type { ShopLine, ShopOrder } from '../shopOrder';

/** Settings for the lines of a shop's order. */
export interface LineSettings extends VariantSettings {
	/** Where print files are named, besides the mapping. */
	printFile: PrintFileSettings;
	unknownLines: 'leaveOut' | 'stop';
	/** Whether the catalog may be read for the placements and options of a variant. */
	fillFromCatalog: boolean;
	/** Items of an existing order by their External ID, which is that of their line: nothing of these is read from the catalog. */
	existingItems?: ReadonlyMap<string | undefined, Item>;
}

/** A line that is for the service. */
export interface ComposedLine {
	label: string;
	/** What problems call the line. */
	inProblems: string;
	item: Item;
	/** All pieces that the customer keeps. */
	piecesKept: number;
	/** Those of {@link piecesKept} that are still to be sent. */
	piecesToSend: number;
	/** Whether the item is that of an existing order. */
	exists: boolean;
	/** How its print files were named, where that matters. */
	fileOrigin?: FileOrigin;
}

/** Result of composing the lines of a shop's order. */
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

type VariantOfLine = Exclude<VariantResult, UnknownVariant>;

/** Why a bundle is left out that is no variant itself. */
const BUNDLE = 'it is a bundle whose parts are separate lines';

/** The number that problems name. Those of an order that is not sent are part of a text that names the order already. */
const numberInProblems = ({ number, whyNotSent }: ShopOrder): string | undefined =>
	whyNotSent ? undefined : number;

/** Composes the item of one line. */
class LineComposer {
	private readonly client: ApiClient;

	private readonly line: ItemLine;

	private readonly order: ShopOrder;

	private readonly settings: LineSettings;

	/** Rows of SKU Mapping for the line's SKUs, also those whose conditions it does not meet. */
	private readonly rows: MappedSku[];

	private readonly findings = new Findings('line');

	constructor(client: ApiClient, line: ItemLine, order: ShopOrder, settings: LineSettings) {
		this.client = client;
		this.line = line;
		this.order = order;
		this.settings = settings;
		this.rows = shopKeysOf(line).flatMap((sku) => settings.mapping.rowsOf(sku));
	}

	/** The item of an existing order for this line. */
	private get existing(): Item | undefined {
		return this.settings.existingItems?.get(this.line.itemId);
	}

	/** Whether the line names a print file; a template names none by itself. */
	private get namesFile(): boolean {
		const { printFile } = this.settings;
		return (
			!('template' in printFile) &&
			namedFilesOf(this.line.properties, new FileNames(printFile.property)).some(isSurelyFile)
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
		const isBundle = line.partIds !== undefined && found !== undefined;
		const result: LineResult = {
			...{ line, findings, isForService: false },
			hasReasonToOrder: reasonToOrder !== undefined || (isBundle && !('unknown' in found)),
		};
		const leftOut = this.whyLeftOut(found);
		if (leftOut !== undefined) {
			findings.check(() => this.leaveOut(leftOut));
			return result;
		}
		if (found && 'unknown' in found && reasonToOrder === undefined) {
			return { ...result, unknown: found };
		}
		const ours = { ...result, isForService: true };
		try {
			return found ? { ...ours, ...(await this.itemOf(found)) } : ours;
		} catch (error) {
			findings.refused(error);
			return ours;
		}
	}

	/** Why the line is left out; undefined for one that is not, or whose SKU is not known. */
	private whyLeftOut(found: VariantResult | undefined): string | undefined {
		const { line, reasonToOrder } = this;
		if (line.leftOutBecause !== undefined || !found) return line.leftOutBecause;
		if (line.partIds !== undefined && !this.isOwnVariant(found)) return BUNDLE;
		return 'unknown' in found && reasonToOrder === undefined ? line.noProductBecause : undefined;
	}

	/** Composes the item of a line that is for the service, and has reviewed what is uncertain about the line itself. */
	private async itemOf(found: VariantResult): Promise<Partial<LineResult>> {
		const { line, reasonToOrder = '', findings } = this;
		const { label, fulfilmentService, doubt, properties, unreadProperties = 0 } = line;
		if ('unknown' in found) return refuseUnknown(line, found, reasonToOrder);
		if (line.quantityProblem !== undefined) {
			const path = lineDataInProblems(label, numberInProblems(this.order));
			findings.problem(`${path}: ${line.quantityProblem}`, 'quantity');
			return {};
		}
		if (fulfilmentService !== undefined && this.rows.length === 0) {
			findings.review(
				`${label}: the shop gives it to the fulfilment service ${quote(fulfilmentService)}, and SKU Mapping does not name it: check that it is not sent twice`,
				'otherService',
			);
		}
		if (doubt !== undefined) findings.review(`${label}: ${doubt}`, 'line');
		if (unreadProperties > 0) {
			findings.review(
				`${label}: only the first ${properties.length} of its ${properties.length + unreadProperties} properties are read: check its print files and options`,
				'line',
			);
		}
		return await this.item(found);
	}

	/** Whether a bundle is a variant itself, with a print file. Otherwise its parts are ordered. */
	private isOwnVariant(variantResult: VariantResult): boolean {
		return !('unknown' in variantResult) && ('template' in this.settings.printFile || this.hasFile);
	}

	/**
	 * Leaves out the line. One that is not shipped is often a product that was not marked as a physical one.
	 *
	 * @throws UserError for one that is not shipped, although it has a print file: one of the two is wrong
	 */
	private leaveOut(reason: string): void {
		const { line, reasonToOrder } = this;
		const isDoubtful = reasonToOrder !== undefined && line.isUnshipped === true;
		if (isDoubtful && this.hasFile) {
			refuseFor(
				'notShipped',
				line.inProblems,
				'has a print file, but is marked as not shipped in the shop',
				'To have it produced, mark it as a physical product in the shop. Otherwise remove its print file.',
			);
		}
		const advice = isDoubtful
			? `, although it ${reasonToOrder}. To have it produced, mark it as a physical product in the shop`
			: '';
		this.findings.warn(
			`${line.label} was left out: ${reason}${advice}`,
			isDoubtful ? 'notShipped' : 'leftOut',
		);
	}

	/** The row for the line, or else one for its product that names no variant: it is about all of its variations. */
	private rowOf({ row }: VariantOfLine): MappedSku | undefined {
		if (row) return row;
		const { mapping } = this.settings;
		for (const sku of this.line.skus) {
			if (mapping.rowsOf(sku).every(namesVariant)) continue;
			const [found] = mapping.findAll(sku, this.line);
			if (found && !namesVariant(found)) return found;
		}
		return undefined;
	}

	private async item(found: VariantOfLine): Promise<Partial<LineResult>> {
		const { client, line, settings, existing, findings } = this;
		if (existing) {
			const item = { ...existing, quantity: line.quantity };
			return { item, fileOrigin: this.fileOriginBy(undefined) };
		}
		const { variantId } = found;
		const row = this.rowOf(found);
		const variant = settings.fillFromCatalog ? await lookUpVariant(client, variantId) : undefined;
		// Most lines wait for the same answer, and go on together.
		await nextTurn();
		const options = lineOptions(line, row, variant, settings.options, findings);
		await nextTurn();
		const placements = linePlacements(
			{ line, row, variant, variantId, orderNumber: this.order.number },
			settings.printFile,
			findings,
		);
		const isSameForAll = this.isSameForAll(row, addressesIn(placements));
		if (!isFulfilled(line)) {
			await this.reviewWhatItSays({ ...found, row }, variant, placements, isSameForAll);
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
		return { item, isChosen, isSameForAll, fileOrigin: this.fileOriginBy(row) };
	}

	private fileOriginBy(row: MappedSku | undefined): FileOrigin | undefined {
		const { printFile } = this.settings;
		if ((row?.files ?? []).length > 0) return undefined;
		if ('template' in printFile) return isForEachLine(printFile.template) ? 'ownFile' : undefined;
		return printFile.hosts.length > 0 ? undefined : 'buyer';
	}

	/** Whether all orders get the same print files: what a customer entered cannot be in them. */
	private isSameForAll(row: MappedSku | undefined, used: ReadonlySet<unknown>): boolean {
		const { printFile } = this.settings;
		if ((row?.files ?? []).length > 0) return true;
		if ('template' in printFile) return !isForEachLine(printFile.template);
		const ofProduct = this.line.properties.filter(({ isOfProduct }) => isOfProduct);
		const files = new Set(ofProduct.map(({ value }) => writtenAddress(value)));
		return [...used].every((url) => files.has(url));
	}

	/** Adds to the review what the line says and is not what would be produced. */
	private async reviewWhatItSays(
		{ variantId, sku, row }: VariantOfLine,
		variant: CatalogVariant | undefined,
		placements: readonly Placement[],
		isSameForAll: boolean,
	): Promise<void> {
		const { client, line, settings, findings } = this;
		const { ignored } = settings;
		const asked = line.set?.asked ?? (row?.when ?? []).map(({ name }) => name);
		const values = statedValues(line, ignored, asked);
		const named = { sku: variant?.sku ?? sku ?? '', name: variant?.name ?? '' };
		const siblings =
			variant && values.some(({ parts }) => parts.length > 0)
				? await siblingsOf(client, variantId)
				: undefined;
		const said = { line, values, row, variant, isSameForAll };
		const printed = new Set(printedTypes(placements, variant));
		const known = siblings ?? { variants: [named], index: 0 };
		reviewValues({ ...said, printed, siblings: known }, findings);
		reviewUnusedFiles(line, addressesIn(placements), ignored, findings);
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
	const number = numberInProblems(order);
	const inProblems = (line: ShopLine) => lineInProblems(line.label, number);
	const named = order.lines.map((line) => ({ ...line, inProblems: inProblems(line) }));
	const itemLines = await itemLinesOf(named, settings.mapping);
	const composers = itemLines.map((line) => new LineComposer(client, line, order, settings));
	// First all variants: where one is found by its SKU, the catalog is read, and none has to be read by itself.
	const variants = await Promise.all(composers.map(async (one) => await one.findVariant()));
	const results = await Promise.all(
		composers.map(async (one, index) => await one.compose(variants[index])),
	);
	const ours = results.filter(({ isForService }) => isForService);
	decideOnUnknown(results, settings.unknownLines);
	const ofOrder = new Findings();
	await inTurns(reviewLines(results, order.cartProperties ?? [], settings.ignored, ofOrder));
	const repeated = repeatedLines(
		ours.map(({ line: { label, itemId: id } }) => ({ label, id })),
		number,
	);
	const findings = [
		...repeated.map((problem) => asProblem(problem, 'repeatedLine')),
		...results.flatMap(({ line, findings: { list } }) =>
			isFulfilled(line) ? list.filter(({ level }) => level !== 'problem') : list,
		),
		...ofOrder.list,
	];
	return {
		lines: ours.flatMap(({ item, fileOrigin, line }) => {
			const { itemId, label, inProblems, quantity, fulfilled = 0 } = line;
			return item
				? {
						...{ label, inProblems, item, piecesKept: quantity },
						...(fileOrigin && { fileOrigin }),
						piecesToSend: quantity - fulfilled,
						exists: settings.existingItems?.has(itemId) === true,
					}
				: [];
		}),
		uncomposedIds: ours.flatMap(({ item, line }) => (item ? [] : (line.itemId ?? []))),
		// The parts of a bundle are lines of their own.
		hasOtherLines: results.some(
			({ isForService, line }) =>
				!isForService && line.isEmptied !== true && line.partIds === undefined,
		),
		findings: hasProblem(findings)
			? findings
			: [
					...findings,
					...bundleProblems(results).map((problem) => asProblem(problem, 'repeatedLine')),
				],
	};
}
