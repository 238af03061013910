// Where the print files of lines are, by the settings. 'Print File Property' says which properties name them, and for which
// placement, whatever kind of file they say: 'Print file front', 'frontPrintFile', 'Print file front (PNG)'. 'Print File Template',
// such as `https://…/{sku}.png`, gives an address for a line and a placement.

import { refuse, requiredText } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { ownValue } from '../../../input/objects';
import { trimmed } from '../../../input/text';
import { quote } from '../../../input/wording';
import { refuseFor } from '../../causes';
import { printFileUrlOf } from '../../compose/printFile';
import { placeWords } from '../orderLabel';
import type { ShopLine } from '../shopOrder';
import { namesSeen, withoutPrice } from './lineValues';

/** What may follow the name of a print file and says only how it is given. None is the end of another. */
const KINDS_OF_FILE = 'url link address png pdf jpeg jpg svg tif tiff webp eps'.split(' ');

/** Removes the kinds of file from the end of a name. Not with a regular expression, which would begin at each of them. */
function withoutKinds(name: string): string {
	let end = name.length;
	for (;;) {
		const kind = KINDS_OF_FILE.find((one) => name.endsWith(one, end));
		if (kind === undefined) return name.slice(0, end);
		end -= kind.length;
	}
}

/** Ends of the names of pictures that apps show to customers beside the print file. */
const PREVIEW = /(preview|thumb|thumbnail|mockup)(url)?\d{0,3}$/;

/** Whether a property, or what its name says besides a print file's, is such a picture. */
export const isPreview = (name: string): boolean => PREVIEW.test(comparableName(name));

export type FileNames = ReturnType<typeof fileNamesOf>;

/** A placement, comparable, as whole words of a text: `sleeveleft` of 'sleeve_left_print_file' and 'Print file Sleeve Left'. */
const inWords = (type: string): RegExp =>
	new RegExp(`(?<![\\p{L}\\p{N}])${[...type].join('[^\\p{L}\\p{N}]*')}(?![\\p{L}\\p{N}])`, 'iu');

/**
 * The names of the properties of a line that name its print files.
 *
 * @param setting what the user entered as 'Print File Property'; it may name a placement
 * @param types of the variant's placements, in their comparable form; none where it is not known
 */
export function fileNamesOf(setting: string, types: ReadonlySet<string> = new Set()) {
	const wanted = comparableName(withoutPrice(setting));
	const stem = withoutKinds(wanted);
	const words = withoutPrice(setting).replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
	const [ownType = ''] = [...types]
		.filter((type) => type !== '' && wanted.includes(type) && inWords(type).test(words))
		.sort((one, other) => other.length - one.length);
	/** The name that the property for a placement has. */
	const nameFor = (type: string): string => {
		if (type === '') return setting;
		return ownType === '' ? `${setting} ${type}` : words.replace(inWords(ownType), () => type);
	};
	/** Placements by names that have them elsewhere than behind the setting, without the kind of file. */
	const others = new Map<string, string>();
	const readOthers = (): ReadonlyMap<string, string> => {
		if (others.size > 0) return others;
		for (const type of types) {
			const names = ownType === '' ? [type + stem, stem + type] : [comparableName(nameFor(type))];
			for (const name of names) others.set(withoutKinds(name), type);
		}
		return others;
	};
	return {
		nameFor,
		/**
		 * The placement of the file of a property, comparable: `back` of 'Print file back (PNG)' and 'Back print file'. Empty where
		 * it names none; with what else it says behind the setting; undefined for another name.
		 *
		 * @param mayBeOther whether it may be one whose placement is before the setting, or in place of the one in it
		 */
		placementOf(name: string, mayBeOther = true): string | undefined {
			const given = comparableName(withoutPrice(name));
			if (given.startsWith(wanted)) {
				const more = withoutKinds(given.slice(wanted.length));
				// The first of several uploads, which apps number.
				const rest = /^1{1,2}$/.test(more) && !types.has(more) ? '' : more;
				return types.has(rest) ? rest : ownType + rest;
			}
			const plain = withoutKinds(given);
			// Where the setting says what kind of file it is, other names must, too.
			const saysKind = stem === wanted || plain !== given;
			return mayBeOther && saysKind ? readOthers().get(plain) : undefined;
		},
	};
}

