// The operations of the resource Order; Confirm and Cancel are defined here.

import { resourceOperations } from '../../execution/resourceOperations';
import { CANCEL, CONFIRM } from '../../order/change/applyStateChange';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { refund } from './refund';
import { reprint } from './reprint';
import { stateChange } from './stateChange';
import { update } from './update';

const cancel = stateChange({
	name: 'Cancel',
	action: 'Cancel an order before it is produced',
	description: 'Stop an order before it is produced',
	change: CANCEL,
});

const confirm = stateChange({
	name: 'Confirm',
	action: 'Confirm an order for production',
	description: 'Release an order for production',
	change: CONFIRM,
});

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
