// The operations of the resource Order.

import { resourceOperations } from '../../execution/defineOperation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { refund } from './refund';
import { reprint } from './reprint';
import { cancel, confirm } from './stateChange';
import { update } from './update';

export const orderOperations = resourceOperations('order', 'create', [
	cancel,
	confirm,
	create,
	get,
	getAll,
	refund,
	reprint,
	update,
]);
