/** Real milliseconds that a response takes, drawn anew for each request. */
export interface Latency {
	fromMilliseconds: number;
	toMilliseconds: number;
}

/** What the shop sells. */
export interface Product {
	sku: string;
	name: string;
	price: string;
	/** The address of the print file that the line names; null for a product that is not printed. */
	printFile: string | null;
	/** What tells a variation of it from the others, such as `{ Size: 'M' }`. */
	options?: Record<string, string>;
	/** The address of a picture of it, for the shop's page. */
	image?: string;
}

/** The options that both shops have. */
export interface ShopOptions {
	/** Port on 127.0.0.1; 0, the default, picks a free one. */
	port?: number;
	/** Shop seconds that pass in one real second; applies to late webhooks and retries. Default: 60. */
	timeScale?: number;
	/** Decides what is drawn: latency, and which webhooks are lost, late or duplicated. Default: 1. */
	seed?: number;
	/** Default: none. */
	latency?: Latency;
	/** What a customer orders who names no lines. Default: a shirt of the sandbox's catalog. */
	products?: Product[];
	/** The time in milliseconds since 1970. Default: the real one. */
	now?: () => number;
}

/** A variant of the sandbox's catalog that is in stock and requires no option. */
const SHIRT: Product = {
	sku: 'T-S001-WHITE-M',
	name: 'Team Shirt - White / M',
	price: '24.90',
	printFile: 'https://print-files.example/shirt.png',
	options: { Color: 'White', Size: 'M' },
};

export const NO_LATENCY: Latency = { fromMilliseconds: 0, toMilliseconds: 0 };

/**
 * Fills in the defaults.
 * @throws RangeError that names the option that is out of range
 */
export function resolveShopOptions(options: ShopOptions) {
	const resolved = {
		port: options.port ?? 0,
		timeScale: options.timeScale ?? 60,
		seed: options.seed ?? 1,
		latency: options.latency ?? NO_LATENCY,
		products: options.products ?? [SHIRT],
		now: options.now ?? Date.now,
	};
	if (!(Number.isFinite(resolved.timeScale) && resolved.timeScale > 0)) {
		throw new RangeError(`timeScale must be a number above 0, not ${resolved.timeScale}`);
	}
	if (!Number.isInteger(resolved.seed) || resolved.seed < 0) {
		throw new RangeError(`seed must be a whole number of at least 0, not ${resolved.seed}`);
	}
	requireLatency(resolved.latency);
	if (resolved.products.length === 0) throw new RangeError('products must have an entry');
	return resolved;
}

/** @throws RangeError for a negative latency, or one that ends before it begins */
export function requireLatency({ fromMilliseconds, toMilliseconds }: Latency): void {
	if (!(fromMilliseconds >= 0 && toMilliseconds >= fromMilliseconds)) {
		throw new RangeError(
			`latency must be from 0 on and end after it begins, not ${fromMilliseconds} to ${toMilliseconds}`,
		);
	}
}
