import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { deadlineIn } from '../../transport/deadlineClient';
import type { EventFilters } from '../filters';
import { nodeKeyOf } from '../nodeKey';
import { isWanted, toOutputs } from './reconcile/changes';
import { createPollClient, Failures } from './client';
import { decodeState, encodeState } from './state/codec';
import { fetchTestEvent } from './fetchTestEvent';
import {
	isActivation,
	loadState,
	PollLock,
	readingTimeMs,
	saveState,
} from './nodeContext';
import { isUrgent, outageError, Outages, outageText } from './outages';
import { readPoll } from './read/readPoll';
import { reconcile } from './reconcile/reconcile';
import { pollingSettingsOf, watchesOrders, watchesTasks, type PollingOptions } from './settings';

// Shared by all polling triggers of this process.
const lock = new PollLock();
const outages = new Outages();

interface PollOutcome {
	/** Null where nothing is to start. */
	outputs: INodeExecutionData[][] | null;
	/** Why something could not be read. */
	error?: unknown;
	/** Whether a whole list could not be read, or requests fail in general. */
	isTotal?: boolean;
}

/** Reads and compares. The new state is saved in the same step in which the items are returned. */
async function pollOnce(context: IPollFunctions, isActivating: boolean): Promise<PollOutcome> {
	const events = context.getNodeParameter('events', []) as string[];
	const filters = context.getNodeParameter('filters', {}) as EventFilters;
	const mode = context.getNodeParameter('outputs', 'single') as string;
	const options = context.getNodeParameter('options', {}) as PollingOptions;
	const settings = pollingSettingsOf(events, options, context.getTimezone());

	const time = Date.now();
	const stored = loadState(context);
	const isShort = isActivating || stored === undefined;
	const deadline = deadlineIn(readingTimeMs(context, isShort));
	const failures = new Failures();
	const client = await createPollClient(context, deadline);
	const before = await decodeState(stored);
	const readings = await readPoll(client, before, time, settings, deadline, failures);
	const { changes, snapshot } = await reconcile(before, readings, time, settings);
	const state = await encodeState(snapshot);
	const error = failures.worst;
	const isTotal =
		failures.areGeneral ||
		(watchesOrders(settings) && !readings.orders) ||
		(watchesTasks(settings) && !readings.tasks);
	// A failed activation leaves no state: the next one begins.
	if (!(isActivating && error && isTotal && stored === undefined)) saveState(context, state);
	const wanted = changes.filter((change) => isWanted(change, events, filters));
	return {
		outputs: wanted.length > 0 ? toOutputs(wanted, events, mode) : null,
		...(error && { error, isTotal }),
	};
}

/** Polls, and reports an outage once rather than with every poll. */
async function pollAndReport(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = nodeKeyOf(context);
	const isActivating = isActivation(context);
	const outcome = await pollOnce(context, isActivating).catch((error: unknown): PollOutcome => ({
		outputs: null,
		error,
		isTotal: true,
	}));
	const { outputs, error, isTotal = false } = outcome;
	if (error === undefined) {
		outages.end(node);
		return outputs;
	}
	const { since, isReported } = outages.fail(node, {
		isUrgent: isUrgent(error),
		isActivation: isActivating && isTotal,
		hasItems: outputs !== null,
	});
	if (isReported) throw outageError(context.getNode(), error, since, isActivating);
	context.logger.warn(`POD Fulfilment Polling Trigger: ${outageText(error, since)}`);
	return outputs;
}

/** n8n's entry: one poll, or the newest real examples for Fetch Test Event. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return await fetchTestEvent(this);
	const outputs = await lock.run(nodeKeyOf(this), async () => await pollAndReport(this));
	return outputs ?? null;
}
