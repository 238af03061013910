// What fails in several polls, and when that is to be reported.

import { groupedBy } from '../../../input/objects';
import { firstAndMore, truncate } from '../../../input/wording';
import type { ServiceError } from '../../../transport/errors/serviceError';

/** Restarts of the service and brief failures are over by then. */
const REPORTED_AFTER_MS = 10 * 60_000;

const HOUR_MS = 60 * 60_000;

const DAY_MS = 24 * HOUR_MS;

/** What no poll has tried to read for this long is not known to fail any more. */
const FORGOTTEN_AFTER_MS = 2 * DAY_MS;

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

/** An object that is read by its ID, or what belongs to it. */
export interface ReadObject {
	kind: 'order' | 'orderWithShipments' | 'shipments' | 'mockupTask';
	id: string;
}

/** What is read: one object of many, or what there is once, by what it is called. */
export type Subject = ReadObject | string;

/** What an object is called, and many of a kind: the name or the number of the objects that have an ID, in words. */
const WORDS: Record<ReadObject['kind'], (objects: string, isOne: boolean) => string> = {
	order: (orders) => orders,
	orderWithShipments: (orders, isOne) => `${orders} with ${isOne ? 'its' : 'their'} shipments`,
	shipments: (orders) => `the shipments of ${orders}`,
	mockupTask: (tasks) => tasks,
};

const nounOf = ({ kind }: ReadObject): string => (kind === 'mockupTask' ? 'mockup task' : 'order');

const nameOf = (subject: Subject): string =>
	typeof subject === 'string'
		? subject
		: WORDS[subject.kind](`${nounOf(subject)} "${subject.id}"`, true);

/** Of a long text both ends. */
const shortened = (text: string): string =>
	text.length <= MAX_SUBJECT_LENGTH
		? text
		: copyOf(`${text.slice(0, MAX_SUBJECT_LENGTH - 40)}…${text.slice(-39)}`);

/** What is kept of a subject. */
const keptOf = (subject: Subject): Subject =>
	typeof subject === 'string'
		? shortened(subject)
		: { kind: subject.kind, id: shortened(subject.id) };

/** By what a subject is kept. */
const keyOf = (subject: Subject): string => nameOf(keptOf(subject));

/** For one object, a refusal says nothing of the API key, and what is listed exists. */
const REASONS: Partial<Record<number, string>> = {
	401: 'The service does not allow it to be read (status 401)',
	403: 'The service does not allow it to be read (status 403)',
	404: 'The service lists it, but does not find it by its ID (status 404)',
	410: 'The service lists it, but says that it is gone (status 410)',
};

/** Something that fails, by n8n's clock, in milliseconds since 1970. */
interface Trouble {
	subject: Subject;
	status: number;
	message: string;
	sinceMs: number;
	lastMs: number;
	reportedAtMs?: number;
}

const reasonOf = ({ status, message }: Trouble): string => REASONS[status] ?? message;

/** As {@link reasonOf}, for several objects: the message of one may name it. */
const reasonOfMany = ({ status, message }: Trouble): string =>
	REASONS[status] ??
	(status >= 400 && status < 500 ? `The service answers with status ${status}` : message);

/** What a report says of objects of one kind that fail in the same way: many of them in one line. */
function linesOf(troubles: readonly [Trouble, ...Trouble[]]): string[] {
	const [first] = troubles;
	const { subject } = first;
	if (typeof subject === 'string' || troubles.length <= MAX_NAMED) {
		return troubles.map(
			(one) =>
				`${nameOf(one.subject)}, since ${new Date(one.sinceMs).toISOString()}: ${reasonOf(one)}`,
		);
	}
	const many = WORDS[subject.kind](`${troubles.length} ${nounOf(subject)}s`, false);
	const sinceMs = troubles.reduce((least, one) => Math.min(least, one.sinceMs), Infinity);
	// Of shipments, the orders.
	const named = troubles
		.slice(0, MAX_NAMED)
		.map(({ subject: one }) =>
			nameOf(typeof one !== 'string' && one.kind === 'shipments' ? { ...one, kind: 'order' } : one),
		);
	return [
		`${many} cannot be read, since ${new Date(sinceMs).toISOString()}: ${reasonOfMany(first)}. Among them: ${named.join(', ')}`,
	];
}

/** Whether a time has passed; also where the one before lies ahead, as n8n's clock was put right since. */
const hasPassed = (atMs: number | undefined, periodMs: number, nowMs: number): boolean =>
	atMs === undefined || nowMs < atMs || nowMs - atMs >= periodMs;

