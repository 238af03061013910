// Order → Confirm and Order → Cancel.

import { withLocatedOrder } from '../../api/locatedOrder';
import { exclusivelyOn } from '../../api/order';
import { defineOperation } from '../../execution/defineOperation';
import type { Operation, OperationDefinition } from '../../execution/operation';
import { optionsField, simplifyFields, humanReviewNotice } from '../sharedFields';
import { orderLocator } from '../../listSearch/collections';
import {
	applyStateChange,
	CANCEL,
	CONFIRM,
	mayStillFail,
	type StateChange,
} from '../../order/change/stateChange';
import { changedResult } from '../../order/orderResult';
import { stateChangeHints } from '../../order/hints';

/** Defines the operation of a change, see {@link applyStateChange}. */
const stateChange = (
	name: string,
	change: StateChange,
	texts: Pick<OperationDefinition, 'action' | 'description'>,
): Operation =>
	defineOperation('order', {
		name,
		value: change.value,
		...texts,
		fields: [humanReviewNotice, orderLocator(), ...simplifyFields('order'), optionsField()],
		executionHints: stateChangeHints,
		async perform(call) {
			const { client } = call;
			const toResult = changedResult(call);
			const locator = call.parameter('orderId');
			return await withLocatedOrder(
				client,
				locator,
				async (order) =>
					await exclusivelyOn(client, order, async () => {
						const changed = await applyStateChange(client, order, change);
						return [toResult(change === CONFIRM ? mayStillFail(changed) : changed)];
					}),
			);
		},
	});

export const cancel = stateChange('Cancel', CANCEL, {
	action: 'Cancel an order before it is produced',
	description: 'Stop an order before it is produced',
});

export const confirm = stateChange('Confirm', CONFIRM, {
	action: 'Confirm an order for production',
	description: 'Release an order for production',
});
