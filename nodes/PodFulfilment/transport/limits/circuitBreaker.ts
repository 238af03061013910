// Circuit breaker: stops asking a service that has not been available for a while (an outage), where nobody watches the
// run. It opens, refuses requests, and lets a single one through as a trial.

import { ServiceError, type Result } from '../errors/serviceError';

/** How long an unavailable service is tried before the items of a run are refused at once. */
export const OUTAGE_MS = 60_000;

/** Part of the time that is tried for at least: back-offs have jitter. */
const TRIED_PART = 0.75;

/** A request was not sent, because the service was not available for too long. */
export class NotSent {
	readonly error: ServiceError;

	constructor(error: ServiceError) {
		this.error = error;
	}
}

/** The error of a request that is not sent because others failed. Says nothing about their changes. */
const refusalAfter = (error: ServiceError): ServiceError =>
	error.reworded({
		description:
			'The service was not available to this execution for a while, so it is not asked again. Run the node again once it is available.',
	});

/**
 * Circuit breaker of one account in a run that nobody watches. Opens once a request was tried for as long as the run may
 * try; then one request is the trial (half-open), and the others wait for its result: they are sent if the service
 * answers, and refused at once if it does not. After {@link OUTAGE_MS} there is another trial.
 */
export class CircuitBreaker {
	/** When the first request failed since an answer closed the breaker, in milliseconds since 1970. */
	private failingSinceMs: number | undefined;

	/** Whether a read failed since then. */
	private hasReadFailed = false;

	/** Why it is open; undefined while it is closed. */
	private openedBy: ServiceError | undefined;

	private nextTrialAtMs = 0;

	/** Settles when the trial that is under way has ended. */
	private trial: Promise<unknown> | undefined;

	/**
	 * Runs what sends a request, unless it is refused.
	 *
	 * @param request tells {@link CircuitBreaker.onResult} its result before it resolves
	 */
	async send<Response>(request: () => Promise<Response>): Promise<Response | NotSent> {
		while (this.openedBy && this.trial) await this.trial;
		if (!this.openedBy) return await request();
		if (Date.now() < this.nextTrialAtMs) return new NotSent(refusalAfter(this.openedBy));
		let endTrial = (): void => undefined;
		this.trial = new Promise<void>((resolve) => {
			endTrial = resolve;
		});
		try {
			return await request();
		} finally {
			this.trial = undefined;
			endTrial();
		}
	}

	/** Whether requests failed, and none has closed the breaker since. */
	get isFailing(): boolean {
		return this.failingSinceMs !== undefined;
	}

	/**
	 * Notes the result of a request. An answer of the service itself closes the breaker, unless it is the answer to a read and
	 * only writes failed: a service may be read while it takes no orders.
	 */
	onResult(result: Result<unknown>, isWrite: boolean): void {
		if (result instanceof ServiceError && (result.isUnavailable || result.status === 0)) {
			this.failingSinceMs ??= Date.now();
			this.nextTrialAtMs = Date.now() + OUTAGE_MS;
			this.hasReadFailed ||= !isWrite;
			return;
		}
		if (!isWrite && !this.hasReadFailed) return;
		this.hasReadFailed = false;
		this.failingSinceMs = undefined;
		this.openedBy = undefined;
	}

	/**
	 * Notes that a request was given up.
	 *
	 * @param patienceMs how long it might have been tried
	 */
	onGivenUp(error: ServiceError, patienceMs: number): void {
		if (!error.isUnavailable || this.failingSinceMs === undefined || this.openedBy) return;
		if (Date.now() - this.failingSinceMs < patienceMs * TRIED_PART) return;
		this.openedBy = error;
		this.nextTrialAtMs = Date.now();
	}
}
