// The placements of a line's item, with its print files: those of its row of SKU Mapping, of the template, or of its own
// properties, without previews and duplicates. Whether they are those of its variant is checked as for any item.

import { choicesOf } from '../../../api/catalog/catalogVariant';
import { isBlank } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { quote, quotedList, serviceName } from '../../../input/wording';
import { refuseFor, type About } from '../../causes';
import { withShopSku } from './skuMapping';
import { completePlacements, type RefuseItem } from '../../compose/completion';
import { placementOfFile, type Placement } from '../../compose/item';
import { printFileUrlOf } from '../../compose/printFile';
import { throwAtOnce, type Check } from '../../findings';
import { partLabel, placeWords } from '../orderLabel';
import type { LineProperty } from '../shopOrder';
import type { ItemLine, LineWork, OurLine } from './itemLine';
import { namesSeen } from './lineValues';
import type { MappedSku } from './mappingRow';
import {
	checkPrintFileHost,
	type FileNames,
	fileNamesOf,
	isFile,
	isPreview,
	isWebAddress,
	printFileAddress,
	writtenAddress,
} from './printFileProperty';
import { fileByTemplate, isForEachLine } from './printFileTemplate';

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

/** Finds the print files that are named by properties of a line. */
export function namedFilesOf(
	properties: readonly LineProperty[],
	fileNames: FileNames,
): NamedFile[] {
	const named = properties.flatMap(({ names, value, isListed = false }): NamedFile[] => {
		if (isBlank(value)) return [];
		for (const name of names) {
			// 'None' of a form's field for the other side is no file.
			const placement = fileNames.placementOf(name, isFile(value));
			if (placement !== undefined) return [{ placement, name, value, isListed }];
		}
		return [];
	});
	const originals = named.filter(({ placement }) => !isPreview(placement));
	const files = originals.some(isSurelyFile) ? originals : named;
	// WooCommerce and its plug-ins may send a property twice.
	const seen = new Set<unknown>();
	return files.filter(({ placement, value }) => {
		const file = typeof value === 'string' ? `${placement} ${value}` : value;
		return seen.size < seen.add(file).size;
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

/** The addresses of print files. */
export const addressesIn = (placements: readonly Placement[]): ReadonlySet<unknown> =>
	new Set(placements.flatMap(({ layers }) => layers.map(({ url }) => url)));

/** The print files of a line from one place. */
interface Files {
	placements: Placement[];
	/** What messages call each of them. */
	fields?: string[];
	/** What to do where a placement has none; '' is any placement. */
	adviceFor: (type: string) => string;
	/** Of what is for no placement of the variant. */
	unplaced?: { about: About; advice: () => string };
	/** Whether buyers may have added some. */
	isOfBuyer?: true;
}

/** Where a user enters files in SKU Mapping. */
const inMapping = ({ row }: ItemLine): string =>
	`under SKU Mapping${row ? `, in ${row.field}` : ''}`;

function filesOfRow({ files }: MappedSku, { line, variant }: OurLine): Files {
	const names = variant ? choicesOf(variant).placements.names : [];
	return {
		placements: files.map(({ placement, url, field }) =>
			placementOfFile(printFileUrlOf(url, field), placement),
		),
		fields: files.map(({ field }) => `${line.inProblems}: ${field}`),
		adviceFor: () => `Enter the file ${inMapping(line)}, whose files are all files of the line.`,
		unplaced: {
			about: 'skuMapping',
			advice: () =>
				`Choose one of ${quotedList(names)}, in SKU Mapping (JSON) as "files": { "${serviceName(names[0])}": "https://…" }.`,
		},
	};
}

/** The files of a template: of one with a placement, for all that the variant requires or the user listed, else for the first. */
function filesOfTemplate(ours: OurLine, template: string): Files {
	const { line, variantId, variant, order, settings } = ours;
	const { placements: listed } = settings.printFile;
	const names = new Set(listed.map(comparableName));
	const wanted = variant?.placements.filter(
		({ type, required }) => required || names.has(comparableName(type)),
	);
	const chosen = wanted?.map(({ type }) => type) ?? listed;
	const first = variant ? choicesOf(variant).placements.names.slice(0, 1) : [];
	const isForEach = template.includes('{placement}');
	const types = isForEach ? [chosen, first].find(({ length }) => length > 0) : [undefined];
	if (!types) {
		return refuseFor(
			'noPrintFile',
			line.inProblems,
			'has no placement to insert into Print File Template',
			"Enter placements in the option 'Also Print On'. The option 'Fill From Catalog' takes them from the catalog, if it lists any.",
		);
	}
	const values = { sku: line.sku, variantId, lineId: line.id, orderNumber: order.number };
	return {
		placements: types.map((type) =>
			placementOfFile(fileByTemplate(template, { ...values, placement: type }, line), type),
		),
		adviceFor: () =>
			`Write {placement} in Print File Template, which then gives a file for each, or enter the files ${inMapping(line)}.`,
	};
}

/**
 * Adds to the review what properties of the line have printed besides what its variant requires, or else its first placement,
 * and the user expects: customers can add properties, and nobody may have paid for it.
 */
function reviewExtraPrints(
	{ line: { label }, variant, settings, findings }: OurLine,
	placements: readonly Placement[],
): void {
	const types = placements.map(({ type }) => type ?? '');
	const { requiredNames, names } = variant
		? choicesOf(variant).placements
		: // Without the catalog, one file alone is what any variant needs.
			{ requiredNames: new Set(['']), names: types };
	const expected = new Set(requiredNames.size > 0 ? requiredNames : names.slice(0, 1));
	const listed = new Set(settings.printFile.placements.map(comparableName));
	const extra = types.filter((type) => !expected.has(type) && !listed.has(comparableName(type)));
	// One that it does not have was refused.
	if (!types.every((type) => names.includes(type))) return;
	if (extra.length === 0 || (!variant && types.length === 1)) return;
	findings.review(
		`${label}: its properties name print files for ${quotedList(extra)}, which ${variant ? `variant "${variant.name}" does not require` : 'may not be paid for'}: check that the print is wanted and paid for, or list the placement in the option Also Print On`,
		{ cause: 'extraPrint', text: extra.join(', ') },
	);
}

/**
 * The files that properties of the line name, with the catalog's names for their placements.
 *
 * @throws UserError for a file that cannot be used or is from elsewhere, and for two files of one placement
 */
function filesOfProperties(ours: OurLine, property: string, hosts: readonly string[]): Files {
	const { line, variant, settings } = ours;
	const choices = variant && choicesOf(variant).placements;
	const known = choices?.bySpelling;
	const types = known?.keys() ?? settings.printFile.placements.map(comparableName);
	const fileNames = fileNamesOf(property, new Set(types));
	const fields: string[] = [];
	const placements = namedFilesOf(line.properties, fileNames).flatMap((file) => {
		const { placement, name, value, isListed } = file;
		const type = known?.get(placement)?.type;
		if (type === undefined && !isSurelyFile(file)) return [];
		// Services list files for placements that the variant does not have.
		if (isListed && known && placement !== '' && !known.has(placement)) return [];
		const field = `${line.inProblems} → Property ${quote(name)}`;
		const url = printFileAddress(value, field);
		checkPrintFileHost(url, hosts, field);
		fields.push(field);
		// Without the catalog, or where that has none or several of the name, the shop's is used and checked later.
		return placementOfFile(url, type ?? placement);
	});
	const words = placeWords(line);
	const seen = new Set<string | null | undefined>();
	const twice = placements.find(({ type }) => seen.size === seen.add(type).size);
	if (twice) {
		return refuseFor(
			'printFile',
			line.inProblems,
			`names two print files${twice.type ? ` for "${serviceName(twice.type)}"` : ''}`,
			`Keep one of the two in the ${words.place}, or say which placement each is for, such as "Print file front".`,
		);
	}
	const isPath = /[.[]/.test(property);
	const ownNames = () => quotedList((choices?.names ?? []).map(fileNames.nameFor), ' or ');
	return {
		placements,
		fields,
		adviceFor: (type) =>
			`Give the line the ${words.property} ${quote(fileNames.nameFor(type))} in your ${words.place}${type === '' && isPath ? ', correct Print File Property' : ''}, or enter the file ${inMapping(line)}.${namesSeen(line.properties)}`,
		unplaced: {
			about: 'otherPlacement',
			advice: () =>
				`Remove it in the ${words.place}, or name it after the placement that it is for: ${ownNames()}. If a plug-in names it, enter the print files in SKU Mapping, which are used in its place.`,
		},
		isOfBuyer: true,
	};
}

/** The cause of a line that names no print file: of one whose only file is in another property, with its name. */
function causeWithoutFile(line: ItemLine): About {
	const holding = line.properties.filter(
		({ names, value, isField }) =>
			isField !== true && isWebAddress(value) && !names.some(isPreview),
	);
	const [name, ...others] = new Set(holding.map(({ names }) => names.at(-1) ?? ''));
	return name === undefined || others.length > 0
		? withShopSku('noPrintFile', line)
		: { cause: 'printFileName', text: name };
}

/**
 * Composes the placements of a line: from its row of SKU Mapping, or else from the template or its own properties.
 *
 * @throws UserError for a line without a print file, or without one that its variant requires, and for a file that cannot be used
 */
export function linePlacements(given: OurLine, check: Check = throwAtOnce): Placement[] {
	const { line, settings } = given;
	const { printFile } = settings;
	const variant = (given.variant?.placements.length ?? 0) > 0 ? given.variant : undefined;
	const ours = { ...given, variant };
	const others = () =>
		'template' in printFile
			? filesOfTemplate(ours, printFile.template)
			: filesOfProperties(ours, printFile.property, printFile.hosts);
	const files = line.row?.files[0] ? filesOfRow(line.row, ours) : others();
	const { placements, fields = [], adviceFor } = files;
	if (placements.length === 0) {
		const what = 'has no print file, but is for this service';
		return refuseFor(causeWithoutFile(line), line.inProblems, what, adviceFor(''));
	}
	const refuseFile: RefuseItem = (path, what, _, missing) => {
		const lack = {
			about: withShopSku('noPrintFile', line),
			advice: () => adviceFor(missing ?? ''),
		};
		const { about, advice } = (missing === undefined && files.unplaced) || lack;
		return refuseFor(about, partLabel(line.inProblems, fields, path), what, advice());
	};
	const completed = variant
		? completePlacements(placements, variant, refuseFile, check)
		: placements;
	if (files.isOfBuyer) reviewExtraPrints(ours, completed);
	return completed;
}

/** Where print files come from; a text of a customer cannot be in those that all orders get. */
export function filesBy(
	{ line, settings: { printFile } }: LineWork,
	placements: readonly Placement[],
): Pick<LineWork, 'fileOrigin' | 'sameForAll'> {
	if ((line.row?.files ?? []).length > 0) return { sameForAll: 'row' };
	if ('template' in printFile) {
		const isOwn = isForEachLine(printFile.template);
		return isOwn ? { fileOrigin: 'ownFile' } : { sameForAll: 'template' };
	}
	const ofProduct = line.properties.filter(({ isOfProduct }) => isOfProduct);
	const files = new Set(ofProduct.map(({ value }) => writtenAddress(value)));
	const isOfProduct = [...addressesIn(placements)].every((url) => files.has(url));
	const origin = line.isRow ? 'row' : 'buyer';
	return {
		fileOrigin: printFile.hosts.length === 0 ? origin : undefined,
		sameForAll: isOfProduct ? 'product' : undefined,
	};
}
