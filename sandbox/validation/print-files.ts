import { Agent, request } from 'undici';
import { PRINT_FILE_UNREADABLE } from '../facts.ts';
import type { OrderError, OrderItem } from '../state/model.ts';

const FETCH_LIMIT_MILLISECONDS = 5_000;
const READABLE_ENDINGS = new Set(['png', 'jpg', 'jpeg', 'pdf', 'svg', 'tif', 'tiff']);
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const PRIVATE =
	/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)|\.(local|internal|localhost)$/;

/**
 * Judges print files (code 1001). A file on loopback is really fetched; any other address is
 * judged by its text, because the sandbox calls nobody outside this machine (see the README).
 */
export class PrintFiles {
	private readonly agent = new Agent({ connections: 8 });
	/** Orders placed at the same moment with the same file share one fetch. */
	private readonly fetching = new Map<string, Promise<boolean>>();

	/** What cannot be read among the print files of an item, in the order of its placements. */
	async errors(item: OrderItem): Promise<OrderError[]> {
		const found: OrderError[] = [];
		for (const [index, placement] of item.placements.entries()) {
			for (const [layerIndex, layer] of placement.layers.entries()) {
				if (await this.isReadable(layer.url)) continue;
				found.push({
					code: PRINT_FILE_UNREADABLE,
					message: 'The print file cannot be read. It is damaged or missing.',
					propertyPath: `placements[${index}].layers[${layerIndex}].url`,
				});
			}
		}
		return found;
	}

	private async isReadable(address: string): Promise<boolean> {
		const url = new URL(address);
		if (!LOOPBACK.test(url.hostname)) return judgeByAddress(url);
		const key = url.href;
		let fetching = this.fetching.get(key);
		if (!fetching) {
			fetching = this.fetchFile(key).finally(() => this.fetching.delete(key));
			this.fetching.set(key, fetching);
		}
		return await fetching;
	}

	private async fetchFile(url: string): Promise<boolean> {
		try {
			const response = await request(url, {
				dispatcher: this.agent,
				signal: AbortSignal.timeout(FETCH_LIMIT_MILLISECONDS),
			});
			if (response.statusCode < 200 || response.statusCode > 299) {
				await response.body.dump();
				return false;
			}
			for await (const start of response.body) {
				response.body.destroy();
				return hasFileSignature(start as Buffer);
			}
			return false;
		} catch {
			return false;
		}
	}

	async stop(): Promise<void> {
		await this.agent.destroy();
	}
}

function judgeByAddress(url: URL): boolean {
	if (PRIVATE.test(url.hostname) || !url.hostname.includes('.')) return false;
	if (/missing|damaged/i.test(url.pathname)) return false;
	const ending = /\.([A-Za-z0-9]+)$/.exec(url.pathname)?.[1]?.toLowerCase();
	return ending === undefined || READABLE_ENDINGS.has(ending);
}

/** PNG, JPEG, PDF, TIFF in both byte orders, or SVG. */
function hasFileSignature(start: Buffer): boolean {
	const hex = start.subarray(0, 8).toString('hex');
	if (/^(89504e470d0a1a0a|ffd8ff|25504446|49492a00|4d4d002a)/.test(hex)) return true;
	return /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/.test(
		start.subarray(0, 1024).toString('utf8'),
	);
}
