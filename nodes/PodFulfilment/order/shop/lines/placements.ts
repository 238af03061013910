// The placements of a line's item, with its print files: those of its row of SKU Mapping, of the template, or of its own
// properties, without previews and duplicates. Refuses a line without a file for a placement that its variant requires.

import {
	choicesOf,
	FreePlacements,
	type CatalogVariant,
} from '../../../api/catalog/catalogVariant';
import { isBlank } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { quote, quotedList, serviceName } from '../../../input/wording';
import { refuseFor, type About } from '../../causes';
import { withShopSku } from './skuMapping';
import { placementOfFile, type Placement } from '../../compose/item';
import { printFileUrlOf } from '../../compose/printFile';
import { placeWords } from '../orderLabel';
import type { LineProperty } from '../shopOrder';
import type { ItemLine, OurLine } from './itemLine';
import { namesSeen } from './lineValues';
import type { MappedSku } from './mappingRow';
import { fileByTemplate, type FileNames, fileNamesOf, isPreview } from './printFileSource';
import {
	checkPrintFileHost,
	isWebAddress,
	printFileAddress,
	writtenAddress,
} from './writtenAddress';

/** A print file that is named by a property of a line. */
interface NamedFile {
	/** What the property's name says besides, as {@link FileNames} gives it: `front` of 'Print file front'. */
	placement: string;
	/** The property's name, for messages. */
	name: string;
	value: unknown;
	/** Whether it is one of a list. */
	isListed: boolean;
}

/** Whether a value may be meant as a file. 'None' of a form's field for the other side is not. */
const mayBeFile = (value: unknown): boolean =>
	[writtenAddress(value)]
		.flat()
		.some((one) => typeof one === 'string' && /\/\/|\.[a-z]{3,4}\b/i.test(one));

function namedFile(property: LineProperty, fileNames: FileNames): NamedFile[] {
	const { names, value, isListed = false } = property;
	if (isBlank(value)) return [];
	for (const name of names) {
		const placement =
			fileNames.placementOf(name) ??
			(mayBeFile(value) ? fileNames.otherPlacementOf(name) : undefined);
		if (placement !== undefined) return [{ placement, name, value, isListed }];
	}
	return [];
}

/** Finds the print files that are named by properties of a line. */
export function namedFilesOf(
	properties: readonly LineProperty[],
	fileNames: FileNames,
): NamedFile[] {
	const named = properties.flatMap((property) => namedFile(property, fileNames));
	const originals = named.filter(({ placement }) => !isPreview(placement));
	const files = originals.some(isSurelyFile) ? originals : named;
	// WooCommerce and its plug-ins may send a property twice.
	const seen = new Map<string, Set<unknown>>();
	return files.filter(({ placement, value }) => {
		const values = seen.get(placement) ?? new Set();
		seen.set(placement, values);
		return values.size < values.add(value).size;
	});
}

/**
 * Whether a property certainly names a print file. One whose name has more words than the wanted one, such as 'Print
 * file note', may be about something else; then only a web address counts.
 */
export const isSurelyFile = ({
	placement,
	value,
}: Pick<NamedFile, 'placement' | 'value'>): boolean => placement === '' || isWebAddress(value);

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
	const named = new Set(placements.flatMap(({ type }) => type ?? []));
	const free = variant && new FreePlacements(variant, placements.length);
	return placements.map(({ type }) => type ?? free?.first(named)?.type ?? '');
}

/** Refuses a print file whose property names something else, such as 'Print file 2', or none where no required one is left. */
function refuseUnplaced(
	{ line, variant }: OurLine,
	{ name }: NamedFile,
	fileNames: FileNames,
): void {
	if (!variant) return;
	const names = choicesOf(variant).placements.names.map((type) => fileNames.nameFor(type));
	refuseFor(
		'otherPlacement',
		`${line.inProblems} → Property ${quote(name)}`,
		`names no placement of variant "${variant.name}" that lacks a print file`,
		`Remove it in the ${placeWords(line).place}, or name it after the placement that it is for: ${quotedList(names, ' or ')}. If a plug-in names it, enter the print files in SKU Mapping, which are used in its place.`,
	);
}

