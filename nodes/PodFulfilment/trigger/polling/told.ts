/**
 * What the workflow knows of the status of an order, a shipment or a task. A status that was read but is not told yet
 * stands beside the one that was told, until the item goes out that tells it.
 */
export interface Told {
	/** The status as last told, or as noted at the beginning; empty when none was. In the form of {@link statusKey}. */
	status: string;
	/** The status as last read, where it is another one. */
	seen?: string;
	/** When the status as last read was first read, in seconds since 1970. */
	since: number;
}

/** Takes note of a status that was read. Returns whether it differs from the one read before. */
export function readStatus(told: Told, status: string, now: number): boolean {
	if (status === (told.seen ?? told.status)) return false;
	if (status === told.status) delete told.seen;
	else told.seen = status;
	told.since = now;
	return true;
}

/** Whether there is a status to tell that has been standing for so many seconds. */
export const isDue = (told: Told, now: number, emitAfter: number): boolean =>
	told.seen !== undefined && told.since + emitAfter <= now;

/** The status as last read counts as told from now on. */
export function markTold(told: Told): void {
	told.status = told.seen ?? told.status;
	delete told.seen;
}