/** Values of the placeholders of a template, by their names. */
type TemplateValues = Readonly<Record<string, string | undefined>>;

const PLACEHOLDERS = ['sku', 'variantId', 'lineId', 'orderNumber', 'placement'];

/** What a placeholder for a property of the line begins with: `{property:Name}`. */
const PROPERTY = 'property:';

const USABLE_PLACEHOLDERS = `Use ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}, or {${PROPERTY}Name} with the name of a line property.`;

const FIELD = 'Print File Template';

/** The comparable name of the property that a placeholder asks for; empty for any other placeholder. */
const propertyIn = (name: string): string =>
	name.startsWith(PROPERTY) ? comparableName(name.slice(PROPERTY.length)) : '';

/**
 * Checks and returns the template for the addresses of print files.
 *
 * @throws UserError for an empty template, an unknown placeholder, a brace that is left over, and a placeholder in the host name
 */
export function printFileTemplateOf(value: unknown): string {
	const such = 'such as https://files.example.com/{sku}.png.';
	const template = requiredText(value, FIELD, `Enter an address ${such}`);
	const rest = template.replaceAll(/\{([^{}]*)\}/g, (placeholder, name: string) =>
		PLACEHOLDERS.includes(name) || propertyIn(name) !== '' ? '' : placeholder,
	);
	const [unknown] = /\{[^{}]*\}?|\}/.exec(rest) ?? [];
	if (unknown !== undefined) {
		const advice = `Write one brace before and one after each name. ${USABLE_PLACEHOLDERS}`;
		return refuse(FIELD, `has ${quote(unknown)}, which is no placeholder that is known`, advice);
	}
	if (/^\s*https?:\/\/[^/?#]*\{/i.test(template)) {
		const advice = `Write placeholders after the first slash of the address, ${such}`;
		return refuse(FIELD, 'has a placeholder in the name of the server', advice);
	}
	// Refuses an address that no line could make valid.
	printFileUrlOf(template.replaceAll(/\{[^{}]*\}/g, 'x'), FIELD);
	return template;
}

/** Whether a template gives each line, or all lines of an order, a file of their own. */
export const isForEachLine = (template: string): boolean =>
	/\{(?:lineId|orderNumber|property:[^{}]*)\}/.test(template);

/** Builds the address of a line's print file from the template: what the values say never changes its host or folders. */
export function fileByTemplate(
	template: string,
	values: TemplateValues,
	line: ShopLine & { inProblems: string },
): string {
	const words = placeWords(line);
	const url = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
		const property = propertyIn(name);
		// All properties of the name; one that a shop sends twice counts once.
		const said = line.properties
			.filter(({ names }) => names.some((one) => comparableName(one) === property))
			.map(({ value }) => (typeof value === 'number' ? String(value) : trimmed(value)));
		const given = property === '' ? [ownValue(values, name) ?? ''] : said;
		const [part = '', ...others] = new Set(given.filter((one) => one !== ''));
		// One or two dots lead to another folder, even when encoded.
		if (others.length === 0 && !/^\.{0,2}$/.test(part)) {
			return encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
		}
		const what = name === 'sku' ? 'SKU' : name.replace(PROPERTY, `${words.property} `);
		return refuseFor(
			'noPrintFile',
			line.inProblems,
			`has ${others.length > 0 ? 'more than one' : 'no'} ${what} to insert into ${FIELD}`,
			`${others.length > 0 ? 'Keep one' : 'Add it'} in the ${words.place}, or name the print file in SKU Mapping.${property === '' ? '' : namesSeen(line.properties)}`,
		);
	});
	return printFileUrlOf(url, `${line.inProblems} → ${FIELD}`);
}
