import { describe, expect, it } from 'vitest';
import { isWanted } from '../../../nodes/PodFulfilment/trigger/filters.ts';
import type { EventItem } from '../../../nodes/PodFulfilment/trigger/eventItem.ts';

const order = (status?: string, event = 'order.updated'): EventItem => ({
	event,
	eventId: '1',
	order: { id: '1', status },
});
const mockupTask: EventItem = {
	event: 'mockup_task.finished',
	eventId: '2',
	mockupTask: { id: '2', status: 'completed' },
};
const shipment: EventItem = {
	event: 'shipment.created',
	eventId: '3',
	shipment: { id: '3', shipmentStatus: 'returned' },
};
const other: EventItem = { event: 'order.deleted', eventId: '4', order: { status: 'draft' } };

describe('Which events start the workflow', () => {
	it('are those of the chosen types', () => {
		expect(isWanted(order('failed'), ['order.updated'], {})).toBe(true);
		expect(isWanted(order('failed'), ['order.created', 'shipment.created'], {})).toBe(false);
		expect(isWanted(order('failed'), [], {})).toBe(false);
		expect(isWanted(mockupTask, ['mockup_task.finished'], {})).toBe(true);
		expect(isWanted(shipment, ['shipment.created'], {})).toBe(true);
	});

	it('are those that the spec does not name only where other events were chosen', () => {
		expect(isWanted(other, ['order.created', 'order.updated'], {})).toBe(false);
		expect(isWanted(other, ['other'], {})).toBe(true);
		expect(isWanted(order('failed'), ['other'], {})).toBe(false);
		expect(isWanted({ event: 'other', eventId: '5' }, ['order.updated'], {})).toBe(false);
	});

	it('are those whose status passes the filter of their kind (section 3)', () => {
		const events = ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'];
		expect(isWanted(order('failed'), events, { orderStatuses: ['failed', 'onhold'] })).toBe(true);
		expect(isWanted(order('shipped'), events, { orderStatuses: ['failed'] })).toBe(false);
		expect(isWanted(order('draft', 'order.created'), events, { orderStatuses: ['failed'] })).toBe(
			false,
		);
		expect(isWanted(order(), events, { orderStatuses: ['failed'] })).toBe(false);
		expect(isWanted(mockupTask, events, { mockupTaskStatuses: ['completed'] })).toBe(true);
		expect(isWanted(mockupTask, events, { mockupTaskStatuses: ['failed'] })).toBe(false);
		expect(isWanted(shipment, events, { shipmentStatuses: ['returned'] })).toBe(true);
		expect(isWanted(shipment, events, { shipmentStatuses: ['shipped'] })).toBe(false);
	});

	it('are not narrowed by an empty filter, or by that of another kind', () => {
		const events = ['order.updated', 'shipment.created', 'other'];
		expect(isWanted(order('failed'), events, { orderStatuses: [] })).toBe(true);
		expect(isWanted(shipment, events, { orderStatuses: ['failed'] })).toBe(true);
		expect(isWanted(other, events, { orderStatuses: ['failed'] })).toBe(true);
	});
});
