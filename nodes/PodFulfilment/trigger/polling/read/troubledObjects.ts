import type { ServiceError } from '../../../transport/errors/serviceError';

/** A failure that is over by then is not reported. */
const REPORTED_AFTER_MS = 10 * 60_000;

const REPORTED_EVERY_MS = 24 * 60 * 60_000;

const REPORTED_AT_MOST_EVERY_MS = 60 * 60_000;

/** What no poll has tried to read for this long is not known to fail any more. */
const FORGOTTEN_AFTER_MS = 2 * REPORTED_EVERY_MS;

/** Objects that a report names; it counts the others. */
const MAX_NAMED = 3;

/** For one object, 403 says nothing of the API key as such. */
const reasonOf = ({ status, message }: ServiceError): string =>
	status === 403 ? 'The service does not allow it to be read (status 403)' : message;

interface Trouble {
	error: ServiceError;
	sinceMs: number;
	lastMs: number;
	reportedAtMs?: number;
}

/**
 * Objects whose requests fail, such as an order whose shipments are refused: the others come first, and these are named once
 * a day. Kept in memory: after a restart, they fail again.
 */
export class TroubledObjects {
	private readonly troubles = new Map<string, Trouble>();

	private reportedAtMs = Number.NEGATIVE_INFINITY;

	/** @param subject what is read, with its ID */
	fail(subject: string, error: ServiceError): void {
		const nowMs = Date.now();
		const { sinceMs = nowMs, reportedAtMs } = this.troubles.get(subject) ?? {};
		this.troubles.set(subject, { error, sinceMs, lastMs: nowMs, reportedAtMs });
	}

	succeed(subject: string): void {
		this.troubles.delete(subject);
	}

	has(subject: string): boolean {
		return this.troubles.has(subject);
	}

	/** Those of some jobs that are known to fail, the one that was tried longest ago first. */
	leastRecent<Job extends { subject: string }>(jobs: readonly Job[]): Job[] {
		const triedMs = (job: Job): number => this.troubles.get(job.subject)?.lastMs ?? 0;
		return jobs.filter(({ subject }) => this.has(subject)).sort((a, b) => triedMs(a) - triedMs(b));
	}

	/** What has failed for some time, as far as it was not reported today; undefined where there is nothing to report. */
	get due(): string | undefined {
		const nowMs = Date.now();
		for (const [subject, { lastMs }] of this.troubles) {
			if (nowMs - lastMs > FORGOTTEN_AFTER_MS) this.troubles.delete(subject);
		}
		// One report for those that begin to fail one after the other.
		if (nowMs - this.reportedAtMs < REPORTED_AT_MOST_EVERY_MS) return undefined;
		const due = [...this.troubles].filter(
			([, { sinceMs, lastMs, reportedAtMs = Number.NEGATIVE_INFINITY }]) =>
				lastMs - sinceMs >= REPORTED_AFTER_MS && nowMs - reportedAtMs >= REPORTED_EVERY_MS,
		);
		if (due.length === 0) return undefined;
		const named = due
			.slice(0, MAX_NAMED)
			.map(
				([subject, { error, sinceMs }]) =>
					`${subject}, since ${new Date(sinceMs).toISOString()}: ${reasonOf(error)}`,
			);
		const others = due.length - named.length;
		return [...named, ...(others > 0 ? [`${others} more`] : [])].join('\n');
	}

	/** Records that what is due was reported. */
	markReported(): void {
		const nowMs = Date.now();
		this.reportedAtMs = nowMs;
		for (const trouble of this.troubles.values()) {
			if (trouble.lastMs - trouble.sinceMs >= REPORTED_AFTER_MS) trouble.reportedAtMs = nowMs;
		}
	}
}
