// Order → Get Many.

import type { IDataObject } from 'n8n-workflow';

import { defineOperation } from '../../execution/defineOperation';
import { filterHints } from '../filterReport';
import { readFilteredList } from '../readFilteredList';
import { getManyFields, optionsField } from '../sharedFields';
import { simplifyFields } from '../outputFields';
import { orderFilters, orderFiltersField } from './listFilters';
import { orderResult } from '../../order/orderResult';
import { addParcelsField, addsParcels, withParcels } from '../../order/addParcels';
import { failureHints } from '../../order/outputHints';

/** GET /api/orders (spec section 4). */
export const getAll = defineOperation('order', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many orders',
	description: 'Retrieve a list of orders with their items, status and validation findings',
	fields: [
		...getManyFields,
		...simplifyFields('order'),
		orderFiltersField,
		optionsField([addParcelsField]),
	],
	runHints: filterHints('order'),
	executionHints: failureHints,
	async perform(call) {
		const isWithParcels = addsParcels(call.parameter<IDataObject>('options', {}));
		const toResult = orderResult(call);
		const orders: IDataObject[] = [];
		const items = await readFilteredList(
			call,
			{ path: '/api/orders', subject: 'the list of orders' },
			(order) => {
				if (isWithParcels) orders.push(order);
				return toResult(order);
			},
			orderFilters(call),
		);
		return isWithParcels ? await withParcels(call.client, items, orders) : items;
	},
});
