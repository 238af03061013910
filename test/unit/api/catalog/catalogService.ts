import type { IDataObject } from 'n8n-workflow';

import type { SkuMatch } from '../../../../nodes/PodFulfilment/api/catalog/skuTable.ts';
import type { ApiClient } from '../../../../nodes/PodFulfilment/transport/client.ts';
import { Run } from '../../../../nodes/PodFulfilment/transport/run.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { caller } from '../../transport/caller.ts';

const ADDRESS = 'https://api.example.com';

/** A product with its variants, as the service lists them (spec section 2). */
export interface ListedProduct {
	id: string;
	name: string;
	variants: IDataObject[];
}

let accounts = 0;

/** A new account whose catalog is read through clients of its own: nothing that other tests cached is its. */
export class CatalogService {
	/** Paths in the order in which they were requested. */
	readonly paths: string[] = [];

	products: ListedProduct[];

	/** Statuses of paths that are refused. */
	readonly refused = new Map<string, number>();

	/** Called before each response. */
	beforeResponse: (path: string) => void = () => undefined;

	readonly account = `account ${(accounts += 1)}`;

	private readonly pageSize: number;

	constructor(products: ListedProduct[], pageSize = 30) {
		this.products = products;
		this.pageSize = pageSize;
	}

	/** A client of one item of a run. */
	client(run = new Run(5)): ApiClient {
		const send = async ({ path }: { path: string }): Promise<unknown> => {
			run.throwIfAborted();
			this.paths.push(path);
			await Promise.resolve();
			this.beforeResponse(path);
			return this.respond(path);
		};
		return { caller, run, account: this.account, address: ADDRESS, send } as unknown as ApiClient;
	}

	private respond(path: string): unknown {
		const { pathname, searchParams } = new URL(path, ADDRESS);
		const status = this.refused.get(pathname);
		if (status !== undefined) return this.error(status);
		const page = Number(searchParams.get('page') ?? 1);
		const [, , collection, id] = pathname.split('/');
		if (collection === 'catalog-product-variants') {
			const variant = this.products
				.flatMap(({ variants }) => variants)
				.find((one) => one.id === id);
			return variant ? { status: 200, headers: {}, body: variant } : this.error(404);
		}
		if (id === undefined) {
			return this.page(
				this.products.map(({ id: productId, name }) => ({ id: productId, name })),
				pathname,
				page,
			);
		}
		const product = this.products.find((one) => one.id === id);
		return product ? this.page(product.variants, pathname, page) : this.error(404);
	}

	private page(entries: IDataObject[], pathname: string, page: number): unknown {
		const end = page * this.pageSize;
		return {
			status: 200,
			headers: {},
			body: {
				'hydra:totalItems': entries.length,
				'hydra:member': entries.slice(end - this.pageSize, end),
				...(end < entries.length && {
					'hydra:view': { 'hydra:next': `${pathname}?page=${page + 1}` },
				}),
			},
		};
	}

	private error(status: number): ServiceError {
		return new ServiceError({
			outcome: status === 429 || status === 503 ? 'busy' : 'refused',
			status,
			message: `Rejected with ${status}`,
			description: 'Rejected.',
		});
	}
}

export const product = (id: string, ...variants: IDataObject[]): ListedProduct => ({
	id,
	name: `Product ${id}`,
	variants,
});

/** A variant as lists show it, with what orders are completed from. */
export const variant = (
	id: string,
	sku: unknown,
	name = `Product, variant ${id}`,
): IDataObject => ({
	id,
	sku: sku as string,
	name,
	inStock: true,
	placements: [{ type: 'front', required: true, technique: 'direct_print' }],
	options: [],
});

export const TWO_PRODUCTS = [
	product('p1', variant('v1', 'TEE-BLUE-S'), variant('v2', 'TEE-BLUE-M')),
	product('p2', variant('v3', 'MUG-WHITE')),
];

/** The ID of the one variant that was found. */
export const idOf = (match: SkuMatch): string | undefined =>
	match.kind === 'one' ? match.variantId : undefined;
