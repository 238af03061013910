// The placements of a line's item, with print files from its row of SKU Mapping, the template or its properties.
// Refuses missing files and files for no placement of the variant; flags for review prints that may not be paid for.
// Also the type of the print file settings, and which placements get a file.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import { comparableName } from '../../../input/equalText';
import { quote, quotedList } from '../../../input/wording';
import { rowToEnter, refuseFor, type About } from '../../causes';
import type { Findings } from '../../findings';
import { placementOfFile, type Placement } from '../../compose/item';
import { choicesOf, FreePlacements } from '../../compose/variantChoices';
import { printFileUrlOf } from '../../compose/printFile';
import { FileNames, isPreview } from './fileNames';
import type { MappedSku } from './mappingRow';
import {
	fileByTemplate,
	isForEachPlacement,
	isSurelyFile,
	namedFilesOf,
	placementsFromNames,
	type NamedFile,
} from './printFiles';
import { namesSeen } from './propertyText';
import { isWebAddress } from './writtenAddress';
import { placeWords } from '../shopLine';
import type { ItemLine } from './itemLines';

/** Where print files are named, besides the mapping. */
export type PrintFileSettings =
	| {
			property: string;
			/** Whether it may be a path within the line. */
			isPath?: boolean;
			/** Placements that may be printed although the variant does not require them. */
			placements: readonly string[];
			/** Hosts from which the files of properties may come; any if there are none. */
			hosts: readonly string[];
	  }
	| {
			template: string;
			/** Placements that get a file from the template although the variant does not require them. */
			placements: readonly string[];
	  };

/** A line with its variant. */
interface OurLine {
	line: ItemLine;
	row: MappedSku | undefined;
	variantId: string;
	/** Undefined if the catalog must not be read, or lists no placements of it. */
	variant: CatalogVariant | undefined;
	orderNumber: string | undefined;
}

/** The addresses of print files. */
export const addressesIn = (placements: readonly Placement[]): ReadonlySet<unknown> =>
	new Set(placements.flatMap(({ layers }) => layers.map(({ url }) => url)));

/** The placements of a variant by the spellings of their types, if the catalog is read. */
const typesOf = (variant: CatalogVariant | undefined) =>
	variant && choicesOf(variant).placements.bySpelling;

/** Whether the user listed a placement, however it is written. */
const isListed = (type: string, listed: readonly string[]): boolean =>
	listed.some((name) => comparableName(name) === comparableName(type));

/** The placements that an order of the variant pays for: those that it requires, or else its first one. */
function expectedTypes(variant: CatalogVariant): ReadonlySet<string> {
	const { requiredNames, names } = choicesOf(variant).placements;
	return requiredNames.size > 0 ? requiredNames : new Set(names.slice(0, 1));
}

/** Types of the placements that get a file; '' for one whose type the catalog would have to say. */
export function printedTypes(
	placements: readonly Placement[],
	variant: CatalogVariant | undefined,
): string[] {
	const named = placements.flatMap(({ type }) => type ?? []);
	return placements.map(
		({ type }) =>
			type ??
			(variant && new FreePlacements(variant, placements.length).first(new Set(named))?.type) ??
			'',
	);
}

/**
 * Adds to the review what properties of the line have printed besides what its variant requires: customers can add
 * properties, and nobody may have paid for it.
 *
 * @param listed placements that the user expects
 */
function reviewExtraPrints(
	{ line: { label }, variant }: OurLine,
	placements: readonly Placement[],
	listed: readonly string[],
	findings: Findings,
): void {
	const types = printedTypes(placements, variant);
	// Without the catalog, one file alone is what any variant needs.
	const expected = variant ? expectedTypes(variant) : new Set(types.length > 1 ? [''] : types);
	const extra = types.filter((type) => !expected.has(type) && !isListed(type, listed));
	if (extra.length === 0) return;
	findings.review(
		`${label}: its properties name print files for ${quotedList(extra)}, which ${variant ? `variant "${variant.name}" does not require` : 'may not be paid for'}: check that the print is wanted and paid for, or list the placement in the option Also Print On`,
		{ cause: 'extraPrint', text: extra.join(', ') },
	);
}

