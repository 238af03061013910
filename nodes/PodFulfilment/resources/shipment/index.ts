import { resourceProperties } from '../resource';
import { getAll } from './getAll';

export const shipmentProperties = resourceProperties('shipment', 'getAll', [getAll]);
