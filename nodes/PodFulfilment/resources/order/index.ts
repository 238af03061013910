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
	action: 'Cancel an order',
	description:
		'Stop an order before it is produced. An AI agent runs it without asking, unless you add a human review step.',
	change: CANCEL,
});

const confirm = stateChange({
	name: 'Confirm',
	action: 'Confirm an order for production',
	description:
		'Release an order for production. An AI agent runs it without asking, unless you add a human review step.',
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