/**
 * Refuses a print file whose property names no placement, where no placement is left that the variant requires: which one
 * the customer paid for is not said.
 */
function refuseUnplaced(
	{ line, variant }: OurLine,
	placements: readonly Placement[],
	property: string,
	fileNames: FileNames,
): void {
	if (!variant) return;
	const named = new Set(placements.flatMap(({ type }) => type ?? []));
	if (named.size === placements.length) return;
	if (new FreePlacements(variant, placements.length).first(named)) return;
	const { requiredNames, names } = choicesOf(variant).placements;
	const free = names.find((type) => !named.has(type));
	refuseFor(
		'otherPlacement',
		`${line.inProblems} → Property ${quote(property)}`,
		`names no placement, and variant "${variant.name}" requires ${requiredNames.size === 0 ? 'none' : 'no other'}`,
		`Remove it in the ${placeWords(line).place}${free === undefined ? '' : `, or name it after the placement that it is for, such as ${quote(fileNames.nameFor(free))}`}.`,
	);
}

/**
 * The files of a line without those of a list for placements that its variant does not have: services name others. Refuses
 * any other print file whose property names something else than a placement of the variant, such as 'Print file 2'.
 */
function filesOfVariant(
	{ line, variant }: OurLine,
	named: readonly NamedFile[],
	fileNames: FileNames,
): readonly NamedFile[] {
	if (!variant) return named;
	const { bySpelling: known, names: types } = choicesOf(variant).placements;
	const isOther = ({ placement }: NamedFile): boolean => placement !== '' && !known.has(placement);
	const other = named.find((file) => isOther(file) && file.isListed !== true && isSurelyFile(file));
	if (!other) return named.filter((file) => file.isListed !== true || !isOther(file));
	const names = types.map((type) => fileNames.nameFor(type));
	return refuseFor(
		'otherPlacement',
		`${line.inProblems} → Property ${quote(other.name)}`,
		`names no placement that variant "${variant.name}" has`,
		`Name it in the ${placeWords(line).place} after the placement that it is for: ${quotedList(names, ' or ')}. If a plug-in names it, enter the print files in SKU Mapping, which are used in its place.`,
	);
}

function placementsOfRow({ files }: MappedSku, variant: CatalogVariant | undefined): Placement[] {
	return files.map(({ placement, url, field }) => {
		const type = typesOf(variant)?.get(comparableName(placement))?.type;
		if (placement !== '' && variant && type === undefined) {
			const what = `is for ${quote(placement)}, which variant "${variant.name}" does not have`;
			const types = choicesOf(variant).placements.names;
			return refuseFor('skuMapping', field, what, `Choose one of ${quotedList(types)}.`);
		}
		return placementOfFile(printFileUrlOf(url, field), type ?? placement);
	});
}

/** Types of the placements for which a template gives a file; without the catalog, those that the user listed. */
function typesOfTemplate({ line, variant }: OurLine, listed: readonly string[]): readonly string[] {
	if (!variant && listed.length > 0) return listed;
	if (!variant) {
		return refuseFor(
			'noPrintFile',
			line.inProblems,
			'has no placement to insert into Print File Template',
			"Enter placements in the option 'Also Print On'. The option 'Fill From Catalog' takes them from the catalog, if it lists any.",
		);
	}
	const chosen = variant.placements
		.filter(({ type, required }) => required || isListed(type, listed))
		.map(({ type }) => type);
	return chosen.length > 0 ? chosen : [...expectedTypes(variant)];
}

function placementsOfTemplate(
	ours: OurLine,
	{ template, placements }: Extract<PrintFileSettings, { template: string }>,
): Placement[] {
	const { line, variantId, orderNumber } = ours;
	const values = { sku: line.skus[0], variantId, lineId: line.id, orderNumber };
	const types = isForEachPlacement(template) ? typesOfTemplate(ours, placements) : [undefined];
	return types.map((type) =>
		placementOfFile(fileByTemplate(template, { ...values, placement: type }, line), type),
	);
}

