import type { IDataObject } from 'n8n-workflow';

import { findOrder, type OrderReference } from '../../api/order';
import type { ApiClient } from '../../transport/client';
import { ServiceError } from '../../transport/errors/serviceError';

/** Milliseconds between reads; the last one holds on. */
const READ_AFTER_MS = [1000, 2000, 3000, 5000] as const;

export const isDraft = ({ status }: IDataObject): boolean => status === 'draft';

/**
 * Reads an order that was placed until its status is another one than draft, or the time is over. The spec shows no sign
 * that a validation succeeded (section 3).
 *
 * The pauses are no part of Max Waiting Time, which is about a service that is busy. The reads wait behind items that
 * have not begun, and count against the rate limiter like all requests.
 *
 * @param placed the order as it was answered; where reads lag behind, it is not found at first
 * @returns the order as it was read last
 * @throws ServiceError when it cannot be read at the end of the time, or not at all
 * @throws RunAborted when the run is aborted
 */
export async function awaitValidation(
	client: ApiClient,
	order: OrderReference,
	placed: IDataObject,
	milliseconds: number,
): Promise<IDataObject> {
	const until = Date.now() + milliseconds;
	let last = placed;
	for (let reads = 0; isDraft(last); reads += 1) {
		const left = until - Date.now();
		if (left <= 0) break;
		const delay = READ_AFTER_MS[Math.min(reads, READ_AFTER_MS.length - 1)] ?? left;
		await client.run.pause(Math.min(delay, left));
		const read = await findOrder(client, order, true);
		if (!(read instanceof ServiceError)) last = read ?? last;
		else if (read.outcome === 'refused' || Date.now() >= until) throw read;
	}
	return last;
}
