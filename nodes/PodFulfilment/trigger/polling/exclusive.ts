/** Runs one call for each key at a time. n8n does not keep polls of one node from overlapping. */
export class Exclusive {
	private readonly running = new Set<string>();

	/** @returns undefined when another call of that key is still running: this one is left out */
	async run<Value>(key: string, work: () => Promise<Value>): Promise<Value | undefined> {
		if (this.running.has(key)) return undefined;
		this.running.add(key);
		try {
			return await work();
		} finally {
			this.running.delete(key);
		}
	}
}
