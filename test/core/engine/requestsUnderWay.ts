import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/**
 * The requests of this process that have no whole answer yet, as their clients see them: Node's `http`, with which n8n calls,
 * and its `fetch`. A request whose body nobody reads stays under way.
 */
export class RequestsUnderWay {
	private readonly requests = new Set<object>();

	private readonly subscriptions: Array<[channel: string, listener: (message: unknown) => void]> = [
		[
			'http.client.request.created',
			(message) => {
				const { request } = message as { request: ClientRequest };
				this.requests.add(request);
				request.once('close', () => this.requests.delete(request));
			},
		],
		[
			'undici:request:create',
			(message) => this.requests.add((message as { request: object }).request),
		],
		...['undici:request:trailers', 'undici:request:error'].map(
			(channel): [string, (message: unknown) => void] => [
				channel,
				(message) => this.requests.delete((message as { request: object }).request),
			],
		),
	];

	constructor() {
		for (const [channel, listener] of this.subscriptions) subscribe(channel, listener);
	}

	get count(): number {
		return this.requests.size;
	}

	end(): void {
		for (const [channel, listener] of this.subscriptions) unsubscribe(channel, listener);
	}
}
