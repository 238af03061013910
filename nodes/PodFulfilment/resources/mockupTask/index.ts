// The operations of the resource Mockup Task.

import { resourceOperations } from '../../execution/defineOperation';
import { downloadImages } from './downloadImages';
import { get } from './get';
import { getAll } from './getAll';

export const mockupTaskOperations = resourceOperations('mockupTask', 'getAll', [
	downloadImages,
	get,
	getAll,
]);
