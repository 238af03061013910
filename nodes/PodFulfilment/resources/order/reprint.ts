// Order → Reprint: POST /api/orders with an action of type 'reprint' (spec sections 2 and 4). What is copied from the original
// is in order/compose/reprintSource.ts.

import { recipientGroup } from '../../order/compose/recipientFields';
import { defineOperation } from '../../execution/defineOperation';
import { optionsField, placingNotices, simplifyFields } from '../sharedFields';
import {
	externalIdField,
	placingOptions,
	shippingField,
	thenReprintField,
} from '../../order/fields';
import { createHints, isDone } from '../../order/hints';
import { placeOrder } from '../../order/place/placeOrder';
import { PLACING_NOTES } from '../../order/place/retries';
import { itemIdsField, originalOrderField, reprintSource } from '../../order/compose/reprintSource';

export const reprint = defineOperation('order', {
	name: 'Reprint',
	value: 'reprint',
	action: 'Reprint an order as a new order',
	description: 'Place an order again, for example because a parcel was lost or damaged',
	fields: [
		...placingNotices('thenReprint'),
		originalOrderField,
		itemIdsField,
		{
			...externalIdField.property,
			placeholder: 'e.g. SHOP-1001-R1',
			description:
				'A new order number for the reprint: up to 63 letters, digits, hyphens and underscores. Each can be used once. Never a time or a random value: when the node runs again, it has to be the same.',
		},
		shippingField.property,
		thenReprintField.property,
		...simplifyFields('order'),
		optionsField([
			recipientGroup('An address other than that of the original order'),
			...placingOptions(thenReprintField),
		]),
	],
	isDone,
	executionHints: createHints,
	writeNotes: PLACING_NOTES,
	perform: async (call) => await placeOrder(call, reprintSource, thenReprintField),
});
