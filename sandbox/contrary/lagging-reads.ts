interface Change {
	/** Real milliseconds since 1970. */
	visibleAt: number;
	/** The order as it was before; undefined where there was none. */
	before: Record<string, unknown> | undefined;
}

/** What readers still see of orders that were changed a moment ago. */
export class LaggingReads {
	private readonly changes = new Map<string, Change>();

	private readonly milliseconds: number;

	constructor(milliseconds: number) {
		this.milliseconds = milliseconds;
	}

	/** @param before the order as it was, undefined for a new one */
	changed(id: string, before: Record<string, unknown> | undefined): void {
		if (this.milliseconds > 0) {
			this.changes.set(id, { visibleAt: Date.now() + this.milliseconds, before });
		}
	}

	/** What a reader sees in place of an order as it is: its old state, or none. */
	oldState(id: string): Change | undefined {
		const change = this.changes.get(id);
		if (change && change.visibleAt > Date.now()) return change;
		this.changes.delete(id);
		return undefined;
	}
}
