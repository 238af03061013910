import type { IDataObject } from 'n8n-workflow';

/** Section 2, Position: pixels from the top left of the placement's area. */
export interface Position extends IDataObject {
	top: number;
	left: number;
	width: number;
	height: number;
}

/** Section 2, Layer: the print file of a placement. */
export interface Layer extends IDataObject {
	url: string;
	type: string;
	position?: Position;
}

/** Section 2, PlacementOption. */
export interface PlacementOption extends IDataObject {
	name: string;
	value: boolean;
}

/** Section 2, Placement in an order item. */
export interface Placement extends IDataObject {
	type?: string | null;
	technique?: string | null;
	layers: Layer[];
	placementOptions?: PlacementOption[];
}

/** Section 2, Option of an order item. */
export interface Option extends IDataObject {
	id: string;
	value: string;
}

/** Section 2, OrderItem as it is sent. */
export interface Item extends IDataObject {
	externalId?: string;
	quantity: number;
	name?: string;
	retailPrice?: string;
	variantId: string;
	placements: Placement[];
	options?: Option[];
}
