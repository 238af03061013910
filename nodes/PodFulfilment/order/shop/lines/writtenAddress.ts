import { refuse } from '../../../input/checks';
import { quote } from '../../../input/wording';
import { MAX_URL_LENGTH } from '../../textBounds';
import { withoutPrice } from './propertyText';

// Addresses of print files as shops, plug-ins and customers write them into a line.

/** Longer texts are no addresses, and are not searched for one. */
const MAX_WRITTEN_LENGTH = 2 * MAX_URL_LENGTH;

/** The end of the name of a file that is printed. Blanks belong to an address only before one. */
const FILE_EXTENSION = /\.(?:png|jpe?g|pdf|svg|tiff?|webp|gif|eps|ai|psd)$/i;

/** Whether a text ends like the name of a file that is printed. */
export const isFileName = (value: unknown): boolean =>
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

/** Whether a file's name ends before the end of the text: what follows is about the file. */
const hasTextBehind = (address: string): boolean =>
	address
		.split(/\s+/)
		.slice(0, -1)
		.some((part) => FILE_EXTENSION.test(part));

/** The texts of a list that is written as text, such as `["https://…"]`, with commas between them. */
function withoutList(written: string): string {
	try {
		const list: unknown = JSON.parse(written);
		return Array.isArray(list) && list.every((entry) => typeof entry === 'string')
			? list.join(', ')
			: written;
	} catch {
		return written;
	}
}

/**
 * Reads an address as it is written: the one in a list or a tag, with the ampersands of HTML decoded, the blanks in a file's
 * name encoded, and https in front of `//`. All else stays as it is, since an address may be signed.
 */
export function writtenAddress(value: unknown): unknown {
	const [only] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [value];
	if (typeof only !== 'string' || only.length > MAX_WRITTEN_LENGTH) return only;
	const trimmed = withoutList(only.trim());
	const unpriced = withoutPrice(trimmed);
	// What has no blank before it is part of the address.
	const written = /^(?:\s|&nbsp;)/.test(trimmed.slice(unpriced.length)) ? unpriced.trim() : trimmed;
	const [tagged, ...others] = written.startsWith('<') ? addressesInTags(written) : [];
	const address = (tagged !== undefined && others.length === 0 ? tagged : written)
		.replaceAll(/&(?:amp|#0?38);/gi, '&')
		.replace(/^\/\/(?=[^/])/, 'https://');
	const isOneFile =
		FILE_EXTENSION.test(address) && !hasTextBehind(address) && !SEVERAL.test(address);
	return isOneFile ? address.replaceAll(BLANKS, (blank) => encodeURIComponent(blank)) : address;
}

/**
 * Refuses what holds an address and more.
 *
 * @param address as {@link writtenAddress} gives it
 * @throws UserError
 */
export function requireOneAddress(address: unknown, field: string): void {
	if (typeof address !== 'string' || !/https?:\/\//i.test(address)) return;
	if (SEVERAL.test(address) || addressesInTags(address).length > 1) {
		refuse(
			field,
			`is ${quote(address)}, which are several addresses`,
			'Keep the address of one print file in it. For several sides, use a property for each, such as "Print file back".',
		);
	}
	if (/\s/.test(address)) {
		refuse(
			field,
			`is ${quote(address)}, which is an address with other text`,
			'Keep the address of the print file alone in it.',
		);
	}
}
