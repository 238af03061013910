import type { IDataObject } from 'n8n-workflow';

/** Spec section 3, Order statuses. */
export const orderStatuses = [
	'draft',
	'pending',
	'inprocess',
	'onhold',
	'partial',
	'fulfilled',
	'canceled',
	'failed',
	'shipped',
];

/** Spec section 3, Shipment statuses. */
export const shipmentStatuses = ['pending', 'packaged', 'shipped', 'returned', 'canceled'];

/** Spec section 3, Mockup task statuses. */
export const mockupTaskStatuses = ['pending', 'completed', 'failed'];

// Delivery bodies as in spec section 6, Event types and payloads; the types differ in the spelling of field names.

export const orderCreated = (status = 'draft'): IDataObject => ({
	data: {
		order: {
			id: '3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01',
			status,
			created_at: '2026-11-20T10:00:00+00:00',
			updated_at: '2026-11-20T10:00:01+00:00',
			external_id: 'SHOP-1001',
			dashboard_url: 'https://dashboard.example/orders/1',
			organization_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
		},
	},
	type: 'order.created',
	retries: 0,
	occurred_at: '2026-11-20T10:00:02+00:00',
});

export const orderUpdated = (status = 'shipped'): IDataObject => ({
	data: {
		order: { id: '3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01', status, external_id: 'SHOP-1001' },
	},
	type: 'order.updated',
	retries: 0,
	occurred_at: '2026-11-20T11:00:00+00:00',
});

export const mockupTaskFinished = (status = 'completed'): IDataObject => ({
	data: {
		mockupTask: {
			id: '9b2f8f0e-2b8e-4c56-9d0c-5d3f0b7a1e02',
			status,
			createdAt: '2026-11-20T10:00:00+00:00',
			finishedAt: '2026-11-20T10:01:00+00:00',
			failureReasons: [],
			catalogVariantMockups: [
				{
					catalogVariantId: '1a2b3c4d-0000-4000-8000-000000000001',
					mockups: [
						{
							mockupUrl: 'https://cdn.example/mockup.png',
							placement: 'front',
							technique: 'direct_print',
							displayName: 'Front',
						},
					],
				},
			],
		},
	},
	type: 'mockup_task.finished',
	retries: 0,
	occurredAt: '2026-11-20T10:01:01+00:00',
	statistics: { countPerMonth: 17 },
});

export const shipmentCreated = (shipmentStatus = 'shipped'): IDataObject => ({
	data: {
		shipment: {
			id: '5e0c9a44-1f6b-4d4f-9c55-6a0f7b1c2d03',
			carrier: 'DHL',
			orderId: '3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01',
			service: 'STANDARD',
			shippedAt: '2026-11-20T12:00:00+00:00',
			trackingId: 'JD0123456789',
			trackingUrl: 'https://tracking.example/JD0123456789',
			shipmentStatus,
		},
	},
	type: 'shipment.created',
	retries: 0,
	occurred_at: '2026-11-20T12:00:01+00:00',
});

export const headers = { 'x-account-id': 'account-1', 'x-webhook-id': 'webhook-1' };

export const bytes = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
