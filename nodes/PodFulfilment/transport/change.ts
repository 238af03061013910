import type { ServiceRequest } from './types';

/**
 * What is known of the one change that an item makes. A response may be lost after the change was made, so a doubt stays
 * until something is read that settles it; a later refusal does not.
 */
export class Change {
	/** Requests sent for it so far. */
	attempts = 0;

	/** It may have been made although no success was seen. */
	isInDoubt = false;

	/** It was in doubt at some time, settled or not. */
	wasInDoubt = false;

	/** The service answered it with a success, or it was found to be made. */
	isDone = false;

	/** What it changes, e.g. `order "A-1"`. */
	about = '';

	onSend({ about }: ServiceRequest): void {
		this.attempts += 1;
		this.about = about;
	}

	onDoubt(): void {
		this.isInDoubt = true;
		this.wasInDoubt = true;
	}

	/** It is known to be made. */
	onDone(): void {
		this.isInDoubt = false;
		this.isDone = true;
	}
}
