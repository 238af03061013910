import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { serviceAddress } from '../../transport/serviceAddress';
import { CREDENTIAL } from '../../transport/credential';
import { deadlineIn } from '../../transport/deadlineClient';
import type { EventFilters } from '../eventFilters';
import { nodeKeyOf } from '../nodeKey';
import { createPollClient, withinTimeOfPoll } from './client';
import { withTimeForCurrentOrders, type WaitedPolls } from './currentOrders';
import { resultOf } from './emission';
import { fetchTestEvent } from './fetchTestEvent';
import { toOutputs } from './items';
import { isActivation, loadState, PollLock, readingTimeMs, saveState } from './nodeContext';
import {
	isUrgent,
	newBeginningError,
	newBeginningText,
	outageError,
	Outages,
	outageText,
	troubledObjectsError,
} from './outages';
import { readPoll } from './read/readPoll';
import { Failures } from './read/requests';
import { isWanted } from './reconcile/chosen';
import { noRoomError } from './reconcile/room';
import { pollingSettingsOf, type PollingOptions } from './settings';
import { decodeState, encodeState } from './state/codec';
import {
	createPollContext,
	watchesOrders,
	watchesTasks,
	type PollingSettings,
} from './state/pollContext';
import type { ListReading, Readings } from './state/scanProgress';
import { selectionOf } from './state/selection';
import { TroubledObjects } from './read/troubledObjects';

// Shared by all polling triggers of this process, by node.
const lock = new PollLock();
const outages = new Outages();
const troubledObjects = new Map<string, TroubledObjects>();
/** Kept in memory, like the troubled objects: after a restart, events wait anew. */
const waitedPolls = new Map<string, WaitedPolls>();
/** What is to be said of triggers that have begun anew. The poll that began has no items, but may be an activation. */
const newBeginnings = new Map<string, ReturnType<typeof newBeginningText>>();
/** Triggers whose last poll has reported, so that what it found waits for the next one. */
const reportedLast = new Set<string>();

/** Names what found no room among what cannot be read. */
const NO_ROOM_SUBJECT = 'the rest of the list';

interface PollOutcome {
	/** Null where nothing is to start. */
	outputs: INodeExecutionData[][] | null;
	/** Leaves the new state for the next poll. Without it, the next poll finds the same changes again. */
	save(): void;
	/** Why something could not be read. */
	error?: unknown;
	/** See {@link isTotalFailure}. */
	isTotal?: boolean;
	/** Whether all lists could be read, as far as this poll knows. */
	isOutageOver?: boolean;
}

function troubledObjectsOf(node: string): TroubledObjects {
	const known = troubledObjects.get(node) ?? new TroubledObjects();
	troubledObjects.set(node, known);
	return known;
}

const isUnreadable = (reading: ListReading | undefined): boolean => reading?.hasNoPage ?? !reading;

/** Whether no page of a list could be read, or requests fail in general. */
const isTotalFailure = (
	failures: Failures,
	readings: Readings,
	settings: PollingSettings,
): boolean =>
	failures.areFinal ||
	(watchesOrders(settings) && isUnreadable(readings.orders)) ||
	(watchesTasks(settings) && isUnreadable(readings.tasks));

