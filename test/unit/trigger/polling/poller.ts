import { deadlineIn } from '../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import { POLLED_EVENTS } from '../../../../nodes/PodFulfilment/trigger/events.ts';
import type { CurrentFields } from '../../../../nodes/PodFulfilment/trigger/currentFields.ts';
import {
	EMISSION_LIMITS,
	withTimeForCurrentOrders,
	type WaitedPolls,
} from '../../../../nodes/PodFulfilment/trigger/polling/currentOrders.ts';
import { resultOf } from '../../../../nodes/PodFulfilment/trigger/polling/emission.ts';
import { readPoll } from '../../../../nodes/PodFulfilment/trigger/polling/read/readPoll.ts';
import { Failures } from '../../../../nodes/PodFulfilment/trigger/polling/read/requests.ts';
import { isWanted } from '../../../../nodes/PodFulfilment/trigger/polling/reconcile/chosen.ts';
import type { ObservedChange } from '../../../../nodes/PodFulfilment/trigger/polling/reconcile/changes.ts';
import {
	decodeState,
	encodeState,
} from '../../../../nodes/PodFulfilment/trigger/polling/state/codec.ts';
import {
	createPollContext,
	type PollingSettings,
} from '../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type { StoredState } from '../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { TroubledObjects } from '../../../../nodes/PodFulfilment/trigger/polling/read/troubledObjects.ts';
import { toOutputs } from '../../../../nodes/PodFulfilment/trigger/polling/items.ts';
import type { Behaviour, FakeService } from './fakeService.ts';

const DAY_SECONDS = 24 * 3600;

const ADDRESS = 'https://api.example.com';

/** Every event that the polling trigger offers. */
export const ALL_EVENTS = POLLED_EVENTS.map(({ event }) => event);

export const SETTINGS: PollingSettings = {
	events: ALL_EVENTS,
	emitAfterSeconds: 0,
	lateAfterSeconds: 7 * DAY_SECONDS,
	waitingAfterSeconds: DAY_SECONDS,
	remindEverySeconds: 0,
	forgetAfterSeconds: 30 * DAY_SECONDS,
};

/** Polls as n8n does with the node: the state passes through JSON from one poll to the next. */
export class Poller {
	state: StoredState | undefined;

	private readonly troubled = new TroubledObjects();

	private readonly service: FakeService;

	settings: PollingSettings;

	/** Adds the current orders, with so many items in one poll at most; undefined: does not add them. */
	maxItems: number | undefined;

	/** What the last poll added to the items of an order, by the key of its ID. */
	fields: ReadonlyMap<string, CurrentFields> = new Map();

	private waited: WaitedPolls = new Map();

	constructor(service: FakeService, settings: Partial<PollingSettings> = {}) {
		this.service = service;
		this.settings = { ...SETTINGS, ...settings };
	}

	/**
	 * @param time of the poll since 1970, by n8n's clock; or by that and by the right one, which the service has
	 * @param maxRequests after so many requests the deadline of the poll passes
	 */
	async poll(
		time: number | { nowMs: number; serviceNowMs: number },
		behaviour?: Behaviour,
		maxRequests = Number.POSITIVE_INFINITY,
	): Promise<ObservedChange[]> {
		const { nowMs, serviceNowMs } =
			typeof time === 'number' ? { nowMs: time, serviceNowMs: time } : time;
		this.service.beginPoll(serviceNowMs, behaviour);
		const deadline = deadlineIn(maxRequests, () => this.service.requests.length);
		const before = await decodeState(this.state, Math.floor(nowMs / 1000));
		const encoded = JSON.stringify(await encodeState(before, ADDRESS));
		const context = createPollContext(before, nowMs, this.settings);
		const { client } = this.service;
		const { troubled } = this;
		const requests = { client, deadline, failures: new Failures(), troubled };
		const { maxItems, waited } = this;
		const { events, filters = {} } = this.settings;
		const readings = await readPoll(
			context,
			maxItems === undefined ? requests : withTimeForCurrentOrders(requests),
		);
		const result = await resultOf(
			readings,
			context,
			(change) => isWanted(change, [...events], filters),
			maxItems === undefined
				? undefined
				: { requests, waited, limits: { ...EMISSION_LIMITS, items: maxItems } },
		);
		const { changes, snapshot, fields } = result;
		this.waited = result.waited;
		this.fields = fields ?? new Map();
		// Items that cannot be made are lost with the changes that they tell.
		await toOutputs(changes, [...this.settings.events], 'single', (text) => text, fields);
		if (JSON.stringify(await encodeState(before, ADDRESS)) !== encoded) {
			throw new Error('A comparison never changes the snapshot of the last poll');
		}
		this.state = JSON.parse(JSON.stringify(await encodeState(snapshot, ADDRESS))) as StoredState;
		return changes;
	}
}

export const changeIds = (changes: ObservedChange[]): string[] =>
	changes.map(({ changeId }) => changeId);
