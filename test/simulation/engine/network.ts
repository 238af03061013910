import { Readable } from 'node:stream';
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { errorAnswer, htmlAnswer, type Answer } from '../service/answers.ts';
import type { Origin } from '../service/orders.ts';
import type { ContraryService, ReceivedRequest, Timers } from '../service/service.ts';
import { retryAfterHeader, type Done, type Mishap, type Weather } from '../service/weather.ts';
import { require } from './n8n.ts';

const axios = require(
	require.resolve('axios', { paths: [require.resolve('@n8n/backend-network')] }),
) as typeof import('axios').default & typeof import('axios');

/** Headers by which the simulation knows which item of which run sends a request. */
export const RUN_HEADER = 'x-simulation-run';
export const ITEM_HEADER = 'x-simulation-item';

/** Milliseconds after which a change is made that is made later than its answer. */
const LATER_MS = 4_000;

export interface SentRequest {
	number: number;
	method: string;
	path: string;
	body: IDataObject;
	origin: Origin | undefined;
	sentAt: number;
	/** Nothing happened to it. */
	isCalm: boolean;
	/** When it was answered or given up; undefined while it is under way. */
	endedAt?: number;
}

/** Never comes to an end: what a process waits for that is dead. */
const never = new Promise<never>(() => {});

interface NetworkOptions {
	service: ContraryService;
	weather: Weather;
	timers: Timers;
	random: () => number;
	log: (line: () => string) => void;
}

/** The way from n8n's request helper to the service, and all that may happen on it. */
export class Network {
	readonly requests: SentRequest[] = [];

	/** No run of a history needs as many: one that sends more would go on for ever. */
	mostRequestsOfARun = 400;

	/** Other servers that the key was sent to. */
	readonly foreignOrigins = new Set<string>();

	private readonly requestCounts = new Map<number, number>();

	private readonly deadRuns = new Set<number>();

	private readonly options: NetworkOptions;

	constructor(options: NetworkOptions) {
		this.options = options;
	}

	/** Puts itself in the place of axios's own way to the network. */
	install(): void {
		axios.defaults.adapter = this.adapter;
	}

	/** Nothing of this run leaves or reaches its process any more. */
	cutOff(run: number): void {
		this.deadRuns.add(run);
	}

	/** Whether a run sends requests without an end. */
	isEndless(run: number): boolean {
		return (this.requestCounts.get(run) ?? 0) > this.mostRequestsOfARun;
	}

	private readonly adapter: AxiosAdapter = async (config) => {
		const { timers } = this.options;
		const request = this.received(config);
		const run = request.origin?.run ?? 0;
		this.requestCounts.set(run, (this.requestCounts.get(run) ?? 0) + 1);
		if (this.deadRuns.has(run) || this.isEndless(run)) return await never;
		const sent: SentRequest = {
			number: this.requests.length + 1,
			method: request.method,
			path: request.path,
			body: request.body,
			origin: request.origin,
			sentAt: timers.now(),
			isCalm: true,
		};
		this.requests.push(sent);
		this.say(sent, () => `→ ${request.method} ${request.path}${shownQuery(request.query)}`);
		return await new Promise<AxiosResponse>((resolve, reject) => {
			const isOver = (): boolean => sent.endedAt !== undefined || this.deadRuns.has(run);
			const end = (): void => {
				sent.endedAt = timers.now();
				clearTimeout(timeout);
			};
			const fail = (code: string, message = code): void => {
				if (isOver()) return;
				end();
				this.say(sent, () => `✗ ${code}`);
				reject(new axios.AxiosError(message, code, config, {}));
			};
			const answer = (response: Answer, body: Readable = bodyOf(response)): void => {
				if (isOver()) return;
				end();
				this.say(sent, () => `← ${shownAnswer(response)}`);
				resolve({
					data: body,
					status: response.status,
					statusText: '',
					headers: response.headers,
					config,
					request: {},
				} as AxiosResponse);
			};
			const timeout = config.timeout
				? setTimeout(() => fail('ECONNABORTED', 'timeout'), config.timeout)
				: undefined;
			config.signal?.addEventListener?.('abort', () => {
				if (isOver()) return;
				end();
				reject(new axios.CanceledError());
			});
			this.carry(request, sent, answer, fail);
		});
	};

