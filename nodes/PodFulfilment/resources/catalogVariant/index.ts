import { resourceProperties } from '../resource';
import { get } from './get';
import { getAll } from './getAll';

export const catalogVariantProperties = resourceProperties('catalogVariant', 'getAll', [
	get,
	getAll,
]);
