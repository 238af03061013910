// One poll for n8n: reads parameters and state, decides what is reported and in which words, returns items.

import {
	NodeOperationError,
	UserError,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	type NodeApiError,
} from 'n8n-workflow';

import { forEditor, upperFirst, withFullStop } from '../../input/wording';
import { CREDENTIAL, serviceAddress } from '../../transport/credential';
import { deadlineIn } from '../../transport/deadlineClient';
import {
	type ErrorText,
	errorTextOf,
	ServiceError,
	toNodeError,
} from '../../transport/errors/serviceError';
import { fetchTestEvent } from './fetchTestEvent';
import { toOutputs } from './items';
import {
	loadState,
	memoryOf,
	readingTimeMs,
	saveState,
	type NewBeginning,
	type NodeMemory,
	type Turn,
} from './nodeMemory';
import { newState, onePoll } from './onePoll';
import { createPollClient, Failures, isKeyRefused, ServiceClock } from './read/client';
import { readParameters } from './compare/settings';
import { decodeState, encodeState, StateError } from './state/schema';

/** Whether only the user can fix an error. */
const isUrgent = (error: unknown): boolean =>
	error instanceof UserError || (error instanceof ServiceError && isKeyRefused(error));

/** What is wrong and since when, in one line. */
const outageText = (error: unknown, sinceMs: number): string =>
	`${errorTextOf(error).message}, since ${new Date(sinceMs).toISOString()}`;

/**
 * The error with which a poll reports an outage.
 *
 * @param isActivation n8n then shows nothing but the message, so that says what to do as well
 */
function outageError(
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
const troubledObjectsError = (node: INode, troubles: string): NodeOperationError =>
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
function newBeginningText(beginning: NewBeginning, { name }: INode, address: string): ErrorText {
	const why =
		beginning.cause === 'address'
			? `Its credential now leads to ${address} instead of ${beginning.before}, where other orders are. If changes are missing, read them with the operation Get Many.`
			: `It was renamed from ${beginning.before.map((one) => `"${one}"`).join(' or ')} to "${name}", and n8n keeps what it remembers under its name. If changes are missing, give it its old name back: it then goes on where it was, and repeats what has started the workflow since.`;
	return {
		message: 'This trigger has begun anew: changes before its last poll did not start the workflow',
		description: `${why} From now on, every change starts the workflow.`,
	};
}

const newBeginningError = (node: INode, { message, description }: ErrorText): NodeOperationError =>
	new NodeOperationError(node, message, { description: forEditor(description) });

interface PollOutcome {
	/** Null where nothing is to start. */
	outputs: INodeExecutionData[][] | null;
	/** Leaves the new state for the next poll. Without it, the next poll finds the same changes again. */
	save(): void;
	/** Why something could not be read. */
	error?: unknown;
	/** Of each list a page could be read, and requests do not fail in general. */
	hasAllLists: boolean;
}

/** Reads and compares. Changes nothing: the items and the new state go out in the same step, or neither does. */
async function pollOnce(
	context: IPollFunctions,
	memory: NodeMemory,
	isActivation: boolean,
): Promise<PollOutcome> {
	const { events, mode, addsCurrentOrder, settings, choice } = readParameters(context);
	const credential = await context.getCredentials(CREDENTIAL);
	const address = serviceAddress(credential.baseUrl);

	const { stored, beginsAnew } = loadState(context, memory, address, choice);
	const before = stored === undefined ? newState(address, choice) : await decodeState(stored);
	const startFrom =
		stored === undefined && beginsAnew === undefined ? settings.startFromSeconds : undefined;
	const clock = new ServiceClock(before.now);
	const deadline = deadlineIn(readingTimeMs(context, isActivation || stored === undefined));
	const client = createPollClient(context, credential, deadline, clock);
	const failures = new Failures();
	const { reports } = memory;
	const { changes, after, fields, hasAllLists } = await onePoll(before, {
		settings,
		startFrom,
		requests: { client, failures, reports },
		...(addsCurrentOrder && { currentOrders: { waited: memory.waited } }),
	});
	const state = await encodeState(after);
	const outputs =
		changes.length > 0 ? await toOutputs(changes, events, mode, client.redact, fields) : null;
	const error = failures.worst;
	return {
		outputs,
		save: () => {
			saveState(context, memory, state, outputs !== null);
			if (beginsAnew) {
				memory.newBeginning = newBeginningText(beginsAnew, context.getNode(), address);
				// n8n may restart before the next poll.
				context.logger.warn(`POD Fulfilment Polling Trigger: ${memory.newBeginning.message}`);
			}
		},
		hasAllLists: hasAllLists && !failures.areFinal,
		...(error && { error }),
	};
}

/**
 * Polls, and reports what fails once rather than with every poll. n8n takes either items or an error, so the changes of a
 * poll that reports come with the next one: they are not saved. So no two polls with changes report in a row.
 */
async function pollAndReport(
	context: IPollFunctions,
	memory: NodeMemory,
	{ isActivation, isSuperseded }: Turn,
): Promise<INodeExecutionData[][] | null> {
	const { newBeginning, reports } = memory;
	if (newBeginning && !isActivation) {
		delete memory.newBeginning;
		throw newBeginningError(context.getNode(), newBeginning);
	}
	const outcome = await pollOnce(context, memory, isActivation).catch(
		(error: unknown): PollOutcome => ({
			outputs: null,
			save: () => undefined,
			error,
			hasAllLists: false,
		}),
	);
	if (isSuperseded()) return null;
	const { outputs, save, error, hasAllLists } = outcome;
	// Where polls are as far apart as reports, all of them would report, and no change be told.
	const isDelayed =
		memory.hasReported && !isActivation && (outputs !== null || error === undefined || hasAllLists);
	memory.hasReported = false;
	if (error === undefined) {
		if (hasAllLists) reports.endOutage();
		const { due } = reports;
		if (due !== undefined && !isActivation && !isDelayed) {
			reports.markReported();
			memory.hasReported = true;
			throw troubledObjectsError(context.getNode(), due);
		}
		save();
		return outputs;
	}
	const { sinceMs, isReported } = reports.failService({
		isUrgent: isUrgent(error),
		isActivation: isActivation && !hasAllLists,
		isDelayed,
	});
	if (isReported) {
		memory.hasReported = true;
		throw outageError(context.getNode(), error, sinceMs, isActivation);
	}
	context.logger.warn(`POD Fulfilment Polling Trigger: ${outageText(error, sinceMs)}`);
	save();
	return outputs;
}

/** n8n's entry: one poll, or the newest real examples for Fetch Test Event. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') {
		return await fetchTestEvent(this).catch((error: unknown) => {
			if (!(error instanceof ServiceError)) throw error;
			throw toNodeError(this.getNode(), error);
		});
	}
	const memory = memoryOf(this);
	return await memory.registrations.run(
		this,
		async (turn) => await pollAndReport(this, memory, turn),
	);
}
