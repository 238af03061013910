// Whether the customer picks up the order by 'pick up' or 'collect' in the name of a shipping method, for shops that keep no
// other sign. No other name is interpreted: a method of the shop's own kind for pick-ups or a Filter node decides.

import { quote } from '../../input/wording';
import { review, type Finding } from '../findings';
import { rowFor, type ShippingRow } from './shippingMethod';
import { plainWords } from './values';

/** Of a name without signs, in small letters, between blanks. */
const PICKUP_NAME =
	/ pick ?ups? | click (?:and )?collect | collect(?:ion)? (?:from|at|in) |^ (?:store |customer )?collect(?:ion)? $/;

/** Whether the title or code of a shipping method says that the customer picks up the order. */
export const isPickupTitle = (title: string): boolean => PICKUP_NAME.test(plainWords(title));

/**
 * What has an order reviewed: shipping methods that say that the customer picks it up, unless the user mapped them.
 *
 * @param methods names of each method of the order, its title first
 */
export const pickupReviews = (
	methods: ReadonlyArray<readonly string[]>,
	rows: readonly ShippingRow[],
): Finding[] =>
	methods
		.filter((names) => !rowFor(names, rows) && names.some(isPickupTitle))
		.map(([title]) =>
			review(
				`The customer picks the order up, by the shipping method ${quote(title)}: check whether a parcel is to be sent, and where to. If this method ships, give it a row in the option Shipping Mapping`,
				'pickupPoint',
			),
		);
