/** One of the promises. */
export interface Promised {
	/** As in docs/promises.md. */
	number: number;
	name: string;
}

export interface Violation {
	invariant: Promised;
	text: string;
}

/** What became of a history. */
export interface Outcome {
	violations: Violation[];
	/** What happened, line by line. */
	log: string[];
}