	private carry(
		request: ReceivedRequest,
		sent: SentRequest,
		answer: (response: Answer, body?: Readable) => void,
		fail: (code: string) => void,
	): void {
		const { timers, weather, random } = this.options;
		const mishap = weather.next(request.method);
		if (mishap) sent.isCalm = false;
		if (mishap) this.say(sent, () => `  ${JSON.stringify(mishap)}`);
		const there = 5 + Math.floor(random() * 60);
		const back = 5 + Math.floor(random() * 60);
		if (mishap?.kind === 'neverSent') {
			timers.after(there, () => fail(mishap.code));
			return;
		}
		timers.after(there, () => {
			void this.outcomeOf(request, mishap).then((outcome) => {
				if (outcome === 'silent') return;
				const delay = mishap?.kind === 'slow' ? back + mishap.milliseconds : back;
				timers.after(delay, () => {
					if (typeof outcome === 'string') fail(outcome);
					else if (mishap?.kind === 'cutOff') answer(outcome, this.cutOffBodyOf(outcome));
					else answer(outcome);
				});
			});
		});
	}

	/** What comes back: an answer, the code of a lost connection, or nothing at all. */
	private async outcomeOf(
		request: ReceivedRequest,
		mishap: Mishap | undefined,
	): Promise<Answer | string> {
		const { service, timers } = this.options;
		switch (mishap?.kind) {
			case 'lost':
				await this.doIt(request, mishap.done);
				return mishap.code;
			case 'silent':
				await this.doIt(request, mishap.done);
				return 'silent';
			case 'webPage':
				await this.doIt(request, mishap.done ? 'yes' : 'no');
				return htmlAnswer(200);
			case 'status':
				await this.doIt(request, mishap.done);
				return errorAnswer(
					mishap.status,
					mishap.shape,
					'Something went wrong',
					undefined,
					retryAfterHeader(mishap.retryAfter, timers.now()),
				);
			case 'limited':
				return errorAnswer(
					429,
					'hydra',
					'Too many requests',
					undefined,
					retryAfterHeader(mishap.retryAfter, timers.now()),
				);
			case 'refused':
				return errorAnswer(mishap.status, mishap.shape, 'The account is suspended.');
			default:
				return await service.handle(request);
		}
	}

	private async doIt(request: ReceivedRequest, done: Done): Promise<void> {
		const { service, timers } = this.options;
		if (done === 'no') return;
		// No client could avoid sending the same once more at just the moment of a late write.
		if (done === 'yes' || service.looksBeforeItWrites) await service.handle(request);
		else timers.after(LATER_MS, () => void service.handle(request));
	}

	private received(config: InternalAxiosRequestConfig): ReceivedRequest {
		const url = new URL(String(config.url));
		const base = new URL(this.options.service.baseUrl);
		const prefix = base.pathname === '/' ? '' : base.pathname;
		if (url.origin !== base.origin) this.foreignOrigins.add(url.origin);
		const header = (name: string): number => Number(config.headers.get(name) ?? -1);
		const [run, item] = [header(RUN_HEADER), header(ITEM_HEADER)];
		return {
			method: String(config.method).toUpperCase(),
			path: decodeURIComponent(
				url.pathname.startsWith(`${prefix}/`)
					? url.pathname.slice(prefix.length)
					: `/outside${url.pathname}`,
			),
			query: url.searchParams,
			body: typeof config.data === 'string' ? (JSON.parse(config.data) as IDataObject) : {},
			origin: run < 0 ? undefined : { run, item, sentAt: this.options.timers.now() },
		};
	}

	/** Half of a body, and then the end of the connection. */
	private cutOffBodyOf({ body }: Answer): Readable {
		const stream = new Readable({ read: () => undefined });
		// Nobody listens where the run was stopped at this moment; axios's own adapter takes care of that.
		stream.on('error', () => undefined);
		stream.push(Buffer.from(body.slice(0, body.length / 2)));
		this.options.timers.after(5, () => {
			stream.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
		});
		return stream;
	}

	private say({ number, origin }: SentRequest, text: () => string): void {
		const who = origin ? `run ${origin.run} item ${origin.item}` : 'nobody';
		this.options.log(() => `  #${number} ${who}  ${text()}`);
	}
}

const bodyOf = ({ body }: Answer): Readable =>
	Readable.from(body === '' ? [] : [Buffer.from(body)]);

const shownQuery = (query: URLSearchParams): string =>
	query.size > 0 ? `?${query.toString()}` : '';

const shownAnswer = ({ status, headers, body }: Answer): string => {
	const extra = ['retry-after', 'location', 'link']
		.filter((name) => headers[name] !== undefined)
		.map((name) => ` ${name}: ${headers[name]}`);
	return `${status}${extra.join('')} ${body.slice(0, 160)}`;
};
