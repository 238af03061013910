import type { IDataObject } from 'n8n-workflow';

import { isObject, text } from '../input/guards';
import { millisecondsOf } from '../input/timestamp';

// What the filters of 'Get Many' ask of a member of a collection. The spec shows no query parameters (section 4), so they
// are compared here, while the pages are read.

/** A condition on the members of a collection. */
export interface MemberFilter {
	/** Label of the field in the editor, e.g. `Updated After`. */
	label: string;
	/** The value of a member that the condition is about. */
	valueOf(member: IDataObject): unknown;
	/** Whether a value meets the condition; undefined where the value is missing or unreadable. */
	holds(value: unknown): boolean | undefined;
	/** Whether a member passes whose value is missing or unreadable. */
	passesUndecided: boolean;
}

export interface Verdict {
	passes: boolean;
	/** The filter whose {@link MemberFilter.passesUndecided} was decisive. */
	undecided?: MemberFilter;
}

/** Whether a member passes all filters. One filter that it certainly misses is enough to leave it out. */
export function verdictOn(member: IDataObject, filters: readonly MemberFilter[]): Verdict {
	const undecided: MemberFilter[] = [];
	for (const filter of filters) {
		const holds = filter.holds(filter.valueOf(member));
		if (holds === false) return { passes: false };
		if (holds === undefined) undecided.push(filter);
	}
	const against = undecided.find(({ passesUndecided }) => !passesUndecided);
	const decisive = against ?? undecided[0];
	return { passes: against === undefined, ...(decisive && { undecided: decisive }) };
}

/**
 * A time at or after another. A member whose timestamp cannot be read passes: one that comes twice does less harm to a
 * workflow that asks what is new than one that never comes.
 *
 * @param time milliseconds since 1970
 */
export const timeFilter = (label: string, property: string, time: number): MemberFilter => ({
	label,
	valueOf: (member) => member[property],
	holds(value) {
		const told = millisecondsOf(value);
		return told === undefined ? undefined : told >= time;
	},
	passesUndecided: true,
});

/** A status without what one service writes otherwise than another: `In-Process`, `ON_HOLD`, `cancelled`. */
const plainStatus = (value: unknown): string =>
	text(value)
		.toLowerCase()
		.replaceAll(/[\s_-]/g, '')
		.replace(/^cancelled$/, 'canceled');

/** The status of the spec that a text means; undefined where it is none of them. */
export const statusIn = (value: unknown, statuses: readonly string[]): string | undefined => {
	const plain = plainStatus(value);
	return statuses.find((status) => status === plain);
};

/**
 * One of several statuses. A member whose status is missing or unknown stays out: what follows confirms, cancels or
 * refunds, and must not do so to an order whose state nobody knows.
 *
 * @param statuses all that the spec names (section 3)
 */
export const statusFilter = (
	label: string,
	property: string,
	chosen: readonly string[],
	statuses: readonly string[],
): MemberFilter => ({
	label,
	valueOf: (member) => member[property],
	holds(value) {
		const status = statusIn(value, statuses);
		return status === undefined ? undefined : chosen.includes(status);
	},
	passesUndecided: false,
});

/**
 * The country that an order goes to. An order without an address stays out, as it cannot be said to go there.
 *
 * @param code in capitals
 */
export const countryFilter = (label: string, code: string): MemberFilter => ({
	label,
	valueOf: ({ recipient }) => (isObject(recipient) ? recipient.countryCode : undefined),
	holds(value) {
		const told = text(value).toUpperCase();
		return told === '' ? undefined : told === code;
	},
	passesUndecided: false,
});

/**
 * A text that a member may be without: null and an empty text say so. A member that does not mention it may be from a list
 * that shortens its members, so that says nothing, like a value that is no text.
 */
const optionalTextOf = (value: unknown): string | undefined => {
	if (value === null) return '';
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' ? value : undefined;
};

/** The beginning of an external ID. Capitals count, as `A-1` and `a-1` are two orders. */
export const prefixFilter = (label: string, property: string, prefix: string): MemberFilter => ({
	label,
	valueOf: (member) => member[property],
	holds: (value) => optionalTextOf(value)?.startsWith(prefix),
	passesUndecided: false,
});

/** Capitals, widths of spaces and ways to write an accent do not matter to somebody who looks for a name. */
const searchable = (name: string): string =>
	name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');

/** A part of a name. */
export function containsFilter(label: string, property: string, part: string): MemberFilter {
	const wanted = searchable(part);
	return {
		label,
		valueOf: (member) => member[property],
		holds(value) {
			const name = optionalTextOf(value);
			return name === undefined ? undefined : searchable(name).includes(wanted);
		},
		passesUndecided: false,
	};
}

/**
 * Whether a variant can be ordered. The spec knows a boolean only (section 2). A variant without a stock value counts as in
 * stock, as it does when an order is composed.
 */
export const stockFilter = (label: string, isWanted: boolean): MemberFilter => ({
	label,
	valueOf: ({ inStock }) => inStock,
	holds: (value) => (typeof value === 'boolean' ? value === isWanted : undefined),
	passesUndecided: isWanted,
});
