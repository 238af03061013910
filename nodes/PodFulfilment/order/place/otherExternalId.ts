// Refuses an item whose External ID is another one than in an earlier try of Retry On Fail, where that try left an order
// which no item has any more: it would be placed a second time, and nobody would hear of the first.

import { externalIdReference } from '../../api/order';
import type { OperationCall } from '../../execution/operation';
import { DO_NOT_RETRY, EarlierTryError } from '../../execution/writeNotes';
import type { TrackedWrite } from '../../transport/trackedWrite';
import type { OrderSource, SourceOf } from '../composedOrder';

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
 * To be called before anything is read or sent for the item.
 *
 * @param sourceOf reads where the order of an item comes from, by the item's call
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
	const left = abandoned.has(lastSubject) ? lastSubject : [...abandoned.keys()][0];
	const write = left === undefined ? undefined : abandoned.get(left);
	if (left === undefined || write === undefined) return;
	throw new EarlierTryError(
		`External ID changes with each try: ${left} of an earlier try ${fateOf(write)}, so nothing is sent for ${subject}`,
		{
			description: `No item has the External ID of ${left} any more. Look at that order first. Then enter an External ID that is the same whenever the order comes, such as its number: with a time or a random value, each try places another order. ${DO_NOT_RETRY}`,
		},
	);
}