/**
 * Adds to the review what properties of the line have printed besides what its variant requires and the user expects:
 * customers can add properties, and nobody may have paid for it.
 */
function reviewExtraPrints(
	{ line: { label }, variant, settings, findings }: OurLine,
	types: readonly string[],
): void {
	// Without the catalog, one file alone is what any variant needs.
	const expected = variant ? expectedTypes(variant) : new Set(types.length > 1 ? [''] : types);
	const names = new Set(settings.printFile.placements.map(comparableName));
	const extra = types.filter((type) => !expected.has(type) && !names.has(comparableName(type)));
	if (extra.length === 0) return;
	findings.review(
		`${label}: its properties name print files for ${quotedList(extra)}, which ${variant ? `variant "${variant.name}" does not require` : 'may not be paid for'}: check that the print is wanted and paid for, or list the placement in the option Also Print On`,
		{ cause: 'extraPrint', text: extra.join(', ') },
	);
}

/**
 * The placements of a line whose properties name its print files, with the catalog's names for them; none where none does.
 *
 * @throws UserError for a file that cannot be used or is from elsewhere, for two files of one placement, and for one that is
 *   for no placement of the variant
 */
function namedPlacements(
	ours: OurLine,
	hosts: readonly string[],
	fileNames: FileNames,
): Placement[] {
	const { line, variant } = ours;
	const files = namedFilesOf(line.properties, fileNames);
	const known = variant && choicesOf(variant).placements.bySpelling;
	const isOther = ({ placement }: NamedFile): boolean =>
		known !== undefined && placement !== '' && !known.has(placement);
	const other = files.find((file) => isOther(file) && !file.isListed && isSurelyFile(file));
	if (other) refuseUnplaced(ours, other, fileNames);
	const placements = files.flatMap((file) => {
		const type = known?.get(file.placement)?.type;
		// Services list files for placements that the variant does not have.
		if (isOther(file) || (type === undefined && !isSurelyFile(file))) return [];
		const field = `${line.inProblems} → Property ${quote(file.name)}`;
		const url = printFileAddress(file.value, field);
		checkPrintFileHost(url, hosts, field);
		// Without the catalog, or where that has several of the name, the shop's is used and checked later.
		return placementOfFile(url, type ?? file.placement);
	});
	const seen = new Set<string | null | undefined>();
	const twice = placements.find(({ type }) => seen.size === seen.add(type).size);
	if (twice) {
		return refuseFor(
			'printFile',
			line.inProblems,
			`names two print files${twice.type ? ` for "${serviceName(twice.type)}"` : ''}`,
			`Keep one of the two in the ${placeWords(line).place}, or say which placement each is for, such as "Print file front".`,
		);
	}
	const types = printedTypes(placements, variant);
	const unplaced = types.includes('') && files.find(({ placement }) => placement === '');
	if (unplaced) refuseUnplaced(ours, unplaced, fileNames);
	reviewExtraPrints(ours, types);
	return placements;
}

/** The addresses of print files. */
export const addressesIn = (placements: readonly Placement[]): ReadonlySet<unknown> =>
	new Set(placements.flatMap(({ layers }) => layers.map(({ url }) => url)));

function placementsOfRow({ files }: MappedSku, { variant }: OurLine): Placement[] {
	const known = variant && choicesOf(variant).placements;
	return files.map(({ placement, url, field }) => {
		const type = known?.bySpelling.get(comparableName(placement))?.type;
		if (placement !== '' && variant && known && type === undefined) {
			const what = `is for ${quote(placement)}, which variant "${variant.name}" does not have`;
			return refuseFor('skuMapping', field, what, `Choose one of ${quotedList(known.names)}.`);
		}
		return placementOfFile(printFileUrlOf(url, field), type ?? placement);
	});
}

