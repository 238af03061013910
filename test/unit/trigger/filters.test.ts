import { describe, expect, it } from 'vitest';
import { passesFilters } from '../../../nodes/PodFulfilment/trigger/filters.ts';
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

describe('The events that start the workflow', () => {
	it('have a selected type', () => {
		expect(passesFilters(order('failed'), ['order.updated'], {})).toBe(true);
		expect(passesFilters(order('failed'), ['order.created', 'shipment.created'], {})).toBe(false);
		expect(passesFilters(order('failed'), [], {})).toBe(false);
		expect(passesFilters(mockupTask, ['mockup_task.finished'], {})).toBe(true);
		expect(passesFilters(shipment, ['shipment.created'], {})).toBe(true);
	});

	it('include types that the spec does not name only if other events are selected', () => {
		expect(passesFilters(other, ['order.created', 'order.updated'], {})).toBe(false);
		expect(passesFilters(other, ['other'], {})).toBe(true);
		expect(passesFilters(order('failed'), ['other'], {})).toBe(false);
		expect(passesFilters({ event: 'other', eventId: '5' }, ['order.updated'], {})).toBe(false);
	});

	it('have a status that the filter for their object lists (section 3)', () => {
		const events = ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'];
		expect(passesFilters(order('failed'), events, { orderStatuses: ['failed', 'onhold'] })).toBe(
			true,
		);
		expect(passesFilters(order('shipped'), events, { orderStatuses: ['failed'] })).toBe(false);
		expect(
			passesFilters(order('draft', 'order.created'), events, { orderStatuses: ['failed'] }),
		).toBe(false);
		expect(passesFilters(order(), events, { orderStatuses: ['failed'] })).toBe(false);
		expect(passesFilters(mockupTask, events, { mockupTaskStatuses: ['completed'] })).toBe(true);
		expect(passesFilters(mockupTask, events, { mockupTaskStatuses: ['failed'] })).toBe(false);
		expect(passesFilters(shipment, events, { shipmentStatuses: ['returned'] })).toBe(true);
		expect(passesFilters(shipment, events, { shipmentStatuses: ['shipped'] })).toBe(false);
	});

	it('are not limited by an empty filter, or by the filter for another object', () => {
		const events = ['order.updated', 'shipment.created', 'other'];
		expect(passesFilters(order('failed'), events, { orderStatuses: [] })).toBe(true);
		expect(passesFilters(shipment, events, { orderStatuses: ['failed'] })).toBe(true);
		expect(passesFilters(other, events, { orderStatuses: ['failed'] })).toBe(true);
	});
});
