// Requests a file from wherever somebody says it is, except from an internal host (this machine, or a private network):
// without the credential, within a time and a few redirects. The one place that sends to other hosts than the service.

import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { trimmed } from '../input/text';
import { urlOf } from '../input/urlOf';
import { withoutEnd } from '../input/wording';
import { discardBody } from './responseBody';
import type { Caller, RequestSettings } from './types';

const ipv4Number = (address: string): number =>
	address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0);

/** Ranges that n8n's own protection knows, and those of carriers (100.64), of Azure's hosts (168.63.129.16), of relays, groups and no one. */
const INTERNAL_IPV4_RANGES = [
	'0.0.0.0/8',
	'10.0.0.0/8',
	'100.64.0.0/10',
	'127.0.0.0/8',
	'168.63.129.16/32',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.0.0.0/24',
	'192.0.2.0/24',
	'192.88.99.0/24',
	'192.168.0.0/16',
	'198.18.0.0/15',
	'198.51.100.0/24',
	'203.0.113.0/24',
	'224.0.0.0/3',
].map((range) => {
	const [address = '', prefixLength] = range.split('/');
	return { first: ipv4Number(address), size: 2 ** (32 - Number(prefixLength)) };
});

function isInternalIpv4(address: string): boolean {
	const number = ipv4Number(address);
	return INTERNAL_IPV4_RANGES.some(({ first, size }) => number >= first && number < first + size);
}

/**
 * Whatever is not in 2000::/3, and what is not public there: Teredo, 6to4 and documentation. Forms with an IPv4 address
 * inside, such as `::ffff:127.0.0.1`, count as internal whichever address it is: no server is named by them.
 */
function isInternalIpv6(address: string): boolean {
	const [first = 0, second = 0] = address
		.split(':')
		.map((group) => (group === '' ? 0 : Number.parseInt(group, 16)));
	if (first < 0x2000 || first >= 0x3fff || first === 0x2002) return true;
	return first === 0x2001 && (second < 0x200 || second === 0xdb8);
}

/** Endings of names of the same machine or network: reserved ones, and those that routers, clusters and companies use. */
const INTERNAL_ENDING =
	/\.(?:localhost|localdomain|local|internal|intranet|private|corp|home|home\.arpa|lan|fritz\.box|svc)$/;

/**
 * Whether a host is this machine or in a private network, as far as its name or IP address says so: not where a public name
 * resolves to a private address, which only n8n can see.
 *
 * @param hostname of a URL, which writes each IP address in one form: `http://2130706433/` has the hostname `127.0.0.1`
 */
function isInternalHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return isInternalIpv6(hostname.slice(1, -1));
	if (/^\d+(\.\d+){3}$/.test(hostname)) return isInternalIpv4(hostname);
	const name = withoutEnd(hostname, /\./);
	// A name without a dot, such as that of a container, is known in its own network alone.
	return !name.includes('.') || INTERNAL_ENDING.test(`.${name}`);
}

/** From http to https, to the host of a CDN, to the file there. */
const MAX_REDIRECTS = 3;

/** Why a file was not asked for, for a sentence that ends with it. */
export class FileRefusal {
	readonly reason: string;

	constructor(reason: string) {
		this.reason = reason;
	}
}

/** Reads a web address; a redirect may name it relative to the one before. */
function webAddress(value: unknown, base?: URL): URL | undefined {
	const entered = trimmed(value);
	const url = entered === '' ? undefined : urlOf(entered, base?.href);
	if (!url) return undefined;
	const isDowngrade = base?.protocol === 'https:' && url.protocol === 'http:';
	return (url.protocol === 'https:' || url.protocol === 'http:') && !isDowngrade ? url : undefined;
}

/**
 * Why an address is not asked, or undefined. A service on the internet must not lead n8n to what only its own network sees.
 * One that is itself on this machine or in a private network, such as the sandbox, has its files there, on whatever host:
 * all internal hosts are allowed then, since which of them are in one network with it cannot be told.
 *
 * @param service the Base URL
 */
function refusalOf({ username, password, hostname }: URL, service: string): string | undefined {
	if (username !== '' || password !== '') return 'its address contains a user name or password';
	return isInternalHost(hostname) && !isInternalHost(new URL(service).hostname)
		? 'its address is on this machine or in a private network, and the Base URL in the credential is not'
		: undefined;
}

/** Without any credential: the file may be anywhere on the internet. Redirects come back, so that each is checked, here and by n8n. */
const fileRequest = (
	url: URL,
	{ proxy, skipSslCertificateValidation }: RequestSettings,
	headers: Record<string, string>,
	timeout: number,
): IHttpRequestOptions => ({
	...(proxy && { proxy }),
	...(skipSslCertificateValidation && { skipSslCertificateValidation }),
	method: 'GET',
	url: url.href,
	headers,
	timeout,
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
});

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

interface FileRequest {
	/** Address of the service, as `ApiClient.address`. */
	service: string;
	settings: RequestSettings;
	headers: Record<string, string>;
	/** The end of all redirects and of the body, in milliseconds since 1970. */
	endsAtMs: number;
}

/**
 * Follows redirects. Through n8n's own helper, so that n8n's protection of internal addresses holds where its owner switched
 * it on.
 *
 * @param address as somebody sent it
 * @returns any answer but a redirect, with its body as a stream
 * @throws the error of n8n's helper where no answer came
 */
export async function requestFile(
	caller: Caller,
	address: unknown,
	{ service, settings, headers, endsAtMs }: FileRequest,
): Promise<IN8nHttpFullResponse | FileRefusal> {
	let url = webAddress(address);
	if (!url) return new FileRefusal('it has no web address');
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
		const refusal = refusalOf(url, service);
		if (refusal !== undefined) return new FileRefusal(refusal);
		const leftMs = endsAtMs - Date.now();
		if (leftMs <= 0) return new FileRefusal('it took too long');
		const response = (await caller.helpers.httpRequest(
			fileRequest(url, settings, headers, leftMs),
		)) as IN8nHttpFullResponse;
		if (!isRedirect(response.statusCode)) return response;
		discardBody(response.body);
		url = webAddress(response.headers.location, url);
		if (!url) return new FileRefusal('its server leads elsewhere than to a web address');
	}
	return new FileRefusal(`its server redirects more than ${MAX_REDIRECTS} times`);
}
