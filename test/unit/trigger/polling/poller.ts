import type { ApiClient } from '../../../../nodes/PodFulfilment/transport/client.ts';
import {
	deadlineIn,
	type Deadline,
} from '../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import { POLLED_EVENTS } from '../../../../nodes/PodFulfilment/trigger/events.ts';
import type { CurrentFields } from '../../../../nodes/PodFulfilment/trigger/currentOrder.ts';
import {
	EMISSION_LIMITS,
	type WaitedPolls,
	toOutputs,
} from '../../../../nodes/PodFulfilment/trigger/polling/items.ts';
import { newState, onePoll } from '../../../../nodes/PodFulfilment/trigger/polling/onePoll.ts';
import {
	asPollClient,
	type PollClient,
	ServiceClock,
	Failures,
} from '../../../../nodes/PodFulfilment/trigger/polling/read/client.ts';
import { Reports } from '../../../../nodes/PodFulfilment/trigger/polling/read/reports.ts';
import type { ObservedChange } from '../../../../nodes/PodFulfilment/trigger/polling/compare/changes.ts';
import {
	choiceOf,
	type PollingSettings,
} from '../../../../nodes/PodFulfilment/trigger/polling/compare/settings.ts';
import {
	decodeState,
	encodeState,
	type StoredState,
} from '../../../../nodes/PodFulfilment/trigger/polling/state/schema.ts';
import type { State } from '../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import type { Behaviour, FakeService } from './fakeService.ts';

const DAY_SECONDS = 24 * 3600;

const ADDRESS = 'https://api.example.com';

/** Every event that the polling trigger offers. */
export const ALL_EVENTS = POLLED_EVENTS.map(({ event }) => event);

export const SETTINGS: PollingSettings = {
	events: ALL_EVENTS,
	filters: {},
	emitAfterSeconds: 0,
	lateAfterSeconds: 7 * DAY_SECONDS,
	waitingAfterSeconds: DAY_SECONDS,
	remindEverySeconds: 0,
	forgetAfterSeconds: 30 * DAY_SECONDS,
};

/** The client of a poll. */
export const pollClientOf = (
	client: ApiClient,
	deadline: Deadline,
	clock = new ServiceClock(),
): PollClient => asPollClient(client, deadline, clock);

/** Polls as n8n does with the node: the state passes through JSON from one poll to the next. */
export class Poller {
	stored: StoredState | undefined;

	private readonly reports = new Reports();

	private readonly service: FakeService;

	settings: PollingSettings;

	/** Adds the current orders, with so many items in one poll at most; undefined: does not add them. */
	maxItems: number | undefined;

	/** What the last poll added to the items of an order, by the key of its ID. */
	fields: ReadonlyMap<string, CurrentFields> = new Map();

	private readonly waited: WaitedPolls = new Map();

	constructor(service: FakeService, settings: Partial<PollingSettings> = {}) {
		this.service = service;
		this.settings = { ...SETTINGS, ...settings };
	}

	private decoded: { stored: StoredState; state: State } | undefined;

	/** What the last poll knew, to look at; undefined before the first one. */
	async state(): Promise<State | undefined> {
		const { stored } = this;
		if (!stored) return undefined;
		if (this.decoded?.stored !== stored) {
			this.decoded = { stored, state: await decodeState(stored) };
		}
		return this.decoded.state;
	}

	/**
	 * @param nowMs time of the poll since 1970, by the right clock: the service says what its own says then
	 * @param maxRequests after so many requests the deadline of the poll passes
	 */
	async poll(
		nowMs: number,
		behaviour?: Behaviour,
		maxRequests = Number.POSITIVE_INFINITY,
	): Promise<ObservedChange[]> {
		this.service.beginPoll(nowMs, behaviour);
		const { settings, maxItems, waited, reports } = this;
		const { events, filters, startFromSeconds } = settings;
		const known = this.stored && (await decodeState(this.stored));
		const before = known ?? newState(ADDRESS, choiceOf(events, filters));
		const clock = new ServiceClock(before.now, () => nowMs);
		const deadline = deadlineIn(maxRequests, () => this.service.requests.length);
		const client = asPollClient(this.service.client, deadline, clock);
		const { changes, after, ...result } = await onePoll(before, {
			settings,
			startFrom: known ? undefined : startFromSeconds,
			requests: { client, failures: new Failures(), reports },
			...(maxItems !== undefined && {
				currentOrders: { waited, limits: { ...EMISSION_LIMITS, items: maxItems } },
			}),
		});
		this.fields = result.fields;
		// Items that cannot be made are lost with the changes that they tell.
		await toOutputs(changes, [...events], 'single', (text) => text, result.fields);
		this.stored = JSON.parse(JSON.stringify(await encodeState(after))) as StoredState;
		return changes;
	}
}

export const changeIds = (changes: ObservedChange[]): string[] =>
	changes.map(({ changeId }) => changeId);
