import { NodeOperationError, UserError, type INode, type NodeApiError } from 'n8n-workflow';

import { forEditor, upperFirst, withFullStop } from '../../input/wording';
import { errorTextOf, toNodeError } from '../../transport/errors/nodeError';
import { ServiceError } from '../../transport/errors/serviceError';
import type { NewBeginning } from './nodeContext';
import { isKeyRefused } from './read/requests';
import { StateError } from './state/checkState';

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
	 * @param isDelayed whether the next poll is early enough to report it
	 * @returns since when polls fail, and whether to report it now
	 */
	fail(
		node: string,
		{ isUrgent = false, isActivation = false, isDelayed = false } = {},
	): { sinceMs: number; isReported: boolean } {
		const nowMs = Date.now();
		const outage = this.outages.get(node) ?? { sinceMs: nowMs, isUrgentReported: false };
		this.outages.set(node, outage);
		const isDue =
			outage.reportedAtMs === undefined
				? nowMs - outage.sinceMs >= REPORTED_AFTER_MS
				: nowMs - outage.reportedAtMs >= REPORTED_EVERY_MS;
		const isReported =
			isActivation || (!isDelayed && (isDue || (isUrgent && !outage.isUrgentReported)));
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
	// What follows from a state that cannot be used depends on what the user does.
	const consequence =
		error instanceof StateError
			? 'Until then nothing starts the workflow, and this is reported once an hour.'
			: 'Nothing is lost: the next successful poll brings what has changed. While the outage lasts, it is reported once an hour.';
	const text = isActivation
		? { message: `${withFullStop(message)} ${description}`.trim(), description }
		: {
				message: outageText(error, sinceMs),
				description: `${description} ${consequence}`.trim(),
			};
	return toNodeError(node, error, text);
}

/** The error with which a poll names objects that keep failing, while everything else is read. */
export const troubledObjectsError = (node: INode, troubles: string): NodeOperationError =>
	new NodeOperationError(
		node,
		'Some orders, shipments or mockup tasks cannot be read, so their changes do not start this workflow',
		{
			description: forEditor(
				`${troubles.split('\n').map(upperFirst).join('\n')}\nAsk the provider what is wrong with them. Everything else is watched, and nothing is lost: once they can be read, the next poll brings what has changed. Until then, they are named once a day.`,
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
			? `Its credential now leads to ${address} instead of ${beginning.before}, where other orders are. If changes are missing, read them with the operation Get Many.`
			: `It was renamed from "${beginning.before}" to "${name}", and n8n keeps what it remembers under its name. If changes are missing, give it its old name back: it then goes on where it was, and repeats what has started the workflow since.`;
	return {
		message: 'This trigger has begun anew: changes before its last poll did not start the workflow',
		description: `${why} From now on, every change starts the workflow.`,
	};
}

export const newBeginningError = (
	node: INode,
	{ message, description }: ReturnType<typeof newBeginningText>,
): NodeOperationError =>
	new NodeOperationError(node, message, { description: forEditor(description) });
