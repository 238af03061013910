import { resourceOperations } from '../../execution/resourceOperations';
import { get } from './get';
import { getAll } from './getAll';

export const mockupTaskOperations = resourceOperations('mockupTask', 'getAll', [get, getAll]);
