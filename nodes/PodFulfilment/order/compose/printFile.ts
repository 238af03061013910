// Checks the address of a print file: one http or https URL, not too long, no page of a file-sharing site. Warns about
// an address that looks like a web page or, by its ending, like an archive, a document, a photo as phones keep it, a
// film or a sound.

import { isBlank, refuse, refuseBroken, type Label } from '../../input/checks';
import { objectsOf } from '../../input/guards';
import { quote } from '../../input/wording';
import { MAX_URL_LENGTH } from '../textBounds';
import { looksLikePage, pageOfSite } from './fileSharingSites';
import type { Item } from './item';

/**
 * Reads the address of a print file, which may be missing.
 *
 * @throws UserError for anything but text, and for one that stands in place of an address
 */
export function fileAddress(value: unknown, field: Label): string | undefined {
	if (isBlank(value)) return undefined;
	refuseBroken(value, field);
	return typeof value === 'string'
		? value.trim()
		: refuse(
				field,
				`is ${quote(value)}, but must be the address of one print file`,
				'Enter a web address that begins with https:// or http://.',
			);
}

/**
 * Checks and returns the URL of a print file, which the service fetches (spec section 2, Layer).
 *
 * @throws UserError for anything but one http or https URL, such as a file name, base64 text or two URLs, for a URL that is
 *   too long, and for a page of a file-sharing site, with which the order would fail (code 1001, spec section 7)
 */
export function printFileUrlOf(value: unknown, field: Label): string {
	const url =
		fileAddress(value, field) ??
		refuse(field, 'is empty', 'Enter the public address of the print file.');
	const isWebAddress =
		/^https?:\/\/[^/]/i.test(url) && !/[\r\n\t]|\shttps?:/i.test(url) && URL.canParse(url);
	if (!isWebAddress) {
		return refuse(
			field,
			`is ${quote(url)}, but must be one web address that begins with https:// or http://`,
			'Put the print file where the service can download it without signing in, and enter the address of the file.',
		);
	}
	if (url.length > MAX_URL_LENGTH) {
		return refuse(
			field,
			`has ${url.length} characters, but at most ${MAX_URL_LENGTH} are sent`,
			'Put the print file where it has a shorter address.',
		);
	}
	const page = pageOfSite(url);
	return page
		? refuse(field, `is ${quote(url)}, which is a page of ${page.site}, not a file`, page.advice)
		: url;
}

/** Files that are no pictures, by the ends of their addresses. The spec names no formats: what may be one is sent. */
const NO_PICTURES: ReadonlyArray<readonly [end: RegExp, kind: string]> = [
	[/\.(?:zip|rar|7z|tar|t?gz)$/i, 'an archive'],
	[/\.(?:docx?|odt|rtf|txt|pages|xlsx?|csv|ods|numbers|pptx?|odp|key|json|xml)$/i, 'a document'],
	[/\.(?:heic|heif)$/i, 'a photo as phones keep it'],
	[/\.(?:mp4|m4v|mov|avi|webm|mp3|wav|m4a)$/i, 'a film or a sound'],
];

/** What an address leads to in place of a print file, as far as its look tells. */
function noFileAt(url: string): string | undefined {
	if (looksLikePage(url)) {
		return 'a web page by its address, not a file. Enter the address of the file itself.';
	}
	const { pathname } = new URL(url);
	const [, kind] = NO_PICTURES.find(([end]) => end.test(pathname)) ?? [];
	return kind && `${kind} by its address, not a picture. Enter the address of the picture itself.`;
}

/**
 * Warns about print files whose address looks like that of a web page, or of a file that is not printed: the service accepts
 * the order, but it then fails with the code 1001 (spec section 7). The order is not stopped, since such an address may give
 * a picture all the same.
 *
 * @param field label of the item, e.g. 'Items → Item 1'
 */
export const printFileWarnings = (
	{ placements }: Partial<Pick<Item, 'placements'>>,
	field: string,
): string[] =>
	objectsOf(placements)
		.flatMap(({ layers }) => objectsOf(layers))
		.flatMap(({ url }) => {
			const found = typeof url === 'string' ? noFileAt(url) : undefined;
			return found === undefined ? [] : `${field}: the print file ${quote(url)} is ${found}`;
		});