/** Types of the placements for which a template gives a file; without the catalog, those that the user listed. */
function typesOfTemplate({ line, variant, settings }: OurLine): readonly string[] {
	const listed = settings.printFile.placements;
	if (!variant) {
		if (listed.length > 0) return listed;
		return refuseFor(
			'noPrintFile',
			line.inProblems,
			'has no placement to insert into Print File Template',
			"Enter placements in the option 'Also Print On'. The option 'Fill From Catalog' takes them from the catalog, if it lists any.",
		);
	}
	const names = new Set(listed.map(comparableName));
	const chosen = variant.placements
		.filter(({ type, required }) => required || names.has(comparableName(type)))
		.map(({ type }) => type);
	return chosen.length > 0 ? chosen : [...expectedTypes(variant)];
}

function placementsOfTemplate(ours: OurLine, template: string): Placement[] {
	const { line, variantId, order } = ours;
	const values = { sku: line.sku, variantId, lineId: line.id, orderNumber: order.number };
	const isForEach = template.includes('{placement}');
	const types = isForEach ? typesOfTemplate(ours) : [undefined];
	return types.map((type) =>
		placementOfFile(fileByTemplate(template, { ...values, placement: type }, line), type),
	);
}

/** The cause of a line that names no print file: of one whose only file is in another property, with its name. */
function withoutFile(line: ItemLine): About {
	const holding = line.properties.filter(
		({ names, value, isField }) =>
			isField !== true && isWebAddress(value) && !names.some(isPreview),
	);
	const [name, ...others] = new Set(holding.map(({ names }) => names.at(-1) ?? ''));
	return name === undefined || others.length > 0
		? withShopSku('noPrintFile', line)
		: { cause: 'printFileName', text: name };
}

/** Gives the placements back. Refuses a line without a file for one that its variant requires. */
function withRequired(
	placements: Placement[],
	{ line, variant }: OurLine,
	adviceFor: (type: string) => string,
): Placement[] {
	if (!variant) return placements;
	const printed = printedTypes(placements, variant);
	const { requiredNames } = choicesOf(variant).placements;
	const missing = [...requiredNames].filter((type) => !printed.includes(type));
	const [first] = missing;
	if (first === undefined) return placements;
	const what = `has no print file for ${quotedList(missing, ' and ')}, which variant "${variant.name}" requires`;
	return refuseFor(withShopSku('noPrintFile', line), line.inProblems, what, adviceFor(first));
}

/**
 * Composes the placements of a line: from its row of SKU Mapping, or else from the template or its own properties.
 *
 * @throws UserError for a line without a print file, and for a file that cannot be used
 */
export function linePlacements(given: OurLine): Placement[] {
	const { line } = given;
	const { row } = line;
	const { printFile } = given.settings;
	const variant = (given.variant?.placements.length ?? 0) > 0 ? given.variant : undefined;
	const ours = { ...given, variant };
	const inMapping = `under SKU Mapping${row ? `, in ${row.field}` : ''}`;
	if (row && row.files.length > 0) {
		const advice = `Enter the file ${inMapping}, whose files are all files of the line.`;
		return withRequired(placementsOfRow(row, ours), ours, () => advice);
	}
	if ('template' in printFile) {
		const advice = `Write {placement} in Print File Template, which then gives a file for each, or enter the files ${inMapping}.`;
		return withRequired(placementsOfTemplate(ours, printFile.template), ours, () => advice);
	}
	const types = variant
		? choicesOf(variant).placements.bySpelling.keys()
		: printFile.placements.map(comparableName);
	const fileNames = fileNamesOf(printFile.property, new Set(types));
	const placements = namedPlacements(ours, printFile.hosts, fileNames);
	const words = placeWords(line);
	const isPath = /[.[]/.test(printFile.property);
	const adviceFor = (type: string): string =>
		`Give the line the ${words.property} ${quote(fileNames.nameFor(type))} in your ${words.place}${type === '' && isPath ? ', correct Print File Property' : ''}, or enter the file ${inMapping}.${namesSeen(line.properties)}`;
	if (placements.length === 0) {
		const what = 'has no print file, but is for this service';
		return refuseFor(withoutFile(line), line.inProblems, what, adviceFor(''));
	}
	return withRequired(placements, ours, adviceFor);
}
