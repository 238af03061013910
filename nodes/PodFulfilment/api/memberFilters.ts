// The filters of 'Get Many' (time, status, country, beginning of a text, part of a name, stock) and whether a member of
// a list passes them. The spec shows no query parameters (section 4), so the node compares the members itself, while it
// reads the pages. Also which status of the spec a text means.

import type { IDataObject } from 'n8n-workflow';

import { comparableSearch, comparableServiceStatus } from '../input/equalText';
import { isObject, trimmed, ownValue } from '../input/guards';
import { millisecondsOf } from '../input/timestamp';

/** A condition on the members of a collection. */
export interface MemberFilter {
	/** Label of the field in the editor, e.g. `Updated After`. */
	label: string;
	/** Returns the value of a member that the condition compares. */
	valueOf(member: IDataObject): unknown;
	/** Whether a value meets the condition; undefined if the value is missing or unreadable. */
	holds(value: unknown): boolean | undefined;
	/** Whether a member with a missing or unreadable value passes. */
	passesUndecided: boolean;
}

export interface FilterVerdict {
	passes: boolean;
	/** The filter whose {@link MemberFilter.passesUndecided} decided. */
	undecided?: MemberFilter;
}

/** Decides whether a member passes all filters. One condition that is certainly not met is enough to leave it out. */
export function verdictOn(member: IDataObject, filters: readonly MemberFilter[]): FilterVerdict {
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
 * Filter for times at or after a given time. A member whose timestamp cannot be read passes: a workflow that asks for what
 * is new is harmed less by a member that comes twice than by one that never comes.
 *
 * @param time milliseconds since 1970
 */
export const timeFilter = (label: string, property: string, time: number): MemberFilter => ({
	label,
	valueOf: (member) => ownValue(member, property),
	holds(value) {
		const memberTime = millisecondsOf(value);
		return memberTime === undefined ? undefined : memberTime >= time;
	},
	passesUndecided: true,
});

/** The status of the spec that a text means; undefined if it means none. */
export const knownStatusIn = (value: unknown, statuses: readonly string[]): string | undefined => {
	const plain = comparableServiceStatus(value);
	return statuses.find((status) => status === plain);
};

/**
 * Filter for one of several statuses. A member whose status is missing or unknown is left out: the next step may confirm,
 * cancel or refund, and must not do so to an order in an unknown state.
 *
 * @param statuses all statuses in the spec (section 3)
 */
export const statusFilter = (
	label: string,
	property: string,
	chosen: readonly string[],
	statuses: readonly string[],
): MemberFilter => ({
	label,
	valueOf: (member) => ownValue(member, property),
	holds(value) {
		const status = knownStatusIn(value, statuses);
		return status === undefined ? undefined : chosen.includes(status);
	},
	passesUndecided: false,
});

/**
 * Filter for the country that an order goes to. An order without an address is left out.
 *
 * @param code in capitals
 */
export const countryFilter = (label: string, code: string): MemberFilter => ({
	label,
	valueOf: ({ recipient }) => (isObject(recipient) ? recipient.countryCode : undefined),
	holds(value) {
		const memberCode = trimmed(value).toUpperCase();
		return memberCode === '' ? undefined : memberCode === code;
	},
	passesUndecided: false,
});

/**
 * An optional text of a member: null and an empty text mean that there is none. Undefined if it is unknown: a list may show
 * its members in part only, so a missing property says nothing, nor does a value that is not a text.
 */
const optionalTextOf = (value: unknown): string | undefined => {
	if (value === null) return '';
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' ? value : undefined;
};

/** Filter for the beginning of an external ID. Case-sensitive, since `A-1` and `a-1` are two orders. */
export const prefixFilter = (label: string, property: string, prefix: string): MemberFilter => ({
	label,
	valueOf: (member) => ownValue(member, property),
	holds: (value) => optionalTextOf(value)?.startsWith(prefix),
	passesUndecided: false,
});

/** Filter for a part of a name. */
export function containsFilter(label: string, property: string, part: string): MemberFilter {
	const wanted = comparableSearch(part);
	return {
		label,
		valueOf: (member) => ownValue(member, property),
		holds(value) {
			const name = optionalTextOf(value);
			return name === undefined ? undefined : comparableSearch(name).includes(wanted);
		},
		passesUndecided: false,
	};
}

/**
 * Filter for variants that are in stock, or for those that are not. The spec has a boolean only (section 2). A variant
 * without a stock value counts as in stock, as it does when an order is composed.
 */
export const stockFilter = (label: string, isWanted: boolean): MemberFilter => ({
	label,
	valueOf: ({ inStock }) => inStock,
	holds: (value) => (typeof value === 'boolean' ? value === isWanted : undefined),
	passesUndecided: isWanted,
});
