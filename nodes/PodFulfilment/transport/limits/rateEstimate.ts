/** Sending goes on so far below an estimate: at the estimate itself, the next window would be full at once. */
const MARGIN = 0.05;

/** Seconds until a well-founded estimate is reached again, and how long it is kept before more is tried. */
const MAX_PLATEAU_SECONDS = 12.8;
const MIN_PLATEAU_SECONDS = 0.2;

/** So many accepted requests make an estimate well founded; one from fewer is tested sooner. */
const WELL_FOUNDED_FROM = 100;

/** How much longer than the last plateau the next one is at least: each limit that is met confirms the estimate. */
const PLATEAU_GROWTH = 4;

/** One limit that was met early lowers the rate no further than to this share of the last estimate. */
const LARGEST_DECREASE = 0.5;

/** Share of the pause that the sending before it is charged with where the estimate proved too high. */
const PAUSE_SHARE = 0.4;

/** Limits are told in requests per second, or count over longer than that. */
const SHORTEST_WINDOW_SECONDS = 1;

/** The rate that the service is thought to accept. */
export interface RateEstimate {
	/** Requests per second. */
	rate: number;
	/** Seconds over which sending approaches that rate. */
	plateauSeconds: number;
}

/** What happened between the last estimate and the time when sending goes on after a limit was met. */
export interface LimitSample {
	/** Requests that the service let through. */
	accepted: number;
	/** Seconds in all, the pause included. */
	seconds: number;
	/** Seconds of it in which requests were sent. */
	sendingSeconds: number;
	/** By how many seconds the pause may have been longer than the service needed. */
	toleranceSeconds: number;
	/** Requests per second that were sent when the limit was met; Infinity when no rate was kept. */
	sendingRate: number;
}

/**
 * Seconds that the accepted requests count for. A service that names whole seconds asks for up to one too many, so a
 * limit per second looks slower than it is.
 */
function windowSeconds({ seconds, toleranceSeconds }: LimitSample): number {
	const earliest = seconds - toleranceSeconds;
	return earliest <= SHORTEST_WINDOW_SECONDS ? SHORTEST_WINDOW_SECONDS : (earliest + seconds) / 2;
}

/** Rate of a sample that was sent at a kept rate for most of its time. */
function steadyRate(
	{ accepted, seconds, sendingSeconds, sendingRate }: LimitSample,
	previous: RateEstimate,
): number {
	// Met below the estimate: the estimate was too high, and the pause is a part of what the limit takes.
	const charged = sendingRate < previous.rate ? PAUSE_SHARE * (seconds - sendingSeconds) : 0;
	return accepted / (sendingSeconds + charged);
}

/**
 * Estimates the rate that the service accepts from what it accepted until its limit was met.
 *
 * @param sample with at least one accepted request
 * @param previous undefined when no limit was met before
 */
export function estimateRate(sample: LimitSample, previous?: RateEstimate): RateEstimate {
	const { accepted, seconds, sendingSeconds, sendingRate } = sample;
	const windowRate = accepted / windowSeconds(sample);
	const plateauSeconds = Math.max(
		MIN_PLATEAU_SECONDS,
		MAX_PLATEAU_SECONDS * Math.min(1, accepted / WELL_FOUNDED_FROM),
	);
	if (!previous) return { rate: windowRate, plateauSeconds };
	const isBurst = sendingSeconds < seconds / 2;
	const rate = isBurst
		? Math.max(windowRate, previous.rate * LARGEST_DECREASE)
		: Math.max(windowRate, steadyRate(sample, previous));
	return {
		rate: Math.min(rate, sendingRate),
		plateauSeconds: Math.min(
			MAX_PLATEAU_SECONDS,
			Math.max(plateauSeconds, PLATEAU_GROWTH * previous.plateauSeconds),
		),
	};
}

/**
 * Rate to send at, so many seconds after sending went on: TCP CUBIC's curve. It starts a little below the estimate,
 * flattens out as it reaches it, and grows ever faster once it is past it, so that a limit that was lifted is noticed.
 *
 * @returns requests per second
 */
export const rateAfter = (seconds: number, { rate, plateauSeconds }: RateEstimate): number =>
	rate * (1 + MARGIN * (seconds / plateauSeconds - 1) ** 3);
