/**
 * What is known of a change: it was not made; it may have been made; it was made, but a change that has to follow was not;
 * or it was made with all that follows.
 */
type ChangeState = 'notMade' | 'inDoubt' | 'begun' | 'done';

/**
 * What is known of the one change that an item makes. A response may be lost after the change was made, so a doubt stays
 * until something is read that settles it; a later refusal does not.
 */
export class Change {
	/** Requests sent for it so far. */
	attempts = 0;

	/** It may have been made although no success was seen. */
	isInDoubt = false;

	/** It was in doubt at some time, settled or not. */
	wasInDoubt = false;

	/** The service answered it with a success, or it was found to be made. */
	isDone = false;

	/** What it changes, e.g. `order "A-1"`. */
	about = '';

	/** What is to follow it, such as the confirmation of an order that is placed. */
	next: Change | undefined;

	private earlier: Change | undefined;

	/** @param earlier the change of the same item in an earlier try of Retry On Fail */
	constructor(earlier?: Change) {
		this.earlier = earlier;
	}

	/**
	 * Names what is changed, before anything is read or sent for it. What an earlier try made, or may have made, is in
	 * doubt from the beginning: the service may refuse it now because it was made.
	 */
	begin(about: string): void {
		if (this.about !== '') return;
		this.about = about;
		// An expression may give another order to each try. A try in between may not have come so far.
		if (this.earlier?.lastAbout !== about) this.earlier = undefined;
		if (this.earlier !== undefined && this.earlier.state !== 'notMade') this.onDoubt();
	}

	onSend(): void {
		this.attempts += 1;
	}

	onDoubt(): void {
		this.isInDoubt = true;
		this.wasInDoubt = true;
	}

	/** It is known to be made. */
	onDone(): void {
		this.isInDoubt = false;
		this.isDone = true;
	}

	/**
	 * Adds a change that is to follow this one: until it is made, this one counts as begun. It knows what became of the same
	 * change in earlier tries.
	 */
	follow(): Change {
		this.next ??= new Change(this.earlier?.lastNext);
		return this.next;
	}

	/** Whether an earlier try of Retry On Fail made it, with what follows it. */
	get wasDoneBefore(): boolean {
		return this.earlier?.state === 'done';
	}

	/** Whether a request was sent for it, in this or an earlier try of Retry On Fail. */
	get wasSent(): boolean {
		return this.attempts > 0 || this.earlier?.wasSent === true;
	}

	private get lastNext(): Change | undefined {
		return this.next ?? this.earlier?.lastNext;
	}

	/** What is known of it and of what follows it, with all tries of Retry On Fail. */
	get state(): ChangeState {
		const earlier = this.earlier?.state ?? 'notMade';
		if (earlier === 'done') return 'done';
		if (this.isDone) return this.stateOnceDone;
		return this.isInDoubt ? 'inDoubt' : earlier;
	}

	private get stateOnceDone(): ChangeState {
		if (this.next === undefined) return 'done';
		const { state } = this.next;
		return state === 'notMade' ? 'begun' : state;
	}

	/** What it changes, or changed in an earlier try where this one did not come so far. */
	get lastAbout(): string {
		return this.about === '' ? (this.earlier?.lastAbout ?? '') : this.about;
	}
}
