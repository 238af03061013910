/** Lets at most so many through at once; the others wait in the order of their coming. */
export class Gate {
	private free: number;

	private waiting: Array<() => void> = [];

	/** Everything before this index has gone through: shifting a long list would cost more the longer it is. */
	private first = 0;

	constructor(size: number) {
		this.free = size;
	}

	/** Resolves when there is room. Whoever enters has to leave. */
	async enter(): Promise<void> {
		if (this.free > 0) {
			this.free -= 1;
			return;
		}
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Makes room for the next. */
	leave(): void {
		const next = this.waiting[this.first];
		if (next === undefined) {
			this.free += 1;
			return;
		}
		this.first += 1;
		if (this.first === this.waiting.length) {
			this.waiting = [];
			this.first = 0;
		}
		next();
	}
}
