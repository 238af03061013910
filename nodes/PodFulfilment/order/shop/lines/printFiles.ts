// The print files that properties of a line name, and their placements, without previews and duplicates; and the 'Print
// File Template', such as `https://…/{sku}.png`: its placeholders, and the address that it gives for a line.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import { isBlank, refuse, requiredText } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { trimmed } from '../../../input/guards';
import { quote, serviceName } from '../../../input/wording';
import { placementOfFile, type Placement } from '../../compose/item';
import { choicesOf } from '../../compose/variantChoices';
import { printFileUrlOf } from '../../compose/printFile';
import { isPreview, type FileNames } from './fileNames';
import { checkPrintFileHost } from './printFileHosts';
import { namesSeen } from './propertyText';
import { placeWords } from '../shopLine';
import type { LineProperty } from '../shopOrder';
import type { ItemLine } from './itemLines';
import { isWebAddress, requireOneAddress, writtenAddress } from './writtenAddress';
import { refuseFor } from '../../causes';

/** A print file that is named by a property of a line. */
export interface NamedFile {
	/**
	 * What the property's name says besides, comparable and without what kind of file it is, e.g. `front` of 'Print file
	 * front'; empty if it says nothing.
	 */
	placement: string;
	/** The property's name, for messages. */
	name: string;
	value: unknown;
	/** Whether it is one of a list. */
	isListed?: boolean;
}

/** Whether a value may be meant as a file. 'None' of a form's field for the other side is not. */
function mayBeFile(value: unknown): boolean {
	return [writtenAddress(value)]
		.flat()
		.some((one) => typeof one === 'string' && /\/\/|\.[a-z]{3,4}\b/i.test(one));
}

