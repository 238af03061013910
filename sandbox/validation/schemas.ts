import { EXTERNAL_ID_MAXIMUM_LENGTH, EXTERNAL_ID_PATTERN, SHIPPING_SERVICES } from '../facts.ts';
import { RECIPIENT_FIELDS } from '../state/model.ts';

/**
 * JSON schemas of the bodies in section 2. Rules that need the catalog are in rules.ts. Members
 * that the specification does not name are accepted and dropped.
 */

const optionalText = { type: ['string', 'null'] };
const requiredText = { type: 'string', minLength: 1 };

const recipient = {
	type: 'object',
	// No member is required: addresses are validated after placement (code 2001).
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

/** A complete item: on creation, and after a patch has been merged. */
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

/** A complete order: on creation, and after a patch has been merged. */
export const orderSchema = {
	type: 'object',
	required: ['externalId', 'recipient', 'orderItems'],
	properties: orderProperties,
};

/** A reprint: what its body leaves out comes from the source order. */
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
