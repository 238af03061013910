// Flags for review an order of another shop of which a field, such as a shipping method or `isPickup`, says that the
// customer picks it up.

import { comparableName, wordSet } from '../../../input/equalText';
import { isObject } from '../../../input/guards';
import { quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import { isPickupTitle } from '../pickup';
import { isSet, textIn } from '../values';
import { fieldName, type OwnField } from './ownFields';

/** Names of shipping methods, with and without the object that holds them. */
const METHODS = wordSet(
	`shippingmethod shippingmethodname shippingmethodtitle shippingtitle shippingname shippingoption shippingoptionname
	shippingservice shippingtype deliverymethod deliverymethodname deliverytype deliveryoption deliveryname
	fulfillmenttype fulfilmenttype fulfillmentmethod methodtitle shippinglinetitle shippingratename`,
);

const LISTS = wordSet('shippinglines shippingmethods shippings deliveries deliverymethods');

/** What an entry of a list is called. */
const TITLES = wordSet('name title method methodtitle methodname type');

const MARKS = wordSet(
	'ispickup pickup localpickup storepickup instorepickup selfpickup islocalpickup',
);

/** Entries that are looked at; an order has a few. */
const MAX_ENTRIES = 20;

/** The names of the methods in a field. */
function methodsIn({ within = '', name, value }: OwnField): string[] {
	const key = comparableName(name);
	if (LISTS.has(key) && Array.isArray(value)) {
		return value
			.slice(0, MAX_ENTRIES)
			.filter(isObject)
			.flatMap(Object.entries)
			.flatMap(([title, text]) => (TITLES.has(comparableName(title)) ? (textIn(text) ?? []) : []));
	}
	return METHODS.has(key) || METHODS.has(comparableName(within) + key) ? [textIn(value) ?? ''] : [];
}

/**
 * Has an order reviewed that the customer picks up according to a field of its own.
 *
 * @returns whether it is one
 */
export function reviewPickedUp(fields: readonly OwnField[], found: Findings): boolean {
	for (const field of fields) {
		const method = methodsIn(field).find(isPickupTitle);
		const isMarked = MARKS.has(comparableName(field.name)) && isSet(field.value);
		if (method === undefined && !isMarked) continue;
		found.review(
			`The field ${quote(fieldName(field))} of the order is ${quote(method ?? field.value)}, so the customer picks it up: check whether a parcel is to be sent, and where to. A Filter node before this one can keep such orders back`,
		);
		return true;
	}
	return false;
}
