// Downloads an image from wherever the service says it is (see foreignFile.ts), within a size and a time, and tells its format
// by its first bytes. Says why one was not downloaded.

import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { connectionFailure } from './errors/connectionErrors';
import { FileRefusal, requestFile } from './foreignFile';
import { discardBody, isSuccess, readBytes } from './responseBody';
import type { Caller, RequestSettings } from './types';

/** Formats that n8n shows, with the bytes that their files begin with. An SVG is none: it may hold scripts. */
const FORMATS: ReadonlyArray<{ mimeType: string; extension: string; begins: RegExp }> = [
	{ mimeType: 'image/png', extension: 'png', begins: /^\x89PNG\r\n/ },
	{ mimeType: 'image/jpeg', extension: 'jpg', begins: /^\xff\xd8\xff/ },
	{ mimeType: 'image/gif', extension: 'gif', begins: /^GIF8[79]a/ },
	{ mimeType: 'image/webp', extension: 'webp', begins: /^RIFF[\s\S]{4}WEBP/ },
	{ mimeType: 'image/bmp', extension: 'bmp', begins: /^BM[\s\S]{12}/ },
];

/** Enough bytes to tell the format. */
const HEAD_BYTES = 16;

/** A mockup in print size takes some megabytes. n8n keeps an image in memory while it is stored, and three at once. */
const MAX_IMAGE_MB = 20;
const MAX_IMAGE_BYTES = MAX_IMAGE_MB * 1024 * 1024;

/** For one image with all its redirects: the largest at 3 Mbit/s. */
const IMAGE_TIMEOUT_MS = 60_000;

interface Image {
	content: Buffer;
	mimeType: string;
	/** For the name of its file, without a dot. */
	extension: string;
}

async function readImage({ body }: IN8nHttpFullResponse, timeoutMs: number) {
	const content = await readBytes(body, timeoutMs, MAX_IMAGE_BYTES);
	if (!content) return new FileRefusal(`it is larger than ${MAX_IMAGE_MB} MB`);
	const head = content.subarray(0, HEAD_BYTES).toString('latin1');
	// Whatever its server calls it.
	const format = FORMATS.find(({ begins }) => begins.test(head));
	return format
		? { content, mimeType: format.mimeType, extension: format.extension }
		: new FileRefusal('it is no PNG, JPEG, GIF, WebP or BMP image');
}

/**
 * Downloads an image.
 *
 * @param service address of the service, as `ApiClient.address`
 * @param address as the service sent it
 */
export async function downloadImage(
	caller: Caller,
	service: string,
	address: unknown,
	settings: RequestSettings,
): Promise<Image | FileRefusal> {
	const allowedMs = Math.min(settings.timeout ?? IMAGE_TIMEOUT_MS, IMAGE_TIMEOUT_MS);
	const endsAtMs = Date.now() + allowedMs;
	const headers = { accept: FORMATS.map(({ mimeType }) => mimeType).join(', ') };
	try {
		const response = await requestFile(caller, address, { service, settings, headers, endsAtMs });
		if (response instanceof FileRefusal) return response;
		if (isSuccess(response.statusCode)) return await readImage(response, endsAtMs - Date.now());
		discardBody(response.body);
		return new FileRefusal(`its server answered with status ${response.statusCode}`);
	} catch (error) {
		return new FileRefusal(connectionFailure(error));
	}
}
