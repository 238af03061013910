import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { EventFilters } from '../filters';
import { readingTime } from './budget';
import { createPollClient } from './client';
import { deadlineIn } from './deadline';
import { Exclusive } from './exclusive';
import { Failures } from './failures';
import { fetchTestEvent } from './fetchTestEvent';
import { isWanted, toOutputs } from './items';
import { isActivation, nodeKeyOf, storedState, storeState } from './nodeMemory';
import { pollingSettingsOf, type PollingOptions } from './options';
import { isUrgent, outageError, outageText } from './outageError';
import { Outages } from './outages';
import { readPoll } from './readPoll';
import { reconcile } from './reconcile';
import { followsOrders, followsTasks } from './settings';

// Shared by all polling triggers of this process.
const polls = new Exclusive();
const outages = new Outages();

/** What a poll came to. */
interface PollOutcome {
	/** Null where nothing is to start. */
	outputs: INodeExecutionData[][] | null;
	/** Why something could not be read. */
	error?: unknown;
	/** Whether that was all, or too much to go on. */
	isTotal?: boolean;
}

/** Reads, compares, and takes note of what goes out in the same step. */
async function pollOnce(context: IPollFunctions, isAwaited: boolean): Promise<PollOutcome> {
	const events = context.getNodeParameter('events', []) as string[];
	const filters = context.getNodeParameter('filters', {}) as EventFilters;
	const mode = context.getNodeParameter('outputs', 'single') as string;
	const options = context.getNodeParameter('options', {}) as PollingOptions;
	const settings = pollingSettingsOf(events, options, context.getTimezone());

	const time = Date.now();
	const stored = storedState(context);
	const deadline = deadlineIn(readingTime(context, isAwaited || stored === undefined));
	const failures = new Failures();
	const client = await createPollClient(context, deadline);
	const readings = await readPoll(client, stored, time, settings, deadline, failures);
	const { changes, state } = reconcile(stored, readings, time, settings);
	const error = failures.worst;
	const isTotal =
		failures.isHopeless ||
		(followsOrders(settings) && !readings.orders) ||
		(followsTasks(settings) && !readings.tasks);
	// An activation that fails has not begun.
	if (!(isAwaited && error && isTotal && stored === undefined)) storeState(context, state);
	const wanted = changes.filter((change) => isWanted(change, events, filters));
	return {
		outputs: wanted.length > 0 ? toOutputs(wanted, events, mode) : null,
		...(error && { error, isTotal }),
	};
}

/** Polls, and tells an outage once rather than with every poll. */
async function pollAndReport(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = nodeKeyOf(context);
	const isAwaited = isActivation(context);
	const outcome = await pollOnce(context, isAwaited).catch((error: unknown): PollOutcome => ({
		outputs: null,
		error,
		isTotal: true,
	}));
	const { outputs, error, isTotal = false } = outcome;
	if (error === undefined) {
		outages.end(node);
		return outputs;
	}
	const { since, isTold } = outages.fail(node, {
		isUrgent: isUrgent(error),
		isActivation: isAwaited && isTotal,
		isHeldBack: outputs !== null,
	});
	if (isTold) throw outageError(context.getNode(), error, since, isAwaited);
	context.logger.warn(`POD Fulfilment Polling Trigger: ${outageText(error, since)}`);
	return outputs;
}

/** n8n's entry: one poll, or the newest real examples for 'Fetch Test Event'. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return await fetchTestEvent(this);
	const outputs = await polls.run(nodeKeyOf(this), async () => await pollAndReport(this));
	return outputs ?? null;
}
