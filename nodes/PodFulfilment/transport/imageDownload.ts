// Downloads an image from wherever the service says it is (see foreignFile.ts), within a size and a time. Says why one
// was not downloaded.

import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { connectionFailure } from './errors/connectionErrors';
import { FileRefusal, isSuccess, requestFile } from './foreignFile';
import { IMAGE_MIME_TYPES, imageTypeOf } from './imageType';
import { discardBody, readBytes } from './responseBody';
import type { Caller, RequestSettings } from './types';

/** A mockup in print size takes some megabytes. n8n keeps an image in memory while it is stored, and three at once. */
const MAX_IMAGE_MB = 20;
const MAX_IMAGE_BYTES = MAX_IMAGE_MB * 1024 * 1024;

/** For one image with all its redirects: the largest at 3 Mbit/s. */
const IMAGE_TIMEOUT_MS = 60_000;

/** An image that was downloaded. */
export interface Image {
	content: Buffer;
	mimeType: string;
	/** For the name of its file, without a dot. */
	extension: string;
}

/** Why an image was not downloaded, for a sentence that ends with it. */
export class ImageRefusal extends FileRefusal {}

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
	const headers = { accept: IMAGE_MIME_TYPES.join(', ') };
	try {
		const response = await requestFile(caller, address, { service, settings, headers, endsAtMs });
		if (response instanceof FileRefusal) return new ImageRefusal(response.reason);
		if (isSuccess(response.statusCode)) return await readImage(response, endsAtMs - Date.now());
		discardBody(response.body);
		return new ImageRefusal(`its server answered with status ${response.statusCode}`);
	} catch (error) {
		return new ImageRefusal(connectionFailure(error));
	}
}
