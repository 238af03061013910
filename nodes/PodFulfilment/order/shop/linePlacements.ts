import type { CatalogVariant } from '../../api/catalog/catalogVariant';
import { refuse } from '../../input/checks';
import { quote, quotedList } from '../../input/wording';
import { LAYER_TYPE } from '../../spec/service';
import type { Placement } from '../items/item';
import { printFileUrlOf } from '../items/printFile';
import { comparable } from './comparable';
import type { MappedSku } from './mappingRow';
import {
	fileByTemplate,
	isForEachPlacement,
	isSurelyFile,
	namedFilesOf,
	placementsFromNames,
} from './printFiles';
import type { ShopLine } from './shopOrder';

/** Where print files are named, besides the mapping. */
export type PrintFileSettings =
	| { property: string }
	| {
			template: string;
			/** Property of lines that is not used; a file there is said. */
			ignoredProperty: string;
			/** Placements that get a file from the template although the variant does not require them. */
			placements: readonly string[];
	  };

/** A line with its variant. */
interface OurLine {
	line: ShopLine;
	row: MappedSku | undefined;
	variantId: string;
	/** Undefined if the catalog must not be read. */
	variant: CatalogVariant | undefined;
	orderNumber: string | undefined;
}

const placementOf = (type: string, url: string): Placement => ({
	...(type !== '' && { type }),
	layers: [{ url, type: LAYER_TYPE }],
});

/** Warns of print files of the line that are not used. */
function warnOfOwnFiles(
	{ label, properties }: ShopLine,
	property: string,
	used: readonly string[],
	because: string,
	warnings: string[],
): void {
	const isUnused = namedFilesOf(properties, property).some(
		(file) => isSurelyFile(file) && !used.includes(String(file.value)),
	);
	if (isUnused) warnings.push(`${label}: its own print file is not used, because ${because}`);
}

function placementsOfRow({ files }: MappedSku, variant: CatalogVariant | undefined): Placement[] {
	return files.map(({ placement, url, field }) => {
		const types = variant?.placements.map(({ type }) => type) ?? [];
		const type = types.find((one) => comparable(one) === comparable(placement));
		if (placement !== '' && types.length > 0 && type === undefined) {
			return refuse(
				field,
				`is for ${quote(placement)}, which variant "${variant?.name ?? ''}" does not have`,
				`Choose one of ${quotedList(types)}.`,
			);
		}
		return placementOf(type ?? placement, printFileUrlOf(url, field));
	});
}

/** Types of the placements for which a template gives a file; without the catalog, those that the user listed. */
function typesOfTemplate({ line, variant }: OurLine, listed: readonly string[]): readonly string[] {
	if (!variant) {
		return listed.length > 0
			? listed
			: refuse(
					line.label,
					'has no placement to insert into Print File Template',
					"Turn on the option 'Fill From Catalog', or enter placements in the option 'Print File Placements'.",
				);
	}
	const chosen = variant.placements.filter(
		({ type, required }) =>
			required || listed.some((name) => comparable(name) === comparable(type)),
	);
	const types = (chosen.length > 0 ? chosen : variant.placements.slice(0, 1)).map(
		({ type }) => type,
	);
	return types.length > 0
		? types
		: refuse(
				line.label,
				'has no placement to insert into Print File Template',
				`The catalog lists none for variant "${variant.name}": name the print file in SKU Mapping.`,
			);
}

function placementsOfTemplate(
	ours: OurLine,
	{ template, placements }: Extract<PrintFileSettings, { template: string }>,
): Placement[] {
	const { line, variantId, orderNumber } = ours;
	const values = { sku: line.skus[0], variantId, lineId: line.id, orderNumber };
	return isForEachPlacement(template)
		? typesOfTemplate(ours, placements).map((type) =>
				placementOf(type, fileByTemplate(template, { ...values, placement: type }, line)),
			)
		: [placementOf('', fileByTemplate(template, values, line))];
}

/** Refuses a line without a file for a placement that its variant requires. */
function refuseMissing(
	placements: readonly Placement[],
	{ line, variant }: OurLine,
	advice: (type: string) => string,
): void {
	const required = (variant?.placements ?? []).filter((entry) => entry.required);
	const missing = required.filter(({ type }) => placements.every((one) => one.type !== type));
	// A file without a placement goes to the first of these.
	const unnamed = placements.filter(({ type }) => type === undefined).length;
	const [first, ...others] = missing.slice(unnamed).map(({ type }) => type);
	if (first === undefined) return;
	refuse(
		line.label,
		`has no print file for ${quotedList([first, ...others], ' and ')}, which variant "${variant?.name ?? ''}" requires`,
		advice(first),
	);
}

/**
 * Composes the placements of a line: from its row of SKU Mapping, or else from the template or its own properties.
 *
 * @param warnings gets the print files of the line that are not used
 * @throws UserError for a line without a print file, and for a file that cannot be used
 */
export function linePlacements(
	ours: OurLine,
	settings: PrintFileSettings,
	warnings: string[],
): Placement[] {
	const { line, row, variant } = ours;
	const property = 'template' in settings ? settings.ignoredProperty : settings.property;
	const inMapping = `under SKU Mapping${row ? `, in ${row.field}` : ''}`;
	const adviceFor = (type: string): string =>
		`Give the line the property ${quote(`${property}${type === '' ? '' : ` ${type}`}`)} in your shop, or enter the file ${inMapping}.`;
	let placements: Placement[];
	if (row && row.files.length > 0) {
		placements = placementsOfRow(row, variant);
		const used = row.files.map(({ url }) => url);
		warnOfOwnFiles(line, property, used, `${row.field} has one`, warnings);
	} else if ('template' in settings) {
		placements = placementsOfTemplate(ours, settings);
		const used = placements.flatMap(({ layers }) => layers.map(({ url = '' }) => url));
		warnOfOwnFiles(line, property, used, 'Print File From is set to Template', warnings);
	} else {
		placements = placementsFromNames(namedFilesOf(line.properties, property), line, variant);
		if (placements.length === 0) {
			return refuse(
				line.label,
				'has no print file, but its SKU is that of a variant',
				adviceFor(''),
			);
		}
	}
	refuseMissing(placements, ours, adviceFor);
	return placements;
}
