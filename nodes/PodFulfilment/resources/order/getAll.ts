import { getMany, getManyFields } from '../getMany';
import { optionsField } from '../options';
import { defineOperation } from '../operation';
import { simplifyFields } from '../simplify';
import { orderResult } from './orderResult';

/** GET /api/orders (spec section 4). */
export const getAll = defineOperation('order', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many orders',
	description: 'Get many orders',
	fields: [...getManyFields, ...simplifyFields, optionsField()],
	async perform(call) {
		const result = orderResult(call);
		return await getMany(call, { path: '/api/orders', about: 'the list of orders' }, (order) =>
			result(order),
		);
	},
});
