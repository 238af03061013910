import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { Catalog } from './catalog/catalog.ts';
import { Control } from './control/control.ts';
import { type ResolvedOptions, resolveOptions, type SandboxOptions } from './options.ts';
import { createService, type Service } from './service.ts';

/** Longer than any pause in a test, so that a client does not have to reconnect. */
const KEEP_ALIVE_MILLISECONDS = 72_000;

interface Running {
	service: Service;
	/** Built for the first request: it costs more than all else, and many a service is never asked. */
	app?: Promise<FastifyInstance>;
	/** Requests that are not answered yet. */
	underWay: number;
}

const isContrary = ({ options }: Service): boolean => options.contrary !== undefined;

/**
 * Serves the current service on one port of 127.0.0.1. A reset creates a new service but keeps port
 * and connections; requests in progress are completed by the service that received them.
 */
export class SandboxServer {
	readonly control = new Control(this);
	private readonly server: Server;
	private running: Running | undefined;

	/** @throws when the port is taken */
	static async start(options: ResolvedOptions): Promise<SandboxServer> {
		const sandbox = new SandboxServer();
		sandbox.server.listen({ host: '127.0.0.1', port: options.port });
		await once(sandbox.server, 'listening');
		await sandbox.run(options);
		return sandbox;
	}

	private constructor() {
		this.server = createServer((request, response) => void this.serve(request, response));
		this.server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
		// No limit: a test may send a request slowly.
		this.server.requestTimeout = 0;
	}

	/** Without a slash at the end. */
	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	get service(): Service {
		if (!this.running) throw new Error('The sandbox is not running');
		return this.running.service;
	}

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { running } = this;
		if (!running) {
			response.writeHead(503).end();
			return;
		}
		running.underWay += 1;
		response.once('close', () => (running.underWay -= 1));
		running.app ??= createApp(running, this.control);
		(await running.app).routing(request, response);
	}

	/** Replaces the service by a new one with the current options and these changes. The app is kept, if nothing is under way in it. */
	async reset(changes: SandboxOptions): Promise<void> {
		const { options } = this.service;
		await this.run(resolveOptions(options, { ...changes, port: options.port }));
	}

	private async run(options: ResolvedOptions): Promise<void> {
		const service = createService(options, this.catalogOf(options.seed.products));
		const { running } = this;
		if (running && running.underWay === 0 && !isContrary(running.service) && !isContrary(service)) {
			const previous = running.service;
			running.service = service;
			await previous.stop();
			return;
		}
		this.running = { service, underWay: 0 };
		await end(running);
	}

	/** The catalog of so many products. Nothing changes one, so that of the service before is as good. */
	private catalogOf(products: number): Catalog {
		const previous = this.running?.service.catalog;
		return previous?.products.length === products ? previous : new Catalog(products, this.url);
	}

	/** Stops the server, its timers and its deliveries. */
	async close(): Promise<void> {
		const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
		this.server.closeAllConnections();
		await Promise.all([closed, end(this.running)]);
	}
}

/** Stops the timers and the deliveries of a service. */
async function end(running: Running | undefined): Promise<void> {
	await Promise.all([
		running?.service.stop(),
		running?.app?.then(async (app) => await app.close()),
	]);
}
