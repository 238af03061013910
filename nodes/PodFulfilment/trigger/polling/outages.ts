/** How long polls fail before it is told. A restart of the service or a broken connection is over by then. */
const TOLD_AFTER_MS = 10 * 60_000;

/** How often it is told while it lasts. */
const TOLD_EVERY_MS = 60 * 60_000;

interface Outage {
	/** The first poll that failed, in milliseconds since 1970. */
	since: number;
	toldAt?: number;
	/** What the user has to do something about was told. */
	isUrgentTold: boolean;
}

/**
 * Decides which failed polls are told. n8n stores a failed execution and runs the error workflow for each poll that
 * throws: one a minute, for as long as the service is away.
 *
 * Kept in memory: n8n does not store static data for a poll that throws.
 */
export class Outages {
	private readonly outages = new Map<string, Outage>();

	private readonly now: () => number;

	/** @param now current time in milliseconds since 1970 */
	constructor(now: () => number = () => Date.now()) {
		this.now = now;
	}

	end(node: string): void {
		this.outages.delete(node);
	}

	/**
	 * Takes note of a poll that failed.
	 *
	 * @param isUrgent whether it lasts until the user does something about it: told at once
	 * @param isActivation whether somebody is waiting for the workflow to become active: told always
	 * @param isHeldBack the poll has items, and n8n takes either items or an error
	 * @returns since when polls fail, and whether to tell it now
	 */
	fail(
		node: string,
		{ isUrgent = false, isActivation = false, isHeldBack = false } = {},
	): { since: number; isTold: boolean } {
		const now = this.now();
		const outage = this.outages.get(node) ?? { since: now, isUrgentTold: false };
		this.outages.set(node, outage);
		const isDue =
			outage.toldAt === undefined
				? now - outage.since >= TOLD_AFTER_MS
				: now - outage.toldAt >= TOLD_EVERY_MS;
		const isTold = !isHeldBack && (isActivation || isDue || (isUrgent && !outage.isUrgentTold));
		if (isTold) {
			outage.toldAt = now;
			outage.isUrgentTold ||= isUrgent;
		}
		return { since: outage.since, isTold };
	}
}
