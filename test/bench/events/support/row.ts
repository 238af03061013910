/** One line of the table. */
export interface Row {
	work: string;
	figure: string;
	/** What the figure has to reach, in words. */
	toReach: string;
	/** The figure as it was measured. */
	measured: string;
	reached: boolean;
	/** Why, where it is not. */
	note?: string;
}
