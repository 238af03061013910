// Checks the address of a print file, and warns where it looks like none. Knows the pages of Google Drive, Dropbox and other
// file-sharing sites, and what to enter instead.

import { isBlank, refuse, refuseBroken, type Label } from '../../input/checks';
import { objectsOf, ownValue } from '../../input/objects';
import { urlOf } from '../../input/urlOf';
import { quote } from '../../input/wording';
import { MAX_URL_LENGTH } from '../textBounds';

/** A file-sharing site, whose usual links lead to a page about the file. */
interface FileSharingSite {
	name: string;
	/** Host names; their subdomains count as well. */
	hosts: string[];
	/** Whether a link of this site leads to the file itself. Without this function, none does. */
	isFile?: (url: URL) => boolean;
	/** What to enter instead: the address of the file itself, where the link tells it. Without it, none of its links does. */
	advice?: (url: URL) => string;
}

const ON_A_SERVER = 'put the file on a web server or in storage with public addresses.';

const hasParameter = ({ searchParams }: URL, name: string, value: string): boolean =>
	searchParams.get(name) === value;

/** The address with a parameter, without another one. */
function withParameter(address: URL, name: string, without?: string): string {
	const url = new URL(address);
	url.searchParams.set(name, '1');
	if (without !== undefined) url.searchParams.delete(without);
	return url.href;
}

const GOOGLE_FILE = 'https://drive.google.com/uc?export=download&id=';

/** How the editors of Google export a document as one file. */
const GOOGLE_EXPORTS: Readonly<Record<string, string>> = {
	document: 'export?format=pdf',
	drawings: 'export/png',
	presentation: 'export/pdf',
};

/** The file of a link such as `https://drive.google.com/file/d/<id>/view`, `/open?id=<id>` or a document's. */
function googleFile({ pathname, searchParams }: URL): string | undefined {
	const [, kind = '', idInPath] = /\/(\w+)(?:\/u\/\d+)?\/d\/([\w-]{2,})/.exec(pathname) ?? [];
	const id = idInPath ?? searchParams.get('id') ?? '';
	if (!/^[\w-]+$/.test(id)) return undefined;
	const exported = ownValue(GOOGLE_EXPORTS, kind);
	if (exported !== undefined) return `https://docs.google.com/${kind}/d/${id}/${exported}`;
	// Links of older files have it, and do not work without it.
	const resourceKey = searchParams.get('resourcekey');
	const key = resourceKey === null ? '' : `&resourcekey=${encodeURIComponent(resourceKey)}`;
	return `${GOOGLE_FILE}${id}${key}`;
}

const SITES: FileSharingSite[] = [
	{
		name: 'Google Drive',
		hosts: ['drive.google.com', 'docs.google.com'],
		isFile: ({ pathname }) =>
			/^(\/u\/\d+|\/a\/[^/]+)?\/(uc|thumbnail)$/.test(pathname) ||
			/\/export(\/|$)|^\/drawings\/.+\/pub$/.test(pathname),
		advice: (url) =>
			`Enter ${googleFile(url) ?? `${GOOGLE_FILE} with the ID of the file behind it,`} and share the file with anyone who has the link.`,
	},
	{ name: 'Google Photos', hosts: ['photos.google.com', 'photos.app.goo.gl'] },
	{
		name: 'Dropbox',
		hosts: ['dropbox.com'],
		isFile: (url) =>
			url.hostname.startsWith('dl.') ||
			/^\/s\/(dl|raw)\//.test(url.pathname) ||
			hasParameter(url, 'dl', '1') ||
			hasParameter(url, 'raw', '1'),
		advice: (url) =>
			/^\/(s|scl\/fi)\//.test(url.pathname)
				? `Enter ${withParameter(url, 'raw', 'dl')} instead.`
				: 'Open the file there, copy its own link, and replace dl=0 by raw=1 at the end of it.',
	},
	{
		name: 'OneDrive',
		hosts: ['1drv.ms', 'onedrive.live.com', 'sharepoint.com'],
		isFile: (url) =>
			hasParameter(url, 'download', '1') || /\/download(\.aspx)?$/.test(url.pathname),
		advice: (url) =>
			`Enter ${withParameter(url, 'download')} and check that it starts a download where nobody is signed in.`,
	},
	{ name: 'iCloud', hosts: ['icloud.com'] },
	{
		name: 'WeTransfer',
		hosts: ['wetransfer.com', 'we.tl'],
		isFile: ({ hostname }) => hostname.startsWith('download.'),
	},
	{
		name: 'Box',
		hosts: ['box.com'],
		isFile: (url) =>
			url.hostname === 'api.box.com' ||
			url.pathname.startsWith('/shared/static/') ||
			hasParameter(url, 'rm', 'box_download_shared_file'),
		advice: () => "Enter the Direct Link from the link's settings.",
	},
	{ name: 'MEGA', hosts: ['mega.nz'] },
	{
		name: 'Canva',
		hosts: ['canva.com', 'canva.link'],
		// Exports come from hosts of their own, such as export-download.canva.com.
		isFile: ({ hostname }) => /^(?!www\.).+\.canva\.com$/.test(hostname),
		advice: () => `Download the design, and ${ON_A_SERVER}`,
	},
];

const siteOf = ({ hostname }: URL): FileSharingSite | undefined =>
	SITES.find(({ hosts }) => hosts.some((host) => `.${hostname}`.endsWith(`.${host}`)));

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
	const isWebAddress = /^https?:\/\/[^/]/i.test(url) && !/[\r\n\t]|\shttps?:/i.test(url);
	const parsed = isWebAddress ? urlOf(url) : undefined;
	if (!parsed) {
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
	const site = siteOf(parsed);
	return site && !site.isFile?.(parsed)
		? refuse(
				field,
				`is ${quote(url)}, which is a page of ${site.name}, not a file`,
				site.advice?.(parsed) ?? `Its links never lead to the file itself: ${ON_A_SERVER}`,
			)
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
function noFileAt(address: string): string | undefined {
	const url = new URL(address);
	const { pathname, search, searchParams } = url;
	// The query may give a file, as that of Gravity Forms does.
	const isPage =
		(pathname === '/' && search === '') ||
		(/\.(html?|php)$/i.test(pathname) && !searchParams.has('gf-download'));
	if (isPage && !siteOf(url)) {
		return 'a web page by its address, not a file. Enter the address of the file itself.';
	}
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
	{ placements }: { placements?: unknown },
	field: string,
): string[] =>
	objectsOf(placements)
		.flatMap(({ layers }) => objectsOf(layers))
		.flatMap(({ url }) => {
			const found = typeof url === 'string' ? noFileAt(url) : undefined;
			return found === undefined ? [] : `${field}: the print file ${quote(url)} is ${found}`;
		});
