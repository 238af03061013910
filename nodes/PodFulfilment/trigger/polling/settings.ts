import { dateTimeOf } from '../../input/dateTime';
import { numberIn } from '../../input/guards';
import type { PollingSettings } from './state/pollContext';
import { DAY_SECONDS } from './state/values';

/** The polling trigger's `options` parameter. */
export interface PollingOptions {
	addCurrentOrder?: boolean;
	startFrom?: unknown;
	emitAfterMinutes?: unknown;
	lateAfterDays?: unknown;
	waitingAfterHours?: unknown;
	remindEveryDays?: unknown;
	forgetAfterDays?: unknown;
}

export const DEFAULT_LATE_AFTER_DAYS = 7;

export const DEFAULT_WAITING_AFTER_HOURS = 24;

export const DEFAULT_FORGET_AFTER_DAYS = 30;

/** A number of at least `min`; anything else gives the default. */
const numberOf = (value: unknown, min: number, fallback: number): number => {
	const number = numberIn(value);
	return number !== undefined && number >= min ? number : fallback;
};

/**
 * The settings of a node, with all periods in seconds.
 *
 * @param timeZone that of the workflow, for a start date without an offset
 * @throws UserError for a start date that is no date
 */
export function pollingSettingsOf(
	events: string[],
	options: PollingOptions,
	timeZone: string,
): PollingSettings {
	const { startFrom, emitAfterMinutes, lateAfterDays, forgetAfterDays } = options;
	const startFromMs = dateTimeOf(startFrom, 'Start From', timeZone);
	return {
		events,
		...(startFromMs !== undefined && { startFromSeconds: Math.floor(startFromMs / 1000) }),
		emitAfterSeconds: numberOf(emitAfterMinutes, 0, 0) * 60,
		lateAfterSeconds: numberOf(lateAfterDays, 0, DEFAULT_LATE_AFTER_DAYS) * DAY_SECONDS,
		waitingAfterSeconds: numberOf(options.waitingAfterHours, 0, DEFAULT_WAITING_AFTER_HOURS) * 3600,
		remindEverySeconds: numberOf(options.remindEveryDays, 0, 0) * DAY_SECONDS,
		forgetAfterSeconds: numberOf(forgetAfterDays, 1, DEFAULT_FORGET_AFTER_DAYS) * DAY_SECONDS,
	};
}
