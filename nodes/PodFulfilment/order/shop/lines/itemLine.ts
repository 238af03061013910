// A line of a shop's order, or a part of one, as all that compose its item know it.

import type { ShopLine } from '../shopOrder';
import type { MappedSku } from './mappingRow';

/** A line, or a part of one, that becomes one item. */
export interface ItemLine extends ShopLine {
	/** What problems call it, e.g. `Order #1001, line 2 (Team Mug)`: an error workflow gets the message alone. */
	inProblems: string;
	/** External ID of the item: that of the line; of a further part with its number: `5001-2`. */
	itemId?: string;
	/** What says which variant it is, where it is known already. */
	row?: MappedSku & { shopKey: string };
	/** Of a part of a set. */
	set?: {
		/** Whether what the line says chooses the variant of any part. */
		isChosen: boolean;
		/** Names that rows of its parts ask for under 'When': they are about the part that asks. */
		asked: string[];
	};
}

/** Whether all pieces of a line left already: nothing about it can stop an order. */
export const isFulfilled = ({ quantity, fulfilled = 0 }: ShopLine): boolean =>
	quantity > 0 && fulfilled >= quantity;
