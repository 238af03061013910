// The placements of a line's item. Refuses a line without a file for a placement that its variant requires.

import { comparableName } from '../../../input/equalText';
import { quote, quotedList } from '../../../input/wording';
import { refuseFor, withRowToEnter, type About } from '../../causes';
import { placementOfFile, type Placement } from '../../compose/item';
import { printFileUrlOf } from '../../compose/printFile';
import { choicesOf } from '../../compose/completion';
import { placeWords } from '../shopLine';
import { fileNamesOf, isPreview } from './fileNames';
import type { FilesByTemplate, ItemLine, OurLine } from './itemLine';
import type { MappedSku } from './mappingRow';
import { expectedTypes, listedTypes, namedPlacements } from './namedFiles';
import { fileByTemplate, isForEachPlacement } from './printFileTemplate';
import { namesSeen } from './lineValues';
import { isWebAddress } from './writtenAddress';

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
function typesOfTemplate({ line, variant }: OurLine, listed: readonly string[]): readonly string[] {
	if (!variant) {
		if (listed.length > 0) return listed;
		return refuseFor(
			'noPrintFile',
			line.inProblems,
			'has no placement to insert into Print File Template',
			"Enter placements in the option 'Also Print On'. The option 'Fill From Catalog' takes them from the catalog, if it lists any.",
		);
	}
	const isListed = listedTypes(listed);
	const chosen = variant.placements
		.filter(({ type, required }) => required || isListed(type))
		.map(({ type }) => type);
	return chosen.length > 0 ? chosen : [...expectedTypes(variant)];
}

function placementsOfTemplate(
	ours: OurLine,
	{ template, placements }: FilesByTemplate,
): Placement[] {
	const { line, variantId, order } = ours;
	const values = { sku: line.skus[0], variantId, lineId: line.id, orderNumber: order.number };
	const types = isForEachPlacement(template) ? typesOfTemplate(ours, placements) : [undefined];
	return types.map((type) =>
		placementOfFile(fileByTemplate(template, { ...values, placement: type }, line), type),
	);
}

const noPrintFile = ({ skus }: ItemLine): About =>
	withRowToEnter('noPrintFile', skus, 'printFileUrl');

/** The cause of a line that names no print file: of one whose only file is in another property, with its name. */
function withoutFile(line: ItemLine): About {
	const holding = line.properties.filter(
		({ names, value, isField }) =>
			isField !== true && isWebAddress(value) && !names.some(isPreview),
	);
	const [name, ...others] = new Set(holding.map(({ names }) => names.at(-1) ?? ''));
	return name === undefined || others.length > 0
		? noPrintFile(line)
		: { cause: 'printFileName', text: name };
}

/** Gives the placements back. Refuses a line without a file for one that its variant requires. */
function withRequired(
	placements: Placement[],
	{ line, variant }: OurLine,
	adviceFor: (type: string) => string,
): Placement[] {
	if (!variant) return placements;
	const given = new Set(placements.map(({ type }) => type));
	// A file without a placement goes to the first of these.
	const unnamed = placements.filter(({ type }) => type === undefined).length;
	const { requiredNames } = choicesOf(variant).placements;
	const missing = [...requiredNames].filter((type) => !given.has(type)).slice(unnamed);
	const [first] = missing;
	if (first === undefined) return placements;
	const what = `has no print file for ${quotedList(missing, ' and ')}, which variant "${variant.name}" requires`;
	return refuseFor(noPrintFile(line), line.inProblems, what, adviceFor(first));
}

/**
 * Composes the placements of a line: from its row of SKU Mapping, or else from the template or its own properties.
 *
 * @throws UserError for a line without a print file, and for a file that cannot be used
 */
export function linePlacements(given: OurLine): Placement[] {
	const { line, row, settings } = given;
	const { printFile } = settings;
	const variant = (given.variant?.placements.length ?? 0) > 0 ? given.variant : undefined;
	const ours = { ...given, variant };
	const inMapping = `under SKU Mapping${row ? `, in ${row.field}` : ''}`;
	if (row && row.files.length > 0) {
		const advice = `Enter the file ${inMapping}, whose files are all files of the line.`;
		return withRequired(placementsOfRow(row, ours), ours, () => advice);
	}
	if ('template' in printFile) {
		const advice = `Write {placement} in Print File Template, which then gives a file for each, or enter the files ${inMapping}.`;
		return withRequired(placementsOfTemplate(ours, printFile), ours, () => advice);
	}
	const types = variant
		? choicesOf(variant).placements.bySpelling.keys()
		: printFile.placements.map(comparableName);
	const fileNames = fileNamesOf(printFile.property, new Set(types));
	const placements = namedPlacements(ours, printFile, fileNames);
	const words = placeWords(line);
	const adviceFor = (type: string): string =>
		(printFile.isPath === true && type === ''
			? `Print File Property is ${quote(printFile.property)}, and the line has neither a field nor a path of this name: correct it, as in files[0].url, or enter the file ${inMapping}.`
			: `Give the line the ${words.property} ${quote(fileNames.nameFor(type))} in your ${words.place}, or enter the file ${inMapping}.`) +
		namesSeen(line.properties);
	if (placements.length === 0) {
		const what = 'has no print file, but is for this service';
		return refuseFor(withoutFile(line), line.inProblems, what, adviceFor(''));
	}
	return withRequired(placements, ours, adviceFor);
}
