import { newIdentifier } from '../identifiers.ts';

/** A fault to be injected into requests under /api. */
export interface FaultOptions {
	/** Which requests; without it all. `path` may hold `*` for any characters, and has no query. */
	match?: { method?: string; path?: string };
	/** The share of matching requests that is hit, 0 to 1; 1 when left out. */
	rate?: number;
	/** How many requests are hit before the fault is spent; without it any number. */
	times?: number;
	/** Real milliseconds to wait before the request is worked on. */
	delayMilliseconds?: number;
	/** Answer this status; the request is not worked on. */
	status?: number;
	/** Headers of that answer, for example `retry-after`. */
	headers?: Record<string, string>;
	/** Body of that answer in place of the usual one for the status. */
	body?: unknown;
	/** Cut the connection, before the request is worked on or after its work was committed. */
	reset?: 'beforeCommit' | 'afterCommit';
	/** Work on the request, then answer this status in place of its own. */
	statusAfterCommit?: number;
}

export interface Fault extends FaultOptions {
	id: string;
	/** Requests hit so far. */
	hits: number;
}

/** The faults in force, and the random numbers that decide about `rate`: the same in each run. */
export class Faults {
	private faults: Array<{ fault: Fault; matches: (method: string, path: string) => boolean }> = [];
	private readonly delays = new Set<() => void>();
	private state = 0x2f6e2b1;

	inject(options: FaultOptions): { id: string } {
		checkFault(options);
		const fault = { ...options, id: newIdentifier(), hits: 0 };
		this.faults.push({ fault, matches: matcher(options.match) });
		return { id: fault.id };
	}

	all(): Fault[] {
		return this.faults.map(({ fault }) => ({ ...fault }));
	}

	clear(): void {
		this.faults = [];
	}

	/** The faults that hit this request, counted as hits. At most one of them ends the request. */
	hit(method: string, path: string): Fault[] {
		if (this.faults.length === 0) return [];
		const hit: Fault[] = [];
		for (const { fault, matches } of this.faults) {
			if (fault.times !== undefined && fault.hits >= fault.times) continue;
			if (endsRequest(fault) && hit.some(endsRequest)) continue;
			if (!matches(method, path) || this.random() >= (fault.rate ?? 1)) continue;
			fault.hits += 1;
			hit.push(fault);
		}
		return hit;
	}

	/** Waits, unless the sandbox ends first. */
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

	/** mulberry32: seeded, so that a run with `rate` can be repeated. */
	private random(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}
}

const endsRequest = (fault: Fault): boolean =>
	fault.status !== undefined || fault.reset !== undefined || fault.statusAfterCommit !== undefined;

function matcher(match: FaultOptions['match']): (method: string, path: string) => boolean {
	const method = match?.method?.toUpperCase();
	const path = match?.path === undefined ? undefined : pathPattern(match.path);
	return (requestMethod, requestPath) =>
		(method === undefined || method === requestMethod) &&
		(path === undefined || path.test(requestPath));
}

const pathPattern = (path: string): RegExp =>
	new RegExp(
		`^${path
			.split('*')
			.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
			.join('.*')}$`,
	);

function checkFault({ rate, times, status, statusAfterCommit, delayMilliseconds }: FaultOptions) {
	if (rate !== undefined && !(rate >= 0 && rate <= 1)) {
		throw new RangeError(`rate must be between 0 and 1, not ${rate}`);
	}
	if (times !== undefined && !(Number.isInteger(times) && times > 0)) {
		throw new RangeError(`times must be a whole number above 0, not ${times}`);
	}
	if (delayMilliseconds !== undefined && !(delayMilliseconds >= 0)) {
		throw new RangeError(`delayMilliseconds must be a number from 0 on, not ${delayMilliseconds}`);
	}
	for (const code of [status, statusAfterCommit]) {
		if (code !== undefined && !(Number.isInteger(code) && code >= 200 && code <= 599)) {
			throw new RangeError(`A status must be between 200 and 599, not ${code}`);
		}
	}
}
