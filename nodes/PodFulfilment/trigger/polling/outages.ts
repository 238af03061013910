import { NodeOperationError, UserError, type INode, type NodeApiError } from 'n8n-workflow';

import { forEditor, withFullStop } from '../../input/wording';
import { errorTextOf, toNodeError } from '../../transport/errors/nodeError';
import { ServiceError } from '../../transport/errors/serviceError';
import type { NewBeginning } from './nodeContext';
import { isKeyRefused } from './read/requests';

/** Restarts of the service and brief network failures are over by then. */
const REPORTED_AFTER_MS = 10 * 60_000;

const REPORTED_EVERY_MS = 60 * 60_000;

interface Outage {
	/** When the first poll failed, since 1970. */
	sinceMs: number;
	reportedAtMs?: number;
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

	/** Records a poll without a failure. */
	end(node: string): void {
		this.outages.delete(node);
	}

	/**
	 * Records a failed poll.
	 *
	 * @param isUrgent whether only the user can fix it: reported at once
	 * @param isActivation whether the activation fails with it: always reported
	 * @returns since when polls fail, and whether to report it now
	 */
	fail(
		node: string,
		{ isUrgent = false, isActivation = false } = {},
	): { sinceMs: number; isReported: boolean } {
		const nowMs = Date.now();
		const outage = this.outages.get(node) ?? { sinceMs: nowMs, isUrgentReported: false };
		this.outages.set(node, outage);
		const isDue =
			outage.reportedAtMs === undefined
				? nowMs - outage.sinceMs >= REPORTED_AFTER_MS
				: nowMs - outage.reportedAtMs >= REPORTED_EVERY_MS;
		const isReported = isActivation || isDue || (isUrgent && !outage.isUrgentReported);
		if (isReported) {
			outage.reportedAtMs = nowMs;
			outage.isUrgentReported ||= isUrgent;
		}
		return { sinceMs: outage.sinceMs, isReported };
	}
}

/** Whether only the user can fix an error. */
export const isUrgent = (error: unknown): boolean =>
	error instanceof UserError || (error instanceof ServiceError && isKeyRefused(error));

/** What is wrong and since when, in one line. */
export const outageText = (error: unknown, sinceMs: number): string =>
	`${errorTextOf(error).message}, since ${new Date(sinceMs).toISOString()}`;

/**
 * The error with which a poll reports an outage.
 *
 * @param isActivation n8n then shows nothing but the message, so that says what to do as well
 */
export function outageError(
	node: INode,
	error: unknown,
	sinceMs: number,
	isActivation: boolean,
): NodeApiError {
	const { message, description } = errorTextOf(error);
	const text = isActivation
		? { message: `${withFullStop(message)} ${description}`.trim(), description }
		: {
				message: outageText(error, sinceMs),
				description:
					`${description} Nothing is lost: the next successful poll brings what has changed. While the outage lasts, it is reported once an hour.`.trim(),
			};
	return toNodeError(node, error, text);
}

/** The error with which a poll names objects that keep failing, while everything else is read. */
export const troubledObjectsError = (node: INode, troubles: string): NodeOperationError =>
	new NodeOperationError(
		node,
		'Some objects cannot be read, so their changes do not start this workflow',
		{
			description: forEditor(
				`${troubles}\nEverything else is watched. Nothing is lost: once they can be read, what has changed comes with the next poll. Ask the provider what is wrong with them. While it lasts, they are named once a day.`,
			),
		},
	);

/** What to say of a trigger that begins anew. */
export function newBeginningText(
	beginning: NewBeginning,
	{ name }: INode,
	address: string,
): { message: string; description: string } {
	const why =
		beginning.because === 'address'
			? `its credential now leads to ${address} instead of ${beginning.before}`
			: `it was renamed from "${beginning.before}" to "${name}", and n8n keeps its state under the name`;
	return {
		message: 'This trigger has begun anew: what existed before its last poll started nothing',
		description: `That is because ${why}. From now on, every change starts the workflow. If changes are missing, read them with the operation Get Many.`,
	};
}

export const newBeginningError = (
	node: INode,
	{ message, description }: ReturnType<typeof newBeginningText>,
): NodeOperationError =>
	new NodeOperationError(node, message, { description: forEditor(description) });
