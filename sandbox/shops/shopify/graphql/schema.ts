import { buildSchema } from 'graphql';

const LISTS = [
	'Order',
	'LocalizedField',
	'ShippingLine',
	'LineItem',
	'FulfillmentOrder',
	'FulfillmentOrderLineItem',
];

const connectionTo = (type: string): string => `
	type ${type}Connection {
		nodes: [${type}!]!
		edges: [${type}Edge!]!
		pageInfo: PageInfo!
	}
	type ${type}Edge {
		cursor: String!
		node: ${type}!
	}
`;

const PAYLOADS = ['FulfillmentCreatePayload', 'FulfillmentTrackingInfoUpdatePayload'];

const payloadOf = (type: string): string => `
	type ${type} {
		fulfillment: Fulfillment
		userErrors: [UserError!]!
	}
`;

/** The part of Shopify's GraphQL Admin API that the double has. */
export const schema = buildSchema(`
	${LISTS.map(connectionTo).join('')}
	${PAYLOADS.map(payloadOf).join('')}
	schema {
		query: QueryRoot
		mutation: Mutation
	}

	scalar DateTime
	scalar Decimal
	scalar URL
	scalar UnsignedInt64

	type QueryRoot {
		shop: Shop!
		order(id: ID!): Order
		orders(
			first: Int
			after: String
			reverse: Boolean
			query: String
			sortKey: OrderSortKeys
		): OrderConnection!
	}

	enum OrderSortKeys {
		PROCESSED_AT
		CREATED_AT
		UPDATED_AT
		ID
	}

	type Mutation {
		fulfillmentCreate(fulfillment: FulfillmentInput!, message: String): FulfillmentCreatePayload
		fulfillmentTrackingInfoUpdate(
			fulfillmentId: ID!
			trackingInfoInput: FulfillmentTrackingInput!
			notifyCustomer: Boolean
		): FulfillmentTrackingInfoUpdatePayload
	}

	input FulfillmentInput {
		lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
		trackingInfo: FulfillmentTrackingInput
		notifyCustomer: Boolean
		originAddress: FulfillmentOriginAddressInput
	}

	input FulfillmentOrderLineItemsInput {
		fulfillmentOrderId: ID!
		fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!]
	}

	input FulfillmentOrderLineItemInput {
		id: ID!
		quantity: Int!
	}

	input FulfillmentTrackingInput {
		company: String
		number: String
		numbers: [String!]
		url: URL
		urls: [URL!]
	}

	input FulfillmentOriginAddressInput {
		countryCode: String!
	}

	type UserError {
		field: [String!]
		message: String!
	}

	type Shop {
		name: String!
		myshopifyDomain: String!
	}

	type PageInfo {
		hasNextPage: Boolean!
		hasPreviousPage: Boolean!
		startCursor: String
		endCursor: String
	}

	type Order {
		id: ID!
		legacyResourceId: UnsignedInt64!
		name: String!
		number: Int!
		test: Boolean!
		email: String
		phone: String
		note: String
		tags: [String!]!
		sourceName: String
		currencyCode: String!
		createdAt: DateTime!
		processedAt: DateTime!
		updatedAt: DateTime!
		cancelledAt: DateTime
		closedAt: DateTime
		displayFinancialStatus: String
		displayFulfillmentStatus: String!
		paymentGatewayNames: [String!]!
		customer: Customer
		customAttributes: [Attribute!]!
		localizedFields(first: Int, after: String, reverse: Boolean): LocalizedFieldConnection!
		shippingAddress: MailingAddress
		billingAddress: MailingAddress
		shippingLines(first: Int, after: String, reverse: Boolean): ShippingLineConnection!
		lineItems(first: Int, after: String, reverse: Boolean): LineItemConnection!
		fulfillments(first: Int): [Fulfillment!]!
		fulfillmentOrders(first: Int, after: String, reverse: Boolean): FulfillmentOrderConnection!
	}

	type Customer {
		email: String
		phone: String
	}

	type Attribute {
		key: String!
		value: String
	}

	type LocalizedField {
		key: String!
		title: String!
		value: String!
	}

	type MailingAddress {
		name: String
		firstName: String
		lastName: String
		company: String
		address1: String
		address2: String
		city: String
		zip: String
		province: String
		provinceCode: String
		country: String
		countryCodeV2: String
		phone: String
	}

	type ShippingLine {
		title: String!
		code: String
		isRemoved: Boolean!
		deliveryCategory: String
	}

	type LineItem {
		id: ID!
		sku: String
		name: String!
		title: String!
		quantity: Int!
		currentQuantity: Int!
		unfulfilledQuantity: Int!
		requiresShipping: Boolean!
		isGiftCard: Boolean!
		originalUnitPriceSet: MoneyBag!
		customAttributes: [Attribute!]!
		variant: ProductVariant
		fulfillmentService: FulfillmentService
	}

	type MoneyBag {
		shopMoney: MoneyV2!
	}
	type MoneyV2 {
		amount: Decimal!
		currencyCode: String!
	}
	type ProductVariant {
		id: ID!
	}
	type FulfillmentService {
		handle: String!
	}

	type Fulfillment {
		id: ID!
		legacyResourceId: UnsignedInt64!
		status: String!
		createdAt: DateTime!
		updatedAt: DateTime!
		trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
	}
	type FulfillmentTrackingInfo {
		number: String
		url: URL
		company: String
	}

	type FulfillmentOrder {
		id: ID!
		status: String!
		supportedActions: [FulfillmentOrderSupportedAction!]!
		lineItems(first: Int, after: String, reverse: Boolean): FulfillmentOrderLineItemConnection!
	}
	type FulfillmentOrderSupportedAction {
		action: String!
	}

	type FulfillmentOrderLineItem {
		id: ID!
		totalQuantity: Int!
		remainingQuantity: Int!
		lineItem: LineItem!
	}
`);
