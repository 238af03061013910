import type { IDataObject } from 'n8n-workflow';

import { isExactTime } from '../../../input/timestamp';
import type { ListContext } from './pollContext';
import { firstAfter, type ScanResult } from './scanProgress';
import { secondsOf } from './values';

/**
 * How far the clock of the service is behind that of n8n, in seconds; less than 0 where it is ahead. Only what a poll finds
 * that was there before the trigger needs it: how long anything else has lasted, n8n's clock says.
 */
export interface ServiceClock {
	/** By the `Date` header of the first page. */
	behind?: number;
	/** Not further than this, since the list has shown a time that is no older: see {@link ScanProgress.behindAtMost}. */
	behindAtMost?: number;
}

/** No time zone is further behind UTC. */
const MAX_ZONE_SECONDS = 12 * 3600;

/** @param members of the list that this poll has read */
export function serviceClockOf(
	members: Iterable<IDataObject>,
	scan: ScanResult | undefined,
	{ nowSeconds, scanProgress: { phase, behindAtMost } }: ListContext,
): ServiceClock {
	// From then on, everything unknown is new.
	if (phase === 'steady') return {};
	const bounds = behindAtMost === undefined ? [] : [behindAtMost];
	for (const { createdAt, updatedAt } of members) {
		for (const time of [secondsOf(createdAt), secondsOf(updatedAt)]) {
			// One that lies too far ahead says nothing of the clock.
			if (time !== undefined && firstAfter(time, nowSeconds) !== undefined) {
				bounds.push(nowSeconds - time);
			}
		}
	}
	return {
		...(scan?.serviceTime !== undefined && { behind: nowSeconds - scan.serviceTime }),
		...(bounds.length > 0 && { behindAtMost: bounds.reduce((a, b) => Math.min(a, b)) }),
	};
}

/**
 * A time of the service by n8n's clock, in seconds since 1970: rather too late than too early, and never later than now. A
 * local time is behind the `Date` header by its time zone, which it does not name.
 */
export function asTimeOfN8n(
	stamp: unknown,
	{ behind, behindAtMost = Number.POSITIVE_INFINITY }: ServiceClock,
	nowSeconds: number,
): number {
	const time = secondsOf(stamp);
	if (time === undefined) return nowSeconds;
	if (behind !== undefined && isExactTime(stamp)) return Math.min(nowSeconds, time + behind);
	const byDate = behind === undefined ? Number.POSITIVE_INFINITY : behind + MAX_ZONE_SECONDS;
	return Math.min(nowSeconds, time + Math.min(behindAtMost, byDate));
}
