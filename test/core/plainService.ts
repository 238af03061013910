/** A service of a few lines, written from the specification alone, with a catalog that its user gives it. */
import type { IDataObject } from 'n8n-workflow';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A variant of the catalog. */
type CatalogEntry = IDataObject & { id: string; sku: string; name: string };

class PlainService {
	/** Orders by their IDs. */
	readonly orders = new Map<string, IDataObject>();

	private readonly server = createServer((request, response) => {
		void this.handle(request, response);
	});

	/** Its catalog, which stays as it is for a file of tests. */
	products: Array<{ id: string; name: string; variants: CatalogEntry[] }> = [];

	url = '';

	async start(): Promise<void> {
		await new Promise<void>((started) => this.server.listen(0, '127.0.0.1', started));
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		await new Promise((stopped) => {
			this.server.close(stopped);
			this.server.closeAllConnections();
		});
	}

	clear(): void {
		this.orders.clear();
	}

	/** @param reference an ID, or an external ID preceded by `@` */
	private find(reference: string): IDataObject | undefined {
		return reference.startsWith('@')
			? [...this.orders.values()].find(({ externalId }) => `@${String(externalId)}` === reference)
			: this.orders.get(reference);
	}

	private place(content: IDataObject): IDataObject {
		const id = `o-${this.orders.size + 1}`;
		const ids = { '@id': `/api/orders/${id}`, '@type': 'Order', id };
		const order = { ...ids, status: 'draft', createdAt: new Date().toISOString(), ...content };
		this.orders.set(id, order);
		return order;
	}

	private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await text(request);
		const line = `${request.method} ${request.url}`;
		const [status, answer] = this.answer(
			line,
			body === '' ? {} : (JSON.parse(body) as IDataObject),
		);
		response.writeHead(status, { 'content-type': 'application/ld+json; charset=utf-8' });
		response.end(JSON.stringify(answer));
	}

	private answer(line: string, body: IDataObject): [status: number, body: IDataObject] {
		if (line === 'POST /api/orders') {
			return this.find(`@${String(body.externalId)}`)
				? [409, { 'hydra:title': 'Conflict' }]
				: [201, this.place(body)];
		}
		const [, reference = '', action] = /^\w+ \/api\/orders\/([^/]+)(\/\w+)?$/.exec(line) ?? [];
		const order = this.find(decodeURIComponent(reference));
		if (order && action === '/confirm') order.status = 'pending';
		if (reference !== '') return order ? [200, order] : [404, { 'hydra:title': 'Not found' }];
		return [200, this.catalog(line)];
	}

	private catalog(line: string): IDataObject {
		const [, kind, id = '', isList] =
			/\/api\/(catalog-[\w-]+)\/?([^/?]*)(\/catalog-variants)?/.exec(line) ?? [];
		if (kind === 'catalog-product-variants') {
			const variants = this.products.flatMap((product) => product.variants);
			return variants.find((variant) => variant.id === id) ?? {};
		}
		const listed = this.products.find((product) => product.id === id)?.variants ?? [];
		const members = isList ? listed : this.products.map(({ variants: _, ...product }) => product);
		return { 'hydra:member': members, 'hydra:totalItems': members.length };
	}
}

/** A plain service for a file of tests, empty before each. */
export function usePlainService(): PlainService {
	const service = new PlainService();
	beforeAll(async () => {
		await service.start();
	});
	beforeEach(() => {
		service.clear();
	});
	afterAll(async () => {
		await service.stop();
	});
	return service;
}
