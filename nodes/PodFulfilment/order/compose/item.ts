// An order item in the service's format (spec section 2): to send, as entered, and unchecked. What a check refused is
// missing: such an item is shown and never sent.

import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../input/guards';
import { LAYER_TYPE } from '../../spec/service';

/** Position: pixels from the top left of the placement's area. */
export interface Position extends IDataObject {
	top: number;
	left: number;
	width: number;
	height: number;
}

/** Layer: the print file of a placement. */
export interface Layer extends IDataObject {
	url?: string;
	type: string;
	position?: Position;
}

export interface PlacementOption extends IDataObject {
	name?: string;
	value?: boolean;
}

export interface Placement extends IDataObject {
	type?: string | null;
	technique?: string | null;
	layers: Layer[];
	placementOptions?: PlacementOption[];
}

export interface Option extends IDataObject {
	id?: string;
	value?: string;
}

interface ItemFields extends IDataObject {
	externalId?: string;
	quantity?: number;
	name?: string;
	retailPrice?: string;
	placements: Placement[];
	options?: Option[];
}

/** OrderItem. */
export interface Item extends ItemFields {
	variantId: string;
}

/** An order item as entered: its variant may be named by its SKU, which the service does not accept. */
export interface EnteredItem extends ItemFields {
	variantId?: string;
	sku?: string;
}

/** An item in the shape of {@link EnteredItem}, before anything in it was checked: see checkItem.ts. */
export interface RawItem {
	placements?: unknown[];
	options?: unknown[];
	[field: string]: unknown;
}

/** The placement of a print file. The catalog gives the type where there is none, since products name theirs differently. */
export const placementOfFile = <Url>(url: Url, type?: string) => ({
	...(type !== undefined && type !== '' && { type }),
	layers: [{ url, type: LAYER_TYPE }],
});

/** Options in their short form, values by the ID of the option, as the list of the spec; any other value as it is. */
export const optionList = (options: unknown): unknown =>
	isObject(options) ? Object.entries(options).map(([id, value]) => ({ id, value })) : options;
