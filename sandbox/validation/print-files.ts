import { Agent, request } from 'undici';
import { PRINT_FILE_UNREADABLE } from '../facts.ts';
import type { Layer, OrderError, OrderItem } from '../state/model.ts';
import { type PrintFile, readPrintFile } from './print-file-content.ts';

const FETCH_LIMIT_MILLISECONDS = 5_000;
const READABLE_ENDINGS = new Set(['png', 'jpg', 'jpeg', 'pdf', 'svg', 'tif', 'tiff']);
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const PRIVATE =
	/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)|\.(local|internal|localhost)$/;

/**
 * Validates print files (code 1001). Files on loopback are fetched. For all others only the URL
 * is checked, because the sandbox sends no requests to other machines (see the README).
 */
export class PrintFileValidator {
	private readonly agent = new Agent({ connections: 8 });
	/** Fetches in progress by URL: items with the same file share one. */
	private readonly fetching = new Map<string, Promise<PrintFile | undefined>>();
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
		if (!LOOPBACK.test(url.hostname)) return hasReadableUrl(url) ? {} : undefined;
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
			return readPrintFile(Buffer.from(await response.body.arrayBuffer()));
		} catch {
			return undefined;
		}
	}

	async stop(): Promise<void> {
		await this.agent.destroy();
	}
}

function hasReadableUrl(url: URL): boolean {
	if (PRIVATE.test(url.hostname) || !url.hostname.includes('.')) return false;
	if (/missing|damaged/i.test(url.pathname)) return false;
	const ending = /\.([A-Za-z0-9]+)$/.exec(url.pathname)?.[1]?.toLowerCase();
	return ending === undefined || READABLE_ENDINGS.has(ending);
}
