import { timeText } from '../timestamp';

export const DAY_SECONDS = 24 * 3600;

/** Milliseconds since 1970 of a timestamp of the service; undefined for anything that tells no time. */
export function millisecondsOf(value: unknown): number | undefined {
	const time = Date.parse(timeText(value) ?? '');
	return Number.isNaN(time) ? undefined : time;
}

/** Whole seconds since 1970 of a timestamp of the service; undefined for anything that tells no time. */
export function secondsOf(value: unknown): number | undefined {
	const time = millisecondsOf(value);
	return time === undefined ? undefined : Math.floor(time / 1000);
}
