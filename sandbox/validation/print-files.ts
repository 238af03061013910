import { Agent, request } from 'undici';
import { PRINT_FILE_UNREADABLE } from '../facts.ts';
import type { Layer, OrderError, OrderItem } from '../state/model.ts';

const FETCH_LIMIT_MILLISECONDS = 5_000;
const READABLE_ENDINGS = new Set(['png', 'jpg', 'jpeg', 'pdf', 'svg', 'tif', 'tiff']);
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const SVG_START = /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/;
const PRIVATE =
	/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)|\.(local|internal|localhost)$/;

/** A file that can be read, with its size in pixels where that is known. */
interface PrintFile {
	width?: number;
	height?: number;
}

/**
 * Judges print files (code 1001). A file on loopback is really fetched; any other address is
 * judged by its text, because the sandbox calls nobody outside this machine (see the README).
 */
export class PrintFiles {
	private readonly agent = new Agent({ connections: 8 });
	/** Orders placed at the same moment with the same file share one fetch. */
	private readonly fetching = new Map<string, Promise<PrintFile | undefined>>();
	private readonly checkDimensions: boolean;

	constructor(checkDimensions: boolean) {
		this.checkDimensions = checkDimensions;
	}

	/** What is wrong with the print files of an item, in the order of its placements. */
	async errors(item: OrderItem): Promise<OrderError[]> {
		const found: OrderError[] = [];
		for (const [index, placement] of item.placements.entries()) {
			for (const [layerIndex, layer] of placement.layers.entries()) {
				const message = await this.complaint(layer);
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

	private async complaint({ url, position }: Layer): Promise<string | undefined> {
		const file = await this.read(new URL(url));
		if (!file) return 'The print file cannot be read. It is damaged or missing.';
		const { width, height } = position;
		const fits = file.width === undefined || (file.width === width && file.height === height);
		if (fits || !this.checkDimensions) return undefined;
		return `The print file has ${file.width} x ${file.height} pixels, the placement ${width} x ${height}.`;
	}

	private async read(url: URL): Promise<PrintFile | undefined> {
		if (!LOOPBACK.test(url.hostname)) return isReadableByAddress(url) ? {} : undefined;
		let fetching = this.fetching.get(url.href);
		if (!fetching) {
			fetching = this.fetchFile(url.href).finally(() => this.fetching.delete(url.href));
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
			return printFileOf(Buffer.from(await response.body.arrayBuffer()));
		} catch {
			return undefined;
		}
	}

	async stop(): Promise<void> {
		await this.agent.destroy();
	}
}

function isReadableByAddress(url: URL): boolean {
	if (PRIVATE.test(url.hostname) || !url.hostname.includes('.')) return false;
	if (/missing|damaged/i.test(url.pathname)) return false;
	const ending = /\.([A-Za-z0-9]+)$/.exec(url.pathname)?.[1]?.toLowerCase();
	return ending === undefined || READABLE_ENDINGS.has(ending);
}

/** PNG, JPEG, PDF, TIFF in both byte orders, or SVG; undefined for anything else. */
function printFileOf(content: Buffer): PrintFile | undefined {
	const hex = content.subarray(0, 8).toString('hex');
	if (hex === '89504e470d0a1a0a' && content.length >= 24) {
		return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
	}
	if (/^(ffd8ff|25504446|49492a00|4d4d002a)/.test(hex)) return {};
	return SVG_START.test(content.subarray(0, 1024).toString('utf8')) ? {} : undefined;
}
