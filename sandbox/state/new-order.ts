import { type Catalog, placementOf } from '../catalog/catalog.ts';
import type { ShippingService } from '../facts.ts';
import { newIdentifier } from '../identifiers.ts';
import { timestamp } from '../time/clock.ts';
import {
	type Account,
	type ItemOption,
	type Layer,
	type Order,
	type OrderItem,
	type PlacementOption,
	RECIPIENT_FIELDS,
	type Recipient,
} from './model.ts';

/** The body of an order that has passed schemas and rules. */
export interface ValidOrderBody {
	externalId: string;
	shipping?: ShippingService | null;
	recipient: Record<string, string | null | undefined>;
	orderItems: ValidItemBody[];
}

export interface ValidItemBody {
	id?: unknown;
	externalId?: string | null;
	quantity: number;
	name?: string | null;
	retailPrice?: string | null;
	variantId: string;
	placements: Array<{
		type?: string | null;
		technique?: string | null;
		layers: Layer[];
		placementOptions?: PlacementOption[] | null;
	}>;
	options?: ItemOption[] | null;
}

/** Creates a draft from the body of a request. */
export function newOrder(account: Account, body: ValidOrderBody, catalog: Catalog): Order {
	const now = timestamp();
	const id = newIdentifier(`order:${account.id}:${body.externalId}`);
	return {
		id,
		accountId: account.id,
		externalId: body.externalId,
		shipping: body.shipping ?? 'STANDARD',
		status: 'draft',
		createdAt: now,
		updatedAt: now,
		recipient: recipientOf(body.recipient),
		items: body.orderItems.map((item, index) =>
			itemOf(item, catalog, newIdentifier(`item:${id}:${index}`)),
		),
		errors: [],
		shipments: [],
		reprintOf: undefined,
		reprints: [],
		refundedAt: undefined,
		heldFrom: undefined,
		validationRun: 0,
		validating: false,
	};
}

/** Keeps the members that the specification names; null counts as left out. */
export function recipientOf(body: ValidOrderBody['recipient']): Recipient {
	const recipient: Recipient = {};
	for (const field of RECIPIENT_FIELDS) {
		const value = body[field];
		if (typeof value === 'string') recipient[field] = value;
	}
	return recipient;
}

/** @param id the identifier to keep when an item is changed */
export function itemOf(body: ValidItemBody, catalog: Catalog, id = newIdentifier()): OrderItem {
	const variant = catalog.variant(body.variantId);
	return {
		id,
		...(body.externalId != null && { externalId: body.externalId }),
		quantity: body.quantity,
		...(body.name != null && { name: body.name }),
		...(body.retailPrice != null && { retailPrice: body.retailPrice }),
		variantId: body.variantId,
		placements: body.placements.map(({ type, technique, layers, placementOptions }, index) => {
			const entry = variant && placementOf(variant, type);
			return {
				id: newIdentifier(`placement:${id}:${index}`),
				type: type ?? entry?.type ?? null,
				technique: technique ?? entry?.technique ?? null,
				layers: layers.map(({ url, position: { top, left, width, height } }) => ({
					url,
					type: 'file',
					position: { top, left, width, height },
				})),
				placementOptions: (placementOptions ?? []).map(({ name, value }) => ({ name, value })),
			};
		}),
		options: (body.options ?? []).map((option) => ({ id: option.id, value: option.value })),
		errors: [],
	};
}
