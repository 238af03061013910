// What comes next with an order of a shop or of rows, in one word: what holds first decides, read from top to bottom. It knows
// nothing but the state below; who gathers that is order/next/withNext.ts. docs/shops-day.md says what each word means.

import { DAY_MS } from '../../input/timestamp';
import { quote, utcMinute, withFullStop } from '../../input/wording';
import { stateWords } from '../change/makeChange';
import type { FollowedSource, SourceNow } from '../composedOrder';
import { answersYes } from '../../spec/statuses';

/** What is to be done with an order now. */
export type NextWord = 'wait' | 'complete' | 'cancel' | 'look' | 'nothing';

/** The order at the service. */
export interface OrderHere {
	/** As the service writes it (spec section 3). */
	status: string;
	/** Milliseconds since 1970; undefined where the service does not say it. */
	placedAt?: number | undefined;
	changedAt?: number | undefined;
	/** Whether it is known to be the order of the source. */
	isCompared: boolean;
	/** Why somebody has to look at it before it is confirmed. */
	toReview: readonly string[];
	/** Whether there was something to review, be it confirmed without a review. */
	wasReviewed: boolean;
	/** What the service found, of an order that failed its validation. */
	found: readonly string[];
}

/** What decides. Times are milliseconds since 1970. */
export interface NextState extends SourceNow, FollowedSource {
	now: number;
	/** Address of an artwork that is not there yet. */
	artworkMissing?: string | undefined;
	/** What the source has otherwise than the order here, as a text. */
	edited?: string | undefined;
	/** Why it was refused, as a text. */
	refused?: string | undefined;
	then: 'check' | 'draft' | 'confirm';
	/** Undefined where there is none. */
	here?: OrderHere | undefined;
	/** Undefined as long as they were not read, null where they could not be. Asked for only where they may have left. */
	parcels?: { allLeft: boolean; trackingText: string } | null | undefined;
	/** Whether the note of the customer in the source has the numbers of the parcels. */
	isNoted?: boolean;
}

/** What comes next, and with `look` and `wait` why, as sentences. */
export interface Next {
	next: NextWord;
	nextWhy?: string;
}

/** After so many days an order counts as late. */
const LATE_AFTER_DAYS = 10;

const NOTHING: Next = { next: 'nothing' };

const look = (nextWhy: string): Next => ({ next: 'look', nextWhy });

const wait = (nextWhy: string): Next => ({ next: 'wait', nextWhy });

/** Whether a time is less than so long ago; of a time that is not known nobody can say so. */
const isWithin = (time: number | undefined, milliseconds: number, now: number): boolean =>
	time !== undefined && now - time < milliseconds;

/** Whether nobody can say that the order has stayed as it is for so many days. */
const mayHaveChangedIn = (days: number, { changedAt }: OrderHere, now: number): boolean =>
	changedAt === undefined || now - changedAt < days * DAY_MS;

/** E.g. `Here it is in process`. */
const itsState = ({ status }: OrderHere): string => `Here it ${stateWords({ status })}`;

const sentences = (texts: readonly string[]): string => texts.map(withFullStop).join(' ');

function calledOff({ wasSent = false, now }: NextState, here: OrderHere): Next {
	const { status } = here;
	if (status === 'draft' || answersYes(status, 'isBeforeProduction')) return { next: 'cancel' };
	// It came back, or was refunded out of goodwill: nothing is left to stop.
	if (wasSent && answersYes(status, 'isProduced')) return NOTHING;
	const isOver = answersYes(status, 'isStopped');
	if (isOver && !mayHaveChangedIn(1, here, now)) return NOTHING;
	const advice = isOver ? 'nothing is left to do' : 'ask the provider';
	return look(`Called off in the shop. ${itsState(here)}: ${advice}.`);
}

