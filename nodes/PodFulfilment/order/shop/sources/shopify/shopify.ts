// Orders of Shopify, in the names of its REST API and its webhooks. Those of its GraphQL Admin API are brought to these
// names in fromGraphql.ts.

import type { IDataObject } from 'n8n-workflow';

import { isObject, ownValue } from '../../../../input/guards';
import { DRAFT_ORDER } from '../../due';
import { allPropertiesIn, GIFT_CARD, NOT_SHIPPED, type Excluded } from '../../reading';
import type { WhyNotSent } from '../../shopOrder';
import { textInEach } from '../decidingFields';
import type { BesideLine, SourceTable } from '../sourceTable';
import { contained, findGraphqlOrder, hasLineItems, isOfLegacyApi } from '../../unwrapped';
import { isSet, isUnset, listIn, longTextIn, textIn } from '../../values';
import { addressOf, credentialOf, metafieldsOf } from './address';
import { cartPropertiesOf, DECIDING_IN_REST, DECIDING_TOGETHER, isRemoved } from './deciding';
import { inRestNames } from './fromGraphql';
import { pieceCounter } from './pieces';

/** What Shopify calls the fulfilment by the shop itself, and of gift cards by Shopify. */
const OWN_SERVICES = ['manual', 'gift_card'];

/** WooCommerce calls lines the same as Shopify, but addresses differently. */
const isOfWooCommerce = (order: IDataObject): boolean =>
	isOfLegacyApi(order) || (isObject(order.billing) && !isObject(order.billing_address));

/** Whether an ID is one that Shopify alone gives. */
const isShopifyId = (id: unknown): boolean => /^gid:\/\/shopify\//.test(textIn(id) ?? '');

/** Other shop systems copy the names of the REST API's fields, but not its IDs. */
function isSurely(value: unknown): boolean {
	const ofGraphql = findGraphqlOrder(value);
	if (ofGraphql && ('displayFinancialStatus' in ofGraphql || isShopifyId(ofGraphql.id)))
		return true;
	const order = contained(value, hasLineItems);
	return [order, ...listIn(order?.line_items)].some(
		(object) => isObject(object) && isShopifyId(object.admin_graphql_api_id),
	);
}

/** Why a line is none of a product that is shipped. */
function noProduct(line: IDataObject): Excluded | undefined {
	if (isSet(line.gift_card)) return GIFT_CARD;
	if (isObject(line.tip)) return { leftOutBecause: 'it is a tip' };
	return isUnset(line.requires_shipping) ? NOT_SHIPPED : undefined;
}

/** How many pieces of each line are left, whether it is shipped at all, and by whom. */
function besideLines(order: IDataObject): (line: IDataObject) => BesideLine {
	const countPieces = pieceCounter(order);
	return (line) => {
		const service = textIn(line.fulfillment_service)?.toLowerCase() ?? 'manual';
		return {
			...countPieces(line),
			excluded: noProduct(line),
			variationId: textIn(line.variant_id),
			fulfilmentService: OWN_SERVICES.includes(service) ? undefined : service,
		};
	};
}

/** A name of a shipping line. */
const unlessRemoved = (name: string) => (line: IDataObject) =>
	isRemoved(line) ? undefined : ownValue(line, name);

const nameOf = ({ name, title, variant_title: variant }: IDataObject): string =>
	longTextIn(name) ?? [textIn(title), textIn(variant)].filter(Boolean).join(' - ');

/** The ID of the order. JSON parsers lose the last digits of very long ones, which the GraphQL ID keeps. */
const idOf = ({ id, admin_graphql_api_id: graphqlId }: IDataObject): unknown =>
	typeof id === 'number' && !Number.isSafeInteger(id)
		? (/\/Order\/(\d+)$/.exec(textIn(graphqlId) ?? '')?.[1] ?? id)
		: id;

/** Recognizes drafts, checkouts and fulfilments: they have lines too, and n8n's Shopify Trigger has events for them. */
function notPlaced(order: IDataObject): WhyNotSent | undefined {
	const advice = "Start the workflow with the Shopify Trigger's event Order Paid.";
	const hasStatus = 'financial_status' in order;
	const isDraft = /\/DraftOrder\//.test(textIn(order.admin_graphql_api_id) ?? '');
	if (isDraft || ('invoice_url' in order && !hasStatus)) return DRAFT_ORDER;
	if ('abandoned_checkout_url' in order) {
		const because = 'is a checkout that has not become an order yet';
		return { because, advice, cause: 'cancelled' };
	}
	return 'order_id' in order && !hasStatus
		? { because: 'is a fulfilment, which reports shipped goods', advice, cause: 'order' }
		: undefined;
}

export const SHOPIFY: SourceTable = {
	shop: 'shopify',
	called: 'Shopify',
	description: 'Shopify Trigger, Shopify',
	inItsNames: inRestNames,
	isOrder: (order) => hasLineItems(order) && !isOfWooCommerce(order),
	isSurely,
	number: 'order_number',
	id: idOf,
	name: 'name',
	isNumberUnique: true,
	date: 'created_at',
	isCaseIgnored: true,
	ifIncomplete:
		'Pass the whole order. Where an option named Fields says what Shopify sends, remove it, or add these fields.',
	notPlaced,
	deciding: [...DECIDING_IN_REST, ...DECIDING_TOGETHER],
	decidingIn: ({ shipping_lines: lines }) => textInEach(lines, 'delivery_category'),
	recipient: addressOf('shipping_address'),
	billing: addressOf('billing_address'),
	metadata: (order) => [...cartPropertiesOf(order), ...metafieldsOf(order)],
	taxNumber: credentialOf,
	currency: 'currency',
	lines: {
		at: 'line_items',
		id: 'id',
		mayLackId: true,
		skus: ['sku', 'variant.sku', 'product.sku'],
		otherIds: ['variant_id', 'product_id'],
		quantity: 'quantity',
		name: nameOf,
		variantTitle: 'variant_title',
		prices: [{ path: 'price', unit: 'main' }],
		properties: ({ properties }) => allPropertiesIn(properties, ['name', 'key']),
		deciding: [],
		beside: besideLines,
	},
	shippingMethods: { at: 'shipping_lines', names: ['title', 'code'].map(unlessRemoved) },
	cartProperties: cartPropertiesOf,
	cartName: 'The cart',
	buyerNote: 'note',
};
