import { lookUpVariant } from '../../api/catalog/variantLookup';
import { refuse } from '../../input/checks';
import { quote } from '../../input/wording';
import { LAYER_TYPE } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import type { Item, Placement } from '../items/item';
import { printFileUrlOf } from '../items/printFile';
import { Findings } from '../findings';
import { Problems, type Problem } from '../problems';
import { findVariant, refuseUnknown } from './lineVariant';
import {
	fileByTemplate,
	isSurelyFile,
	namedFilesOf,
	placementsFromNames,
	type NamedFile,
} from './printFiles';
import { NOT_SHIPPED } from './reading';
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

/** Result of composing the lines of a shop's order. */
interface ComposedLines {
	/** One for each line that is for the service, in the same order. */
	items: Item[];
	/** Labels of these lines. */
	labels: string[];
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
		const { line } = this;
		const problems = new Problems();
		const result = {
			line,
			found: this.found,
			problems: problems.found,
			isNamed: this.reasonToOrder !== undefined,
		};
		if (line.leftOutBecause !== undefined) {
			// Often a product that was not marked as a physical one.
			const advice =
				result.isNamed && line.leftOutBecause === NOT_SHIPPED
					? `, although it ${this.reasonToOrder}. To have it produced, mark it as a physical product in the shop`
					: '';
			this.found.warnings.push(`${line.label} was left out: ${line.leftOutBecause}${advice}`);
			return result;
		}
		// A missing quantity was reported before.
		if (line.quantity < 1) return result;
		try {
			const item = await this.item();
			return item ? { ...result, item } : result;
		} catch (error) {
			problems.add(error);
			return result;
		}
	}

	private async item(): Promise<Item | undefined> {
		const { line, settings, mapped, reasonToOrder } = this;
		const found = await findVariant(this.client, line, mapped);
		if ('unknown' in found) {
			if (reasonToOrder !== undefined) return refuseUnknown(line, found, reasonToOrder);
			if (settings.unknownLines === 'stop') {
				return refuseUnknown(
					line,
					found,
					"must not be left out, because 'Unknown Lines' is set to stop",
				);
			}
			this.found.warnings.push(`${line.label} was left out: ${found.unknown}`);
			return undefined;
		}
		const { variantId } = found;
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

/**
 * Composes items from the lines of a shop's order: finds their variants and print files. Whatever is wrong with a line
 * is added to the problems, also a catalog that cannot be read, and whatever is left out to the warnings.
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
	const sent = results.flatMap(({ item, line }) => (item ? [{ item, label: line.label }] : []));
	const problems = results.flatMap((result) => result.problems);
	return {
		items: sent.map(({ item }) => item),
		labels: sent.map(({ label }) => label),
		warnings: results.flatMap(({ found }) => found.warnings),
		toReview: results.flatMap(({ found }) => found.toReview),
		problems: [...problems, ...(problems.length === 0 ? bundleProblems(results) : [])],
	};
}
