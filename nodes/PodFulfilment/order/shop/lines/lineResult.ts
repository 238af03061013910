// What became of a line of a shop's order by itself (the type LineResult): its item or why no variant was found, its
// findings, whether it is for the service. Also whether all its pieces are fulfilled already.

import type { Findings } from '../../findings';
import type { Item } from '../../compose/item';
import type { ShopLine } from '../shopOrder';
import type { ItemLine } from './itemLines';
import type { UnknownVariant } from './variant';

/** What became of a line by itself. */
export interface LineResult {
	line: ItemLine;
	item?: Item;
	findings: Findings;
	/** Whether a print file or a row of SKU Mapping says that the line must be ordered. */
	hasReasonToOrder: boolean;
	/** Whether the line is for the service: it has a reason to be ordered, or a variant has its SKU. */
	isForService: boolean;
	/** Why no variant was found for a line that nothing says must be ordered. */
	unknown?: UnknownVariant;
	/** Whether a row of SKU Mapping chose the variant by what the line says. */
	isChosen?: boolean;
	/** Whether its print files are the same for all orders. */
	isSameForAll?: boolean;
}

/** Whether all pieces of a line left already: nothing about it can stop an order. */
export const isFulfilled = ({ quantity, fulfilled = 0 }: ShopLine): boolean =>
	quantity > 0 && fulfilled >= quantity;
