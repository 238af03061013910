import { firstAndMore, truncate } from '../../../input/wording';
import type { ServiceError } from '../../../transport/errors/serviceError';

/** A failure that is over by then is not reported. */
const REPORTED_AFTER_MS = 10 * 60_000;

const REPORTED_EVERY_MS = 24 * 60 * 60_000;

const REPORTED_AT_MOST_EVERY_MS = 60 * 60_000;

/** What no poll has tried to read for this long is not known to fail any more. */
const FORGOTTEN_AFTER_MS = 2 * REPORTED_EVERY_MS;

/** Objects of one kind that fail for one reason and are named; more are counted. */
const MAX_NAMED = 3;

/** Objects that are kept; of more, the others are taken for such as never failed. */
const MAX_KEPT = 2_000;

/** IDs and messages are of any length, and kept for two days. */
const MAX_SUBJECT_LENGTH = 200;
const MAX_REASON_LENGTH = 200;

/** Length of one line of a report: with 20 of them, its description is full. */
const MAX_LINE_LENGTH = 400;

/** A part of a text, as one of its own: otherwise it would keep the whole text in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/** By what an object is kept: its subject, of a long one both ends. */
const keyOf = (subject: string): string =>
	subject.length <= MAX_SUBJECT_LENGTH
		? subject
		: copyOf(`${subject.slice(0, MAX_SUBJECT_LENGTH - 40)}…${subject.slice(-39)}`);

/** What many objects are called, by the name of one. */
const MANY: ReadonlyArray<[name: RegExp, many: string]> = [
	[/^the shipments of order "/, 'the shipments of # orders'],
	[/^order "[^]*" with its shipments$/, '# orders with their shipments'],
	[/^order "/, '# orders'],
	[/^mockup task "/, '# mockup tasks'],
];

const manyOf = (subject: string): string | undefined =>
	MANY.find(([name]) => name.test(subject))?.[1];

/** For one object, a refusal says nothing of the API key as such, and what is listed exists. */
const REASONS: Partial<Record<number, string>> = {
	401: 'The service does not allow it to be read (status 401)',
	403: 'The service does not allow it to be read (status 403)',
	404: 'The service lists it, but does not find it by its ID (status 404)',
	410: 'The service lists it, but says that it is gone (status 410)',
};

/** What is kept of an error. */
interface Reason {
	status: number;
	message: string;
}

const reasonOf = ({ status, message }: Reason): string => REASONS[status] ?? message;

interface Trouble {
	error: Reason;
	sinceMs: number;
	lastMs: number;
	reportedAtMs?: number;
}

/** As {@link reasonOf}, for several objects: the message of one may name it. */
const reasonOfMany = (error: Reason): string =>
	REASONS[error.status] ??
	(error.status >= 400 && error.status < 500
		? `The service answers with status ${error.status}`
		: error.message);

type Named = [subject: string, trouble: Trouble];

/** What a report says of objects of one kind that fail in the same way: many of them in one line. */
function linesOf(troubles: readonly [Named, ...Named[]]): string[] {
	const [[subject, { error }]] = troubles;
	const many = manyOf(subject);
	if (many === undefined || troubles.length <= MAX_NAMED) {
		return troubles.map(
			([name, one]) =>
				`${name}, since ${new Date(one.sinceMs).toISOString()}: ${reasonOf(one.error)}`,
		);
	}
	const sinceMs = troubles.reduce((least, [, one]) => Math.min(least, one.sinceMs), Infinity);
	const named = troubles
		.slice(0, MAX_NAMED)
		.map(([name]) => name.replace(/^the shipments of /, ''));
	return [
		`${many.replace('#', String(troubles.length))} cannot be read, since ${new Date(sinceMs).toISOString()}: ${reasonOfMany(error)}. Among them: ${named.join(', ')}`,
	];
}

/**
 * Objects whose requests fail, such as an order whose shipments are refused: the others come first, and these are named once
 * a day. Kept in memory: after a restart, they fail again.
 */
export class TroubledObjects {
	private readonly troubles = new Map<string, Trouble>();

	private reportedAtMs = Number.NEGATIVE_INFINITY;

	/** @param subject what is read, with its ID */
	fail(subject: string, { status, message }: ServiceError): void {
		const key = keyOf(subject);
		if (this.troubles.size >= MAX_KEPT && !this.troubles.has(key)) return;
		const nowMs = Date.now();
		const { sinceMs = nowMs, reportedAtMs } = this.troubles.get(key) ?? {};
		const error = { status, message: copyOf(truncate(message, MAX_REASON_LENGTH)) };
		this.troubles.set(key, { error, sinceMs, lastMs: nowMs, reportedAtMs });
	}

	succeed(subject: string): void {
		this.troubles.delete(keyOf(subject));
	}

	has(subject: string): boolean {
		return this.troubles.has(keyOf(subject));
	}

	/** Those of some jobs that are known to fail, the one that was tried longest ago first. */
	leastRecent<Job extends { subject: string }>(jobs: readonly Job[]): Job[] {
		const triedMs = (job: Job): number => this.troubles.get(keyOf(job.subject))?.lastMs ?? 0;
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
		const alike = new Map<string, [Named, ...Named[]]>();
		for (const one of due) {
			const [subject, { error }] = one;
			const kind = `${manyOf(subject) ?? subject} ${error.status}`;
			const others = alike.get(kind);
			if (others) others.push(one);
			else alike.set(kind, [one]);
		}
		const lines = [...alike.values()].flatMap(linesOf);
		return firstAndMore(lines, (line) => truncate(line, MAX_LINE_LENGTH)).join('\n');
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
