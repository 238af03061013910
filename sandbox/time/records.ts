interface Waiter<T> {
	predicate: (record: T) => boolean;
	resolve: (record: T) => void;
	reject: (reason: Error) => void;
	cancelTimer: () => void;
}

/** A log that keeps every entry and lets a caller wait for a complete one. */
export class Records<T> {
	private entries: T[] = [];
	private readonly completed = new Set<T>();
	private readonly waiters = new Set<Waiter<T>>();
	private readonly name: string;

	constructor(name: string) {
		this.name = name;
	}

	all(): T[] {
		return [...this.entries];
	}

	/** Adds an entry that is still incomplete. */
	begin(entry: T): void {
		this.entries.push(entry);
	}

	/** Marks an entry as complete and resolves the `waitFor` calls it matches. */
	complete(entry: T): void {
		this.completed.add(entry);
		for (const waiter of [...this.waiters]) {
			if (!waiter.predicate(entry)) continue;
			this.remove(waiter);
			waiter.resolve(entry);
		}
	}

	clear(): void {
		this.entries = [];
		this.completed.clear();
	}

	/**
	 * Resolves with the first complete entry that matches; earlier entries are checked first.
	 * @throws Error after `timeoutMilliseconds` of real time without one
	 */
	async waitFor(predicate: (record: T) => boolean, timeoutMilliseconds: number): Promise<T> {
		for (const entry of this.completed) if (predicate(entry)) return entry;
		return await new Promise<T>((resolve, reject) => {
			const timer = setTimeout(() => {
				this.remove(waiter);
				reject(
					new Error(
						`No such ${this.name} within ${timeoutMilliseconds} ms (${this.completed.size} were seen)`,
					),
				);
			}, timeoutMilliseconds);
			const waiter = { predicate, resolve, reject, cancelTimer: () => clearTimeout(timer) };
			this.waiters.add(waiter);
		});
	}

	/** Rejects all pending `waitFor` calls. */
	stop(): void {
		for (const waiter of [...this.waiters]) {
			this.remove(waiter);
			waiter.reject(new Error(`The sandbox was reset or closed while waiting for a ${this.name}`));
		}
	}

	private remove(waiter: Waiter<T>): void {
		waiter.cancelTimer();
		this.waiters.delete(waiter);
	}
}
