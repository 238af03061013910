// Print files that properties of a line name. 'Print File Property' says which, and for which placement, whatever kind of file they
// say: 'Print file front', 'frontPrintFile', 'Print file front (PNG)'. Their addresses are read as shops, plug-ins and customers write
// them: in a list, JSON, an upload or a tag of HTML, with blanks, with other text. 'Print File Hosts' says where they may be.

import { refuse } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { isObject, ownValue } from '../../../input/objects';
import { trimmed } from '../../../input/text';
import { quote, quotedList } from '../../../input/wording';
import { refuseFor } from '../../causes';
import { printFileUrlOf } from '../../compose/printFile';
import { MAX_URL_LENGTH } from '../../textBounds';
import { contentOf } from '../values';
import { withoutPrice } from './lineValues';

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

/** Longer texts are no addresses, and are not searched for one. */
const MAX_WRITTEN_LENGTH = 2 * MAX_URL_LENGTH;

/** The end of the name of a file that is printed. Blanks belong to an address only before one. */
const FILE_EXTENSION = /\.(?:png|jpe?g|pdf|svg|tiff?|webp|gif|eps|ai|psd)$/i;

const isFileName = (value: unknown): boolean =>
	typeof value === 'string' && FILE_EXTENSION.test(value.trim());

/** More than one address. A comma within a path separates nothing. */
const SEVERAL = /[\s,;|](?:https?:)?\/\//i;

/** Blanks, but no line breaks: these separate texts. */
const BLANKS = /[^\S\r\n]/g;

