import type { Change } from '../../../../nodes/PodFulfilment/trigger/polling/reconcile/changes.ts';
import { deadlineIn } from '../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import { Failures } from '../../../../nodes/PodFulfilment/trigger/polling/client.ts';
import {
	decodeState,
	encodeState,
} from '../../../../nodes/PodFulfilment/trigger/polling/state/codec.ts';
import { readPoll } from '../../../../nodes/PodFulfilment/trigger/polling/read/readPoll.ts';
import { reconcile } from '../../../../nodes/PodFulfilment/trigger/polling/reconcile/reconcile.ts';
import {
	POLLING_EVENTS,
	type PollingSettings,
} from '../../../../nodes/PodFulfilment/trigger/polling/settings.ts';
import type { StoredState } from '../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import type { Behaviour, FakeService } from './fakeService.ts';

const DAY = 24 * 3600;

export const SETTINGS: PollingSettings = {
	events: POLLING_EVENTS,
	emitAfter: 0,
	lateAfter: 7 * DAY,
	forgetAfter: 30 * DAY,
};

/** Polls as n8n does with the node: the state passes through JSON from one poll to the next. */
export class Poller {
	state: StoredState | undefined;

	private readonly service: FakeService;

	settings: PollingSettings;

	constructor(service: FakeService, settings: Partial<PollingSettings> = {}) {
		this.service = service;
		this.settings = { ...SETTINGS, ...settings };
	}

	/** @param maxRequests after so many requests the deadline of the poll passes */
	async poll(
		now: number,
		behaviour?: Behaviour,
		maxRequests = Number.POSITIVE_INFINITY,
	): Promise<Change[]> {
		this.service.beginPoll(now, behaviour);
		const deadline = deadlineIn(maxRequests, () => this.service.requests.length);
		const before = await decodeState(this.state);
		const encoded = JSON.stringify(await encodeState(before));
		const readings = await readPoll(
			this.service.client,
			before,
			now,
			this.settings,
			deadline,
			new Failures(),
		);
		const { changes, snapshot } = await reconcile(before, readings, now, this.settings);
		if (JSON.stringify(await encodeState(before)) !== encoded) {
			throw new Error('The snapshot of the last poll was changed');
		}
		this.state = JSON.parse(JSON.stringify(await encodeState(snapshot))) as StoredState;
		return changes;
	}
}

export const changeIds = (changes: Change[]): string[] => changes.map(({ changeId }) => changeId);
