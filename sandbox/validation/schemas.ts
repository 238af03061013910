import { EXTERNAL_ID_MAXIMUM_LENGTH, EXTERNAL_ID_PATTERN, SHIPPING_SERVICES } from '../facts.ts';
import { RECIPIENT_FIELDS } from '../state/model.ts';

/**
 * JSON schemas of the bodies of section 2. What a schema cannot see (the catalog, other orders)
 * is in rules.ts. Members that the specification does not name are let through and dropped.
 */

const optionalText = { type: ['string', 'null'] };
const requiredText = { type: 'string', minLength: 1 };

const recipient = {
	type: 'object',
	// No member is required: an incomplete address is found after placement (code 2001).
	properties: Object.fromEntries(RECIPIENT_FIELDS.map((field) => [field, optionalText])),
};

const layer = {
	type: 'object',
	required: ['url', 'position'],
	properties: {
		url: requiredText,
		type: { const: 'file' },
		position: {
			type: 'object',
			required: ['top', 'left', 'width', 'height'],
			properties: {
				top: { type: 'number' },
				left: { type: 'number' },
				width: { type: 'number' },
				height: { type: 'number' },
			},
		},
	},
};

const placement = {
	type: 'object',
	required: ['layers'],
	properties: {
		type: optionalText,
		technique: optionalText,
		layers: { type: 'array', minItems: 1, maxItems: 1, items: layer },
		placementOptions: {
			type: ['array', 'null'],
			items: {
				type: 'object',
				required: ['name', 'value'],
				properties: { name: requiredText, value: { type: 'boolean' } },
			},
		},
	},
};

/** An OrderItem as a whole: on creation, and after a change was merged into it. */
export const orderItemSchema = {
	type: 'object',
	required: ['quantity', 'variantId', 'placements'],
	properties: {
		externalId: optionalText,
		quantity: { type: 'integer', exclusiveMinimum: 0 },
		name: optionalText,
		retailPrice: { type: ['string', 'null'], pattern: '^\\d+([.]\\d+)?$' },
		variantId: requiredText,
		placements: { type: 'array', minItems: 1, items: placement },
		options: {
			type: ['array', 'null'],
			items: {
				type: 'object',
				required: ['id', 'value'],
				properties: { id: requiredText, value: { type: 'string' } },
			},
		},
	},
};

const orderProperties = {
	externalId: {
		type: 'string',
		minLength: 1,
		maxLength: EXTERNAL_ID_MAXIMUM_LENGTH,
		pattern: EXTERNAL_ID_PATTERN,
	},
	shipping: { enum: [...SHIPPING_SERVICES, null] },
	recipient,
	orderItems: { type: 'array', minItems: 1, items: orderItemSchema },
};

/** An order as a whole: on creation, and after a change was merged into it. */
export const orderSchema = {
	type: 'object',
	required: ['externalId', 'recipient', 'orderItems'],
	properties: orderProperties,
};

/** A reprint takes from its source what its body leaves out. */
export const reprintSchema = {
	type: 'object',
	required: ['externalId'],
	properties: {
		...orderProperties,
		actions: {
			type: 'array',
			minItems: 1,
			maxItems: 1,
			items: {
				type: 'object',
				required: ['type', 'source'],
				properties: { type: { const: 'reprint' }, source: requiredText },
			},
		},
	},
};
