import fc from 'fast-check';

export const ITEM = {
	'@id': '/api/orders/o1/order_item/i1',
	'@type': 'OrderItem',
	id: 'i1',
	externalId: 'LINE-1',
	quantity: 2,
	name: 'Team shirt',
	retailPrice: '24.90',
	variantId: 'v1',
	placements: [{ type: 'front', layers: [{ url: 'https://files.example.com/front.png' }] }],
	options: [{ id: 'dial_color', value: 'black' }],
};

/** Section 2, Order with every field the spec names. */
export const ORDER = {
	'@context': '/api/contexts/Order',
	'@id': '/api/orders/o1',
	'@type': 'Order',
	id: 'o1',
	externalId: 'A-1001',
	shipping: 'STANDARD',
	status: 'failed',
	createdAt: '2026-11-20T10:00:00+00:00',
	updatedAt: '2026-11-20T10:00:05+00:00',
	recipient: { name: 'Nathan Doe' },
	orderItems: [ITEM],
	actions: [{ type: 'reprint', source: '@A-1000' }],
	associations: [{ type: 'reprint', source: { id: 'o0' } }],
};

/** Property names that the service could use for validation errors; the spec does not name one (section 7). */
export const fieldNames = fc
	.stringMatching(/^[a-zA-Z@:_]{1,20}$/)
	.filter((name) => !(name in ORDER) && !(name in ITEM) && !(name in {}));

export const unreadable = { code: 1001, message: 'The print file cannot be read' };
export const address = { code: 2001, message: 'The street is missing' };
