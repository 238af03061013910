// Attaches images to output items as binary data: how many at once and in all, the names of their files, and the warning about
// one that could not be downloaded. The request itself is in transport/imageDownload.ts.

import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
} from 'n8n-workflow';

import { normalizedText } from '../input/normalizedText';
import { trimmed } from '../input/text';
import { serviceText, withFullStop, withoutEnd } from '../input/wording';
import type { ApiClient } from '../transport/client';
import { FileRefusal } from '../transport/foreignFile';
import { downloadImage } from '../transport/imageDownload';
import { Semaphore } from '../transport/limits/semaphore';
import { sharedInRun } from '../transport/run';

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

/** n8n keeps the images of an execution in memory, unless it is set up to store them; the service decides how many there are. */
const MAX_IMAGES = 200;
const MAX_MB = 200;

/** The downloads of one run, of all its items and accounts together. */
class ImageDownloads {
	readonly semaphore = new Semaphore(CONCURRENT_DOWNLOADS);

	/** Also those that failed: each of them took a request, at least. */
	private images = 0;

	private bytes = 0;

	/** Whether one more may be downloaded. */
	begin(): boolean {
		this.images += 1;
		return this.images <= MAX_IMAGES && this.bytes <= MAX_MB * 1024 * 1024;
	}

	/** Whether one that was downloaded may be kept. */
	keep({ byteLength }: Buffer): boolean {
		this.bytes += byteLength;
		return this.bytes <= MAX_MB * 1024 * 1024;
	}
}

const downloadsOfRun = sharedInRun(() => new ImageDownloads());

const tooMany = (): FileRefusal =>
	new FileRefusal(
		`one execution downloads at most ${MAX_IMAGES} images and ${MAX_MB} MB. Download the others in another execution`,
	);

/** File systems take 255 bytes, of which a character may need four. */
const MAX_FILE_NAME_LENGTH = 60;

/** Of a name that the service sent, no more is looked at. */
const MAX_READ_NAME_LENGTH = 1_000;

/** No name of a file should end with them. */
const NO_END = /[\s.-]/;

/** The name of an image's file: without what a path or a file system would understand in its own way. */
const fileNameOf = (name: string, extension: string): string => {
	const base = normalizedText(name.slice(0, MAX_READ_NAME_LENGTH), 'NFC')
		.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '-')
		.replace(/[\s-]+/g, (gap) => (gap.includes('-') ? '-' : gap))
		.replace(/^[\s.-]+/, '');
	const cut = serviceText(withoutEnd(base, NO_END), MAX_FILE_NAME_LENGTH).replace(/…$/, '');
	return `${withoutEnd(cut, NO_END) || 'image'}.${extension}`;
};

/** Downloads an image and hands it to n8n. Resolves to the reason where it could not be downloaded. */
export type DownloadImage = (image: ImageToAttach) => Promise<IBinaryData | FileRefusal>;

/** Returns the function that downloads the images of one input item. */
export const imageDownloader =
	(caller: IExecuteFunctions | IExecuteSingleFunctions, client: ApiClient): DownloadImage =>
	async ({ url, name }) => {
		const downloads = downloadsOfRun({ run: client.run, account: '' });
		return await downloads.semaphore.run(async () => {
			client.run.throwIfAborted();
			if (!downloads.begin()) return tooMany();
			const image = await downloadImage(caller, client.address, url, client.settings);
			if (image instanceof FileRefusal) return image;
			const { content, mimeType, extension } = image;
			if (!downloads.keep(content)) return tooMany();
			const fileName = fileNameOf(name, extension);
			return await caller.helpers.prepareBinaryData(content, fileName, mimeType);
		});
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
	if (!(downloaded instanceof FileRefusal)) return new ItemWithImage(json, downloaded);
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
