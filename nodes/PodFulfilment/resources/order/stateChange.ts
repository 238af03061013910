// What Order → Confirm and Order → Cancel have in common: their fields, their output, their notes.

import { withLocatedOrder } from '../../api/locatedOrder';
import { exclusivelyOn } from '../../api/order';
import { defineOperation } from '../../execution/defineOperation';
import type { Operation } from '../../execution/operation';
import { optionsField } from '../sharedFields';
import { simplifyFields } from '../outputFields';
import type { LocatorValue } from '../../input/locatorValue';
import { orderLocator } from '../../listSearch/order';
import {
	applyStateChange,
	CONFIRM,
	mayStillFail,
	type StateChange,
} from '../../order/change/applyStateChange';
import { humanReviewNotice } from './agentNotices';
import { changedResult } from '../../order/orderResult';
import { stateChangeHints } from '../../order/hints';

interface StateChangeOperation {
	name: string;
	action: string;
	description: string;
	change: StateChange;
}

/** Defines the operations Confirm and Cancel, see {@link applyStateChange}. */
export const stateChange = ({
	name,
	action,
	description,
	change,
}: StateChangeOperation): Operation =>
	defineOperation('order', {
		name,
		value: change.value,
		action,
		description,
		fields: [humanReviewNotice, orderLocator(), ...simplifyFields('order'), optionsField()],
		executionHints: stateChangeHints,
		async perform(call) {
			const { client } = call;
			const toResult = changedResult(call);
			const locator = call.parameter<LocatorValue>('orderId');
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
