import { isBlank, refuse, refuseBroken, type Label } from '../../input/checks';
import { objectsOf } from '../../input/guards';
import { quote } from '../../input/wording';
import { MAX_URL_LENGTH } from '../textBounds';
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
 * @throws UserError for anything but one http or https URL, such as a file name, base64 text or two URLs, and for a URL that
 *   is too long
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
	return url.length <= MAX_URL_LENGTH
		? url
		: refuse(
				field,
				`has ${url.length} characters, but at most ${MAX_URL_LENGTH} are sent`,
				'Put the print file where it has a shorter address.',
			);
}

/** A file-sharing site, whose usual links lead to a page about the file. */
interface FileSharingSite {
	name: string;
	/** Host names; their subdomains count as well. */
	hosts: string[];
	/** Whether a link of this site leads to the file itself. Without this function, none does. */
	isFile?: (url: URL) => boolean;
	/** How to get a link to the file itself. */
	advice: (url: URL) => string;
}

const NO_DIRECT_LINKS =
	'Its links never lead to the file itself: put the file on a web server or in storage with public addresses.';

const hasParameter = (name: string, value: string) => (url: URL) =>
	url.searchParams.get(name) === value;

/** Finds the ID of a file in a link such as `https://drive.google.com/file/d/<id>/view` or `/open?id=<id>`. */
const googleFileId = ({ pathname, searchParams }: URL): string | undefined =>
	/\/d\/([\w-]+)/.exec(pathname)?.[1] ?? searchParams.get('id') ?? undefined;

const SITES: FileSharingSite[] = [
	{
		name: 'Google Drive',
		hosts: ['drive.google.com', 'docs.google.com'],
		isFile: ({ pathname }) => /^\/uc$|\/export(\/|$)/.test(pathname),
		advice: (url) =>
			`Share the file with anyone who has the link, and enter https://drive.google.com/uc?export=download&id=${googleFileId(url) ?? ' with the ID of the file behind it'}`,
	},
	{
		name: 'Google Photos',
		hosts: ['photos.google.com', 'photos.app.goo.gl'],
		advice: () => NO_DIRECT_LINKS,
	},
	{
		name: 'Dropbox',
		hosts: ['dropbox.com'],
		isFile: (url) =>
			url.hostname.startsWith('dl.') ||
			hasParameter('dl', '1')(url) ||
			hasParameter('raw', '1')(url),
		advice: () => 'Replace dl=0 by raw=1 at the end of the link.',
	},
	{
		name: 'OneDrive',
		hosts: ['1drv.ms', 'onedrive.live.com', 'sharepoint.com'],
		isFile: (url) =>
			hasParameter('download', '1')(url) || /\/download(\.aspx)?$/.test(url.pathname),
		advice: () =>
			'Add download=1 to the link of a file that anyone may open, and check that it starts a download.',
	},
	{ name: 'iCloud', hosts: ['icloud.com'], advice: () => NO_DIRECT_LINKS },
	{ name: 'WeTransfer', hosts: ['wetransfer.com', 'we.tl'], advice: () => NO_DIRECT_LINKS },
	{
		name: 'Box',
		hosts: ['box.com'],
		isFile: ({ pathname }) => pathname.startsWith('/shared/static/'),
		advice: () => "Enter the Direct Link from the link's settings.",
	},
	{ name: 'MEGA', hosts: ['mega.nz'], advice: () => NO_DIRECT_LINKS },
	{
		name: 'Canva',
		hosts: ['canva.com'],
		advice: () =>
			'Download the design, and put the file on a web server or in storage with public addresses.',
	},
];

const isHostOf = (hostname: string, host: string): boolean =>
	hostname === host || hostname.endsWith(`.${host}`);

/**
 * Whether an address is that of a web page by its look: it has no path, or ends like one. Its query may give a file, as that
 * of Gravity Forms does.
 */
const looksLikePage = ({ pathname, search, searchParams }: URL): boolean =>
	(pathname === '/' && search === '') ||
	(/\.(html?|php)$/i.test(pathname) && !searchParams.has('gf-download'));

/** Returns advice for a link to a page; undefined for any other URL. */
function pageAdvice(address: string): { page: string; advice: string } | undefined {
	const url = new URL(address);
	const site = SITES.find(({ hosts }) => hosts.some((host) => isHostOf(url.hostname, host)));
	if (site) {
		return site.isFile?.(url)
			? undefined
			: { page: `a page of ${site.name}`, advice: site.advice(url) };
	}
	return looksLikePage(url)
		? { page: 'a web page by its address', advice: 'Enter the address of the file itself.' }
		: undefined;
}

/**
 * Warns about print files that are links to a page, such as those of file-sharing sites: the service accepts the order, but it then
 * fails with the code 1001 (spec section 7). The order is not stopped, since such a site may change what its links
 * lead to.
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
			const page = typeof url === 'string' ? pageAdvice(url) : undefined;
			return page
				? `${field}: the print file ${quote(url)} is ${page.page}, not a file. ${page.advice}`
				: [];
		});