/** Reads and compares. Changes nothing: the items and the new state go out in the same step, or neither does. */
async function pollOnce(context: IPollFunctions, isActivating: boolean): Promise<PollOutcome> {
	const events = context.getNodeParameter('events', []) as string[];
	const filters = context.getNodeParameter('filters', {}) as EventFilters;
	const mode = context.getNodeParameter('outputs', 'single') as string;
	const options = context.getNodeParameter('options', {}) as PollingOptions;
	const settings = { ...pollingSettingsOf(events, options, context.getTimezone()), filters };

	const node = nodeKeyOf(context);
	const nowMs = Date.now();
	const credential = await context.getCredentials(CREDENTIAL);
	const address = serviceAddress(credential.baseUrl);
	const chosen = selectionOf(settings.events, filters);
	const { state: stored, beginsAnew } = loadState(context, address, chosen);
	const deadline = deadlineIn(readingTimeMs(context, isActivating || stored === undefined));
	const client = withinTimeOfPoll(createPollClient(context, credential, deadline), deadline);
	const failures = new Failures();
	const isStart = stored === undefined && beginsAnew === undefined;
	const before = await decodeState(stored, Math.floor(nowMs / 1000));
	const pollContext = createPollContext(before, nowMs, settings, isStart);
	const troubled = troubledObjectsOf(node);
	const requests = { client, deadline, failures, troubled };
	const addsCurrentOrder = options.addCurrentOrder === true;
	const readings = await readPoll(
		pollContext,
		addsCurrentOrder ? withTimeForCurrentOrders(requests) : requests,
	);
	const { changes, snapshot, leftOut, fields, waited } = await resultOf(
		readings,
		pollContext,
		(change) => isWanted(change, events, filters),
		addsCurrentOrder ? { requests, waited: waitedPolls.get(node) ?? new Map() } : undefined,
	);
	if (leftOut > 0) troubled.fail(NO_ROOM_SUBJECT, noRoomError());
	else troubled.succeed(NO_ROOM_SUBJECT);
	const state = await encodeState(snapshot, address);
	const outputs =
		changes.length > 0 ? await toOutputs(changes, events, mode, client.redact, fields) : null;
	const error = failures.worst;
	return {
		outputs,
		save: () => {
			saveState(context, state, chosen, outputs !== null);
			waitedPolls.set(node, waited);
			if (beginsAnew) {
				const text = newBeginningText(beginsAnew, context.getNode(), address);
				newBeginnings.set(node, text);
				// n8n may restart before the next poll.
				context.logger.warn(`POD Fulfilment Polling Trigger: ${text.message}`);
			}
		},
		isOutageOver: !failures.isListLeft,
		...(error && { error, isTotal: isTotalFailure(failures, readings, settings) }),
	};
}

/**
 * Polls, and reports what fails once rather than with every poll. n8n takes either items or an error, so the changes of a
 * poll that reports come with the next one: they are not saved. So no two polls with changes report in a row.
 */
async function pollAndReport(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = nodeKeyOf(context);
	const isActivating = isActivation(context);
	const newBeginning = newBeginnings.get(node);
	if (newBeginning && !isActivating) {
		newBeginnings.delete(node);
		throw newBeginningError(context.getNode(), newBeginning);
	}
	const outcome = await pollOnce(context, isActivating).catch((error: unknown): PollOutcome => ({
		outputs: null,
		save: () => undefined,
		error,
		isTotal: true,
	}));
	const { outputs, save, error, isTotal = false, isOutageOver = true } = outcome;
	// Where polls are as far apart as reports, all of them would report, and no change be emitted.
	const hasReported = reportedLast.delete(node);
	const isDelayed = hasReported && !isActivating && (outputs !== null || !isTotal);
	if (error === undefined) {
		if (isOutageOver) outages.end(node);
		const troubled = troubledObjectsOf(node);
		const { due } = troubled;
		if (due !== undefined && !isActivating && !isDelayed) {
			troubled.markReported();
			reportedLast.add(node);
			throw troubledObjectsError(context.getNode(), due);
		}
		save();
		return outputs;
	}
	const { sinceMs, isReported } = outages.fail(node, {
		isUrgent: isUrgent(error),
		isActivation: isActivating && isTotal,
		isDelayed,
	});
	if (isReported) {
		reportedLast.add(node);
		throw outageError(context.getNode(), error, sinceMs, isActivating);
	}
	context.logger.warn(`POD Fulfilment Polling Trigger: ${outageText(error, sinceMs)}`);
	save();
	return outputs;
}

/** n8n's entry: one poll, or the newest real examples for Fetch Test Event. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return await fetchTestEvent(this);
	const outputs = await lock.run(nodeKeyOf(this), async () => await pollAndReport(this));
	return outputs ?? null;
}
