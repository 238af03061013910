import { simplifyOrder } from '../../order/simplifyOrder';
import { getMany, getManyFields } from '../getMany';
import { optionsField } from '../options';
import { defineOperation } from '../operation';
import { simplified, simplifyFields } from '../simplify';

/** GET /api/orders (spec section 4). */
export const getAll = defineOperation('order', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many orders',
	description: 'Get many orders',
	fields: [...getManyFields, ...simplifyFields, optionsField()],
	async perform(call) {
		return await getMany(
			call,
			{ path: '/api/orders', about: 'the list of orders' },
			simplified(call, simplifyOrder),
		);
	},
});
