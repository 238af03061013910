import type { ErrorShape } from './personality.ts';

/** What a `Retry-After` header says; undefined where there is none. */
export type RetryAfter =
	| undefined
	| 'seconds'
	| 'zero'
	| 'date'
	| 'past'
	| 'unreadableDate'
	| 'garbage'
	| 'negative'
	| 'long';

export type LostCode = 'ECONNRESET' | 'ETIMEDOUT' | 'EPIPE' | 'ERR_STREAM_PREMATURE_CLOSE';

export type NeverSentCode = 'ECONNREFUSED' | 'ENOTFOUND' | 'EAI_AGAIN';

/** Whether a change was made that was not answered as such; `later` is after the answer. */
export type Done = 'no' | 'yes' | 'later';

export type Mishap =
	| { kind: 'neverSent'; code: NeverSentCode }
	| { kind: 'lost'; code: LostCode; done: Done }
	| { kind: 'silent'; done: Done }
	| { kind: 'slow'; milliseconds: number }
	| { kind: 'cutOff' }
	| { kind: 'webPage'; done: boolean }
	| {
			kind: 'status';
			status: 500 | 502 | 503 | 504;
			done: Done;
			retryAfter: RetryAfter;
			shape: ErrorShape;
	  }
	| { kind: 'limited'; retryAfter: RetryAfter }
	| { kind: 'refused'; status: 400 | 401 | 403 | 409 | 422; shape: ErrorShape };

/** Something that happens to requests on their way, `times` in a row, after so many others were left in peace. */
export interface WeatherEvent {
	skip: number;
	times: number;
	method: 'any' | 'GET' | 'POST' | 'PATCH';
	mishap: Mishap;
}

/** Hands each request what happens to it. */
export class Weather {
	private readonly events: WeatherEvent[];

	constructor(events: readonly WeatherEvent[]) {
		this.events = events.map((event) => ({ ...event }));
	}

	/** What happens to a request; undefined when nothing does. */
	next(method: string): Mishap | undefined {
		const [event] = this.events;
		if (!event || (event.method !== 'any' && event.method !== method)) return undefined;
		if (event.skip > 0) {
			event.skip -= 1;
			return undefined;
		}
		event.times -= 1;
		if (event.times <= 0) this.events.shift();
		return event.mishap;
	}

	/** From now on nothing happens any more. */
	clear(): void {
		this.events.length = 0;
	}
}

/** @param now milliseconds since 1970 */
export function retryAfterHeader(retryAfter: RetryAfter, now: number): Record<string, string> {
	const value = {
		seconds: '2',
		zero: '0',
		date: new Date(now + 2_000).toUTCString(),
		past: new Date(now - 60_000).toUTCString(),
		unreadableDate: 'Mon, 12 Okt 2026 10:00:00 GMT',
		garbage: 'soon',
		negative: '-5',
		long: '86400',
	};
	return retryAfter === undefined ? {} : { 'retry-after': value[retryAfter] };
}
