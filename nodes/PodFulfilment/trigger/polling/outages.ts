import { UserError, type INode, type NodeApiError } from 'n8n-workflow';

import { withFullStop } from '../../input/wording';
import { errorTextOf, toNodeError } from '../../transport/errors/nodeError';
import { ServiceError } from '../../transport/errors/serviceError';
import { isKeyRefused } from './client';

/** Restarts of the service and brief network failures are over by then. */
const REPORTED_AFTER_MS = 10 * 60_000;

const REPORTED_EVERY_MS = 60 * 60_000;

interface Outage {
	/** When the first poll failed, in milliseconds since 1970. */
	since: number;
	reportedAt?: number;
	/** An error that only the user can fix was reported. */
	isUrgentReported: boolean;
}

/**
 * Decides which failed polls are reported. For each poll that throws, n8n stores a failed execution and runs the error
 * workflow: every minute while the service is unavailable.
 *
 * Kept in memory, because n8n does not store static data when a poll throws.
 */
export class Outages {
	private readonly outages = new Map<string, Outage>();

	private readonly now: () => number;

	/** @param now current time in milliseconds since 1970 */
	constructor(now: () => number = () => Date.now()) {
		this.now = now;
	}

	end(node: string): void {
		this.outages.delete(node);
	}

	/**
	 * Records a failed poll.
	 *
	 * @param isUrgent whether only the user can fix it: reported at once
	 * @param isActivation whether the activation fails with it: always reported
	 * @param hasItems whether the poll has items: not reported, since n8n takes either items or an error
	 * @returns since when polls fail, and whether to report it now
	 */
	fail(
		node: string,
		{ isUrgent = false, isActivation = false, hasItems = false } = {},
	): { since: number; isReported: boolean } {
		const now = this.now();
		const outage = this.outages.get(node) ?? { since: now, isUrgentReported: false };
		this.outages.set(node, outage);
		const isDue =
			outage.reportedAt === undefined
				? now - outage.since >= REPORTED_AFTER_MS
				: now - outage.reportedAt >= REPORTED_EVERY_MS;
		const isReported =
			!hasItems && (isActivation || isDue || (isUrgent && !outage.isUrgentReported));
		if (isReported) {
			outage.reportedAt = now;
			outage.isUrgentReported ||= isUrgent;
		}
		return { since: outage.since, isReported };
	}
}

/** Whether only the user can fix an error. */
export const isUrgent = (error: unknown): boolean =>
	error instanceof UserError || (error instanceof ServiceError && isKeyRefused(error));

/** What is wrong and since when, in one line. */
export const outageText = (error: unknown, since: number): string =>
	`${errorTextOf(error).message}, since ${new Date(since).toISOString()}`;

/**
 * The error with which a poll reports an outage.
 *
 * @param isActivation n8n then shows nothing but the message, so that says what to do as well
 */
export function outageError(
	node: INode,
	error: unknown,
	since: number,
	isActivation: boolean,
): NodeApiError {
	const { message, description } = errorTextOf(error);
	const text = isActivation
		? { message: `${withFullStop(message)} ${description}`.trim(), description }
		: {
				message: outageText(error, since),
				description:
					`${description} Nothing is lost: the next successful poll brings what has changed. While the outage lasts, it is reported once an hour.`.trim(),
			};
	return toNodeError(node, error, text);
}
