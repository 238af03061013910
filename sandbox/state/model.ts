import type {
	Carrier,
	MockupTaskStatus,
	OrderStatus,
	ShipmentStatus,
	ShippingService,
} from '../facts.ts';

/** Section 2, Recipient. All are optional: the address is validated after placement. */
export const RECIPIENT_FIELDS = [
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
] as const;
export type Recipient = Partial<Record<(typeof RECIPIENT_FIELDS)[number], string>>;

export interface Position {
	top: number;
	left: number;
	width: number;
	height: number;
}

export interface Layer {
	url: string;
	type: 'file';
	position: Position;
}

export interface PlacementOption {
	name: string;
	value: boolean;
}

export interface Placement {
	id: string;
	type: string | null;
	technique: string | null;
	layers: Layer[];
	placementOptions: PlacementOption[];
}

export interface ItemOption {
	id: string;
	value: string;
}

/** An entry of `errors` on an order or an item (section 7, order validation errors). */
export interface OrderError {
	code: string;
	message: string;
	propertyPath: string;
}

export interface OrderItem {
	id: string;
	externalId?: string;
	quantity: number;
	name?: string;
	retailPrice?: string;
	variantId: string;
	placements: Placement[];
	options: ItemOption[];
	errors: OrderError[];
}

export interface Link {
	order: Order;
	createdAt: string;
}

export interface Order {
	id: string;
	accountId: string;
	externalId: string;
	shipping: ShippingService;
	status: OrderStatus;
	createdAt: string;
	updatedAt: string;
	recipient: Recipient;
	items: OrderItem[];
	errors: OrderError[];
	shipments: Shipment[];
	/** The order this one reprints. */
	reprintOf: Link | undefined;
	/** The reprints of this order. */
	reprints: Link[];
	refundedAt: string | undefined;
	/** The status the order had when it was put on hold. */
	heldFrom: OrderStatus | undefined;
	/** Number of validations started; only the result of the last one counts. */
	validationRun: number;
	validating: boolean;
}

export interface Shipment {
	id: string;
	orderId: string;
	accountId: string;
	carrier: Carrier;
	service: ShippingService;
	shipmentStatus: ShipmentStatus;
	shippedAt: string | null;
	trackingUrl: string;
	trackingId: string;
	/** The items in this parcel. */
	itemIds: string[];
}

export interface Mockup {
	mockupUrl: string;
	placement: string;
	technique: string;
	displayName: string;
}

export interface VariantMockups {
	catalogVariantId: string;
	mockups: Mockup[];
}

export interface MockupTask {
	id: string;
	accountId: string;
	status: MockupTaskStatus;
	createdAt: string;
	finishedAt: string | null;
	failureReasons: string[];
	variantIds: string[];
	catalogVariantMockups: VariantMockups[];
	/** The images were removed: the task is not listed, and reading it gives a 410. */
	expired: boolean;
}

export interface Webhook {
	id: string;
	url: string;
	/** The share of events that are never sent, 0 to 1. */
	lost: number;
	/** No attempt gets through, as if nobody listened. */
	isUnreachable: boolean;
	/** The first attempt of an event waits until that of the event before it was answered. */
	isInOrder: boolean;
}

export interface Account {
	id: string;
	name: string;
	apiKeys: Set<string>;
	signingSecret: string;
	suspended: boolean;
	webhook: Webhook | undefined;
	creditsIncluded: number;
	/** Credits used in `creditsMonth` (`YYYY-MM`). */
	creditsUsed: number;
	creditsMonth: string;
}
