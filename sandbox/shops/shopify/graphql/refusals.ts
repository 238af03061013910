export interface UserError {
	/** The path of the input that is wrong. */
	field: string[] | null;
	message: string;
}

/** A refusal that was ordered: the mutation answers 200 with this in `userErrors`, and changes nothing. */
export interface Refusal {
	mutation: 'fulfillmentCreate' | 'fulfillmentTrackingInfoUpdate';
	message: string;
	field?: string[];
	/** How often. Default: once. */
	times?: number;
}

/** The refusals that were ordered and have not happened yet. */
export class Refusals {
	private refusals: Array<Refusal & { left: number }> = [];

	order(refusal: Refusal): void {
		this.refusals.push({ ...refusal, left: refusal.times ?? 1 });
	}

	clear(): void {
		this.refusals = [];
	}

	/** The refusal of this call of a mutation, if there is one. */
	take(mutation: Refusal['mutation']): UserError | undefined {
		const refusal = this.refusals.find((entry) => entry.mutation === mutation && entry.left > 0);
		if (!refusal) return undefined;
		refusal.left -= 1;
		return { field: refusal.field ?? null, message: refusal.message };
	}
}
