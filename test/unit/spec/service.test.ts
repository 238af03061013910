import { describe, expect, it } from 'vitest';

import * as service from '../../../nodes/PodFulfilment/spec/service.ts';

const sorted = (values: readonly string[]) => [...values].sort();

describe('The constants of the API specification', () => {
	it('ORDER_STATUSES contains the order statuses of section 3', () => {
		expect(sorted(service.ORDER_STATUSES)).toEqual(
			sorted([
				'draft',
				'pending',
				'inprocess',
				'onhold',
				'partial',
				'fulfilled',
				'canceled',
				'failed',
				'shipped',
			]),
		);
	});

	it('SHIPMENT_STATUSES contains the shipment statuses of section 3', () => {
		expect(sorted(service.SHIPMENT_STATUSES)).toEqual(
			sorted(['pending', 'packaged', 'shipped', 'returned', 'canceled']),
		);
	});

	it('MOCKUP_TASK_STATUSES contains the mockup task statuses of section 3', () => {
		expect(sorted(service.MOCKUP_TASK_STATUSES)).toEqual(
			sorted(['pending', 'completed', 'failed']),
		);
	});

	it('the constants contain the values of section 2', () => {
		expect(sorted(service.SHIPPING_VALUES)).toEqual(['DHL_EXPRESS', 'STANDARD']);
		expect(sorted(service.CARRIERS)).toEqual(['DHL', 'GLS', 'UPS']);
		expect(service.LAYER_TYPE).toBe('file');
		expect(service.ACTION_TYPE_REPRINT).toBe('reprint');
		expect(sorted(service.ASSOCIATION_TYPES)).toEqual(['refund', 'reprint']);
	});

	it('the prefix of an external ID is the @ of section 4', () => {
		expect(service.EXTERNAL_ID_PREFIX).toBe('@');
	});

	it('the event types are those of section 6, each with its data key', () => {
		expect(service.EVENT_DATA_KEYS).toEqual({
			'order.created': 'order',
			'order.updated': 'order',
			'mockup_task.finished': 'mockupTask',
			'shipment.created': 'shipment',
		});
		expect(service.EVENT_TYPES).toEqual([
			'order.created',
			'order.updated',
			'mockup_task.finished',
			'shipment.created',
		]);
	});

	it('the limits are those of section 8', () => {
		expect(service.EXTERNAL_ID_MAX_LENGTH).toBe(63);
		expect('x'.repeat(63)).toMatch(service.EXTERNAL_ID_PATTERN);
		expect('x'.repeat(64)).not.toMatch(service.EXTERNAL_ID_PATTERN);
		expect('').not.toMatch(service.EXTERNAL_ID_PATTERN);
		expect(service.QUANTITY_MIN).toBe(1);
		expect(service.FILES_PER_PLACEMENT).toBe(1);
		expect(service.WEBHOOK_RESPONSE_SECONDS).toBe(60);
		expect(service.WEBHOOK_ATTEMPTS).toBe(6);
		expect(service.WEBHOOK_RETRY_MINUTES).toBe(17);
		expect(service.CREDITS_PER_MOCKUP_IMAGE).toBe(1);
	});

	it('the codes of the validation after placement are those of section 7', () => {
		expect(Object.keys(service.ORDER_VALIDATION_CODES).sort()).toEqual(['1001', '2001']);
	});
});
