import type { ServiceError } from '../transport/serviceError';

export const SAFE_TO_RUN_AGAIN = 'Running the node again is safe: the same change is made once.';

/**
 * Says in an error that a change may have been made although no success was seen.
 *
 * @param about what is changed, e.g. `order "A-1"`
 * @param rerunNote whether the node may be run again
 */
export function mayHaveBeenMade(
	error: ServiceError,
	about: string,
	rerunNote: string,
): ServiceError {
	error.description =
		`${error.description ?? ''} The change of ${about} may have been made. ${rerunNote}`.trim();
	return error;
}
