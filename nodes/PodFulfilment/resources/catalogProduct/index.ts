// The operations of the resource Catalog Product.

import { resourceOperations } from '../../execution/defineOperation';
import { get } from './get';
import { getAll } from './getAll';

export const catalogProductOperations = resourceOperations('catalogProduct', 'getAll', [
	get,
	getAll,
]);
