import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
} from 'n8n-workflow';

import { trimmed } from '../input/guards';
import { serviceText, withFullStop } from '../input/wording';
import type { ApiClient } from '../transport/client';
import { downloadImage, ImageRefusal } from '../transport/imageDownload';
import { Semaphore } from '../transport/limits/semaphore';
import { sharedInRun } from '../transport/sharedInRun';
import type { RequestSettings } from '../transport/types';

/** An output item with an image. */
export class ItemWithImage {
	readonly json: IDataObject;

	readonly binary: { data: IBinaryData };

	constructor(json: IDataObject, image: IBinaryData) {
		this.json = json;
		this.binary = { data: image };
	}
}

/** An image to be added to an output item. */
export interface ImageToAttach {
	/** Its address, as the service sent it. */
	url: unknown;
	/** What it shows; its file is called so. */
	name: string;
	/** What warnings call it, e.g. 'The image of variant "…"'. */
	subject: string;
}

/** Images that are downloaded at once in a run; each is in memory until n8n has stored it. */
const CONCURRENT_DOWNLOADS = 3;

const downloadsOfRun = sharedInRun(() => new Semaphore(CONCURRENT_DOWNLOADS));

/** File systems take 255 bytes, of which a character may need four. */
const MAX_FILE_NAME_LENGTH = 60;

/** The name of an image's file: without what a path or a file system would understand in its own way. */
const fileNameOf = (name: string, extension: string): string => {
	const base = name
		.normalize('NFC')
		.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '-')
		.replace(/[\s-]+/g, (gap) => (gap.includes('-') ? '-' : gap))
		.replace(/^[\s.-]+|[\s.-]+$/g, '');
	return `${serviceText(base, MAX_FILE_NAME_LENGTH).replace(/…$/, '') || 'image'}.${extension}`;
};

/** Downloads an image and hands it to n8n. Resolves to the reason where it could not be downloaded. */
export type DownloadImage = (image: ImageToAttach) => Promise<IBinaryData | ImageRefusal>;

/** Returns the function that downloads the images of one input item. */
export const imageDownloader =
	(
		caller: IExecuteFunctions | IExecuteSingleFunctions,
		client: ApiClient,
		settings: RequestSettings,
	): DownloadImage =>
	async ({ url, name }) => {
		const downloads = downloadsOfRun(client);
		await downloads.acquire();
		try {
			client.run.throwIfAborted();
			const image = await downloadImage(caller, client.address, url, settings);
			if (image instanceof ImageRefusal) return image;
			const { content, mimeType, extension } = image;
			const fileName = fileNameOf(name, extension);
			return await caller.helpers.prepareBinaryData(content, fileName, mimeType);
		} finally {
			downloads.release();
		}
	};

/**
 * An output item with its image as binary data. One that cannot be downloaded is named in `warnings`, so that it does not
 * take the others with it. An AI agent's tool takes no binary data: it gets the item alone, with the image's address.
 */
export async function withImage(
	{ downloadImage: download }: { downloadImage?: DownloadImage | undefined },
	json: IDataObject,
	image: ImageToAttach,
): Promise<IDataObject | ItemWithImage> {
	if (!download) return json;
	const downloaded = await download(image);
	if (!(downloaded instanceof ImageRefusal)) return new ItemWithImage(json, downloaded);
	const warning = withFullStop(`${image.subject} could not be downloaded: ${downloaded.reason}`);
	return { ...json, warnings: [warning] };
}

/** The image of a product or variant of the catalog, with the item that it is added to. */
export const catalogImage = (
	kind: 'product' | 'variant',
	{ id, name, image }: IDataObject,
): ImageToAttach => ({
	url: image,
	name: trimmed(name) || String(id),
	subject: `The image of ${kind} "${serviceText(trimmed(name) || String(id), 100)}"`,
});
