import { lookUpVariant } from '../../api/catalog/variantLookup';
import { comparableSku } from '../../api/catalog/skuTable';
import { refuse } from '../../input/checks';
import { quote } from '../../input/wording';
import { LAYER_TYPE } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import type { Item, Placement } from '../items/item';
import { printFileUrlOf } from '../items/printFile';
import { Findings } from '../findings';
import { Problems, type Problem } from '../problems';
import {
	findVariant,
	refuseUnknown,
	unknownLineProblem,
	withNearest,
	type UnknownVariant,
} from './lineVariant';
import {
	fileByTemplate,
	isSurelyFile,
	namedFilesOf,
	placementsFromNames,
	type NamedFile,
} from './printFiles';
import { NOT_SHIPPED, repeatedLines } from './reading';
import type { ShopLine, ShopOrder } from './shopOrder';
import type { MappedSku, SkuMapping } from './skuMapping';

/** Settings for the lines of a shop's order. */
export interface LineSettings {
	mapping: SkuMapping;
	/** Where print files are named, besides the mapping. */
	printFile: { property: string } | { template: string };
	unknownLines: 'leaveOut' | 'stop';
	/** Whether the catalog may be read for the placements of a variant. */
	fillFromCatalog: boolean;
}

/** A line that is for the service. */
export interface ComposedLine {
	label: string;
	item: Item;
	/** All pieces that the customer keeps. */
	kept: number;
	/** Those of them that are still to be sent. */
	due: number;
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
	line: ShopLine;
	item?: Item;
	found: Findings;
	problems: Problem[];
	/** Whether a print file or a row of SKU Mapping says that this line is for the service. */
	isNamed: boolean;
	/** Whether the line is for the service: it is named, or a variant has its SKU. */
	isOurs: boolean;
	/** Why no variant was found for a line that nothing names. */
	unknown?: UnknownVariant;
}

const unnamedFile = (url: string): Placement => ({ layers: [{ url, type: LAYER_TYPE }] });

/** Composes the item of one line. */
class LineComposer {
	private readonly client: ApiClient;

	private readonly line: ShopLine;

	private readonly order: ShopOrder;

	private readonly settings: LineSettings;

	private readonly mapped: MappedSku | undefined;

	private readonly files: NamedFile[];

	private readonly found = new Findings();

	constructor(client: ApiClient, line: ShopLine, order: ShopOrder, settings: LineSettings) {
		this.client = client;
		this.line = line;
		this.order = order;
		this.settings = settings;
		const { mapping, printFile } = settings;
		this.mapped = line.skus
			.map((sku) => mapping.find(sku))
			.find((candidate) => candidate !== undefined);
		this.files = 'property' in printFile ? namedFilesOf(line.properties, printFile.property) : [];
	}

	/** Why the line must be ordered; undefined for one that may not be for this service. */
	private get reasonToOrder(): string | undefined {
		if (this.mapped) return `is listed in ${this.mapped.field}`;
		return this.files.some(isSurelyFile) ? 'names a print file' : undefined;
	}

	async compose(): Promise<LineResult> {
		const { line, reasonToOrder } = this;
		const problems = new Problems();
		const result: LineResult = {
			line,
			found: this.found,
			problems: problems.found,
			isNamed: reasonToOrder !== undefined,
			isOurs: false,
		};
		if (line.leftOutBecause !== undefined) {
			// Often a product that was not marked as a physical one.
			const advice =
				result.isNamed && line.leftOutBecause === NOT_SHIPPED
					? `, although it ${reasonToOrder}. To have it produced, mark it as a physical product in the shop`
					: '';
			this.found.warnings.push(`${line.label} was left out: ${line.leftOutBecause}${advice}`);
			return result;
		}
		try {
			const variant = await findVariant(this.client, line, this.mapped);
			if ('unknown' in variant) {
				if (reasonToOrder === undefined) return { ...result, unknown: variant };
				refuseUnknown(line, variant, reasonToOrder);
			} else if (line.quantityProblem === undefined) {
				if (line.fulfilmentService !== undefined && !this.mapped) {
					this.found.review(
						`${line.label}: the shop gives it to the fulfilment service ${quote(line.fulfilmentService)}, and SKU Mapping does not name it: check that it is not sent twice`,
					);
				}
				return { ...result, isOurs: true, item: await this.item(variant.variantId) };
			} else {
				problems.found.push(line.quantityProblem);
			}
		} catch (error) {
			problems.add(error);
		}
		return { ...result, isOurs: true };
	}

