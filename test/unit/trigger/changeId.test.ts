import { describe, expect, it } from 'vitest';

import {
	EVENT_DATA_KEYS,
	EVENT_TYPES,
	MOCKUP_TASK_STATUSES,
	ORDER_STATUSES,
	SHIPMENT_STATUSES,
} from '../../../nodes/PodFulfilment/spec/service.ts';
import { changeIdOf } from '../../../nodes/PodFulfilment/trigger/changeId.ts';
import { LATE_EVENT, WAITING_EVENT } from '../../../nodes/PodFulfilment/trigger/events.ts';

const STATUSES = {
	order: { field: 'status', statuses: ORDER_STATUSES },
	mockupTask: { field: 'status', statuses: MOCKUP_TASK_STATUSES },
	shipment: { field: 'shipmentStatus', statuses: SHIPMENT_STATUSES },
};

const EVENTS = [
	...EVENT_TYPES.map((event) => ({ event, key: EVENT_DATA_KEYS[event] })),
	{ event: LATE_EVENT, key: 'order' as const },
	{ event: WAITING_EVENT, key: 'order' as const },
];

describe('The ID of a change', () => {
	// A workflow that handles each ID once would drop the second of two events that share one.
	it('no two events of an object share one, whatever the status', () => {
		const named = new Map<string, string>();
		for (const { event, key } of EVENTS) {
			const { field, statuses } = STATUSES[key];
			for (const status of statuses) {
				const id = changeIdOf(event, key, { id: '1', [field]: status }) ?? '';
				expect(id).toMatch(new RegExp(`^${key}/1/.`));
				expect(named.get(id) ?? event, id).toBe(event);
				named.set(id, event);
			}
		}
	});
});
