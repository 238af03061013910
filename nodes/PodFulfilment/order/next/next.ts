// What comes next with an order of a shop or of rows, in one word: the table, read from top to bottom. The first row that
// holds decides. It knows nothing but the state below; who gathers that is order/next/withNext.ts. docs/shops-day.md says what each
// word means.

import { quote, utcMinute, withFullStop } from '../../input/wording';
import { stateWords } from '../change/stateRefusal';
import type { FollowedSource, SourceNow } from '../composedOrder';

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

/** What the table decides by. Times are milliseconds since 1970. */
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
	/** Undefined as long as they were not read, null where they could not be. Only a row that needs them asks for them. */
	parcels?: { allLeft: boolean; trackingText: string } | null | undefined;
	/** Whether the note of the customer in the source has the numbers of the parcels. */
	isNoted?: boolean;
}

/** What comes next, and with `look` and `wait` why, as sentences. */
export interface Next {
	next: NextWord;
	nextWhy?: string;
}

interface Row {
	/** What the source says; by default anything. */
	source?: SourceNow['state'];
	/** By default always. */
	when?(state: NextState): boolean;
	/** Whether it holds only once all parcels left, or only before. */
	parcels?: 'allLeft' | 'notAllLeft';
	next: NextWord;
	/** With `look` and `wait`. */
	why?(state: NextState): string;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** After so many days an order counts as late. */
const LATE_AFTER_DAYS = 10;

const hasStatus =
	(...statuses: string[]) =>
	({ here }: NextState): boolean =>
		here !== undefined && statuses.includes(here.status);

const isAbsent = ({ here }: NextState): boolean => here === undefined;

/** Whether a time is less than so long ago; of a time that is not known nobody can say so. */
const isWithin = (time: number | undefined, milliseconds: number, now: number): boolean =>
	time !== undefined && now - time < milliseconds;

const isYoung = ({ here, now }: NextState): boolean =>
	isWithin(here?.placedAt, LATE_AFTER_DAYS * DAY_MS, now);

/** Whether nobody can say that the order has stayed as it is for so many days. */
const mayHaveChangedIn = (days: number, { here, now }: NextState): boolean =>
	here?.changedAt === undefined || now - here.changedAt < days * DAY_MS;

/** E.g. `Here it is in process`. */
const itsState = ({ here }: NextState): string => `Here it ${stateWords({ status: here?.status })}`;

const waiting = (state: NextState): string => `${itsState(state)}.`;

/** The numbers of its parcels on lines of their own. */
const numbers = ({ parcels }: NextState): string =>
	parcels && parcels.trackingText !== '' ? `\n${parcels.trackingText}` : '';

const sentences = (texts: readonly string[]): string => texts.map(withFullStop).join(' ');

const noArtwork = ({ artworkMissing }: NextState): string =>
	`No artwork yet: ${quote(artworkMissing)}.`;

/** The table. */
const ROWS: readonly Row[] = [
	{
		when: ({ here }) => here?.isCompared === false,
		next: 'look',
		why: () =>
			'An order with its External ID exists here, and cannot be compared: it may be that of another shop. Look at both.',
	},
	{ source: 'calledOff', when: isAbsent, next: 'nothing' },
	{ source: 'calledOff', when: hasStatus('draft', 'pending', 'onhold'), next: 'cancel' },
	// It came back, or was refunded out of goodwill: nothing is left to stop.
	{
		source: 'calledOff',
		when: (state) => state.wasSent === true && hasStatus('shipped', 'fulfilled')(state),
		next: 'nothing',
	},
	{
		source: 'calledOff',
		when: (state) => hasStatus('canceled', 'failed')(state) && mayHaveChangedIn(1, state),
		next: 'look',
		why: (state) => `Called off in the shop. ${itsState(state)}: nothing is left to do.`,
	},
	{ source: 'calledOff', when: hasStatus('canceled', 'failed'), next: 'nothing' },
	{
		source: 'calledOff',
		next: 'look',
		why: (state) => `Called off in the shop. ${itsState(state)}: ask the provider.`,
	},
	{ source: 'sent', when: isAbsent, next: 'nothing' },
	{
		source: 'sent',
		when: hasStatus('draft', 'onhold', 'failed', 'canceled'),
		next: 'look',
		why: (state) => `Completed in the shop, and not produced here. ${itsState(state)}.`,
	},
	{ source: 'sent', parcels: 'allLeft', next: 'nothing' },
	{
		source: 'sent',
		parcels: 'notAllLeft',
		next: 'wait',
		why: (state) => `Completed in the shop. ${itsState(state)}.`,
	},
	// Not here yet.
	{
		when: (state) =>
			isAbsent(state) &&
			state.refused === undefined &&
			(state.state === 'notDue' || state.isBefore === true),
		next: 'nothing',
	},
	{
		when: (state) =>
			isAbsent(state) && state.heldUntil !== undefined && state.heldUntil > state.now,
		next: 'wait',
		why: ({ heldUntil = 0 }) =>
			`Hold keeps it until ${utcMinute(heldUntil)}: it is placed once it is read again.`,
	},
	{
		when: ({ refused }) => refused !== undefined,
		next: 'look',
		why: ({ refused = '' }) => refused,
	},
	// For a day from the order's date, it may still come.
	{
		when: (state) =>
			isAbsent(state) &&
			state.artworkMissing !== undefined &&
			isWithin(state.orderedAt, DAY_MS, state.now),
		next: 'wait',
		why: noArtwork,
	},
	{
		when: (state) => isAbsent(state) && state.artworkMissing !== undefined,
		next: 'look',
		why: noArtwork,
	},
	{
		when: (state) => isAbsent(state) && state.then === 'check',
		next: 'wait',
		why: () => 'It was only checked.',
	},
	// Here, and edited in the source since.
	{
		when: ({ edited }) => edited !== undefined,
		parcels: 'notAllLeft',
		next: 'look',
		why: (state) => `${itsState(state)}. ${state.edited ?? ''}`,
	},
	{
		when: ({ edited }) => edited !== undefined,
		parcels: 'allLeft',
		next: 'look',
		why: (state) =>
			`All its parcels left. ${state.edited ?? ''} Complete it by hand, with the numbers.${numbers(state)}`,
	},
	// Here, and not produced.
	{
		when: (state) =>
			hasStatus('draft')(state) &&
			(state.here?.toReview.length ?? 0) + (state.here?.found.length ?? 0) > 0,
		next: 'look',
		why: ({ here }) =>
			`It is a draft. ${sentences([...(here?.toReview ?? []), ...(here?.found ?? [])])} Look at it, and confirm it with Order → Confirm.`,
	},
	{
		when: (state) => hasStatus('draft')(state) && state.then === 'draft',
		next: 'look',
		why: () => 'It is a draft that waits for your confirmation: Order → Confirm.',
	},
	// A refund that names no piece may come at any time: somebody may still stop the order.
	{
		when: ({ here }) => (here?.toReview.length ?? 0) > 0,
		parcels: 'notAllLeft',
		next: 'look',
		why: (state) => `${itsState(state)}. To review: ${sentences(state.here?.toReview ?? [])}`,
	},
	{
		when: (state) => hasStatus('draft', 'pending')(state) && isYoung(state),
		next: 'wait',
		why: waiting,
	},
	{
		when: hasStatus('onhold', 'failed', 'canceled'),
		next: 'look',
		why: (state) =>
			`${itsState(state)}, and is not produced. ${sentences(state.here?.found ?? [])}`.trim(),
	},
	// In production, or produced.
	{
		when: (state) => !isAbsent(state) && isYoung(state),
		parcels: 'notAllLeft',
		next: 'wait',
		why: waiting,
	},
	{
		when: (state) => state.here?.placedAt !== undefined,
		parcels: 'notAllLeft',
		next: 'look',
		why: (state) =>
			`Ordered ${Math.floor((state.now - (state.here?.placedAt ?? 0)) / DAY_MS)} days ago. ${itsState(state)}: ask the provider.`,
	},
	// All parcels left.
	{ when: ({ keepsNoSent }) => keepsNoSent === true, parcels: 'allLeft', next: 'nothing' },
	{
		source: 'notDue',
		parcels: 'allLeft',
		next: 'look',
		why: (state) =>
			`All its parcels left, and in the shop it is not due: look at it there, and complete it by hand, with the numbers.${numbers(state)}`,
	},
	{
		when: ({ hasOtherLines }) => hasOtherLines === true,
		parcels: 'allLeft',
		next: 'look',
		why: (state) =>
			`All its parcels left, and it has lines that are not for the service: complete it by hand, with the numbers.${numbers(state)}`,
	},
	{
		when: ({ isNoted }) => isNoted === true,
		parcels: 'allLeft',
		next: 'look',
		why: (state) =>
			`All its parcels left, and the customer's note has their numbers already: it was completed before, and is open again in the shop.${numbers(state)}`,
	},
	{
		when: (state) =>
			state.here?.wasReviewed === true &&
			state.completeReviewedAfterDays > 0 &&
			mayHaveChangedIn(state.completeReviewedAfterDays, state),
		parcels: 'allLeft',
		next: 'look',
		why: (state) =>
			`All its parcels left, and there was something to review: look whether pieces were refunded. ${sentences(state.here?.toReview ?? [])} It is completed ${state.completeReviewedAfterDays} days after its last change here.${numbers(state)}`,
	},
	{ source: 'due', parcels: 'allLeft', next: 'complete' },
	// Such as a status that the service did not have before.
	{
		next: 'look',
		why: (state) =>
			state.here
				? `${itsState(state)}, and nothing says what comes next: look at it.`
				: 'Nothing says what comes next: look at it.',
	},
];

/**
 * Decides what comes next.
 *
 * @returns undefined where that depends on the parcels, and they were not read
 */
export function nextOf(state: NextState): Next | undefined {
	for (const { source = state.state, when, parcels, next, why } of ROWS) {
		if (source !== state.state || when?.(state) === false) continue;
		if (parcels !== undefined) {
			if (state.parcels === undefined) return undefined;
			if (state.parcels === null) {
				return { next: 'look', nextWhy: `${itsState(state)}, and its parcels could not be read.` };
			}
			if (state.parcels.allLeft !== (parcels === 'allLeft')) continue;
		}
		return { next, ...(why && { nextWhy: why(state) }) };
	}
	throw new RangeError('The last row holds always');
}
