/** A service of a few lines, written from the specification alone: its answer to a new order can be any. */
import type { IDataObject } from 'n8n-workflow';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** What goes over the line. */
export interface RawAnswer {
	status: number;
	/** Sent as it is where it is a text, else as JSON; nothing where it is left out. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Whether the connection ends before the body is complete. */
	isCut?: boolean;
	/** Whether it has no `Date` header. */
	isUndated?: boolean;
}

/** Takes the place of an answer; `reset` closes the connection, and nothing is done. */
export type Fault = RawAnswer | 'reset';

/** A variant of the catalog. */
type CatalogEntry = IDataObject & { id: string; sku: string; name: string };

/** The one variant of its usual catalog, which lists no placements: they are sent as they were entered. */
export const VARIANT: CatalogEntry = {
	id: 'v-1',
	sku: 'TEE-1',
	name: 'Tee',
	inStock: true,
	options: [],
};

export class PlainService {
	/** Orders by their IDs. */
	readonly orders = new Map<string, IDataObject>();

	/** Requests so far but those for the catalog, such as `POST /api/orders`. */
	readonly requests: string[] = [];

	/** The ID of an order, by how many there are. */
	idOf: (number: number) => string | number = (number) => `o-${number}`;

	/** How the creation of an order is answered. */
	answerCreated: (order: IDataObject) => RawAnswer = (body) => ({ status: 201, body });

	/** Faults of the next requests that begin alike, e.g. `GET /api/orders/`, one after the other. */
	readonly faults: Array<{ request: string; fault: Fault }> = [];

	private readonly server = createServer((request, response) => {
		void this.handle(request, response);
	});

	/** Its catalog, which stays as it is for a file of tests. */
	products: Array<{ id: string; name: string; variants: CatalogEntry[] }> = [
		{ id: 'p-1', name: 'Tees', variants: [VARIANT] },
	];

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
		this.requests.length = 0;
		this.faults.length = 0;
		this.answerCreated = (body) => ({ status: 201, body });
		this.idOf = (number) => `o-${number}`;
	}

	/** @param reference an ID, or an external ID preceded by `@` */
	find(reference: string): IDataObject | undefined {
		return reference.startsWith('@')
			? [...this.orders.values()].find(({ externalId }) => `@${String(externalId)}` === reference)
			: this.orders.get(reference);
	}

	place(body: IDataObject): IDataObject {
		const id = this.idOf(this.orders.size + 1);
		const [action] = (body.actions ?? []) as IDataObject[];
		const source = action && this.find(String(action.source));
		const associations = source && [
			{ type: 'reprint', source: { id: source.id, externalId: source.externalId } },
		];
		const { actions: _, ...content } = body;
		const order: IDataObject = {
			'@id': `/api/orders/${id}`,
			'@type': 'Order',
			id,
			status: 'draft',
			createdAt: new Date().toISOString(),
			...(source && { recipient: source.recipient, orderItems: source.orderItems, associations }),
			...content,
		};
		this.orders.set(String(id), order);
		return order;
	}

	private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const line = `${request.method} ${request.url}`;
		const body = await text(request);
		if (!line.includes('/catalog-')) this.requests.push(line);
		const index = this.faults.findIndex(({ request: wanted }) => line.startsWith(wanted));
		const [hit] = index < 0 ? [] : this.faults.splice(index, 1);
		if (hit?.fault === 'reset') request.socket.resetAndDestroy();
		else send(response, hit?.fault ?? this.answer(line, body === '' ? {} : JSON.parse(body)));
	}

	private answer(line: string, body: IDataObject): RawAnswer {
		const notFound = { status: 404, body: { 'hydra:title': 'Not found' } };
		if (line === 'POST /api/orders') {
			return this.find(`@${String(body.externalId)}`)
				? { status: 409, body: { 'hydra:title': 'Conflict' } }
				: this.answerCreated(this.place(body));
		}
		const [, reference = '', action] = /^\w+ \/api\/orders\/([^/]+)(\/\w+)?$/.exec(line) ?? [];
		const order = this.find(decodeURIComponent(reference));
		if (order && action === '/confirm') order.status = 'pending';
		if (reference !== '') return order ? { status: 200, body: order } : notFound;
		return { status: 200, body: this.catalog(line) };
	}

	private catalog(line: string): IDataObject {
		const [, kind, id = '', isList] =
			/\/api\/(catalog-[\w-]+)\/?([^/?]*)(\/catalog-variants)?/.exec(line) ?? [];
		if (kind === 'catalog-product-variants') {
			const variants = this.products.flatMap((product) => product.variants);
			return variants.find((variant) => variant.id === id) ?? VARIANT;
		}
		const listed = this.products.find((product) => product.id === id)?.variants ?? [];
		const members = isList ? listed : this.products.map(({ variants: _, ...product }) => product);
		return { 'hydra:member': members, 'hydra:totalItems': members.length };
	}
}

function send(response: ServerResponse, answer: RawAnswer): void {
	const { status, body, headers = {}, isCut = false, isUndated = false } = answer;
	const content = typeof body === 'string' ? body : JSON.stringify(body ?? null);
	response.sendDate = !isUndated;
	const type = body === undefined ? {} : { 'content-type': 'application/ld+json; charset=utf-8' };
	response.writeHead(status, { ...type, ...headers });
	if (isCut) {
		response.write(content.slice(0, Math.ceil(content.length / 2)), () => response.destroy());
	} else {
		response.end(body === undefined ? '' : content);
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
