import { lookUpVariant } from '../../../api/catalog/variantLookup';
import { optionalText, refuse } from '../../../input/checks';
import { comparableSku } from '../../../input/equalText';
import { quote } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import { Findings } from '../../findings';
import { itemNameOf, retailPriceOf } from '../../items/checkItem';
import type { Item } from '../../items/item';
import { Problems, type Problem } from '../../problems';
import { lineOptions } from './options';
import { linePlacements, type PrintFileSettings } from './placements';
import {
	findVariant,
	refuseUnknown,
	unknownLineProblem,
	withNearest,
	type FoundVariant,
	type UnknownVariant,
} from './variant';
import type { MappedSku } from './mappingRow';
import { isSurelyFile, namedFilesOf } from './printFiles';
import { lineDataInProblems, lineInProblems } from '../orderLabel';
import { NOT_SHIPPED, repeatedLines } from '../reading';
import type { NamedLine, ShopLine, ShopOrder } from '../shopOrder';
import type { SkuMapping } from './skuMapping';

/** Settings for the lines of a shop's order. */
export interface LineSettings {
	mapping: SkuMapping;
	/** Where print files are named, besides the mapping. */
	printFile: PrintFileSettings;
	unknownLines: 'leaveOut' | 'stop';
	/** Whether the catalog may be read for the placements and options of a variant. */
	fillFromCatalog: boolean;
	/** Items of an existing order by the ID of their line: nothing of these is read from the catalog. */
	existingItems?: ReadonlyMap<string, Item>;
}

/** A line that is for the service. */
export interface ComposedLine {
	label: string;
	/** What problems call the line. */
	inProblems: string;
	item: Item;
	/** All pieces that the customer keeps. */
	kept: number;
	/** Those of them that are still to be sent. */
	due: number;
	/** Whether the item is that of an existing order. */
	exists: boolean;
}

/** Result of composing the lines of a shop's order. */
interface ComposedLines {
	/** One for each line that is for the service, in the same order. */
	lines: ComposedLine[];
	/** IDs of lines for the service that left already and cannot be composed any more. */
	uncomposedIds: string[];
	/** Lines that were left out and why, and print files that are not used. */
	warnings: string[];
	/** The warnings that question the order itself. */
	toReview: string[];
	problems: Problem[];
}

interface LineResult {
	line: NamedLine;
	item?: Item;
	findings: Findings;
	problems: Problem[];
	/** Whether a print file or a row of SKU Mapping says that this line is for the service. */
	isNamed: boolean;
	/** Whether the line is for the service: it is named, or a variant has its SKU. */
	isOurs: boolean;
	/** Why no variant was found for a line that nothing names. */
	unknown?: UnknownVariant;
}

type VariantOfLine = Exclude<FoundVariant, UnknownVariant>;

/** Why a bundle is left out that is no variant itself. */
const BUNDLE = 'it is a bundle whose parts are separate lines';

const namesNoVariant = ({ sku, variantId }: MappedSku): boolean =>
	sku === undefined && variantId === undefined;

/** The number that problems name. Those of an order that is not sent are part of a text that names the order already. */
const numberInProblems = ({ number, notSent }: ShopOrder): string | undefined =>
	notSent ? undefined : number;

/** Composes the item of one line. */
class LineComposer {
	private readonly client: ApiClient;

	private readonly line: NamedLine;

	private readonly order: ShopOrder;

	private readonly settings: LineSettings;

	/** Rows of SKU Mapping for the line's SKUs. */
	private readonly rows: MappedSku[];

	private readonly findings = new Findings();

	private readonly problems = new Problems();

	private found: FoundVariant | undefined;

	constructor(client: ApiClient, line: NamedLine, order: ShopOrder, settings: LineSettings) {
		this.client = client;
		this.line = line;
		this.order = order;
		this.settings = settings;
		this.rows = line.skus.flatMap((sku) => settings.mapping.find(sku) ?? []);
	}

	/** The item of an existing order for this line. */
	private get existing(): Item | undefined {
		const { line, settings } = this;
		return line.id === undefined ? undefined : settings.existingItems?.get(line.id);
	}

	/** Whether the line names a print file; a template names none by itself. */
	private get namesFile(): boolean {
		const { printFile } = this.settings;
		return (
			!('template' in printFile) &&
			namedFilesOf(this.line.properties, printFile.property).some(isSurelyFile)
		);
	}

	/** Why the line must be ordered; undefined for one that may not be for this service. */
	private get reasonToOrder(): string | undefined {
		const [row] = this.rows;
		if (row) return `is listed in ${row.field}`;
		return this.namesFile ? 'names a print file' : undefined;
	}