function namedFile({ names, value, isListed }: LineProperty, fileNames: FileNames): NamedFile[] {
	if (isBlank(value)) return [];
	for (const name of names) {
		const placement =
			fileNames.placementOf(name) ??
			(mayBeFile(value) ? fileNames.otherPlacementOf(name) : undefined);
		if (placement !== undefined) return [{ placement, name, value, ...(isListed && { isListed }) }];
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
export const isSurelyFile = ({ placement, value }: NamedFile): boolean =>
	placement === '' || isWebAddress(value);

/**
 * Converts the named print files of a line to placements, with the catalog's names for them if the variant is given.
 *
 * @param hosts from which files may come; any if there are none
 * @throws UserError for a file that cannot be used or is from elsewhere, and for two files of one placement
 */
export function placementsFromNames(
	files: readonly NamedFile[],
	line: Pick<ItemLine, 'inProblems' | 'isRow'>,
	variant: CatalogVariant | undefined,
	hosts: readonly string[] = [],
): Placement[] {
	const placements = files.flatMap((file) => {
		const type = variant && choicesOf(variant).placements.bySpelling.get(file.placement)?.type;
		if (type === undefined && !isSurelyFile(file)) return [];
		const field = `${line.inProblems} → Property ${quote(file.name)}`;
		const address = writtenAddress(file.value);
		requireOneAddress(address, field);
		const url = printFileUrlOf(address, field);
		checkPrintFileHost(url, hosts, field);
		// Without the catalog, or without such a placement there, the shop's name is used and checked later.
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
	return placements;
}

/** Values of the placeholders of a template. */
type TemplateValues = Readonly<Partial<Record<(typeof PLACEHOLDERS)[number], string>>>;

const PLACEHOLDERS = ['sku', 'variantId', 'lineId', 'orderNumber', 'placement'] as const;

/** What a placeholder for a property of the line begins with: `{property:Name}`. */
const PROPERTY = 'property:';

const USABLE_PLACEHOLDERS = `Use ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}, or {${PROPERTY}Name} with the name of a line property.`;

const TEMPLATE_FIELD = 'Print File Template';

const isPlaceholder = (name: string): name is (typeof PLACEHOLDERS)[number] =>
	PLACEHOLDERS.some((known) => known === name);

/** The comparable name of the property that a placeholder asks for; undefined for any other placeholder. */
const propertyIn = (name: string): string | undefined =>
	name.startsWith(PROPERTY) ? comparableName(name.slice(PROPERTY.length)) : undefined;

const isKnown = (name: string): boolean => isPlaceholder(name) || Boolean(propertyIn(name));

/**
 * Checks and returns the template for the addresses of print files.
 *
 * @throws UserError for an empty template, an unknown placeholder, a brace that is left over, and a placeholder in the host name
 */
export function printFileTemplateOf(value: unknown): string {
	const such = 'such as https://files.example.com/{sku}.png.';
	const template = requiredText(value, TEMPLATE_FIELD, `Enter an address ${such}`);
	const unknown = [...template.matchAll(/(?<=\{)[^{}]*(?=\})/g)]
		.map(([name]) => name)
		.find((name) => !isKnown(name));
	if (unknown !== undefined) {
		const what = `has the placeholder {${unknown}}, which is unknown`;
		return refuse(TEMPLATE_FIELD, what, USABLE_PLACEHOLDERS);
	}
	if (/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, ''))) {
		const advice = `Write one brace before and one after each name. ${USABLE_PLACEHOLDERS}`;
		return refuse(TEMPLATE_FIELD, 'has a brace that is not part of a placeholder', advice);
	}
	if (/^\s*https?:\/\/[^/?#]*\{/i.test(template)) {
		const advice = `Write placeholders after the first slash of the address, ${such}`;
		return refuse(TEMPLATE_FIELD, 'has a placeholder in the name of the server', advice);
	}
	// Refuses an address that no line could make valid.
	printFileUrlOf(template.replaceAll(/\{[^{}]*\}/g, 'x'), TEMPLATE_FIELD);
	return template;
}

/** Whether a template gives a file for each placement. */
export const isForEachPlacement = (template: string): boolean => template.includes('{placement}');

/** Whether a template gives each line, or all lines of an order, a file of their own. */
export const isForEachLine = (template: string): boolean =>
	/\{(?:lineId|orderNumber|property:[^{}]*)\}/.test(template);

/** What all properties of a name say, without blanks around it; one that a shop sends twice counts once. */
function propertyTexts(properties: readonly LineProperty[], wanted: string): string[] {
	const texts = properties
		.filter(({ names }) => names.some((name) => comparableName(name) === wanted))
		.flatMap(({ value }) => (typeof value === 'number' ? String(value) : trimmed(value)));
	return [...new Set(texts)].filter((text) => text !== '');
}

/** A value as one part of a path; undefined for what is none. */
const pathPart = (value: string | undefined): string | undefined =>
	// One or two dots lead to another folder, even when encoded.
	value === undefined || /^\.{1,2}$/.test(value)
		? undefined
		: encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

/** Builds the address of a line's print file from the template: what the values say never changes its host or folders. */
export function fileByTemplate(
	template: string,
	values: TemplateValues,
	line: Pick<ItemLine, 'inProblems' | 'isRow'> & Partial<Pick<ItemLine, 'properties'>>,
): string {
	const words = placeWords(line);
	const url = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
		const property = propertyIn(name);
		const texts = property === undefined ? [] : propertyTexts(line.properties ?? [], property);
		if (texts.length > 1) {
			return refuseFor(
				'noPrintFile',
				line.inProblems,
				`has several values of the property ${quote(name.slice(PROPERTY.length))}, and ${TEMPLATE_FIELD} asks for one`,
				`Keep one of them in the ${words.place}.`,
			);
		}
		const value = isPlaceholder(name) ? values[name] : texts[0];
		const what = name === 'sku' ? 'SKU' : name.replace(PROPERTY, `${words.property} `);
		return (
			pathPart(value) ??
			refuseFor(
				'noPrintFile',
				line.inProblems,
				`has no ${what} to insert into ${TEMPLATE_FIELD}`,
				`Add it in the ${words.place}, or name the print file in SKU Mapping.${property === undefined ? '' : namesSeen(line.properties ?? [])}`,
			)
		);
	});
	return printFileUrlOf(url, `${line.inProblems} → ${TEMPLATE_FIELD}`);
}
