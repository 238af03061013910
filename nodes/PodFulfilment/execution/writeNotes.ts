// What an error says of a change that was made by an earlier try, may have been made, or lacks its follow-up. Also the
// errors that say 'Do not retry this execution', and `ProblemsError`, which lists several problems.

import { UserError } from 'n8n-workflow';

import type { TrackedWrite } from '../transport/trackedWrite';

/** Says what became of a write, e.g. of `order "A-1"`, where no success can be shown. */
export interface WriteNotes {
	/** It may have been made although no success was seen, and whether the node may be run again. */
	inDoubt(subject: string): string;
	/** An earlier try of Retry On Fail has made it. */
	done(subject: string): string;
	/** It was made, and its follow-up was not. */
	followUpMissing?(subject: string): string;
	/** It was made, and its follow-up may have been made. */
	followUpInDoubt?(subject: string): string;
	/** Begins the list of the items whose follow-up was not made, e.g. 'Placed, but not confirmed'. */
	followUpMissingItems?: string;
}

/** An error after which running the node again does not help, as its text says; no other text then says that it is safe. */
export class DoNotRetryError extends UserError {}

/** An error about what an earlier try left, which says itself what became of it. */
export class EarlierTryError extends DoNotRetryError {}

/** Several problems in one error: its description lists them all, and its message has the first of them once more. */
export class ProblemsError extends UserError {
	readonly isDoNotRetry: boolean;

	constructor(message: string, description: string, isDoNotRetry: boolean) {
		super(message, { description });
		this.isDoNotRetry = isDoNotRetry;
	}
}

export const isDoNotRetry = (error: unknown): boolean =>
	error instanceof DoNotRetryError || (error instanceof ProblemsError && error.isDoNotRetry);

export const DO_NOT_RETRY = 'Do not retry this execution.';

export const WRITE_NOTES: WriteNotes = {
	inDoubt: (subject) =>
		`The change of ${subject} may have been made. Running the node again is safe: the same change is made once.`,
	done: (subject) => `The change of ${subject} was made by an earlier try of this execution.`,
};

/**
 * What an item's error has to say about its write, where it is not known what became of it or the error comes after it.
 * Asked in one place, so that no error, whatever its cause, leaves it out.
 */
export function noteOf(
	{ progress, lastSubject, isSettled }: TrackedWrite,
	notes: WriteNotes = WRITE_NOTES,
): string | undefined {
	if (progress === 'notMade') return undefined;
	if (progress === 'followUpMissing') return notes.followUpMissing?.(lastSubject);
	if (!isSettled) return notes[progress](lastSubject);
	// What this try made, its operation has said.
	return progress === 'inDoubt' ? notes.followUpInDoubt?.(lastSubject) : undefined;
}