	/** Finds the variant of a line that the shop does not leave out. */
	async findVariant(): Promise<void> {
		const { client, line, settings, problems } = this;
		if (line.leftOutBecause !== undefined) return;
		const { existing } = this;
		if (existing) {
			this.found = { variantId: existing.variantId, row: undefined };
			return;
		}
		try {
			this.found = await findVariant(client, line, settings.mapping);
		} catch (error) {
			problems.add(error);
		}
	}

	/** Composes the item, or leaves out the line; to be called once all lines have found their variants. */
	async compose(): Promise<LineResult> {
		const { line, found, reasonToOrder, findings, problems } = this;
		const result: LineResult = {
			line,
			findings,
			problems: problems.found,
			isNamed: reasonToOrder !== undefined,
			isOurs: false,
		};
		if (line.leftOutBecause !== undefined) {
			problems.check(() => this.leaveOut(String(line.leftOutBecause)));
			return result;
		}
		if (line.partIds !== undefined && found && !this.isOwnVariant(found)) {
			this.leaveOut(BUNDLE);
			return { ...result, isNamed: result.isNamed || !('unknown' in found) };
		}
		if (!found) return { ...result, isOurs: true };
		try {
			if ('unknown' in found) {
				if (reasonToOrder === undefined) return { ...result, unknown: found };
				refuseUnknown(line, found, reasonToOrder);
			} else if (line.quantityProblem === undefined) {
				if (line.fulfilmentService !== undefined && this.rows.length === 0) {
					findings.review(
						`${line.label}: the shop gives it to the fulfilment service ${quote(line.fulfilmentService)}, and SKU Mapping does not name it: check that it is not sent twice`,
					);
				}
				if (line.doubt !== undefined) findings.review(`${line.label}: ${line.doubt}`);
				const { properties, unreadProperties = 0 } = line;
				if (unreadProperties > 0) {
					findings.review(
						`${line.label}: only the first ${properties.length} of its ${properties.length + unreadProperties} properties are read: check its print files and options`,
					);
				}
				return { ...result, isOurs: true, item: await this.item(found) };
			} else {
				const path = lineDataInProblems(line.label, numberInProblems(this.order));
				problems.found.push(`${path}: ${line.quantityProblem}`);
			}
		} catch (error) {
			problems.add(error);
		}
		return { ...result, isOurs: true };
	}

	/** Whether a bundle is a variant itself, with a print file. Otherwise its parts are ordered. */
	private isOwnVariant(found: FoundVariant): boolean {
		return (
			!('unknown' in found) &&
			('template' in this.settings.printFile ||
				this.namesFile ||
				this.rows.some(({ files }) => files.length > 0))
		);
	}

	/**
	 * Leaves out the line. One that is not shipped is often a product that was not marked as a physical one.
	 *
	 * @throws UserError for one that is not shipped, although it has a print file: one of the two is wrong
	 */
	private leaveOut(reason: string): void {
		const { line, reasonToOrder } = this;
		const isDoubtful = reasonToOrder !== undefined && reason === NOT_SHIPPED;
		if (isDoubtful && (this.namesFile || this.rows.some(({ files }) => files.length > 0))) {
			refuse(
				line.inProblems,
				'has a print file, but is marked as not shipped in the shop',
				'To have it produced, mark it as a physical product in the shop. Otherwise remove its print file.',
			);
		}
		const advice = isDoubtful
			? `, although it ${reasonToOrder}. To have it produced, mark it as a physical product in the shop`
			: '';
		this.findings.warnings.push(`${line.label} was left out: ${reason}${advice}`);
	}

	private async item({ variantId, row: ownRow }: VariantOfLine): Promise<Item> {
		const { client, line, settings, existing } = this;
		if (existing) return { ...existing, quantity: line.quantity };
		// A row for the product that names no variant is about all of its variations.
		const row = ownRow ?? this.rows.find(namesNoVariant);
		const variant = settings.fillFromCatalog ? await lookUpVariant(client, variantId) : undefined;
		const options = lineOptions(line, row, variant);
		const id = optionalText(line.id, `${line.inProblems} → Line ID`);
		const name = itemNameOf(line.name, `${line.inProblems} → Name`);
		const price = retailPriceOf(line.price, `${line.inProblems} → Price`);
		return {
			...(id !== undefined && { externalId: id }),
			variantId,
			quantity: line.quantity,
			...(name !== undefined && { name }),
			...(price !== undefined && { retailPrice: price }),
			placements: linePlacements(
				{ line, row, variant, variantId, orderNumber: this.order.number },
				settings.printFile,
				this.findings,
			),
			...(options.length > 0 && { options }),
		};
	}
}

/** Parts of a bundle that a warning names; the others are counted. */
const MAX_NAMED_PARTS = 10;