	private async item(variantId: string): Promise<Item> {
		const { line } = this;
		return {
			...(line.id !== undefined && { externalId: line.id }),
			variantId,
			quantity: line.quantity,
			...(line.name !== undefined && { name: line.name }),
			...(line.price !== undefined && { retailPrice: line.price }),
			placements: await this.placements(variantId),
		};
	}

	private async placements(variantId: string): Promise<Placement[]> {
		const { line, order, settings, mapped } = this;
		const placements = await this.namedPlacements(variantId);
		if (placements.length > 0) return placements;
		if ('template' in settings.printFile) {
			const values = {
				sku: line.skus[0],
				variantId,
				lineId: line.id,
				orderNumber: order.number,
			};
			return [unnamedFile(fileByTemplate(settings.printFile.template, values, line))];
		}
		return refuse(
			line.label,
			'has no print file, but its SKU is that of a variant',
			`Give the line the property ${quote(settings.printFile.property)} in your shop, or enter the file under SKU Mapping${mapped ? `, in ${mapped.field}` : ''}.`,
		);
	}

	/**
	 * Placements from the files that mapping and line name. The mapping's replaces the line's file without a placement.
	 */
	private async namedPlacements(variantId: string): Promise<Placement[]> {
		const { line, settings, mapped, files } = this;
		const url = mapped?.printFileUrl;
		const unnamed = files.filter(({ placement }) => placement === '');
		const kept = url === undefined ? files : files.filter((file) => !unnamed.includes(file));
		if (unnamed.some(({ value }) => value !== url) && url !== undefined) {
			this.found.warnings.push(
				`${line.label}: its own print file is not used, because ${mapped?.field ?? ''} has one`,
			);
		}
		const needsCatalog = settings.fillFromCatalog && kept.some(({ placement }) => placement !== '');
		const variant = needsCatalog ? await lookUpVariant(this.client, variantId) : undefined;
		return [
			...(url === undefined
				? []
				: [unnamedFile(printFileUrlOf(url, `${mapped?.field ?? ''} → Print File URL`))]),
			...placementsFromNames(kept, line, variant),
		];
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
			({ line, isNamed }) =>
				isNamed && line.partIds !== undefined && !line.partIds.some((id) => sentIds.has(id)),
		)
		.map(
			({ line }) =>
				`${line.label} is a bundle with a print file or a row in SKU Mapping, but none of its parts is for the service. Name the print files on its parts.`,
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
	for (const { line, unknown, found, problems } of results) {
		if (!unknown) continue;
		if (isFulfilled(line)) continue;
		if (isStopped) problems.push(unknownLineProblem(line, unknown));
		else found.warnings.push(`${line.label} was left out: ${withNearest(unknown)}`);
	}
}

/** Says that lines with one SKU are two variations: one of them would be produced in place of the other. */
function reviewVariations(ours: readonly LineResult[]): void {
	const firsts = new Map<string, ShopLine>();
	for (const { line, found } of ours) {
		const { label, skus, variationId } = line;
		const [sku] = skus;
		if (sku === undefined || variationId === undefined || isFulfilled(line)) continue;
		const first = firsts.get(comparableSku(sku));
		if (!first) firsts.set(comparableSku(sku), line);
		else if (first.variationId !== variationId) {
			found.review(
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
	const results = await Promise.all(
		order.lines.map(
			async (line) => await new LineComposer(client, line, order, settings).compose(),
		),
	);
	const ours = results.filter(({ isOurs }) => isOurs);
	decideOnUnknown(results, settings.unknownLines);
	reviewVariations(ours);
	const problems = [
		...repeatedLines(ours.map(({ line }) => line)),
		...results.flatMap((result) => (isFulfilled(result.line) ? [] : result.problems)),
	];
	return {
		lines: ours.flatMap(({ item, line: { label, quantity, fulfilled = 0 } }) =>
			item ? [{ label, item, kept: quantity, due: quantity - fulfilled }] : [],
		),
		uncomposedIds: ours.flatMap(({ item, line }) => (item ? [] : [line.id ?? []].flat())),
		warnings: results.flatMap(({ found }) => found.warnings),
		toReview: results.flatMap(({ found }) => found.toReview),
		problems: [...problems, ...(problems.length === 0 ? bundleProblems(results) : [])],
	};
}
