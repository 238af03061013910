import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { deadlineIn } from '../../transport/deadlineClient';
import type { EventFilters } from '../filters';
import { nodeKeyOf } from '../nodeKey';
import { createPollClient } from './client';
import { fetchTestEvent } from './fetchTestEvent';
import { isWanted, toOutputs } from './items';
import { isActivation, loadState, PollLock, readingTimeMs, saveState } from './nodeContext';
import { isUrgent, outageError, Outages, outageText } from './outages';
import { readPoll } from './read/readPoll';
import { Failures } from './read/requests';
import { reconcile } from './reconcile/reconcile';
import { pollingSettingsOf, type PollingOptions } from './settings';
import { decodeState, encodeState } from './state/codec';
import {
	createPollContext,
	watchesOrders,
	watchesTasks,
	type PollingSettings,
} from './state/pollContext';
import type { Readings } from './state/scanProgress';

// Shared by all polling triggers of this process.
const lock = new PollLock();
const outages = new Outages();

interface PollOutcome {
	/** Null where nothing is to start. */
	outputs: INodeExecutionData[][] | null;
	/** Why something could not be read. */
	error?: unknown;
	/** See {@link isTotalFailure}. */
	isTotal?: boolean;
}

/** Whether a whole list could not be read, or requests fail in general. */
const isTotalFailure = (
	failures: Failures,
	readings: Readings,
	settings: PollingSettings,
): boolean =>
	failures.areGeneral ||
	(watchesOrders(settings) && !readings.orders) ||
	(watchesTasks(settings) && !readings.tasks);

/** Reads and compares. The new state is saved in the same step in which the items are returned. */
async function pollOnce(context: IPollFunctions, isActivating: boolean): Promise<PollOutcome> {
	const events = context.getNodeParameter('events', []) as string[];
	const filters = context.getNodeParameter('filters', {}) as EventFilters;
	const mode = context.getNodeParameter('outputs', 'single') as string;
	const options = context.getNodeParameter('options', {}) as PollingOptions;
	const settings = pollingSettingsOf(events, options, context.getTimezone());

	const nowMs = Date.now();
	const stored = loadState(context);
	const isShort = isActivating || stored === undefined;
	const deadline = deadlineIn(readingTimeMs(context, isShort));
	const failures = new Failures();
	const client = await createPollClient(context, deadline);
	const pollContext = createPollContext(await decodeState(stored), nowMs, settings);
	const readings = await readPoll(pollContext, { client, deadline, failures });
	const { changes, snapshot } = await reconcile(readings, pollContext);
	const state = await encodeState(snapshot);
	const error = failures.worst;
	const isTotal = isTotalFailure(failures, readings, settings);
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
	const { sinceMs, isReported } = outages.fail(node, {
		isUrgent: isUrgent(error),
		isActivation: isActivating && isTotal,
		hasItems: outputs !== null,
	});
	if (isReported) throw outageError(context.getNode(), error, sinceMs, isActivating);
	context.logger.warn(`POD Fulfilment Polling Trigger: ${outageText(error, sinceMs)}`);
	return outputs;
}

/** n8n's entry: one poll, or the newest real examples for Fetch Test Event. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return await fetchTestEvent(this);
	const outputs = await lock.run(nodeKeyOf(this), async () => await pollAndReport(this));
	return outputs ?? null;
}
