// The queue of what a poll reads one by one: whoever knows of something adds it, and workers take it in turns.

import type { ServiceError } from '../../../transport/errors/serviceError';
import { mustStop, POLL_CONCURRENCY, TooLittleTime, type PollRequests } from './client';
import type { Subject } from './reports';

const TOO_MANY_REQUESTS = 429;

/** Statuses from 400 to 499 that say nothing of an object: it took too long, or too many requests are sent. */
const NOT_OF_OBJECT = new Set([408, 425, TOO_MANY_REQUESTS]);

/** After so many failures in a row, the others would fail as well: the next poll goes on behind them. */
const MAX_FAILURES_IN_ROW = 5;

/** After so many objects in a row that are refused, the next poll goes on: others may be refused as well. */
const MAX_REFUSED_IN_ROW = 20;

/** Something to read. */
export interface Job {
	/** Jobs of one kind ask for the same: where several in a row fail, the others would fail as well. */
	kind: string;
	/** Key of the object's ID. */
	key: string;
	/** What is read, for reports. */
	subject: Subject;
	/** It is to be told or has changed. */
	isUrgent: boolean;
	/** Returns the error of a request that failed, or that the poll left too little time: then no further job begins. */
	run(): Promise<ServiceError | undefined>;
	/** What is read right behind it, once it was tried; `subject` where that is expected before. */
	next?: { subject: Subject | undefined; plan(): Job | undefined } | undefined;
}

/** What failed in earlier polls is troubled; all else is urgent, or comes in turn from poll to poll. */
type Lane = 'urgent' | 'inTurn' | 'troubled';

const URGENT_FIRST: readonly Lane[] = ['urgent', 'inTurn', 'troubled'];

/** Whose turn it is of the jobs of one kind, and whose it is where there are none: no lane waits for ever. */
const TURNS: ReadonlyArray<readonly Lane[]> = [
	URGENT_FIRST,
	URGENT_FIRST,
	URGENT_FIRST,
	['troubled', 'inTurn', 'urgent'],
	['inTurn', 'urgent', 'troubled'],
];

/** The jobs of one kind that have not begun, and what became of the others. */
class KindOfJobs {
	readonly lanes: Record<Lane, Job[]> = { urgent: [], inTurn: [], troubled: [] };

	readonly failed: Array<{ subject: Subject; error: ServiceError }> = [];

	failuresInRow = 0;

	refusedInRow = 0;

	hasSucceeded = false;

	private turn = 0;

	get isStopped(): boolean {
		return this.failuresInRow >= MAX_FAILURES_IN_ROW || this.refusedInRow >= MAX_REFUSED_IN_ROW;
	}

	/** The next job, taken out. */
	take(): Job | undefined {
		const lane = TURNS[this.turn % TURNS.length]?.find((one) => this.lanes[one].length > 0);
		if (lane === undefined || this.isStopped) return undefined;
		this.turn += 1;
		return this.lanes[lane].shift();
	}
}

/** Runs jobs until the deadline, or until requests fail in general: the kinds in turns, so that none waits for another. */
export class WorkQueue {
	/** That whose turn is next comes first. */
	private readonly kinds = new Map<string, KindOfJobs>();

	/** Jobs that had their turn. */
	private readonly done = new Set<Job>();

	private isOutOfTime = false;

	private readonly requests: PollRequests;

	constructor(requests: PollRequests) {
		this.requests = requests;
	}

	/** Adds jobs, in the order in which those of one kind and urgency are to begin. */
	add(jobs: readonly Job[]): void {
		for (const job of jobs) {
			const { lanes } = this.kindOf(job);
			if (this.isTroubled(job)) {
				lanes.troubled.push(job);
				// It says nothing of where the next poll goes on.
				this.done.add(job);
			} else lanes[job.isUrgent ? 'urgent' : 'inTurn'].push(job);
		}
	}

	/** Runs what was added, as far as the time allows. */
	async run(): Promise<void> {
		const { reports } = this.requests;
		const worker = async (): Promise<void> => {
			for (let job = this.take(); job; job = this.nextOf(job) ?? this.take()) {
				this.finish(job, await job.run());
			}
		};
		await Promise.all(Array.from({ length: POLL_CONCURRENCY }, worker));
		for (const { failed, hasSucceeded, failuresInRow } of this.kinds.values()) {
			// Where the service fails with everything of a kind, it is not because of the objects.
			const areOfObjects = hasSucceeded || failuresInRow < MAX_FAILURES_IN_ROW;
			for (const { subject, error } of failed) {
				if (this.isOfObject(error) || (areOfObjects && !this.isOfAccount(error))) {
					reports.fail(subject, error);
				}
			}
		}
	}

	/**
	 * The key behind which the next poll goes on with jobs that come in turn; undefined where all had their turn. That of the
	 * first is over in any case: one that is always refused because too many are sent must not hold up the others.
	 */
	lastKeyOf(jobs: readonly Job[]): string | undefined {
		const end = jobs.findIndex((job, index) => index > 0 && !this.done.has(job));
		return end > 0 ? jobs[end - 1]?.key : undefined;
	}

	private kindOf({ kind }: Job): KindOfJobs {
		const jobs = this.kinds.get(kind) ?? new KindOfJobs();
		this.kinds.set(kind, jobs);
		return jobs;
	}

	private isTroubled({ subject, next }: Job): boolean {
		const { reports } = this.requests;
		return reports.has(subject) || (next?.subject !== undefined && reports.has(next.subject));
	}

	private get isOver(): boolean {
		return this.isOutOfTime || mustStop(this.requests);
	}

	private nextOf(job: Job): Job | undefined {
		const next = job.next?.plan();
		if (next && !this.isOver) return this.kindOf(next).isStopped ? undefined : next;
		// Or the time might end behind the same jobs in each poll, and what follows them never be read.
		if (next) this.done.delete(job);
		return undefined;
	}

	private take(): Job | undefined {
		if (this.isOver) return undefined;
		for (const [kind, jobs] of [...this.kinds]) {
			const job = jobs.take();
			if (!job) continue;
			this.kinds.delete(kind);
			this.kinds.set(kind, jobs);
			return job;
		}
		return undefined;
	}

	private finish(job: Job, error: ServiceError | undefined): void {
		const { failures, reports } = this.requests;
		if (error instanceof TooLittleTime) {
			this.isOutOfTime = true;
			return;
		}
		const kind = this.kindOf(job);
		if (error === undefined) {
			this.done.add(job);
			kind.failuresInRow = 0;
			kind.refusedInRow = 0;
			kind.hasSucceeded = true;
			failures.noteSuccess();
			reports.succeed(job.subject);
			return;
		}
		kind.failed.push({ subject: job.subject, error });
		if (!this.isOfAccount(error)) this.done.add(job);
		if (this.isOfObject(error)) {
			kind.refusedInRow += 1;
			return;
		}
		kind.failuresInRow += 1;
		// Objects that failed before may do so in a row, although others can be read.
		const isExpected = kind.hasSucceeded && reports.has(job.subject);
		if (failures.isOfKey(error) || (kind.failuresInRow === MAX_FAILURES_IN_ROW && !isExpected)) {
			failures.add(error);
		}
	}

	private isOfAccount(error: ServiceError): boolean {
		return error.status === TOO_MANY_REQUESTS || this.requests.failures.isOfKey(error);
	}

	/** Whether the service answered, with a refusal of this object: that says nothing of any other. */
	private isOfObject(error: ServiceError): boolean {
		const { status } = error;
		return status >= 400 && status < 500 && !NOT_OF_OBJECT.has(status) && !this.isOfAccount(error);
	}
}
