// Gathers what `next` depends on, of an order that was placed, found, skipped or checked, and adds `next`, `nextWhy` and
// `parcels` to its item. Parcels are read where 'Add Parcels' asks for them, and where it depends on them.

import type { IDataObject } from 'n8n-workflow';

import { isDraft } from '../../api/order';
import { inReadingOrder } from '../../api/simplify';
import { isObject } from '../../input/objects';
import { trimmed } from '../../input/text';
import { millisecondsOf } from '../../input/timestamp';
import type { OperationCall } from '../../execution/operation';
import { withParcelsOfPlaced } from '../parcels';
import { failureWarnings, hasFailedValidation, validationLines } from '../failedOrder';
import type { FollowedSource, SourceNow } from '../composedOrder';
import { nextOf, type NextState, type OrderHere } from './next';

/** What became of an order. */
interface Followed extends Pick<NextState, 'then' | 'edited' | 'refused' | 'artworkMissing'> {
	/** What the source says of it as a whole; by default it is due. */
	source?: SourceNow | undefined;
	/** As the service returned it; undefined where there is none. */
	found?: IDataObject | undefined;
	/** Whether it may be somebody else's, so that nothing of it may be shown. */
	isUncompared?: boolean | undefined;
	/** What somebody has to look at. */
	review?: readonly string[];
	/** Whether that stops its confirmation. */
	isReviewNeeded?: boolean;
	/** Label of the editor field for a property path of the order. */
	labelOf?: (path: string) => string;
}

/** The item of an order, with what its `next` depends on. */
export interface FollowedOutput extends Omit<Followed, 'then'> {
	output: IDataObject;
}

function hereOf({
	found,
	isUncompared = false,
	review = [],
	isReviewNeeded = true,
	labelOf = (path) => path,
}: Followed): OrderHere | undefined {
	if (!found) return undefined;
	return {
		status: trimmed(found.status),
		placedAt: millisecondsOf(found.createdAt),
		changedAt: millisecondsOf(found.updatedAt) ?? millisecondsOf(found.createdAt),
		isCompared: !isUncompared,
		toReview: isReviewNeeded ? review : [],
		wasReviewed: review.length > 0,
		found:
			isDraft(found) && hasFailedValidation(found)
				? validationLines(found, labelOf)
				: failureWarnings(found).map(({ text }) => text),
	};
}

/** Whether a note has each line of the parcels' numbers. */
const hasNumbers = (note: string | undefined, trackingText = ''): boolean =>
	note !== undefined &&
	trackingText !== '' &&
	trackingText.split('\n').every((line) => note.includes(line));

/** What the customer wrote, and below it the numbers of the parcels: the note of the customer in the shop. */
const customerNoteOf = (note: string | undefined, trackingText: string): string =>
	hasNumbers(note, trackingText)
		? (note ?? '')
		: [note, trackingText].filter((text) => text !== undefined && text !== '').join('\n');

/** The parcels of an item; null where they could not be read, undefined where they were not. */
function parcelsIn({ parcels }: IDataObject): NextState['parcels'] {
	if (parcels === undefined || parcels === null) return parcels;
	const { allLeft, trackingText } = isObject(parcels) ? parcels : {};
	return { allLeft: allLeft === true, trackingText: trimmed(trackingText) };
}

/**
 * Adds to the item of a shop's order what comes next.
 *
 * @param buyerNote what the customer wrote for the shop
 */
export async function withNext(
	call: OperationCall,
	item: IDataObject,
	followed: Followed,
	source: FollowedSource,
	buyerNote?: string,
): Promise<IDataObject> {
	const { found } = followed;
	const state = (output: IDataObject): NextState => {
		const parcels = parcelsIn(output);
		return {
			state: 'due',
			...followed.source,
			...source,
			...followed,
			now: Date.now(),
			here: hereOf(followed),
			parcels,
			isNoted: hasNumbers(buyerNote, parcels?.trackingText),
		};
	};
	const needsParcels = item.parcels === undefined && nextOf(state(item)) === undefined;
	const output = needsParcels && found ? await withParcelsOfPlaced(call, item, found) : item;
	const next = nextOf(state(output)) ?? { next: 'look' };
	const { parcels } = output;
	return inReadingOrder({
		...output,
		...(isObject(parcels) && {
			parcels: {
				...parcels,
				customerNote: customerNoteOf(buyerNote, trimmed(parcels.trackingText)),
			},
		}),
		...next,
	});
}