/** Adds to the review what may be produced twice: as a bundle, and as its parts. */
function reviewBundles(ours: readonly LineResult[]): void {
	const indexes = new Map<string, number[]>();
	for (const [index, { line, item }] of ours.entries()) {
		const id = String(line.id);
		if (!item) continue;
		const sameId = indexes.get(id);
		if (sameId) sameId.push(index);
		else indexes.set(id, [index]);
	}
	for (const { line, item, findings } of ours) {
		if (!item || line.partIds === undefined) continue;
		const parts = [...new Set(line.partIds)]
			.flatMap((id) => indexes.get(id) ?? [])
			.sort((one, other) => one - other)
			.flatMap((index) => ours[index] ?? []);
		if (parts.length === 0) continue;
		const labels = parts.slice(0, MAX_NAMED_PARTS).map((part) => part.line.label);
		const others = parts.length - labels.length;
		findings.review(
			`${line.label} is a bundle that is ordered itself, and its parts are ordered too: ${[...labels, ...(others > 0 ? [`${others} more`] : [])].join(', ')}. Check that nothing is produced twice`,
		);
	}
}

/**
 * Finds bundles that would get lost. A bundle is left out because its parts are ordered; if only the bundle itself is
 * for the service, a line that was paid for would vanish.
 */
function bundleProblems(results: readonly LineResult[]): string[] {
	const sentIds = new Set(results.flatMap(({ line, item }) => (item ? [line.id] : [])));
	return results
		.filter(
			({ line, isNamed, item }) =>
				isNamed &&
				!item &&
				line.partIds !== undefined &&
				!line.partIds.some((id) => sentIds.has(id)),
		)
		.map(
			({ line }) =>
				`${line.inProblems} is a bundle with a print file or a row in SKU Mapping, but none of its parts is for the service. Name the print files on its parts.`,
		);
}

/** Whether all pieces of a line left already: nothing about it can stop an order. */
const isFulfilled = ({ quantity, fulfilled = 0 }: ShopLine): boolean =>
	quantity > 0 && fulfilled >= quantity;

/**
 * Decides about lines that no variant and nothing else names: they stop an order of which other lines are for the service,
 * or are left out with a warning. An order without any line for the service is somebody else's.
 */
function decideOnUnknown(results: readonly LineResult[], policy: LineSettings['unknownLines']) {
	const isStopped =
		policy === 'stop' && results.some(({ isOurs, line }) => isOurs && !isFulfilled(line));
	for (const { line, unknown, findings, problems } of results) {
		if (!unknown) continue;
		if (isFulfilled(line)) continue;
		if (isStopped) problems.push(unknownLineProblem(line, unknown));
		else findings.warnings.push(`${line.label} was left out: ${withNearest(unknown)}`);
	}
}

/** Says that lines with one SKU are two variations: one of them would be produced in place of the other. */
function reviewVariations(ours: readonly LineResult[]): void {
	const firsts = new Map<string, ShopLine>();
	for (const { line, findings } of ours) {
		const { label, skus, variationId } = line;
		const [sku] = skus;
		if (sku === undefined || variationId === undefined || isFulfilled(line)) continue;
		const first = firsts.get(comparableSku(sku));
		if (!first) firsts.set(comparableSku(sku), line);
		else if (first.variationId !== variationId) {
			findings.review(
				`${label} has the SKU of ${first.label}, but is another variation: give each variation a SKU of its own`,
			);
		}
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
	const composers = order.lines.map((line) => {
		const named = { ...line, inProblems: lineInProblems(line.label, number) };
		return new LineComposer(client, named, order, settings);
	});
	// First all variants: where one is found by its SKU, the catalog is read, and none has to be read by itself.
	await Promise.all(composers.map(async (composer) => await composer.findVariant()));
	const results = await Promise.all(composers.map(async (composer) => await composer.compose()));
	const ours = results.filter(({ isOurs }) => isOurs);
	decideOnUnknown(results, settings.unknownLines);
	reviewVariations(ours);
	reviewBundles(ours);
	const problems = [
		...repeatedLines(
			ours.map(({ line }) => line),
			number,
		),
		...results.flatMap((result) => (isFulfilled(result.line) ? [] : result.problems)),
	];
	return {
		lines: ours.flatMap(
			({ item, line: { id = '', label, inProblems, quantity, fulfilled = 0 } }) =>
				item
					? [
							{
								label,
								inProblems,
								item,
								kept: quantity,
								due: quantity - fulfilled,
								exists: settings.existingItems?.has(id) === true,
							},
						]
					: [],
		),
		uncomposedIds: ours.flatMap(({ item, line }) => (item ? [] : [line.id ?? []].flat())),
		warnings: results.flatMap(({ findings }) => findings.warnings),
		toReview: results.flatMap(({ findings }) => findings.toReview),
		problems: [...problems, ...(problems.length === 0 ? bundleProblems(results) : [])],
	};
}
