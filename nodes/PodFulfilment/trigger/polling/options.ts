import { UserError, tryToParseDateTime } from 'n8n-workflow';

import { numberIn } from '../../input/guards';
import { shown } from '../../input/wording';
import type { PollingSettings } from './settings';
import { DAY_SECONDS } from './time';

/** The polling trigger's `options` parameter. */
export interface PollingOptions {
	startFrom?: unknown;
	emitAfterMinutes?: unknown;
	lateAfterDays?: unknown;
	forgetAfterDays?: unknown;
}

export const DEFAULT_LATE_AFTER_DAYS = 7;

export const DEFAULT_FORGET_AFTER_DAYS = 30;

/** A number of at least `min`; any other value gives the default. */
const numberOf = (value: unknown, min: number, fallback: number): number => {
	const number = numberIn(value);
	return number !== undefined && number >= min ? number : fallback;
};

/**
 * The date from which on changes are told. A date without an offset is one of the workflow's time zone.
 *
 * @returns seconds since 1970; undefined where no date was entered
 * @throws UserError for a value that is no date
 */
function startFromOf(value: unknown, timeZone: string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const time = timeIn(value, timeZone);
	if (time !== undefined) return Math.floor(time / 1000);
	throw new UserError(`Start From is no date: ${shown(value)}`, {
		description: 'Choose a date, or leave the field empty to begin now.',
	});
}

function timeIn(value: unknown, timeZone: string): number | undefined {
	try {
		return tryToParseDateTime(value, timeZone).toMillis();
	} catch {
		return undefined;
	}
}

/** @throws UserError for a start date that is no date */
export function pollingSettingsOf(
	events: string[],
	{ startFrom, emitAfterMinutes, lateAfterDays, forgetAfterDays }: PollingOptions,
	timeZone: string,
): PollingSettings {
	const from = startFromOf(startFrom, timeZone);
	return {
		events,
		...(from !== undefined && { startFrom: from }),
		emitAfter: numberOf(emitAfterMinutes, 0, 0) * 60,
		lateAfter: numberOf(lateAfterDays, 0, DEFAULT_LATE_AFTER_DAYS) * DAY_SECONDS,
		forgetAfter: numberOf(forgetAfterDays, 1, DEFAULT_FORGET_AFTER_DAYS) * DAY_SECONDS,
	};
}
