import { bytesOf, Records } from '../time/records.ts';
import { parseJson } from '../validation/json.ts';

/** One request under /api as the sandbox received it. */
export interface RequestRecord {
	method: string;
	/** The path as sent, still percent-encoded, without the query. */
	path: string;
	query: Record<string, string>;
	/** As received, but of those that may hold a secret only that they were sent. */
	headers: Record<string, string | string[] | undefined>;
	/** The parsed JSON, or the text when it is not valid JSON. */
	readonly body: unknown;
	/** The response status; undefined while the request is open and when the connection was cut. */
	status: number | undefined;
	startedAt: string;
	finishedAt: string | undefined;
	/** Number of open requests when this one began, including itself. */
	inFlight: number;
}

/** Records every request under /api, and how many are open at once. */
export class RequestLog {
	readonly requests = new Records<RequestRecord>('request');
	/** Kept as text: parsed, a body can take a hundred times as much memory. */
	private readonly bodies = new WeakMap<RequestRecord, string>();
	private open = 0;
	private peak = 0;

	begin(
		entry: Omit<RequestRecord, 'body' | 'status' | 'startedAt' | 'finishedAt' | 'inFlight'>,
	): RequestRecord {
		this.open += 1;
		this.peak = Math.max(this.peak, this.open);
		const { bodies } = this;
		const record: RequestRecord = {
			...entry,
			get body() {
				return parsed(bodies.get(record));
			},
			status: undefined,
			startedAt: new Date().toISOString(),
			finishedAt: undefined,
			inFlight: this.open,
		};
		this.requests.begin(record, entry.path.length + bytesOf(entry.query) + bytesOf(entry.headers));
		return record;
	}

	addBody(record: RequestRecord, text: string): void {
		this.bodies.set(record, text);
		this.requests.grow(record, text.length);
	}

	/** Completes a record: the response is about to be sent, or the connection was cut. */
	finish(record: RequestRecord, status: number | undefined): void {
		if (record.finishedAt !== undefined) return;
		this.open -= 1;
		record.status = status;
		record.finishedAt = new Date().toISOString();
		this.requests.complete(record);
	}

	peakInFlight(): number {
		return this.peak;
	}

	clear(): void {
		this.requests.clear();
		this.peak = this.open;
	}

	stop(): void {
		this.requests.stop();
	}
}

function parsed(text: string | undefined): unknown {
	if (text === undefined) return undefined;
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}