/** What is known of an outage. */
export interface OutageReport {
	/** When the first poll failed, since 1970. */
	sinceMs: number;
	isReported: boolean;
}

/**
 * What fails, and when it is reported: the service as a whole after 10 minutes and then once an hour, single objects after 10
 * minutes and then once a day. For each poll that throws, n8n stores a failed execution and runs the error workflow.
 *
 * Kept in memory, because n8n does not store static data when a poll throws: after a restart, it fails again.
 */
export class Reports {
	private service:
		{ sinceMs: number; reportedAtMs?: number; isUrgentReported: boolean } | undefined;

	private readonly troubles = new Map<string, Trouble>();

	private objectsReportedAtMs: number | undefined;

	/** Records that the service can be read. */
	endOutage(): void {
		this.service = undefined;
	}

	/**
	 * Records a poll that failed as a whole.
	 *
	 * @param isUrgent whether only the user can fix it: reported at once
	 * @param isActivation whether the activation fails with it: always reported
	 * @param isDelayed whether the next poll is early enough to report it
	 */
	failService({ isUrgent = false, isActivation = false, isDelayed = false } = {}): OutageReport {
		const nowMs = Date.now();
		// One that began in the future began before n8n's clock was put right.
		const isKnown = this.service !== undefined && this.service.sinceMs <= nowMs;
		const outage =
			isKnown && this.service ? this.service : { sinceMs: nowMs, isUrgentReported: false };
		this.service = outage;
		const isDue =
			outage.reportedAtMs === undefined
				? nowMs - outage.sinceMs >= REPORTED_AFTER_MS
				: hasPassed(outage.reportedAtMs, HOUR_MS, nowMs);
		const isReported =
			isActivation || (!isDelayed && (isDue || (isUrgent && !outage.isUrgentReported)));
		if (isReported) {
			outage.reportedAtMs = nowMs;
			outage.isUrgentReported ||= isUrgent;
		}
		return { sinceMs: outage.sinceMs, isReported };
	}

	/** Records that something cannot be read. */
	fail(subject: Subject, { status, message }: Pick<ServiceError, 'status' | 'message'>): void {
		const key = keyOf(subject);
		if (this.troubles.size >= MAX_KEPT && !this.troubles.has(key)) return;
		const nowMs = Date.now();
		const known = this.troubles.get(key);
		const { sinceMs, reportedAtMs } =
			known && known.sinceMs <= nowMs ? known : { sinceMs: nowMs, reportedAtMs: undefined };
		const reason = copyOf(truncate(message, MAX_REASON_LENGTH));
		this.troubles.set(key, {
			subject: keptOf(subject),
			...{ status, message: reason, sinceMs, lastMs: nowMs, reportedAtMs },
		});
	}

	succeed(subject: Subject): void {
		this.troubles.delete(keyOf(subject));
	}

	/** Whether the last reading of an object failed. */
	has(subject: Subject): boolean {
		return this.troubles.has(keyOf(subject));
	}

	private get dueTroubles(): Trouble[] {
		const nowMs = Date.now();
		return [...this.troubles.values()].filter(
			({ sinceMs, lastMs, reportedAtMs }) =>
				lastMs - sinceMs >= REPORTED_AFTER_MS && hasPassed(reportedAtMs, DAY_MS, nowMs),
		);
	}

	/** What is to be reported of single objects; undefined where there is nothing. One report for all of them in an hour. */
	get due(): string | undefined {
		const nowMs = Date.now();
		for (const [key, { lastMs }] of this.troubles) {
			if (nowMs - lastMs > FORGOTTEN_AFTER_MS) this.troubles.delete(key);
		}
		if (!hasPassed(this.objectsReportedAtMs, HOUR_MS, nowMs)) return undefined;
		const alike = groupedBy(
			this.dueTroubles,
			({ subject, status }) => `${typeof subject === 'string' ? subject : subject.kind} ${status}`,
		);
		if (alike.size === 0) return undefined;
		const lines = [...alike.values()].flatMap(linesOf);
		return firstAndMore(lines, (line) => truncate(line, MAX_LINE_LENGTH)).join('\n');
	}

	/** Records that what is due was reported. */
	markReported(): void {
		const nowMs = Date.now();
		for (const trouble of this.dueTroubles) trouble.reportedAtMs = nowMs;
		this.objectsReportedAtMs = nowMs;
	}
}
