import { validateHeaderName, validateHeaderValue } from 'node:http';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { newIdentifier } from '../identifiers.ts';
import type { RequestRecord } from './request-log.ts';

/** A fixed seed: a run with a `rate` can be repeated exactly. */
const SEED = 49_734_321;

/** A fault to be injected into requests under /api. */
export interface FaultOptions {
	/**
	 * Which requests are hit. Default: all. `*` in `path` stands for any characters; it has no query. A request must have
	 * the parameters in `query`, and may have others.
	 */
	match?: { method?: string; path?: string; query?: Record<string, string> };
	/** The share of matching requests that is hit, 0 to 1. Default: 1. */
	rate?: number;
	/** Only every so many-th matching request may be hit, beginning with that number. Default: 1. */
	every?: number;
	/** How many requests are hit at most. Default: no limit. */
	times?: number;
	/** Real milliseconds to wait before the request is handled. */
	delayMilliseconds?: number;
	/** Respond with this status; the request is not handled. */
	status?: number;
	/** Headers of that response, for example `retry-after`. */
	headers?: Record<string, string>;
	/** Body of that response. Default: the usual one for the status. */
	body?: unknown;
	/** Cut the connection, before the request is handled or after its effect is committed. */
	reset?: 'beforeCommit' | 'afterCommit';
	/** Handle the request, then respond with this status in place of its own. */
	statusAfterCommit?: number;
}

export interface Fault extends FaultOptions {
	id: string;
	/** Requests hit so far. */
	hits: number;
}

/** What decides whether a fault hits a request. */
export type FaultTarget = Pick<RequestRecord, 'method' | 'path' | 'query'>;

interface Injected {
	fault: Fault;
	matches: (request: FaultTarget) => boolean;
	/** Matching requests so far. */
	matched: number;
}

/** The injected faults, and the decision which requests they hit. */
export class Faults {
	private faults: Injected[] = [];
	private readonly delays = new Set<() => void>();
	private readonly random = xoroshiro128plus(SEED);

	inject(options: FaultOptions): { id: string } {
		checkFault(options);
		const fault = { ...options, id: newIdentifier(), hits: 0 };
		this.faults.push({ fault, matches: matcher(options.match), matched: 0 });
		return { id: fault.id };
	}

	all(): Fault[] {
		return this.faults.map(({ fault }) => ({ ...fault }));
	}

	clear(): void {
		this.faults = [];
	}

	/** Returns the faults that hit this request, and counts the hits. At most one ends it. */
	hit(request: FaultTarget): Fault[] {
		if (this.faults.length === 0) return [];
		const hit: Fault[] = [];
		for (const injected of this.faults) {
			const { fault, matches } = injected;
			if (fault.times !== undefined && fault.hits >= fault.times) continue;
			if (endsRequest(fault) && hit.some(endsRequest)) continue;
			if (!matches(request)) continue;
			injected.matched += 1;
			if (injected.matched % (fault.every ?? 1) !== 0) continue;
			if (uniformFloat64(this.random) >= (fault.rate ?? 1)) continue;
			fault.hits += 1;
			hit.push(fault);
		}
		return hit;
	}

	/** Waits in real time; returns early when the sandbox stops. */
	async delay(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => {
			const end = () => {
				clearTimeout(timer);
				this.delays.delete(end);
				resolve();
			};
			const timer = setTimeout(end, milliseconds);
			this.delays.add(end);
		});
	}

	stop(): void {
		this.clear();
		for (const end of [...this.delays]) end();
	}
}

const endsRequest = (fault: Fault): boolean =>
	fault.status !== undefined || fault.reset !== undefined || fault.statusAfterCommit !== undefined;

function matcher(match: FaultOptions['match']): (request: FaultTarget) => boolean {
	const method = match?.method?.toUpperCase();
	const parts = match?.path?.split('*');
	const parameters = Object.entries(match?.query ?? {});
	return (request) =>
		(method === undefined || method === request.method) &&
		(parts === undefined || hasParts(request.path, parts)) &&
		parameters.every(([name, value]) => request.query[name] === value);
}

/** Whether a path consists of these parts with any characters in between. Takes linear time, unlike a pattern. */
function hasParts(path: string, parts: readonly string[]): boolean {
	const [first = '', ...others] = parts;
	const last = others.pop();
	if (last === undefined) return path === first;
	if (!path.startsWith(first)) return false;
	let position = first.length;
	for (const part of others) {
		const found = path.indexOf(part, position);
		if (found < 0) return false;
		position = found + part.length;
	}
	return path.length - last.length >= position && path.endsWith(last);
}

function checkFault(options: FaultOptions): void {
	const { rate, every, times, status, statusAfterCommit, delayMilliseconds, headers } = options;
	if (rate !== undefined && !(rate >= 0 && rate <= 1)) {
		throw new RangeError(`rate must be between 0 and 1, not ${rate}`);
	}
	for (const [name, count] of Object.entries({ every, times })) {
		if (count !== undefined && !(Number.isInteger(count) && count > 0)) {
			throw new RangeError(`${name} must be a whole number above 0, not ${count}`);
		}
	}
	if (delayMilliseconds !== undefined && !(delayMilliseconds >= 0)) {
		throw new RangeError(`delayMilliseconds must be a number from 0 on, not ${delayMilliseconds}`);
	}
	for (const code of [status, statusAfterCommit]) {
		if (code !== undefined && !(Number.isInteger(code) && code >= 200 && code <= 599)) {
			throw new RangeError(`A status must be between 200 and 599, not ${code}`);
		}
	}
	for (const [name, value] of Object.entries(headers ?? {})) {
		validateHeaderName(name);
		validateHeaderValue(name, value);
	}
}
