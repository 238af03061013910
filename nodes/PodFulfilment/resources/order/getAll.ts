import { defineOperation } from '../../execution/defineOperation';
import { filterHints } from '../../execution/filterReport';
import { readFilteredList } from '../../execution/readFilteredList';
import { getManyFields, optionsField } from '../../fields/sharedFields';
import { simplifyFields } from '../../fields/outputFields';
import { orderFilters, orderFiltersField } from './listFilters';
import { orderResult } from '../../order/change/orderResult';
import { failureHints } from '../../order/place/outputHints';

/** GET /api/orders (spec section 4). */
export const getAll = defineOperation('order', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many orders',
	description: 'Retrieve a list of orders with their items, status and validation findings',
	fields: [...getManyFields, ...simplifyFields('order'), orderFiltersField, optionsField()],
	runHints: filterHints('order'),
	executionHints: failureHints,
	async perform(call) {
		const toResult = orderResult(call);
		return await readFilteredList(
			call,
			{ path: '/api/orders', subject: 'the list of orders' },
			(order) => toResult(order),
			orderFilters(call),
		);
	},
});
