// The filters of 'Get Many': each is a field of 'Filters' and the condition that its value makes. The spec shows no query
// parameters (section 4), so the node compares the members itself, while it reads the pages.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { OperationCall } from '../execution/operation';
import { externalIdOf, isBlank, optionalSwitch, optionalText, refuse } from '../input/checks';
import { countryOf } from '../input/country';
import { dateTimeOf } from '../input/dateTime';
import { comparableSearch, knownStatusIn } from '../input/equalText';
import { FILTERS, joinLabels, labelOf } from '../input/field';
import { isObject, ownValue } from '../input/objects';
import { entriesOf, trimmed } from '../input/text';
import { millisecondsOf } from '../input/timestamp';
import { byAlphabet, quote, quotedList } from '../input/wording';

/** A condition on the members of a list. */
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

/** A field of 'Filters'. */
export interface Filter {
	property: INodeProperties;
	/** The condition that was entered; undefined for a field that is empty. @throws UserError for what cannot be compared */
	read(value: unknown, timeZone: string): MemberFilter | undefined;
}

/** @param read what was entered, undefined for an empty field; the condition is made of it */
const filter = <Entered>(
	property: INodeProperties,
	valueOf: MemberFilter['valueOf'],
	read: (value: unknown, label: string, timeZone: string) => Entered | undefined,
	condition: (entered: Entered, label: string) => Pick<MemberFilter, 'holds' | 'passesUndecided'>,
): Filter => ({
	property,
	read(value, timeZone) {
		const label = joinLabels(FILTERS, labelOf(property));
		const entered = read(value, label, timeZone);
		return entered === undefined
			? undefined
			: { label: property.displayName, valueOf, ...condition(entered, label) };
	},
});

const valueAt =
	(name: string): MemberFilter['valueOf'] =>
	(member) =>
		ownValue(member, name);

/**
 * Filter for times at or after the one entered. A member whose timestamp cannot be read passes: a workflow that asks for
 * what is new is harmed less by a member that comes twice than by one that never comes.
 */
export const timeFilter = (property: INodeProperties, name: string): Filter =>
	filter(property, valueAt(name), dateTimeOf, (time) => ({
		holds(memberValue) {
			const memberTime = millisecondsOf(memberValue);
			return memberTime === undefined ? undefined : memberTime >= time;
		},
		passesUndecided: true,
	}));

/**
 * Filter for one of several statuses. A member whose status is missing or unknown is left out: the next step may confirm,
 * cancel or refund, and must not do so to an order in an unknown state.
 *
 * @param statuses all statuses in the spec (section 3)
 */
export const statusFilter = (
	property: INodeProperties,
	name: string,
	statuses: readonly string[],
): Filter => {
	const read = (value: unknown, label: string): Set<string> | undefined => {
		const chosen = entriesOf(value).filter((entry) => !isBlank(entry));
		const statusOf = (entry: unknown): string =>
			knownStatusIn(entry, statuses) ??
			refuse(
				label,
				`contains ${quote(entry)}, which is not a status`,
				`Choose from ${quotedList(statuses)}.`,
			);
		return chosen.length === 0 ? undefined : new Set(chosen.map(statusOf));
	};
	return filter(property, valueAt(name), read, (chosen) => ({
		holds(memberValue) {
			const status = knownStatusIn(memberValue, statuses);
			return status === undefined ? undefined : chosen.has(status);
		},
		passesUndecided: false,
	}));
};

const enteredText = (value: unknown, label: string) => optionalText(value, label);

/** Filter for the country that an order goes to. An order without an address is left out. */
export const countryFilter = (property: INodeProperties): Filter =>
	filter(
		property,
		({ recipient }) => (isObject(recipient) ? recipient.countryCode : undefined),
		enteredText,
		(entered, label) => {
			const { code } = countryOf(entered, label);
			return {
				holds(memberValue) {
					const memberCode = trimmed(memberValue).toUpperCase();
					return memberCode === '' ? undefined : memberCode === code;
				},
				passesUndecided: false,
			};
		},
	);

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
export const prefixFilter = (property: INodeProperties, name: string): Filter =>
	filter(property, valueAt(name), enteredText, (entered, label) => {
		const prefix = externalIdOf(entered, label);
		return {
			holds: (memberValue) => optionalTextOf(memberValue)?.startsWith(prefix),
			passesUndecided: false,
		};
	});

/** Filter for a part of a name. */
export const containsFilter = (property: INodeProperties, name: string): Filter =>
	filter(property, valueAt(name), enteredText, (part) => {
		const wanted = comparableSearch(part);
		return {
			holds(memberValue) {
				const text = optionalTextOf(memberValue);
				return text === undefined ? undefined : comparableSearch(text).includes(wanted);
			},
			passesUndecided: false,
		};
	});

/**
 * Filter for variants that are in stock, or for those that are not. The spec has a boolean only (section 2). A variant
 * without a stock value counts as in stock, as it does when an order is composed.
 */
export const stockFilter = (property: INodeProperties): Filter =>
	filter(property, valueAt('inStock'), optionalSwitch, (isWanted) => ({
		holds: (inStock) => (typeof inStock === 'boolean' ? inStock === isWanted : undefined),
		passesUndecided: isWanted,
	}));

/**
 * The field 'Filters' of a 'Get Many', sorted by label, and reading it.
 *
 * @param plural what the list has, e.g. 'orders'
 * @param filters in the order in which they are read and compared
 */
export const filtersOf = (plural: string, filters: readonly Filter[]) => ({
	filters,
	property: {
		displayName: FILTERS,
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: `Only return ${plural} that pass all of these. The service has no filters of its own, so the node reads the list page by page and compares here. Limit counts the ${plural} that pass.`,
		options: filters
			.map(({ property }) => property)
			.sort((a, b) => byAlphabet(a.displayName, b.displayName)),
	} satisfies INodeProperties as INodeProperties,
	/** @throws UserError for a value that cannot be used, also where an expression returns something else than an object */
	read({ parameter, timeZone }: OperationCall): MemberFilter[] {
		const given = parameter<unknown>('filters', {}) ?? {};
		const values = given === '' ? {} : given;
		if (!isObject(values)) {
			return refuse(
				FILTERS,
				`is ${quote(values)}, but must be an object`,
				'Add the filters one by one.',
			);
		}
		return filters.flatMap(
			({ property, read }) => read(ownValue(values, property.name), timeZone) ?? [],
		);
	},
});
