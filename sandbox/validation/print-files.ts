import pLimit from 'p-limit';
import { Agent, request } from 'undici';
import { PRINT_FILE_UNREADABLE } from '../facts.ts';
import { isLoopback } from '../loopback.ts';
import type { Layer, OrderError, OrderItem } from '../state/model.ts';
import { type PrintFile, readPrintFile } from './print-file-content.ts';

/** Long enough for some hundred orders at once on a busy machine. */
const FETCH_LIMIT_MILLISECONDS = 30_000;
/** Print files in progress take this much memory each, and the same again when they are complete. */
const FILE_LIMIT_BYTES = 32 * 1024 * 1024;
const FILES_AT_ONCE = 4;
const READABLE_ENDINGS = new Set(['png', 'jpg', 'jpeg', 'pdf', 'svg', 'tif', 'tiff']);
const PRIVATE =
	/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)|\.(local|internal|localhost)$/;

/**
 * Validates print files (code 1001). Files on loopback are fetched. For all others only the URL
 * is checked, because the sandbox sends no requests to other machines (see the README).
 */
export class PrintFileValidator {
	private readonly agent = new Agent();
	/** Fetches in progress by URL: items with the same file share one. */
	private readonly fetching = new Map<string, Promise<PrintFile | undefined>>();
	private readonly atOnce = pLimit(FILES_AT_ONCE);
	private readonly checkDimensions: boolean;

	/** @param checkDimensions whether an image must have the pixel size of its placement */
	constructor(checkDimensions: boolean) {
		this.checkDimensions = checkDimensions;
	}

	/** Finds the print files of an item that cannot be used. */
	async errors(item: OrderItem): Promise<OrderError[]> {
		const found: OrderError[] = [];
		for (const [index, placement] of item.placements.entries()) {
			for (const [layerIndex, layer] of placement.layers.entries()) {
				const message = await this.problem(layer);
				if (message === undefined) continue;
				found.push({
					code: PRINT_FILE_UNREADABLE,
					message,
					propertyPath: `placements[${index}].layers[${layerIndex}].url`,
				});
			}
		}
		return found;
	}

	private async problem({ url, position }: Layer): Promise<string | undefined> {
		const file = await this.read(new URL(url));
		if (!file) return 'The print file cannot be read. It is damaged or missing.';
		const { size } = file;
		const { width, height } = position;
		const fits = !size || (size.width === width && size.height === height);
		if (fits || !this.checkDimensions) return undefined;
		return `The print file has ${size.width} x ${size.height} pixels, the placement ${width} x ${height}.`;
	}

	private async read(url: URL): Promise<PrintFile | undefined> {
		if (!isLoopback(url.hostname)) return hasReadableUrl(url) ? {} : undefined;
		let fetching = this.fetching.get(url.href);
		if (!fetching) {
			fetching = this.atOnce(async () => await this.fetchFile(url.href)).finally(() =>
				this.fetching.delete(url.href),
			);
			this.fetching.set(url.href, fetching);
		}
		return await fetching;
	}

	private async fetchFile(url: string): Promise<PrintFile | undefined> {
		try {
			const response = await request(url, {
				dispatcher: this.agent,
				signal: AbortSignal.timeout(FETCH_LIMIT_MILLISECONDS),
			});
			if (response.statusCode < 200 || response.statusCode > 299) {
				await response.body.dump();
				return undefined;
			}
			const content = await readLimited(response.body);
			return content && readPrintFile(content);
		} catch {
			return undefined;
		}
	}

	async stop(): Promise<void> {
		await this.agent.destroy();
	}
}

/** @returns undefined for a larger file, whose connection is then closed */
async function readLimited(body: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		if (bytes > FILE_LIMIT_BYTES) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

function hasReadableUrl(url: URL): boolean {
	if (PRIVATE.test(url.hostname) || !url.hostname.includes('.')) return false;
	if (/missing|damaged/i.test(url.pathname)) return false;
	const ending = /\.([A-Za-z0-9]+)$/.exec(url.pathname)?.[1]?.toLowerCase();
	return ending === undefined || READABLE_ENDINGS.has(ending);
}
