import { resourceProperties } from '../resource';
import { get } from './get';
import { getAll } from './getAll';

export const mockupTaskProperties = resourceProperties('mockupTask', 'getAll', [get, getAll]);
