/**
 * The item of an event as docs/public-names.md promises it, whichever trigger emits it. Written by hand from there and
 * from sections 2, 3 and 6 of the specification, so that it shares no mistake with the nodes.
 */

const text = { type: 'string', minLength: 1 } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const timestamp = {
	type: 'string',
	pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
} as const;
const timestampOrNull = { anyOf: [timestamp, { type: 'null' }] } as const;

const object = (properties: object, required: string[]) => ({
	type: 'object',
	additionalProperties: false,
	properties,
	required,
});
const listOf = (items: object) => ({ type: 'array', items });

const RECIPIENT_FIELDS = [
	'name',
	'company',
	'address1',
	'address2',
	'city',
	'stateCode',
	'stateName',
	'countryCode',
	'countryName',
	'zip',
	'phone',
	'email',
	'taxNumber',
];

/** A webhook brings the first fields of it, a poll the whole. */
const order = object(
	{
		id: text,
		externalId: text,
		status: text,
		createdAt: timestamp,
		updatedAt: timestamp,
		dashboardUrl: text,
		organizationId: text,
		shipping: { enum: ['STANDARD', 'DHL_EXPRESS'] },
		recipient: object(Object.fromEntries(RECIPIENT_FIELDS.map((name) => [name, textOrNull])), [
			'name',
		]),
		// What Simplify of an order adds.
		shopOrderId: textOrNull,
		shopOrderNumber: textOrNull,
		recipientLine: text,
		itemLines: listOf(text),
		orderItems: listOf(
			object(
				{
					id: text,
					externalId: text,
					name: text,
					quantity: { type: 'integer', minimum: 1 },
					variantId: text,
					retailPrice: textOrNull,
					sku: text,
					options: { type: 'object', additionalProperties: text },
					files: { type: 'object', additionalProperties: text },
				},
				['id', 'quantity', 'variantId'],
			),
		),
		associations: { type: 'array' },
		validationErrors: { type: 'array' },
	},
	['id', 'externalId', 'status'],
);

const shipment = object(
	{
		id: text,
		orderId: text,
		carrier: { enum: ['DHL', 'UPS', 'GLS'] },
		service: { enum: ['STANDARD', 'DHL_EXPRESS'] },
		shipmentStatus: { enum: ['pending', 'packaged', 'shipped', 'returned', 'canceled'] },
		shippedAt: timestampOrNull,
		trackingId: text,
		trackingUrl: text,
	},
	['id', 'orderId', 'shipmentStatus'],
);

const mockupTask = object(
	{
		id: text,
		status: { enum: ['pending', 'completed', 'failed'] },
		createdAt: timestamp,
		finishedAt: timestampOrNull,
		failureReasons: { type: 'array' },
		catalogVariantMockups: listOf(
			object(
				{
					catalogVariantId: text,
					mockups: listOf(
						object({ mockupUrl: text, placement: text, technique: text, displayName: text }, [
							'mockupUrl',
						]),
					),
				},
				['catalogVariantId', 'mockups'],
			),
		),
	},
	['id', 'status', 'createdAt'],
);

/** From the second on, a late or waiting order is a reminder. */
const REMINDER = '(/([2-9]|[1-9]\\d+))?';

/** The object that some events are about, and for each of them the form of its `changeId`. */
const whereEvents = (key: string, changes: Record<string, string>) => [
	{
		if: { properties: { event: { enum: Object.keys(changes) } } },
		then: { required: [key] },
		else: { not: { required: [key] } },
	},
	...Object.entries(changes).map(([event, change]) => ({
		if: { properties: { event: { const: event } } },
		then: { properties: { changeId: { type: 'string', pattern: `^${key}/[^/]+/${change}$` } } },
	})),
];

/** The names in an item, in their order. Of the three objects each item has one. */
export const ITEM_ORDER = [
	'event',
	'order',
	'mockupTask',
	'shipment',
	'eventId',
	'changeId',
	'occurredAt',
	'retries',
	'accountId',
	'webhookId',
	'statistics',
	// With the option Add Current Order.
	'current',
	'currentError',
];

export const EVENT_ITEM_SCHEMA = {
	...object(
		{
			event: {
				enum: [
					'order.created',
					'order.updated',
					'mockup_task.finished',
					'shipment.created',
					'order.late',
					'order.waiting',
				],
			},
			order,
			mockupTask,
			shipment,
			eventId: text,
			changeId: text,
			occurredAt: timestamp,
			retries: { type: 'integer', minimum: 0 },
			accountId: text,
			webhookId: text,
			statistics: object({ countPerMonth: { type: 'integer', minimum: 0 } }, []),
			current: { type: ['object', 'null'] },
			currentError: text,
		},
		['event', 'eventId', 'changeId', 'occurredAt'],
	),
	allOf: [
		...whereEvents('order', {
			'order.created': 'created',
			'order.updated': '[a-z]+',
			'order.late': `late${REMINDER}`,
			'order.waiting': `waiting/(draft|pending|onhold|failed)${REMINDER}`,
		}),
		...whereEvents('shipment', { 'shipment.created': '[a-z]+' }),
		...whereEvents('mockupTask', { 'mockup_task.finished': '[a-z]+' }),
	],
};
