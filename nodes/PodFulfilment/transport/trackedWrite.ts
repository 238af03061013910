// Whether the change that an item makes at the service was made, was not, or may have been, over all requests and
// tries; and likewise its follow-up.

import { ServiceError, type Result } from './errors/serviceError';

/**
 * What one try knows of its write.
 * - `unsent`: nothing was sent
 * - `withoutEffect`: requests were sent, and all of them failed without effect
 * - `inDoubt`: it may have been made although no success was seen, or the success may be about something else
 * - `settled`: a success was seen, the service shows it, or nothing has to be sent any more
 */
type WriteState = 'unsent' | 'withoutEffect' | 'inDoubt' | 'settled';

/**
 * What is known of a write with its follow-up, over all tries of Retry On Fail.
 * - `followUpMissing`: it was made, and what has to follow it was not
 */
export type WriteProgress = 'notMade' | 'inDoubt' | 'followUpMissing' | 'done';

/**
 * Keeps track of the one change that an item makes at the service, such as placing an order: whether it was made, was not,
 * or may have been. It sends nothing itself; it is told of each request's result. A response may be lost after the change
 * was made, so each try of n8n's Retry On Fail starts from what the tries before it left in doubt.
 */
export class TrackedWrite {
	private state: WriteState = 'unsent';

	/**
	 * It was in doubt at some time in this try, and may still be. A success after a lost response may answer either request:
	 * whose order it is then has to be compared, see createOnce.
	 */
	wasEverInDoubt = false;

	/** In this try. What is settled need not be: an order that existed before is not. */
	private wasMade = false;

	/** What was done without a request is not said to be sent, such as a confirmation. */
	private hasSent = false;

	/** What it changes, e.g. `order "A-1"`; empty until {@link begin}. */
	private subject = '';

	private followUpWrite: TrackedWrite | undefined;

	private earlier: TrackedWrite | undefined;

	/** @param earlier the write of the same item in an earlier try of Retry On Fail */
	constructor(earlier?: TrackedWrite) {
		this.earlier = earlier;
	}

	/**
	 * Names what is changed, before anything is read or sent for it. What an earlier try made, or may have made, is in
	 * doubt from now on: the service may refuse it because it was made. Further calls have no effect.
	 */
	begin(subject: string): void {
		if (this.subject !== '') return;
		this.subject = subject;
		// An expression may give another order to each try. A try in between may not have come so far.
		if (this.earlier?.lastSubject !== subject) this.earlier = undefined;
		if (this.earlier?.mayHaveMadeIt === true) this.onDoubt();
	}

	/** Notes the result of a request that was sent for it. A refusal does not end a doubt: it may be due to what was made. */
	onResult(result: Result<unknown>): void {
		this.hasSent = true;
		if (!(result instanceof ServiceError)) this.onMade();
		else if (result.isIndeterminate) this.onDoubt();
		else if (this.state === 'unsent') this.state = 'withoutEffect';
	}

	/** It may have been made, or not: also where a success may be about something else, such as an order that existed before. */
	onDoubt(): void {
		this.state = 'inDoubt';
		this.wasEverInDoubt = true;
	}

	/** It is known to be made. */
	onMade(): void {
		this.state = 'settled';
		this.wasMade = true;
	}

	/** Nothing has to be sent for it: what it asks for is so, or can no longer be. */
	onNotNeeded(): void {
		this.state = 'settled';
	}

	/**
	 * Says that another write has to follow this one, and returns it: until it is done, this one has a missing follow-up. It
	 * knows what became of the same follow-up in earlier tries. Further calls return the same.
	 */
	expectFollowUp(): TrackedWrite {
		this.followUpWrite ??= new TrackedWrite(this.earlier?.lastFollowUp);
		return this.followUpWrite;
	}

	/** It may have been made although no success was seen. */
	get isInDoubt(): boolean {
		return this.state === 'inDoubt';
	}

	/** In this try it was made, or is no longer needed. */
	get isSettled(): boolean {
		return this.state === 'settled';
	}

	/** An earlier try of Retry On Fail is known to have made it; what has to follow it is missing. */
	get wasMadeByEarlierTry(): boolean {
		return this.earlier?.progress === 'followUpMissing' && this.earlier.mayHaveMadeIt;
	}

	/** An earlier try of Retry On Fail made it, with its follow-up. */
	get wasDoneByEarlierTry(): boolean {
		return this.earlier?.progress === 'done';
	}

	/** In an earlier try of Retry On Fail it was made, or no longer needed, whatever became of its follow-up. */
	get wasSettledByEarlierTry(): boolean {
		return (
			this.earlier !== undefined && (this.earlier.isSettled || this.earlier.wasSettledByEarlierTry)
		);
	}

	/** A request was sent for it, in this or an earlier try of Retry On Fail. */
	get wasSent(): boolean {
		return this.hasSent || this.earlier?.wasSent === true;
	}

	/** What is known of it and of its follow-up, with all tries of Retry On Fail. */
	get progress(): WriteProgress {
		const before = this.earlier?.progress ?? 'notMade';
		if (before === 'done') return 'done';
		if (this.isSettled) return this.progressOfFollowUp;
		return this.isInDoubt ? 'inDoubt' : before;
	}

	/** What it changes, or changed in an earlier try where this one did not come so far. */
	get lastSubject(): string {
		return this.subject === '' ? (this.earlier?.lastSubject ?? '') : this.subject;
	}

	/** What was found as it should be, and never in doubt, was not made by this or an earlier try. */
	private get mayHaveMadeIt(): boolean {
		return this.wasMade || this.wasEverInDoubt || this.earlier?.mayHaveMadeIt === true;
	}

	private get progressOfFollowUp(): WriteProgress {
		if (this.followUpWrite === undefined) return 'done';
		const { progress } = this.followUpWrite;
		return progress === 'notMade' ? 'followUpMissing' : progress;
	}

	private get lastFollowUp(): TrackedWrite | undefined {
		return this.followUpWrite ?? this.earlier?.lastFollowUp;
	}
}
