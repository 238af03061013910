// Google Drive, Dropbox and other file-sharing sites by their hosts: whether an address leads to a page of theirs
// instead of the file, and which address to enter. Also whether an address looks like that of any web page.

import { ownValue } from '../../input/guards';

/** A file-sharing site, whose usual links lead to a page about the file. */
interface FileSharingSite {
	name: string;
	/** Host names; their subdomains count as well. */
	hosts: string[];
	/** Whether a link of this site leads to the file itself. Without this function, none does. */
	isFile?: (url: URL) => boolean;
	/** What to enter instead: the address of the file itself, where the link tells it. */
	advice: (url: URL) => string;
}

const ON_A_SERVER = 'put the file on a web server or in storage with public addresses.';

const NO_DIRECT_LINKS = `Its links never lead to the file itself: ${ON_A_SERVER}`;

const hasParameter = (url: URL, name: string, value: string): boolean =>
	url.searchParams.get(name) === value;

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
	{ name: 'iCloud', hosts: ['icloud.com'], advice: () => NO_DIRECT_LINKS },
	{
		name: 'WeTransfer',
		hosts: ['wetransfer.com', 'we.tl'],
		isFile: ({ hostname }) => hostname.startsWith('download.'),
		advice: () => NO_DIRECT_LINKS,
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
	{ name: 'MEGA', hosts: ['mega.nz'], advice: () => NO_DIRECT_LINKS },
	{
		name: 'Canva',
		hosts: ['canva.com', 'canva.link'],
		// Exports come from hosts of their own, such as export-download.canva.com.
		isFile: ({ hostname }) => /^(?!www\.).+\.canva\.com$/.test(hostname),
		advice: () => `Download the design, and ${ON_A_SERVER}`,
	},
];

const isHostOf = (hostname: string, host: string): boolean =>
	hostname === host || hostname.endsWith(`.${host}`);

const siteOf = ({ hostname }: URL): FileSharingSite | undefined =>
	SITES.find(({ hosts }) => hosts.some((host) => isHostOf(hostname, host)));

/**
 * The file-sharing site of which an address is a page, and what to enter instead; undefined for any other address, and for one
 * that leads to the file itself.
 */
export function pageOfSite(address: string): { site: string; advice: string } | undefined {
	const url = new URL(address);
	const site = siteOf(url);
	return site && !site.isFile?.(url) ? { site: site.name, advice: site.advice(url) } : undefined;
}

/**
 * Whether an address is that of a web page by its look: it has no path, or ends like one. Its query may give a file, as that
 * of Gravity Forms does.
 */
export function looksLikePage(address: string): boolean {
	const url = new URL(address);
	const { pathname, search, searchParams } = url;
	const isPage =
		(pathname === '/' && search === '') ||
		(/\.(html?|php)$/i.test(pathname) && !searchParams.has('gf-download'));
	return isPage && !siteOf(url);
}
