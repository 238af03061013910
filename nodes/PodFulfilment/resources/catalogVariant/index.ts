// The operations of the resource Catalog Variant.

import { resourceOperations } from '../../execution/defineOperation';
import { get } from './get';
import { getAll } from './getAll';

export const catalogVariantOperations = resourceOperations('catalogVariant', 'getAll', [
	get,
	getAll,
]);