/** The addresses in the tags of a text, such as `<a href="https://…">`. */
const addressesInTags = (text: string): string[] => [
	...new Set(
		[...text.matchAll(/\b(?:href|src)\s*=\s*["']?([^"'\s<>]+)/gi)].map(
			([, address = '']) => address,
		),
	),
];

/** Whether a text begins like an address. */
const isAddress = (value: unknown): value is string =>
	typeof value === 'string' && /^\s*(?:https?:)?\/\//i.test(value);

/** Fields of an upload in which plug-ins keep its address: `{ file: 'art.png', url: 'https://…' }`. */
const ADDRESS_FIELDS = ['url', 'src', 'href', 'link', 'file_url', 'download_url', 'file', 'path'];

/**
 * The addresses of uploads, of a list, or of either written as JSON, with commas between them; all else as it is, of a list of
 * one its entry.
 */
function opened(value: unknown): unknown {
	const written = typeof value === 'string' ? value.trim() : '';
	if (written.length > MAX_WRITTEN_LENGTH) return value;
	const content = contentOf(written.startsWith('"') ? `[${written}]` : value);
	const entries = [content].flat().map((entry: unknown) => {
		const texts = isObject(entry) ? ADDRESS_FIELDS.map((field) => ownValue(entry, field)) : [];
		return texts.find(isAddress) ?? entry;
	});
	if (entries.length > 0 && entries.every(isAddress)) {
		return entries.map((entry) => entry.trim()).join(', ');
	}
	return entries.length === 1 && typeof value !== 'string' ? entries[0] : value;
}

/**
 * Reads an address as it is written: the one in a list, an upload or a tag, with the ampersands of HTML decoded, the blanks in a file's
 * name encoded, and https in front of `//`. All else stays as it is, since an address may be signed. Several have commas between them.
 */
export function writtenAddress(value: unknown): unknown {
	const only = opened(value);
	if (typeof only !== 'string' || only.length > MAX_WRITTEN_LENGTH) return only;
	const whole = only.trim();
	const unpriced = withoutPrice(whole);
	// What has no blank before it is part of the address.
	const written = /^(?:\s|&nbsp;)/.test(whole.slice(unpriced.length)) ? unpriced : whole;
	const [tagged, ...others] = written.startsWith('<') ? addressesInTags(written) : [];
	const address = (tagged !== undefined && others.length === 0 ? tagged : written)
		.replaceAll(/&(?:amp|#0?38);/gi, '&')
		.replace(/^\/\/(?=[^/])/, 'https://');
	// Behind the end of a file's name is something about it.
	const [end, ...before] = address.split(/\s/).reverse();
	const isOneFile = isFileName(end) && !before.some(isFileName) && !SEVERAL.test(address);
	return isOneFile ? address.replaceAll(BLANKS, (blank) => encodeURIComponent(blank)) : address;
}

/** Whether a value is the address of a file on the web, and no list of several. */
export function isWebAddress(value: unknown): boolean {
	const address = [value].flat().length === 1 ? writtenAddress(value) : undefined;
	return typeof address === 'string' && /^https?:\/\//i.test(address);
}

/** Whether a value is such an address, or the name of a file that is printed. */
export const isFile = (value: unknown): boolean => isWebAddress(value) || isFileName(value);

/**
 * Reads the address of a print file that the service can fetch.
 *
 * @throws UserError for what is none, and for what holds an address and more
 */
export function printFileAddress(value: unknown, field: string): string {
	const address = writtenAddress(value);
	const held = typeof address === 'string' && /https?:\/\//i.test(address) ? address : '';
	const isSeveral = SEVERAL.test(held) && held.split('//').length > 2;
	if (isSeveral || addressesInTags(held).length > 1 || /\s/.test(held)) {
		const advice =
			'Keep the address of one print file alone in it. For several sides, use a property for each, such as "Print file back".';
		const what = `is ${quote(address)}, which is more than the address of one file`;
		refuseFor('printFile', field, what, advice);
	}
	return printFileUrlOf(address, field);
}

const HOSTS_FIELD = 'Options → Print File Hosts';

/** Begin of an entry that means all hosts below a name, but not the name itself. */
const BELOW = /^(\*)?\./;

/** Host with its port, as URLs have it: in lower case, IDNA encoded, without the port that is usual for https. */
function hostOf(entry: string): string | undefined {
	if (/[/?#@\\%\s*]/.test(entry)) return undefined;
	const address = `https://${entry}`;
	return URL.canParse(address) ? new URL(address).host : undefined;
}

/**
 * Reads the hosts from which print files of line properties may come, such as `files.example.com` and
 * `files.example.com:8443`; those that begin with a dot mean all hosts below it.
 */
export const printFileHostsOf = (value: unknown): string[] =>
	trimmed(value)
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '')
		.map((entry) => {
			const host = hostOf(entry.replace(BELOW, ''));
			if (host !== undefined) return BELOW.test(entry) ? `.${host}` : host;
			return refuse(
				HOSTS_FIELD,
				`contains ${quote(entry)}, which is not the name of a host`,
				'Enter names such as "files.example.com", or "*.example.com" for all hosts below it, separated by commas.',
			);
		});

/**
 * Host of an address as it is written there. Undefined where programs disagree about which host that is: with a user
 * name, a backslash, an escape, or characters that look like ASCII.
 */
function writtenHostOf(address: string): string | undefined {
	const isPlain = /^https?:\/\/[\w.:[\]-]+(?:[/?#]|$)/i.test(address.trim());
	return isPlain ? new URL(address).host : undefined;
}

/** Refuses a print file from another host than those that the user listed. An empty list allows any. */
export function checkPrintFileHost(url: string, hosts: readonly string[], field: string): void {
	if (hosts.length === 0) return;
	const host = writtenHostOf(url);
	const isListed = hosts.some((listed) =>
		listed.startsWith('.') ? host?.endsWith(listed) : host === listed,
	);
	if (isListed) return;
	const found = host ?? new URL(url).host;
	refuseFor(
		{ cause: 'otherHost', text: found },
		field,
		`is at ${quote(found)}, but print files of line properties may only come from ${quotedList(hosts.map((listed) => listed.replace(/^\./, '*.')))}`,
		'Customers can enter such properties too: check whose file it is. If it is the right one, add its host to the option "Print File Hosts".',
	);
}
