// A line of a shop's order, or a part of one, on its way to an item. Also the settings for lines.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import type { ApiClient } from '../../../transport/client';
import type { Item } from '../../compose/item';
import type { FileOrigin } from '../../composedOrder';
import type { Findings } from '../../findings';
import type { ShopLine, ShopOrder } from '../shopOrder';
import type { StatedValue } from './catalogWords';
import type { IgnoredProperties } from './lineValues';
import type { MappedSku } from './mappingRow';
import type { SkuMapping } from './skuMapping';

/** Settings for the lines of a shop's order. */
export interface LineSettings {
	mapping: SkuMapping;
	/** Where print files are named, besides the mapping: by properties, from these hosts (any if there are none), or by a template. */
	printFile: {
		/** Those that are printed although the variant does not require them. */
		placements: readonly string[];
	} & ({ property: string; hosts: readonly string[] } | { template: string });
	/** Options that properties of lines may set although the variant does not require them. */
	options: readonly string[];
	/** Properties that change nothing. */
	ignored: IgnoredProperties;
	unknownLines: 'leaveOut' | 'stop';
	/** Whether the catalog may be read for the placements and options of a variant. */
	fillFromCatalog: boolean;
	/** Items of an existing order by their External ID, that of their line: nothing of these is read from the catalog. */
	existingItems?: ReadonlyMap<string | undefined, Item>;
}

/** A line, or a part of one, that becomes one item. */
export interface ItemLine extends ShopLine {
	/** What problems call it, e.g. `Order #1001, line 2 (Team Mug)`: an error workflow gets the message alone. */
	inProblems: string;
	/** External ID of the item: that of the line; of a further part with its number: `5001-2`. */
	itemId?: string;
	/** By which its rows of SKU Mapping are found: its SKU, or one of its IDs. */
	shopKey?: string;
	/** What its rows say together; undefined where none applies. */
	row?: MappedSku;
	/** Why its rows cannot be used. */
	rowProblem?: Error;
	/** Names that rows for the line ask for under 'When'; in a set they are about the part that asks. */
	asked?: readonly string[];
	/** Whether a row chooses the variant by what the line says; in a set, that of any part. */
	isChosen?: boolean;
}

/** Whether all pieces of a line left already: nothing about it can stop an order. */
export const isFulfilled = ({ quantity, fulfilled = 0 }: ShopLine): boolean =>
	quantity > 0 && fulfilled >= quantity;

/** The variant's ID, and its SKU where it was found by that; or why there is none, with the SKUs that are similar. */
export type VariantResult = { variantId: string; sku?: string } | { unknown: string };

/** A line on its way to an item, and what has become of it so far. */
export interface LineWork {
	client: ApiClient;
	order: ShopOrder;
	settings: LineSettings;
	line: ItemLine;
	findings: Findings;
	/** Its item in an existing order. */
	existing?: Item;
	/** Why the line must be ordered; undefined for one that may not be for this service. */
	reasonToOrder?: string;
	/** Its variant; undefined for a line that the shop leaves out, or where the search fails. */
	found?: VariantResult;
	/** Whether the line is for the service: it has a reason to be ordered, or a variant has its SKU. */
	isForService?: boolean;
	/** Why no variant was found for a line that nothing says must be ordered. */
	unknown?: string;
	item?: Item;
	/** The same with the name that the catalog gave it. */
	named?: Item;
	/** What gives all orders the same print files, where anything does. */
	sameForAll?: 'row' | 'template' | 'product';
	fileOrigin?: FileOrigin;
	/** What the customer entered, and may be in files of a template that differ from order to order. */
	texts?: readonly StatedValue[];
}

/** A line of which the item is composed. */
export interface OurLine extends LineWork {
	variantId: string;
	/** The SKU by which the variant was found, where no row names it. */
	sku?: string;
	/** Undefined if the catalog must not be read. */
	variant?: CatalogVariant;
}
