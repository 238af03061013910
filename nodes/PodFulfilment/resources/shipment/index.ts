import { resourceOperations } from '../resource';
import { getAll } from './getAll';

export const shipmentOperations = resourceOperations('shipment', 'getAll', [getAll]);
