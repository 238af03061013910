interface Change<State> {
	/** Real milliseconds since 1970. */
	visibleAt: number;
	/** What was there before it; undefined where there was nothing. */
	before: State | undefined;
}

/** What readers still see of entities that were changed a moment ago. */
export class LaggingReads<State> {
	/** The changes of each entity that are not visible yet, oldest first. */
	private readonly changes = new Map<string, Array<Change<State>>>();

	private readonly milliseconds: () => number;

	/** @param milliseconds real milliseconds until a change is visible; 0 for at once */
	constructor(milliseconds: () => number) {
		this.milliseconds = milliseconds;
	}

	/** @param before called only when reads lag; undefined for a new entity */
	changed(id: string, before: () => State | undefined): void {
		const milliseconds = this.milliseconds();
		if (milliseconds <= 0) return;
		const changes = this.changes.get(id) ?? [];
		changes.push({ visibleAt: Date.now() + milliseconds, before: before() });
		this.changes.set(id, changes);
	}

	/** Returns what a reader sees in place of an entity as it is: its old state, or none. */
	oldState(id: string): { before: State | undefined } | undefined {
		const changes = this.changes.get(id)?.filter(({ visibleAt }) => visibleAt > Date.now()) ?? [];
		if (changes.length > 0) this.changes.set(id, changes);
		else this.changes.delete(id);
		return changes[0];
	}
}
