import type { NodeApiError } from 'n8n-workflow';

import { upperFirst } from '../input/wording';
import type { Change } from '../transport/change';

/** Says what became of a change, e.g. of `order "A-1"`, where no success can be handed out. */
export interface ChangeNotes {
	/** It may have been made although no success was seen, and whether the node may be run again. */
	inDoubt(about: string): string;
	/** An earlier try of Retry On Fail has made it. */
	done(about: string): string;
	/** It was made, and what was to follow it was not. */
	begun?(about: string): string;
	/** It was made, and what was to follow it may have been made. */
	begunInDoubt?(about: string): string;
}

export const CHANGE_NOTES: ChangeNotes = {
	inDoubt: (about) =>
		`The change of ${about} may have been made. Running the node again is safe: the same change is made once.`,
	done: (about) => `The change of ${about} was made by an earlier try of this execution.`,
};

const NOT_AGAIN =
	'Look at it before you do anything else, and do not place it again under another External ID.';

const GOES_ON =
	'Running the node again is safe: with the same External ID it goes on with the order that stands.';

/** Of an order that is placed under its external ID. */
export const PLACEMENT_NOTES: ChangeNotes = {
	inDoubt: (about) =>
		`${upperFirst(about)} may have been placed. Running the node again is safe: with the same External ID no second order is placed. ${NOT_AGAIN}`,
	done: (about) =>
		`${upperFirst(about)} was placed by an earlier try of this execution. ${NOT_AGAIN}`,
	begun: (about) =>
		`${upperFirst(about)} was placed, and is not confirmed by this node. ${GOES_ON}`,
	begunInDoubt: (about) =>
		`${upperFirst(about)} was placed, and its confirmation may have been made. ${GOES_ON}`,
};

function noteOf({ state, lastAbout, isDone }: Change, notes: ChangeNotes): string | undefined {
	if (state === 'notMade') return undefined;
	if (state === 'begun') return notes.begun?.(lastAbout);
	if (!isDone) return notes[state](lastAbout);
	// What this try made, its operation has said.
	return state === 'inDoubt' ? notes.begunInDoubt?.(lastAbout) : undefined;
}

/**
 * Adds to an item's error what became of its change, where that is not known or the error comes after it. Done in one
 * place, so that no error, whatever its cause, leaves it out.
 */
export function describeChange(
	error: NodeApiError,
	change: Change,
	notes: ChangeNotes = CHANGE_NOTES,
): void {
	const note = noteOf(change, notes);
	if (note !== undefined) error.description = `${error.description ?? ''} ${note}`.trim();
}
