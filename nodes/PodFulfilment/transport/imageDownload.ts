// Downloads an image from wherever the service says it is, except from an internal host: without the credential, within
// a size, a time and a few redirects. Says why one was not downloaded.

import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { trimmed } from '../input/guards';
import { connectionFailure } from './errors/connectionErrors';
import { IMAGE_MIME_TYPES, imageTypeOf } from './imageType';
import { isInternalHost } from './internalHost';
import { discardBody, readBytes } from './responseBody';
import type { Caller, RequestSettings } from './types';

/** A mockup in print size takes some megabytes. n8n keeps an image in memory while it is stored, and three at once. */
const MAX_IMAGE_MB = 20;
const MAX_IMAGE_BYTES = MAX_IMAGE_MB * 1024 * 1024;

/** For one image with all its redirects: the largest at 3 Mbit/s. */
const IMAGE_TIMEOUT_MS = 60_000;

/** From http to https, to the host of a CDN, to the file there. */
const MAX_REDIRECTS = 3;

/** An image that was downloaded. */
export interface Image {
	content: Buffer;
	mimeType: string;
	/** For the name of its file, without a dot. */
	extension: string;
}

/** Why an image was not downloaded, for a sentence that ends with it. */
export class ImageRefusal {
	readonly reason: string;

	constructor(reason: string) {
		this.reason = reason;
	}
}

/** Reads a web address; a redirect may name it relative to the one before. */
function webAddress(value: unknown, base?: URL): URL | undefined {
	const entered = trimmed(value);
	if (entered === '' || !URL.canParse(entered, base?.href)) return undefined;
	const url = new URL(entered, base?.href);
	const isDowngrade = base?.protocol === 'https:' && url.protocol === 'http:';
	return (url.protocol === 'https:' || url.protocol === 'http:') && !isDowngrade ? url : undefined;
}

/**
 * Why an address is not asked, or undefined. A service on the internet must not lead n8n to what only its own network sees.
 * One that is itself on this machine or in a private network, such as the sandbox, has its images there, on whatever host:
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

/** Without any credential: the image may be anywhere on the internet. Redirects come back, so that each is checked, here and by n8n. */
const imageRequest = (
	url: URL,
	{ proxy, skipSslCertificateValidation }: RequestSettings,
	timeout: number,
): IHttpRequestOptions => ({
	...(proxy && { proxy }),
	...(skipSslCertificateValidation && { skipSslCertificateValidation }),
	method: 'GET',
	url: url.href,
	headers: { accept: IMAGE_MIME_TYPES.join(', ') },
	timeout,
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
});

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

async function readImage({ body }: IN8nHttpFullResponse, timeoutMs: number) {
	const content = await readBytes(body, timeoutMs, MAX_IMAGE_BYTES);
	if (!content) return new ImageRefusal(`it is larger than ${MAX_IMAGE_MB} MB`);
	const type = imageTypeOf(content);
	return type
		? { content, mimeType: type.mimeType, extension: type.extension }
		: new ImageRefusal('it is no PNG, JPEG, GIF, WebP or BMP image');
}

/**
 * Downloads an image from wherever the service says it is, bounded in size, time and redirects, without a credential.
 * Through n8n's own helper, so that n8n's protection of internal addresses holds where its owner switched it on.
 *
 * @param service address of the service, as `ApiClient.address`
 * @param address as the service sent it
 */
export async function downloadImage(
	caller: Caller,
	service: string,
	address: unknown,
	settings: RequestSettings,
): Promise<Image | ImageRefusal> {
	const allowedMs = Math.min(settings.timeout ?? IMAGE_TIMEOUT_MS, IMAGE_TIMEOUT_MS);
	const endsAtMs = Date.now() + allowedMs;
	let url = webAddress(address);
	if (!url) return new ImageRefusal('it has no web address');
	try {
		for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
			const refusal = refusalOf(url, service);
			if (refusal !== undefined) return new ImageRefusal(refusal);
			const leftMs = endsAtMs - Date.now();
			if (leftMs <= 0) return new ImageRefusal('it took too long');
			const response = (await caller.helpers.httpRequest(
				imageRequest(url, settings, leftMs),
			)) as IN8nHttpFullResponse;
			const { statusCode, headers } = response;
			if (statusCode >= 200 && statusCode < 300) {
				return await readImage(response, endsAtMs - Date.now());
			}
			discardBody(response.body);
			if (!isRedirect(statusCode)) {
				return new ImageRefusal(`its server answered with status ${statusCode}`);
			}
			url = webAddress(headers.location, url);
			if (!url) return new ImageRefusal('its server leads elsewhere than to a web address');
		}
		return new ImageRefusal(`its server redirects more than ${MAX_REDIRECTS} times`);
	} catch (error) {
		return new ImageRefusal(connectionFailure(error));
	}
}