const noPrintFile = ({ skus }: Pick<ItemLine, 'skus'>): About => ({
	cause: 'noPrintFile',
	text: rowToEnter(skus, 'printFileUrl'),
});

/** The cause of a line that names no print file: of one whose only file is in another property, with its name. */
function withoutFile({ properties, skus }: ItemLine): About {
	const holding = properties.filter(
		({ names, value, isField }) =>
			isField !== true && isWebAddress(value) && !names.some(isPreview),
	);
	const [name, ...others] = new Set(holding.map(({ names }) => names.at(-1) ?? ''));
	return name === undefined || others.length > 0
		? noPrintFile({ skus })
		: { cause: 'printFileName', text: name };
}

/** Refuses a line without a file for a placement that its variant requires. */
function refuseMissing(
	placements: readonly Placement[],
	{ line, variant }: OurLine,
	advice: (type: string) => string,
): void {
	if (!variant) return;
	const given = new Set(placements.map(({ type }) => type));
	// A file without a placement goes to the first of these.
	const unnamed = placements.filter(({ type }) => type === undefined).length;
	const { requiredNames } = choicesOf(variant).placements;
	const missing = [...requiredNames].filter((type) => !given.has(type)).slice(unnamed);
	const [first] = missing;
	if (first === undefined) return;
	const what = `has no print file for ${quotedList(missing, ' and ')}, which variant "${variant.name}" requires`;
	refuseFor(noPrintFile(line), line.inProblems, what, advice(first));
}

/**
 * Composes the placements of a line: from its row of SKU Mapping, or else from the template or its own properties.
 *
 * @param findings get those that may not be paid for
 * @throws UserError for a line without a print file, and for a file that cannot be used
 */
export function linePlacements(
	{ variant: found, ...rest }: OurLine,
	settings: PrintFileSettings,
	findings: Findings,
): Placement[] {
	const variant = found && found.placements.length > 0 ? found : undefined;
	const ours = { ...rest, variant };
	const { line, row } = rest;
	const inMapping = `under SKU Mapping${row ? `, in ${row.field}` : ''}`;
	let placements: Placement[];
	let adviceFor: (type: string) => string;
	if (row && row.files.length > 0) {
		placements = placementsOfRow(row, variant);
		adviceFor = () => `Enter the file ${inMapping}, whose files are all files of the line.`;
	} else if ('template' in settings) {
		placements = placementsOfTemplate(ours, settings);
		adviceFor = () =>
			`Write {placement} in Print File Template, which then gives a file for each, or enter the files ${inMapping}.`;
	} else {
		const { property } = settings;
		const types = typesOf(variant)?.keys() ?? settings.placements.map(comparableName);
		const fileNames = new FileNames(property, new Set(types));
		const words = placeWords(line);
		adviceFor = (type) =>
			(settings.isPath === true && type === ''
				? `Print File Property is ${quote(property)}, and the line has neither a field nor a path of this name: correct it, as in files[0].url, or enter the file ${inMapping}.`
				: `Give the line the ${words.property} ${quote(fileNames.nameFor(type))} in your ${words.place}, or enter the file ${inMapping}.`) +
			namesSeen(line.properties);
		const files = filesOfVariant(ours, namedFilesOf(line.properties, fileNames), fileNames);
		placements = placementsFromNames(files, line, variant, settings.hosts);
		if (placements.length === 0) {
			return refuseFor(
				withoutFile(line),
				line.inProblems,
				'has no print file, but is for this service',
				adviceFor(''),
			);
		}
		refuseUnplaced(ours, placements, property, fileNames);
		reviewExtraPrints(ours, placements, settings.placements, findings);
	}
	refuseMissing(placements, ours, adviceFor);
	return placements;
}