/** Of an order that is not here yet. */
function absent(state: NextState): Next {
	const { state: source, isBefore, heldUntil, now, refused, artworkMissing, orderedAt } = state;
	if (source === 'calledOff' || source === 'sent') return NOTHING;
	if (refused === undefined && isBefore) return NOTHING;
	if (refused === undefined && source === 'notDue') {
		return state.unknownSkus === undefined ? NOTHING : look(state.unknownSkus);
	}
	if (heldUntil !== undefined && heldUntil > now) {
		return wait(`Hold keeps it until ${utcMinute(heldUntil)}: it is placed once it is read again.`);
	}
	if (refused !== undefined) return look(refused);
	if (artworkMissing !== undefined) {
		const why = `No artwork yet: ${quote(artworkMissing)}.`;
		// For a day from the order's date, it may still come.
		return isWithin(orderedAt, DAY_MS, now) ? wait(why) : look(why);
	}
	return state.then === 'check'
		? wait('It was only checked.')
		: look('Nothing says what comes next: look at it.');
}

/** Of an order that is here, as long as not all its parcels left. */
function underway({ state: source, edited, then, now }: NextState, here: OrderHere): Next {
	const { status, placedAt, toReview, found } = here;
	const state = itsState(here);
	const [isDraft, isStopped] = [status === 'draft', answersYes(status, 'isStopped')];
	if (source === 'sent') {
		return isDraft || isStopped
			? look(`Completed in the shop, and not produced here. ${state}.`)
			: wait(`Completed in the shop. ${state}.`);
	}
	if (edited !== undefined) return look(`${state}. ${edited}`);
	if (isDraft && toReview.length + found.length > 0) {
		const why = sentences([...toReview, ...found]);
		return look(`It is a draft. ${why} Look at it, and confirm it with Order → Confirm.`);
	}
	if (isDraft && then === 'draft') {
		return look('It is a draft that waits for your confirmation: Order → Confirm.');
	}
	// A refund that names no piece may come at any time: somebody may still stop the order.
	if (toReview.length > 0) return look(`${state}. To review: ${sentences(toReview)}`);
	if (isStopped) return look(`${state}, and is not produced. ${sentences(found)}`.trim());
	if (isWithin(placedAt, LATE_AFTER_DAYS * DAY_MS, now)) return wait(`${state}.`);
	return placedAt === undefined
		? look(`${state}, and nothing says what comes next: look at it.`)
		: look(
				`Ordered ${Math.floor((now - placedAt) / DAY_MS)} days ago. ${state}: ask the provider.`,
			);
}

/** Of an order all parcels of which left. @param trackingText their numbers, on lines of their own */
function allLeft(state: NextState, here: OrderHere, trackingText: string): Next {
	const { state: source, edited, completeReviewedAfterDays: days } = state;
	const lookAt = (why: string): Next =>
		look(`All its parcels left${why}${trackingText === '' ? '' : `\n${trackingText}`}`);
	if (source === 'sent') return NOTHING;
	if (edited !== undefined) {
		return lookAt(`. ${edited} Complete it by hand, with the numbers.`);
	}
	if (state.keepsNoSent) return NOTHING;
	if (source === 'notDue') {
		return lookAt(
			', and in the shop it is not due: look at it there, and complete it by hand, with the numbers.',
		);
	}
	if (state.hasOtherLines) {
		return lookAt(
			', and it has lines that are not for the service: complete it by hand, with the numbers.',
		);
	}
	if (state.isNoted) {
		return lookAt(
			", and the customer's note has their numbers already: it was completed before, and is open again in the shop.",
		);
	}
	if (here.wasReviewed && days > 0 && mayHaveChangedIn(days, here, state.now)) {
		return lookAt(
			`, and there was something to review: look whether pieces were refunded. ${sentences(here.toReview)} It is completed ${days} days after its last change here.`,
		);
	}
	return { next: 'complete' };
}

/**
 * Decides what comes next.
 *
 * @returns undefined where that depends on the parcels, and they were not read
 */
export function nextOf(state: NextState): Next | undefined {
	const { here, state: source, refused, parcels } = state;
	if (!here) return absent(state);
	if (!here.isCompared) {
		return look(
			'An order with its External ID exists here, and cannot be compared: it may be that of another shop. Look at both.',
		);
	}
	if (source === 'calledOff') return calledOff(state, here);
	if (source !== 'sent' && refused !== undefined) return look(refused);
	if (!answersYes(here.status, 'isProduced')) return underway(state, here);
	if (parcels === undefined) return undefined;
	if (parcels === null) return look(`${itsState(here)}, and its parcels could not be read.`);
	return parcels.allLeft ? allLeft(state, here, parcels.trackingText) : underway(state, here);
}
