interface Waiter<T> {
	predicate: (record: T) => boolean;
	resolve: (record: T) => void;
	reject: (reason: Error) => void;
	cancelTimer: () => void;
}

/** Room for tens of thousands of ordinary requests. */
const MAXIMUM_BYTES = 64 * 1024 * 1024;

/** What an entry takes apart from its texts, about. */
const BYTES_OF_ENTRY = 512;

/** What a member takes apart from its name and its text, about. */
const BYTES_OF_MEMBER = 64;

/** A log that lets a caller wait for a complete entry. It forgets the oldest ones above 64 MiB. */
export class Records<T> {
	/** The size of each entry in bytes, the oldest first. */
	private readonly entries = new Map<T, number>();
	private bytes = 0;
	private readonly completed = new Set<T>();
	private readonly waiters = new Set<Waiter<T>>();
	private readonly name: string;
	private readonly onForget: (entry: T) => void;

	/** @param onForget called for each entry that is dropped or cleared */
	constructor(name: string, onForget: (entry: T) => void = () => undefined) {
		this.name = name;
		this.onForget = onForget;
	}

	all(): T[] {
		return [...this.entries.keys()];
	}

	/**
	 * Adds an entry that is still incomplete.
	 * @param bytes length of its texts
	 */
	begin(entry: T, bytes: number): void {
		this.entries.set(entry, 0);
		this.grow(entry, BYTES_OF_ENTRY + bytes);
	}

	/** Takes note that the texts of an entry have become longer. */
	grow(entry: T, bytes: number): void {
		const size = this.entries.get(entry);
		if (size === undefined) return;
		this.entries.set(entry, size + bytes);
		this.bytes += bytes;
		for (const oldest of this.entries.keys()) {
			if (this.bytes <= MAXIMUM_BYTES) return;
			this.forget(oldest);
		}
	}

	private forget(entry: T): void {
		this.bytes -= this.entries.get(entry) ?? 0;
		this.entries.delete(entry);
		this.completed.delete(entry);
		this.onForget(entry);
	}

	/** Marks an entry as complete and resolves the `waitFor` calls it matches. */
	complete(entry: T): void {
		if (this.entries.has(entry)) this.completed.add(entry);
		for (const waiter of [...this.waiters]) {
			if (!waiter.predicate(entry)) continue;
			this.remove(waiter);
			waiter.resolve(entry);
		}
	}

	clear(): void {
		for (const entry of this.entries.keys()) this.forget(entry);
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

/** What names and values, such as headers, take, about. */
export const bytesOf = (values: object): number =>
	Object.entries(values).reduce(
		(sum, [name, value]) => sum + BYTES_OF_MEMBER + name.length + String(value).length,
		0,
	);
