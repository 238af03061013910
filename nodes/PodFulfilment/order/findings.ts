/** Collects what the user should know about an order: warnings, those of them to review, and problems. */
export class Findings {
	/** What the user should know, one text each. */
	readonly warnings: string[] = [];

	/** The warnings that question the order itself. As long as there are any, the order is not confirmed. */
	readonly toReview: string[] = [];

	/** What prevents the order from being sent, one text each. */
	readonly problems: string[] = [];

	/** Adds a warning that questions the order itself: somebody has to look at it before it is produced. */
	review(text: string): void {
		this.warnings.push(text);
		this.toReview.push(text);
	}
}
