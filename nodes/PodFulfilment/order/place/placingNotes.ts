import type { WriteNotes } from '../../execution/writeNotes';
import { upperFirst } from '../../input/wording';

const NOT_AGAIN = 'do not place it again under another External ID.';

const GOES_ON =
	'Running the node again is safe as long as the order is not changed: with the same External ID it goes on with the existing order.';

/** What became of an order that is placed under its external ID. */
export const PLACING_NOTES: WriteNotes = {
	inDoubt: (subject) =>
		`${upperFirst(subject)} may have been placed. Running the node again is safe: with the same External ID no second order is placed. Until that is done, ${NOT_AGAIN}`,
	done: (subject) =>
		`${upperFirst(subject)} was placed by an earlier try of this execution. Look at it before you do anything else, and ${NOT_AGAIN}`,
	followUpMissing: (subject) =>
		`${upperFirst(subject)} was placed, and is not confirmed by this node. ${GOES_ON}`,
	followUpInDoubt: (subject) =>
		`${upperFirst(subject)} was placed, and its confirmation may have been made. ${GOES_ON}`,
	followUpMissingItems: 'Placed, but not followed to the end',
};
