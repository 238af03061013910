import { resourceOperations } from '../../execution/resourceOperations';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { refund } from './refund';
import { reprint } from './reprint';
import { stateChange } from './stateChange';
import { update } from './update';

const cancel = stateChange({
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel an order',
	description: 'Stop an order before it is produced',
	done: 'canceled',
	provenByStatuses: ['canceled'],
});

const confirm = stateChange({
	name: 'Confirm',
	value: 'confirm',
	action: 'Confirm an order',
	description: 'Release an order for production',
	done: 'confirmed',
	provenByStatuses: ['pending', 'inprocess', 'onhold', 'partial', 'fulfilled', 'shipped'],
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
