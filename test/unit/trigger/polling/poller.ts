import type { Change } from '../../../../nodes/PodFulfilment/trigger/polling/change.ts';
import { deadlineIn } from '../../../../nodes/PodFulfilment/trigger/polling/deadline.ts';
import { Failures } from '../../../../nodes/PodFulfilment/trigger/polling/failures.ts';
import { readPoll } from '../../../../nodes/PodFulfilment/trigger/polling/readPoll.ts';
import { reconcile } from '../../../../nodes/PodFulfilment/trigger/polling/reconcile.ts';
import {
	POLLING_EVENTS,
	type PollingSettings,
} from '../../../../nodes/PodFulfilment/trigger/polling/settings.ts';
import type { StoredState } from '../../../../nodes/PodFulfilment/trigger/polling/state.ts';
import type { Behaviour, FakeService } from './fakeService.ts';

const DAY = 24 * 3600;

export const SETTINGS: PollingSettings = {
	events: POLLING_EVENTS,
	emitAfter: 0,
	lateAfter: 7 * DAY,
	forgetAfter: 30 * DAY,
};

/** Cannot be changed by whoever reads it. */
function frozen<Value>(value: Value): Value {
	if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
	return Object.freeze(value);
}

/** What n8n does with the node: polls, and hands over what the poll before left, as it was stored. */
export class Poller {
	state: StoredState | undefined;

	private readonly service: FakeService;

	settings: PollingSettings;

	constructor(service: FakeService, settings: Partial<PollingSettings> = {}) {
		this.service = service;
		this.settings = { ...SETTINGS, ...settings };
	}

	/** @param maxRequests after so many requests the time of the poll is over */
	async poll(
		now: number,
		behaviour?: Behaviour,
		maxRequests = Number.POSITIVE_INFINITY,
	): Promise<Change[]> {
		this.service.beginPoll(behaviour);
		const deadline = deadlineIn(maxRequests, () => this.service.requests.length);
		const readings = await readPoll(
			this.service.client,
			this.state,
			now,
			this.settings,
			deadline,
			new Failures(),
		);
		const { changes, state } = reconcile(this.state, readings, now, this.settings);
		this.state = frozen(JSON.parse(JSON.stringify(state)) as StoredState);
		return changes;
	}
}

export const changeIds = (changes: Change[]): string[] => changes.map(({ changeId }) => changeId);
