/**
 * The time of the service, in seconds since 1970: the `Date` of its last answer, so that n8n's clock may jump, as on a machine
 * that starts without knowing the time. Where a gateway takes that header away, n8n's time.
 */
export class ServiceClock {
	/** Whether the service has answered in this poll. */
	isKnown = false;

	now: number;

	private readonly n8nNowMs: () => number;

	/** @param before the time of the last poll, which counts until the service answers */
	constructor(before = 0, n8nNowMs = (): number => Date.now()) {
		this.now = before;
		this.n8nNowMs = n8nNowMs;
	}

	/** @param header `Date` of an answer */
	noteAnswer(header: string | undefined): void {
		const timeMs =
			header !== undefined && /^\w{3}, .* GMT$/.test(header) ? Date.parse(header) : NaN;
		this.now = Math.floor((Number.isNaN(timeMs) ? this.n8nNowMs() : timeMs) / 1000);
		this.isKnown = true;
	}
}
