import { ServiceRefusal } from './refusal';
import { HeldTooLong, type Run } from './run';
import type { Patience, Repeat, ServiceAnswer, ServiceRequest } from './types';
import { backOff } from './waiting';

const repeatOf = ({ method, repeat }: ServiceRequest): Repeat =>
	repeat ?? (method === 'POST' ? 'whenLimited' : 'always');

/** Whether a request that went this way may be sent again as it is. */
function mayRepeat(repeat: Repeat, { outcome, status, mayPass }: ServiceRefusal): boolean {
	if (status === 429) return true;
	if (outcome === 'busy') return repeat !== 'whenLimited';
	return outcome === 'lost' && mayPass && repeat === 'always';
}

/** How often a request was sent so far, whatever came in between. */
export interface Attempts {
	made: number;
}

/** Seconds as a person says them. */
const spoken = (milliseconds: number): string => {
	const seconds = Math.ceil(milliseconds / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

function sayUntilWhen(refusal: ServiceRefusal, wait: number): void {
	const until = new Date(Date.now() + wait).toISOString();
	const whose =
		refusal.outcome === 'busy' ? 'The service asks to wait' : 'The next attempt would be due in';
	refusal.description = `${refusal.description ?? ''} ${whose} ${spoken(wait)}, until ${until}. That is longer than the option "Max Waiting Time" allows. Run the node again then, or raise the option.`;
}

/** The waits of one item, all its requests together. */
export class Waits {
	private waited = 0;

	/** Whether this item has sent anything yet. */
	hasSent = false;

	private readonly run: Run;

	private readonly patience: Patience;

	constructor(run: Run, patience: Patience) {
		this.run = run;
		this.patience = patience;
	}

	/**
	 * Waits before a request is sent again.
	 *
	 * @returns false when there is nothing left to wait or to attempt; the refusal then says until when
	 * @throws RunEnded when the run ends before
	 */
	async before(nextAttempt: number, refusal: ServiceRefusal): Promise<boolean> {
		if (nextAttempt > this.patience.maxAttempts) return false;
		const wait = Math.max(
			refusal.retryAfter ?? backOff(nextAttempt - 1, Math.random()),
			this.run.pace.held(Date.now()),
		);
		if (this.isTooLong(wait)) {
			sayUntilWhen(refusal, wait);
			return false;
		}
		this.waited += wait;
		await this.run.pause(wait);
		return true;
	}

	/** Whether so many milliseconds are more than is left to wait. */
	readonly isTooLong = (milliseconds: number): boolean =>
		this.waited + milliseconds > this.patience.maxWaitSeconds * 1000;
}

/**
 * Sends a request once it is its turn.
 *
 * @returns also a refusal when nothing was sent, because the service asks to wait for too long
 */
async function sendInTurn(
	run: Run,
	waits: Waits,
	send: () => Promise<ServiceAnswer | ServiceRefusal>,
): Promise<ServiceAnswer | ServiceRefusal | { notSent: ServiceRefusal }> {
	const outcome = await run.send(send, waits.isTooLong, waits.hasSent);
	waits.hasSent = true;
	if (!(outcome instanceof HeldTooLong)) return outcome;
	const refusal = outcome.saying.copy();
	sayUntilWhen(refusal, outcome.milliseconds);
	return { notSent: refusal };
}

/**
 * Sends a request, and again as long as that is safe and the patience lasts. What the service says about its limits
 * holds back the whole run.
 *
 * @param send sends it once
 * @param attempts counts on where the same request was sent before
 * @returns the success, or the refusal that was the last
 */
export async function sendRepeatedly(
	request: ServiceRequest,
	run: Run,
	waits: Waits,
	send: () => Promise<ServiceAnswer | ServiceRefusal>,
	attempts: Attempts = { made: 0 },
): Promise<ServiceAnswer | ServiceRefusal> {
	const repeat = repeatOf(request);
	for (;;) {
		let sentAt = 0;
		const outcome = await sendInTurn(run, waits, async () => {
			sentAt = Date.now();
			return await send();
		});
		if ('notSent' in outcome) return outcome.notSent;
		attempts.made += 1;
		if (!(outcome instanceof ServiceRefusal)) {
			run.pace.accepted();
			return outcome;
		}
		if (outcome.outcome === 'busy') {
			run.heldBy = outcome.copy();
			const wait = outcome.retryAfter ?? backOff(run.pace.refusalsInARow + 1, Math.random());
			const isAsked = outcome.retryAfter !== undefined;
			if (outcome.status === 429) run.pace.slowDown(wait, isAsked, sentAt, Date.now());
			else run.pace.hold(wait, Date.now());
		}
		if (!mayRepeat(repeat, outcome)) return outcome;
		if (!(await waits.before(attempts.made + 1, outcome))) return outcome;
	}
}
