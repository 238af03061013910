// A shop's order as it was when it was due: Check Only judges the lines and the address of one that was sent, completed or
// called off since.

import { withoutUndefined } from '../../input/guards';
import type { ShopLine, ShopOrder } from './shopOrder';

/** A line with all pieces that were ordered, also where they left, or were refunded or cancelled since. */
const lineAsIfDue = ({ ordered, ...line }: ShopLine): ShopLine =>
	withoutUndefined<ShopLine>({
		...line,
		fulfilled: undefined,
		...(ordered !== undefined && {
			quantity: ordered,
			leftOutBecause: undefined,
			isEmptied: undefined,
		}),
	});

/** An order of which nothing left, and nothing was called off. */
export const asIfDue = (order: ShopOrder): ShopOrder =>
	withoutUndefined<ShopOrder>({
		...order,
		whyNotSent: undefined,
		lines: order.lines.map(lineAsIfDue),
	});
