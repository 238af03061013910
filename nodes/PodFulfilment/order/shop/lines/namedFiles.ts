// The print files that properties of a line name, without previews and duplicates, and their placements.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import { isBlank } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { quote, quotedList, serviceName } from '../../../input/wording';
import { refuseFor } from '../../causes';
import { placementOfFile, type Placement } from '../../compose/item';
import { choicesOf, FreePlacements } from '../../compose/completion';
import { placeWords } from '../shopLine';
import type { LineProperty } from '../shopOrder';
import { isPreview, type FileNames } from './fileNames';
import type { FilesByProperty, OurLine } from './itemLine';
import { checkPrintFileHost } from './printFileHosts';
import { isWebAddress, printFileAddress, writtenAddress } from './writtenAddress';

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
export function expectedTypes(variant: CatalogVariant): ReadonlySet<string> {
	const { requiredNames, names } = choicesOf(variant).placements;
	return requiredNames.size > 0 ? requiredNames : new Set(names.slice(0, 1));
}

/** Returns the function that says whether the user listed a placement, however it is written. */
export function listedTypes(listed: readonly string[]): (type: string) => boolean {
	const names = new Set(listed.map(comparableName));
	return (type) => names.has(comparableName(type));
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

/** Refuses a print file whose property names something else than a placement of the variant, such as 'Print file 2'. */
function refuseOther({ line, variant }: OurLine, property: string, fileNames: FileNames): void {
	if (!variant) return;
	const names = choicesOf(variant).placements.names.map((type) => fileNames.nameFor(type));
	refuseFor(
		'otherPlacement',
		`${line.inProblems} → Property ${quote(property)}`,
		`names no placement that variant "${variant.name}" has`,
		`Name it in the ${placeWords(line).place} after the placement that it is for: ${quotedList(names, ' or ')}. If a plug-in names it, enter the print files in SKU Mapping, which are used in its place.`,
	);
}

/**
 * Refuses a print file whose property names no placement, where no placement is left that the variant requires: which one
 * the customer paid for is not said.
 */
function refuseUnplaced(
	{ line, variant }: OurLine,
	types: readonly string[],
	fileNames: FileNames,
): void {
	if (!variant || !types.includes('')) return;
	const { requiredNames, names } = choicesOf(variant).placements;
	const free = names.find((type) => !types.includes(type));
	refuseFor(
		'otherPlacement',
		`${line.inProblems} → Property ${quote(fileNames.nameFor(''))}`,
		`names no placement, and variant "${variant.name}" requires ${requiredNames.size === 0 ? 'none' : 'no other'}`,
		`Remove it in the ${placeWords(line).place}${free === undefined ? '' : `, or name it after the placement that it is for, such as ${quote(fileNames.nameFor(free))}`}.`,
	);
}

/**
 * Adds to the review what properties of the line have printed besides what its variant requires: customers can add
 * properties, and nobody may have paid for it.
 *
 * @param listed placements that the user expects
 */
function reviewExtraPrints(
	{ line: { label }, variant, findings }: OurLine,
	types: readonly string[],
	listed: readonly string[],
): void {
	// Without the catalog, one file alone is what any variant needs.
	const expected = variant ? expectedTypes(variant) : new Set(types.length > 1 ? [''] : types);
	const isListed = listedTypes(listed);
	const extra = types.filter((type) => !expected.has(type) && !isListed(type));
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
export function namedPlacements(
	ours: OurLine,
	{ placements: listed, hosts }: FilesByProperty,
	fileNames: FileNames,
): Placement[] {
	const { line, variant } = ours;
	const files = namedFilesOf(line.properties, fileNames);
	const known = variant && choicesOf(variant).placements.bySpelling;
	const isOther = ({ placement }: NamedFile): boolean =>
		known !== undefined && placement !== '' && !known.has(placement);
	const other = files.find((file) => isOther(file) && !file.isListed && isSurelyFile(file));
	if (other) refuseOther(ours, other.name, fileNames);
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
	refuseUnplaced(ours, types, fileNames);
	reviewExtraPrints(ours, types, listed);
	return placements;
}
