import { describe, expect, it } from 'vitest';
import { filteredBy } from '../../../nodes/PodFulfilment/trigger/eventFilters.ts';

type Event = Parameters<typeof filteredBy>[0];

const passes = (...given: Parameters<typeof filteredBy>): boolean =>
	filteredBy(...given) === undefined;

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
		expect(passes(order('failed'), ['order.updated'], {})).toBe(true);
		expect(passes(order('failed'), ['order.created', 'shipment.created'], {})).toBe(false);
		expect(passes(order('failed'), [], {})).toBe(false);
		expect(passes(mockupTask, ['mockup_task.finished'], {})).toBe(true);
		expect(passes(shipment, ['shipment.created'], {})).toBe(true);
	});

	it('an event whose type the spec does not name passes only if other events are selected', () => {
		expect(passes(other, ['order.created', 'order.updated'], {})).toBe(false);
		expect(passes(other, ['other'], {})).toBe(true);
		expect(passes(order('failed'), ['other'], {})).toBe(false);
		expect(passes({ type: 'other', data: {} }, ['order.updated'], {})).toBe(false);
	});

	it('an event passes if the filter for its object lists its status (section 3)', () => {
		const events = ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'];
		expect(passes(order('failed'), events, { orderStatuses: ['failed', 'onhold'] })).toBe(true);
		expect(passes(order('shipped'), events, { orderStatuses: ['failed'] })).toBe(false);
		expect(passes(order('draft', 'order.created'), events, { orderStatuses: ['failed'] })).toBe(
			false,
		);
		expect(passes(order(), events, { orderStatuses: ['failed'] })).toBe(false);
		expect(passes(mockupTask, events, { mockupTaskStatuses: ['completed'] })).toBe(true);
		expect(passes(mockupTask, events, { mockupTaskStatuses: ['failed'] })).toBe(false);
		expect(passes(shipment, events, { shipmentStatuses: ['returned'] })).toBe(true);
		expect(passes(shipment, events, { shipmentStatuses: ['shipped'] })).toBe(false);
	});

	it('an event passes if its status is named in snake_case', () => {
		const snake = { type: 'shipment.created', data: { shipment: { shipment_status: 'returned' } } };
		expect(passes(snake, [snake.type], { shipmentStatuses: ['returned'] })).toBe(true);
		expect(passes(snake, [snake.type], { shipmentStatuses: ['shipped'] })).toBe(false);
	});

	it('an empty filter and the filter for another object limit no event', () => {
		const events = ['order.updated', 'shipment.created', 'other'];
		expect(passes(order('failed'), events, { orderStatuses: [] })).toBe(true);
		expect(passes(shipment, events, { orderStatuses: ['failed'] })).toBe(true);
		expect(passes(other, events, { orderStatuses: ['failed'] })).toBe(true);
	});
});
