// One poll for n8n: reads parameters and state, decides what is reported, returns items.

import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../../transport/credential';
import { deadlineIn } from '../../transport/deadlineClient';
import { serviceAddress } from '../../transport/serviceAddress';
import type { EventFilters } from '../eventFilters';
import { fetchTestEvent } from './fetchTestEvent';
import { toOutputs } from './items';
import {
	memoryOf,
	readingTimeMs,
	type NodeMemory,
	type Turn,
	loadState,
	saveState,
} from './nodeMemory';
import { newState, onePoll, noRoomError } from './onePoll';
import { createPollClient, Failures, ServiceClock } from './read/client';
import {
	isUrgent,
	newBeginningError,
	newBeginningText,
	outageError,
	outageText,
	troubledObjectsError,
} from './reportErrors';
import { choiceOf, type PollingOptions, pollingSettingsOf } from './state/settings';
import { decodeState, encodeState } from './state/schema';

/** Names what found no room among what cannot be read. */
const NO_ROOM_SUBJECT = 'the rest of the list';

interface PollOutcome {
	/** Null where nothing is to start. */
	outputs: INodeExecutionData[][] | null;
	/** Leaves the new state for the next poll. Without it, the next poll finds the same changes again. */
	save(): void;
	/** Why something could not be read. */
	error?: unknown;
	/** No page of a list could be read, or requests fail in general. */
	isTotal: boolean;
	/** Whether all lists could be read, as far as this poll knows. */
	isOutageOver: boolean;
}

/** Reads and compares. Changes nothing: the items and the new state go out in the same step, or neither does. */
async function pollOnce(
	context: IPollFunctions,
	memory: NodeMemory,
	isActivation: boolean,
): Promise<PollOutcome> {
	const events = context.getNodeParameter('events', []) as string[];
	const filters = context.getNodeParameter('filters', {}) as EventFilters;
	const mode = context.getNodeParameter('outputs', 'single') as string;
	const options = context.getNodeParameter('options', {}) as PollingOptions;
	const settings = pollingSettingsOf(events, filters, options, context.getTimezone());
	const choice = choiceOf(events, filters);
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
	const { changes, after, fields, waited, leftOut, isAnyListUnread } = await onePoll(before, {
		settings,
		startFrom,
		clock,
		requests: { client, failures, reports },
		...(options.addCurrentOrder === true && { currentOrders: { waited: memory.waited } }),
	});
	if (leftOut > 0) reports.fail(NO_ROOM_SUBJECT, noRoomError());
	else reports.succeed(NO_ROOM_SUBJECT);
	const state = await encodeState(after);
	const outputs =
		changes.length > 0 ? await toOutputs(changes, events, mode, client.redact, fields) : null;
	const error = failures.worst;
	return {
		outputs,
		save: () => {
			saveState(context, memory, state, outputs !== null);
			memory.waited = waited;
			if (beginsAnew) {
				memory.newBeginning = newBeginningText(beginsAnew, context.getNode(), address);
				// n8n may restart before the next poll.
				context.logger.warn(`POD Fulfilment Polling Trigger: ${memory.newBeginning.message}`);
			}
		},
		isOutageOver: !failures.isListLeft,
		isTotal: error !== undefined && (failures.areFinal || isAnyListUnread),
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
			isTotal: true,
			isOutageOver: false,
		}),
	);
	if (isSuperseded()) return null;
	const { outputs, save, error, isTotal, isOutageOver } = outcome;
	// Where polls are as far apart as reports, all of them would report, and no change be told.
	const isDelayed = memory.hasReported && !isActivation && (outputs !== null || !isTotal);
	memory.hasReported = false;
	if (error === undefined) {
		if (isOutageOver) reports.endOutage();
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
		isActivation: isActivation && isTotal,
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
	if (this.getMode() === 'manual') return await fetchTestEvent(this);
	const memory = memoryOf(this);
	return await memory.registrations.run(
		this,
		async (turn) => await pollAndReport(this, memory, turn),
	);
}
