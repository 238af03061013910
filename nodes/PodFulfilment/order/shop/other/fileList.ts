// Print files as services for print on demand list them in a line: `[{ type: 'front', url: 'https://…' }]`. Reads each
// as a property that is named after its placement; previews and mockups are left out.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../input/equalText';
import { isObject } from '../../../input/guards';
import type { LineProperty } from '../shopOrder';
import { textIn } from '../values';

/** Fields that say where a file is printed, the surest first. */
const PLACES = [
	...['placement', 'position', 'printarea', 'printposition', 'printlocation', 'location', 'side'],
	...['area', 'type', 'name'],
];

const ADDRESSES = [
	...['url', 'fileurl', 'file', 'src', 'imageurl', 'imageremoteurl', 'designurl', 'downloadurl'],
	...['artwork', 'artworkurl', 'printartwork', 'link', 'href', 'image'],
];

/** What an entry is, which says nothing of where it is printed. */
const KINDS = new Set(['print', 'printfile', 'file', 'design', 'artwork', 'image', 'url']);

/** The place that a file goes to where none is said. */
const DEFAULT = 'default';

/** Pictures that are not printed. */
const SHOWN_ONLY = /preview|thumb|mockup/;

/** The type or the name of a file, such as 'image/png' and 'art.png'. */
const OF_A_FILE = /\/|\.[a-z]{3,4}$/i;

type Fields = ReadonlyMap<string, unknown>;

const fieldsOf = (entry: IDataObject): Fields =>
	new Map(Object.entries(entry).map(([name, value]) => [comparableName(name), value]));

const textsOf = (fields: Fields, words: readonly string[]): string[] =>
	words.flatMap((word) => {
		const value = fields.get(word);
		return textIn(isObject(value) ? (value.url ?? value.src) : value) ?? [];
	});

const isShownOnly = (fields: Fields): boolean =>
	textsOf(fields, PLACES).some((place) => SHOWN_ONLY.test(comparableName(place)));

/** Whether an entry of a list may be a file that is printed. */
export const mayBePrinted = (entry: unknown): boolean =>
	!isObject(entry) || !isShownOnly(fieldsOf(entry));

interface ListedFile {
	/** As written; empty where none is said. */
	place: string;
	url: unknown;
}

function listedFile(entry: unknown): ListedFile[] {
	if (!isObject(entry)) return [];
	const fields = fieldsOf(entry);
	const [url] = textsOf(fields, ADDRESSES);
	if (url === undefined || isShownOnly(fields)) return [];
	const [place = DEFAULT] = textsOf(fields, PLACES).filter(
		(place) => !OF_A_FILE.test(place) && !KINDS.has(comparableName(place)),
	);
	return [{ place: comparableName(place) === DEFAULT ? '' : place, url }];
}

/**
 * Reads a list of print files as one property for each, whose name ends with its placement.
 *
 * @param name of the property that holds the list
 * @returns undefined for anything else
 */
export function filesInList(list: unknown, name: string): LineProperty[] | undefined {
	if (!Array.isArray(list) || !list.some((entry) => isObject(entry))) return undefined;
	const files = (list as IDataObject[]).flatMap(listedFile);
	return files.map(({ place, url }) => ({
		names: [`${name} ${place}`.trim()],
		value: url,
		isListed: true,
	}));
}
