// How an order of Shopify is delivered, by its shipping lines and what apps add to the cart: shipped, picked up, sent
// to a pick-up point, or brought by the shop (local delivery).

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../input/equalText';
import { holdsPickupPoint } from '../pickup';
import { propertiesIn } from '../reading';
import { isSet, listIn, objectIn, statusIn, textIn } from '../values';

/** The shipping lines of an order without those that were removed. */
export const shippingLinesOf = (order: IDataObject): IDataObject[] =>
	listIn(order.shipping_lines)
		.map(objectIn)
		.filter(({ is_removed: isRemoved }) => !isSet(isRemoved));

/** What Shopify calls the delivery of each shipping line, such as `shipping`, `pick_up` or `pickup_point`. */
const deliveriesOf = (order: IDataObject): string[] =>
	shippingLinesOf(order).map(({ delivery_category: category }) => statusIn(category) ?? '');

/** For each shipping line, whether the customer picks up what it is for. */
export const pickedUp = (order: IDataObject): boolean[] =>
	deliveriesOf(order).map((delivery) => /^pick_?up$/.test(delivery));

/** Names that Shopify gives its local delivery, also of orders that do not say the kind of their delivery. */
const LOCAL_DELIVERY =
	/^(?:localdelivery|lokalelieferung|livraisonlocale|entregalocal|consegnalocale|lokalebezorging)$/;

/** Whether the shop delivers a part of the order itself. */
export const isDeliveredByShop = (order: IDataObject): boolean =>
	deliveriesOf(order).includes('local') ||
	shippingLinesOf(order).some(({ delivery_category: category, title, code }) =>
		[category, title, code].some((name) => LOCAL_DELIVERY.test(comparableName(textIn(name) ?? ''))),
	);

/** Whether a part of the order goes to a pick-up point, by its delivery or by what an app adds to the cart. */
export const hasPickupPoint = (order: IDataObject): boolean =>
	deliveriesOf(order).some((delivery) => /^pick_?up_?point$/.test(delivery)) ||
	propertiesIn(order.note_attributes, 'name').some(({ names: [name = ''], value }) =>
		holdsPickupPoint(name, value),
	);

/** Whether an app for pick-ups, such as Zapiet, says so in the cart: Shopify itself then knows of a usual delivery. */
export const isPickupOfCart = (order: IDataObject): boolean =>
	propertiesIn(order.note_attributes, 'name').some(
		({ names: [name = ''], value }) =>
			comparableName(name) === 'checkoutmethod' && comparableName(textIn(value) ?? '') === 'pickup',
	);
