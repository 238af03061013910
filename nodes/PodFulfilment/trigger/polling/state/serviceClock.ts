/**
 * The time of the service, in seconds since 1970: the `Date` of its last answer. Without that header, the newest time that it
 * has shown. n8n's own clock may jump, as on a machine that starts without knowing the time.
 */
export class ServiceClock {
	private date: number | undefined;

	private newest: number;

	/** @param newest the newest time that earlier polls have seen */
	constructor(newest = 0) {
		this.newest = newest;
	}

	/** @param header `Date` of an answer */
	noteDate(header: string | undefined): void {
		const time = header !== undefined && /^\w{3}, .* GMT$/.test(header) ? Date.parse(header) : NaN;
		if (!Number.isNaN(time)) this.date = Math.floor(time / 1000);
	}

	/** Notes a time of an object. */
	noteTime(time: number | undefined): void {
		if (time !== undefined && time > this.newest) this.newest = time;
	}

	/** Whether an answer of this poll had a `Date`. */
	get hasDate(): boolean {
		return this.date !== undefined;
	}

	get now(): number {
		return this.date ?? this.newest;
	}
}
