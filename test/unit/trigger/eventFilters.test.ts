import { describe, expect, it } from 'vitest';
import { passesFilters } from '../../../nodes/PodFulfilment/trigger/eventFilters.ts';
type Event = Parameters<typeof passesFilters>[0];

const order = (status?: string, type = 'order.updated'): Event => ({
	type,
	data: { order: { id: '1', status } },
});
const mockupTask: Event = {
	type: 'mockup_task.finished',
	data: { mockupTask: { id: '2', status: 'completed' } },
};
const shipment: Event = {
	type: 'shipment.created',
	data: { shipment: { id: '3', shipmentStatus: 'returned' } },
};
const other: Event = { type: 'order.deleted', data: { order: { status: 'draft' } } };

describe('The events that start the workflow', () => {
	it('an event passes if its type is selected', () => {
		expect(passesFilters(order('failed'), ['order.updated'], {})).toBe(true);
		expect(passesFilters(order('failed'), ['order.created', 'shipment.created'], {})).toBe(false);
		expect(passesFilters(order('failed'), [], {})).toBe(false);
		expect(passesFilters(mockupTask, ['mockup_task.finished'], {})).toBe(true);
		expect(passesFilters(shipment, ['shipment.created'], {})).toBe(true);
	});

	it('an event whose type the spec does not name passes only if other events are selected', () => {
		expect(passesFilters(other, ['order.created', 'order.updated'], {})).toBe(false);
		expect(passesFilters(other, ['other'], {})).toBe(true);
		expect(passesFilters(order('failed'), ['other'], {})).toBe(false);
		expect(passesFilters({ type: 'other', data: {} }, ['order.updated'], {})).toBe(false);
	});

	it('an event passes if the filter for its object lists its status (section 3)', () => {
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

	it('an event passes if its status is named in snake_case', () => {
		const snake = { type: 'shipment.created', data: { shipment: { shipment_status: 'returned' } } };
		expect(passesFilters(snake, [snake.type], { shipmentStatuses: ['returned'] })).toBe(true);
		expect(passesFilters(snake, [snake.type], { shipmentStatuses: ['shipped'] })).toBe(false);
	});

	it('an empty filter and the filter for another object limit no event', () => {
		const events = ['order.updated', 'shipment.created', 'other'];
		expect(passesFilters(order('failed'), events, { orderStatuses: [] })).toBe(true);
		expect(passesFilters(shipment, events, { orderStatuses: ['failed'] })).toBe(true);
		expect(passesFilters(other, events, { orderStatuses: ['failed'] })).toBe(true);
	});
});
