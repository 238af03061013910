// What the placing of an order means for another try: the notes on an order that may have been placed, what an error says of a
// retry, and the refusal of an External ID that changes with each try.

import { externalIdReference } from '../../api/order';
import { DO_NOT_RETRY, EarlierTryError, type WriteNotes } from '../../execution/itemError';
import type { OperationCall } from '../../execution/operation';
import { upperFirst } from '../../input/wording';
import type { ErrorText, ServiceError } from '../../transport/errors/serviceError';
import type { TrackedWrite, WriteProgress } from '../../transport/trackedWrite';
import type { OrderSource, SourceOf } from '../composedOrder';

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
		`${upperFirst(subject)} was placed, and is not confirmed by this item. Look at its status: a draft is produced once Order → Confirm confirms it. ${GOES_ON}`,
	followUpInDoubt: (subject) =>
		`${upperFirst(subject)} was placed, and its confirmation may have been made. ${GOES_ON}`,
	followUpMissingItems: 'Placed, but not followed to the end',
};

const subjectOf = ({ externalId }: Pick<OrderSource, 'externalId'>): string | undefined =>
	externalId === undefined ? undefined : externalIdReference(externalId).subject;

/** What became of the order of an earlier try. */
function fateOf({ progress, isSettled, wasSettledByEarlierTry }: TrackedWrite): string {
	if (progress === 'done') return 'was placed or found';
	if (progress === 'followUpMissing') return 'was placed or found, and is not confirmed';
	return isSettled || wasSettledByEarlierTry
		? 'was placed or found, and its confirmation may have been made'
		: 'may have been placed';
}

/**
 * Refuses an item whose External ID is another one than in an earlier try of Retry On Fail, where that try left an order
 * which no item has any more: it would be placed a second time, and nobody would hear of the first. To be called before
 * anything is read or sent for the item.
 *
 * @throws EarlierTryError that names the order of the earlier try, and this one
 */
export async function refuseOtherExternalId(
	call: OperationCall,
	source: OrderSource,
	sourceOf: SourceOf,
): Promise<void> {
	const { progress, lastSubject } = call.client.write;
	const subject = subjectOf(source);
	if (subject === undefined || progress === 'notMade' || lastSubject === subject) return;
	const abandoned = await call.abandonedWrites(async (parameter) =>
		subjectOf(await sourceOf({ ...call, parameter, joined: undefined })),
	);
	const writes = [...abandoned];
	const [left, write] = writes.find(([name]) => name === lastSubject) ?? writes[0] ?? [];
	if (left === undefined || write === undefined) return;
	throw new EarlierTryError(
		`External ID changes with each try: ${left} of an earlier try ${fateOf(write)}, so nothing is sent for ${subject}`,
		{
			description: `No item has the External ID of ${left} any more. Look at that order first. Then enter an External ID that is the same whenever the order comes, such as its number: with a time or a random value, each try places another order. ${DO_NOT_RETRY}`,
		},
	);
}

const RETRY_IN_DOUBT = '; a retry does not place it twice';

/** What a retry does, where the order was not made; of an order of a shop it is not known whether it is due. */
const retryNotes = ({ followed }: OrderSource, subject: string): ErrorText =>
	followed
		? {
				message: '; a retry orders nothing twice',
				description: 'Running the node again is safe: nothing is ordered twice.',
			}
		: {
				message: '; a retry places it once',
				description: `Retry the execution: it places ${subject} once.`,
			};

/**
 * The error of a service that failed. Its message names the order and says what a retry does: a mail of an error workflow
 * shows nothing else.
 *
 * @param progress of the order that was to be placed
 */
export function serviceFailure(
	error: ServiceError,
	source: OrderSource,
	subject: string,
	progress: WriteProgress | undefined,
): ServiceError {
	const { message, description } = error.naming(source.name ?? upperFirst(subject));
	if (progress === 'notMade') {
		const notes = retryNotes(source, subject);
		return error.reworded({
			message: `${message}${notes.message}`,
			description: `${description} ${notes.description}`,
		});
	}
	const note = progress === 'inDoubt' ? RETRY_IN_DOUBT : '';
	return error.reworded({ message: `${message}${note}` });
}
