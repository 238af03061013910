// The options that say which orders of a shop or of rows are left alone, wait, are looked at, or are completed: 'Not
// Before', 'Hold', 'Review Above', 'Complete Reviewed After'. They go by the order's own date.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuse } from '../../input/checks';
import { dateTimeOf } from '../../input/dateTime';
import { amountField, joinLabels, labelOf, optionIn, OPTIONS } from '../../input/field';
import { HOUR_MS } from '../../input/timestamp';
import { forShopOrders } from '../fields';
import { checkedOption, type Check } from '../findings';

const notBeforeProperty: INodeProperties = {
	displayName: 'Not Before',
	name: 'notBefore',
	type: 'dateTime',
	default: '',
	displayOptions: forShopOrders,
	description:
		"Orders that the shop took before this date are left alone, unless they exist here: whoever comes from another service enters the day on which this one takes over. By the order's own date, in the time zone of the workflow; an order without a date is reviewed.",
};

/** What the editor shows of each number. */
const numberOfOrders = {
	type: 'number',
	typeOptions: { minValue: 0 },
	displayOptions: forShopOrders,
} as const;

const holdHoursField = amountField({
	...numberOfOrders,
	displayName: 'Hold (Hours)',
	name: 'holdHours',
	default: 0,
	description:
		'For how many hours from its own date an order is not placed, so that customers can change their mind. Only for a schedule that reads the order again: a webhook comes once. A date without a time begins at midnight.',
});

const reviewAbovePiecesField = amountField({
	...numberOfOrders,
	displayName: 'Review Above (Pieces)',
	name: 'reviewAbovePieces',
	default: 100,
	description:
		'An order of more pieces stays a draft until somebody looked at it, also where this option is not added: then above 100. 0 reviews none for its size.',
});

const completeReviewedAfterDaysField = amountField({
	...numberOfOrders,
	displayName: 'Complete Reviewed After (Days)',
	name: 'completeReviewedAfterDays',
	default: 2,
	description:
		"For how many days from its last change an order that had to be reviewed is not 'complete' although all its parcels left: time to see what was refunded without naming pieces. 2 where this option is not added.",
});

/** In the order of the options. */
export const nextFields: INodeProperties[] = [
	notBeforeProperty,
	holdHoursField.property,
	reviewAbovePiecesField.property,
	completeReviewedAfterDaysField.property,
];

/** Reads Not Before. Added and left empty, it is refused: nobody said yet which orders are to be left alone. */
function notBeforeOf(options: IDataObject, timeZone: string): number | undefined {
	if (!Object.hasOwn(options, 'notBefore')) return undefined;
	const label = joinLabels(OPTIONS, labelOf(notBeforeProperty));
	return (
		dateTimeOf(options.notBefore, label, timeZone) ??
		refuse(
			label,
			'is empty',
			'Choose in its calendar, with OK, from which day orders of the shop are produced here: older ones are left alone.',
		)
	);
}

/** Reads the options. What is wrong with them is reported by the check. */
export function nextSettingsOf(options: IDataObject, timeZone: string, check: Check) {
	return {
		notBefore: check(() => notBeforeOf(options, timeZone)),
		holdMs: checkedOption(check, options, holdHoursField) * HOUR_MS,
		/** 0 for none; also where it was refused, so that a check says nothing else of the size. */
		reviewAbovePieces: check(() => optionIn(options, reviewAbovePiecesField)) ?? 0,
		completeReviewedAfterDays: checkedOption(check, options, completeReviewedAfterDaysField),
	};
}

/** What the options say. Times are milliseconds. */
export type NextSettings = ReturnType<typeof nextSettingsOf>;

/**
 * The order's own date in milliseconds since 1970.
 *
 * @param date as its source writes it: ISO 8601, without an offset in the time zone of the workflow, or a number since 1970
 * @returns undefined for an order without one, or with one that cannot be read
 */
export function orderedAtOf(date: unknown, timeZone: string): number | undefined {
	try {
		return dateTimeOf(date, '', timeZone);
	} catch {
		return undefined;
	}
}
