import type { NodeApiError } from 'n8n-workflow';

import { upperFirst } from '../input/wording';
import type { Change } from '../transport/change';

const SAFE_TO_RUN_AGAIN = 'Running the node again is safe: the same change is made once.';

/**
 * Says that a change may have been made although no success was seen.
 *
 * @param about what is changed, e.g. `order "A-1"`
 * @param rerunNote whether the node may be run again
 */
export const mayHaveBeenMade = (about: string, rerunNote = SAFE_TO_RUN_AGAIN): string =>
	`The change of ${about} may have been made. ${rerunNote}`;

/** Says that an order may have been placed although no success was seen. */
export const mayHaveBeenPlaced = (about: string): string =>
	`${upperFirst(about)} may have been placed. Running the node again is safe: with the same External ID no second order is placed. Look at it before you do anything else, and do not place it again under another External ID.`;

/**
 * Adds to an item's error what became of its change, where that is not known or the error comes after it. Done in one
 * place, so that no error, whatever its cause, leaves it out.
 */
export function describeChange(
	error: NodeApiError,
	change: Change,
	doubtNote: (about: string) => string = mayHaveBeenMade,
): void {
	const { state, lastAbout } = change;
	if (state === 'notMade') return;
	// The operation has said so itself.
	if (change.isDone) return;
	const note =
		state === 'inDoubt'
			? doubtNote(lastAbout)
			: `An earlier try of this execution has made the change of ${lastAbout}: it was made.`;
	error.description = `${error.description ?? ''} ${note}`.trim();
}
