import { resourceProperties } from '../resource';
import { get } from './get';
import { getAll } from './getAll';

export const catalogProductProperties = resourceProperties('catalogProduct', 'getAll', [
	get,
	getAll,
]);
